/// The cells of tables in comma-separated values (RFC 4180), for a service and for a page.
package enum TableCell {
  /// A text that a spreadsheet does not run.
  ///
  /// It would run one that begins like a formula, also in full-width characters, which it takes for the same.
  /// Numbers are not passed here: they may begin with a minus.
  package static func harmless(_ text: String) -> String {
    let isFormula =
      text.unicodeScalars.first.map { "=+-@\t\r＝＋－＠".unicodeScalars.contains($0) } ?? false
    return isFormula ? "'\(text)" : text
  }

  /// A text in quotes, which are doubled within.
  package static func quoted(_ text: String) -> String {
    var cell = "\""
    for letter in text.unicodeScalars {
      if letter == "\"" { cell += "\"" }
      cell.unicodeScalars.append(letter)
    }
    return cell + "\""
  }
}

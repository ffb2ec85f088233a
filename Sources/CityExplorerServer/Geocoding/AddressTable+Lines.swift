#if Server
import CityGeocoding
import CitySearch
import RemoteSearch

/// What was found for an address of a table.
struct AddressFinding: Sendable {
  /// The values by column.
  private(set) var cells: [Column: String] = [:]

  /// The columns that a table gets.
  enum Column: String, CaseIterable, Sendable {
    case cityID = "city_id"
    case name, division, country, latitude, longitude, precision, confidence, reason, unmatched
    case error
  }

  /// A place that was found.
  ///
  /// - Parameters:
  ///   - result: The place.
  ///   - city: Its city, with names for the reader; `nil` if it is not known.
  init(_ result: GeocodingResult, city: CityFeature?) {
    cells[.cityID] = result.match.cityID.map { "\($0)" }
    cells[.name] = Self.harmless(city?.localName ?? result.match.name)
    cells[.division] = city?.division.map(Self.harmless)
    cells[.country] = city?.country.map(Self.harmless)
    cells[.latitude] = "\(result.coordinate.latitude)"
    cells[.longitude] = "\(result.coordinate.longitude)"
    cells[.precision] = result.match.precision.rawValue
    cells[.confidence] = "\(result.confidence.score)"
    cells[.reason] = Self.harmless(result.confidence.reason)
    cells[.unmatched] = Self.harmless(result.unmatchedParts.joined(separator: ", "))
  }

  /// The reason why no place was found.
  init(error: String) { cells[.error] = Self.harmless(error) }

  /// A text that a spreadsheet does not run.
  ///
  /// It would run one that begins like a formula, also in full-width characters, which it takes for the same.
  /// Numbers are not passed here: they may begin with a minus.
  private static func harmless(_ text: String) -> String {
    let isFormula =
      text.unicodeScalars.first.map { "=+-@\t\r＝＋－＠".unicodeScalars.contains($0) } ?? false
    return isFormula ? "'\(text)" : text
  }
}

extension AddressTable {
  /// A table with one column, of addresses that came in another form.
  ///
  /// - Throws: ``ServiceError`` with the status 400, as for a table that came.
  init(of addresses: [PostalAddress]) throws(ServiceError) {
    var text = Array("address\r\n".utf8)
    for address in addresses {
      // Always in quotes, since an empty line would be skipped.
      text.append(UInt8(ascii: "\""))
      for byte in address.description.utf8 {
        if byte == UInt8(ascii: "\"") { text.append(byte) }
        text.append(byte)
      }
      text += Array("\"\r\n".utf8)
    }
    try self.init(text)
  }

  /// The line with the names of the columns: those of the table, and behind them those that it gets.
  ///
  /// A name that the table has already is followed by the first number that makes it another one: `name_2`.
  var headerLine: [UInt8] {
    var names = Set(columns.map { $0.lowercased() })
    let added = AddressFinding.Column.allCases.map { column in
      var (name, number) = (column.rawValue, 2)
      while !names.insert(name).inserted {
        name = "\(column.rawValue)_\(number)"
        number += 1
      }
      return name
    }
    let mark = hasByteOrderMark ? TextEncoding.byteOrderMark : []
    return mark + line(text[header.bytes], cellCount: columns.count, added)
  }

  /// The line of a row: its cells as they came, and behind them what was found.
  ///
  /// - Complexity: O(*n* + *c*), where *n* is the number of bytes of the row and of the finding, and *c* the
  ///   number of columns.
  func line(ofRow number: Int, with finding: AddressFinding) -> [UInt8] {
    let row = rows[number]
    return line(
      text[row.bytes], cellCount: cells(of: row).count,
      AddressFinding.Column.allCases.map { finding.cells[$0] ?? "" })
  }

  private func line(
    _ cells: ArraySlice<UInt8>, cellCount: Int, _ added: [String]
  ) -> [UInt8] {
    var line = Array(cells)
    // A row may lack cells at its end.
    line += [UInt8](repeating: separator, count: columns.count - cellCount)
    for cell in added {
      line.append(separator)
      append(cell, to: &line)
    }
    line += [0x0D, 0x0A]
    return line
  }

  /// Appends a cell, in quotes if it has a separator of any table, a quote or the end of a line.
  private func append(_ cell: String, to line: inout [UInt8]) {
    guard cell.utf8.contains(where: { Self.quoted.contains($0) }) else {
      line += cell.utf8
      return
    }
    line.append(UInt8(ascii: "\""))
    for byte in cell.utf8 {
      if byte == UInt8(ascii: "\"") { line.append(byte) }
      line.append(byte)
    }
    line.append(UInt8(ascii: "\""))
  }

  private static let quoted = Set(",;\t\"\r\n".utf8)
}
#endif

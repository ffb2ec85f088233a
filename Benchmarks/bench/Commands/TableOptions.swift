public import ArgumentParser
public import GazetteerBuilding

/// How a command reads tables and JSON of the user's own places.
struct TableOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The columns of a table, or the members of JSON objects, that have other names than usual, as in "
        + "name=Ort,latitude=Breite; of \(PlaceField.list).", valueName: "columns"))
  var columns = ColumnNames()

  @Option(
    help: ArgumentHelp(
      "The encoding of a table: \(TextEncoding.list).", valueName: "encoding"))
  var encoding = TextEncoding.utf8

  /// Sets these options.
  func apply(to loader: inout GazetteerLoader) {
    loader.columns = columns.names
    loader.encoding = encoding
  }
}

/// The names of columns on the command line: fields and names, with commas between them.
struct ColumnNames: ExpressibleByArgument, CustomStringConvertible {
  private(set) var names: [PlaceField: String] = [:]

  init() {}

  init?(argument: String) {
    for part in argument.split(separator: ",", omittingEmptySubsequences: false) {
      let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
      guard pair.count == 2, let field = PlaceField(rawValue: pair[0]),
        names.updateValue(pair[1], forKey: field) == nil
      else { return nil }
    }
  }

  var description: String {
    names.map { "\($0.key.rawValue)=\($0.value)" }.sorted().joined(separator: ",")
  }
}

extension TextEncoding: ExpressibleByArgument {
  fileprivate static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

extension PlaceField {
  fileprivate static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

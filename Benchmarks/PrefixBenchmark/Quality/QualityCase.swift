import CitySearch
import Foundation

struct QualityCase: Equatable, Sendable {
  let query: String
  let name: String
  let country: String
  /// The right cities, at least one.
  let ids: [Int]
  let kind: Kind
  let source: String

  /// The relation of the query to the name of the city.
  enum Kind: String, CaseIterable, Codable, Sendable {
    case exact, prefix, exonym
    case otherScript = "other-script"
    case umlautExpansion = "umlaut-expansion"
    case saint
    case laterWord = "later-word"
    case withCountry = "with-country"
    case withRegion = "with-region"
    case typo, abbreviation
  }
}

extension QualityCase {
  /// The columns of a file of cases, each with its alternative names.
  private static let columns: [[String]] = [
    ["query"], ["name", "expected_name"], ["country"], ["ids", "geonameids"], ["kind"], ["source"],
  ]

  static func text(of cases: [QualityCase]) -> String {
    let heads = columns.map { $0[0] }.joined(separator: "\t")
    let rows = cases.map { item in
      [
        item.query, item.name, item.country, item.ids.map(String.init).joined(separator: ","),
        item.kind.rawValue, item.source,
      ].joined(separator: "\t")
    }
    return ([heads] + rows).joined(separator: "\n") + "\n"
  }

  /// Reads a file of cases: a line of heads, and then one case a line; errors name file and line.
  static func all(in url: URL) throws -> [QualityCase] {
    let file = url.lastPathComponent
    return try all(
      inText: explaining("\(file) cannot be read") { try Data(contentsOf: url) }, file: file)
  }

  static func all(inText data: Data, file: String) throws -> [QualityCase] {
    guard let text = String(data: data, encoding: .utf8) else {
      throw BenchFailure("\(file) is not UTF-8.")
    }
    // Scalars, because a carriage return and a line feed are one character.
    var lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    var cases: [QualityCase] = []
    for (index, line) in lines.enumerated() {
      let line = line.last == "\r" ? line.dropLast() : line
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      let row = Row(file: file, line: index + 1, cells: cells)
      guard cells.count == columns.count else {
        throw row.failure("\(cells.count) columns instead of \(columns.count)")
      }
      if index == 0 { try row.checkHeads() } else { cases.append(try row.qualityCase) }
    }
    guard !cases.isEmpty else { throw BenchFailure("\(file) has no cases.") }
    return cases
  }

  /// A line of a file, with its position for messages.
  private struct Row {
    let file: String
    let line: Int
    let cells: [String]

    func failure(_ reason: String, column: Int? = nil) -> BenchFailure {
      BenchFailure(
        MalformedRecord(
          file: file, position: .line(line),
          column: column.map { .init(columns[$0][0], number: $0 + 1) }, reason: reason
        ).description)
    }

    func checkHeads() throws {
      for (index, head) in cells.enumerated() where !columns[index].contains(head) {
        throw failure("the head is \"\(head)\"", column: index)
      }
    }

    var qualityCase: QualityCase {
      get throws {
        if cells[0].isEmpty { throw failure("empty", column: 0) }
        let ids = try cells[3].split(separator: ",", omittingEmptySubsequences: false).map { id in
          guard let number = Int(id) else {
            throw failure("\"\(id)\" is not a number", column: 3)
          }
          return number
        }
        guard let kind = Kind(rawValue: cells[4]) else {
          throw failure("no kind is called \"\(cells[4])\"", column: 4)
        }
        return QualityCase(
          query: cells[0], name: cells[1], country: cells[2], ids: ids, kind: kind,
          source: cells[5])
      }
    }
  }
}

package import CitySearch
package import Foundation

package struct QualityCase: Equatable, Sendable {
  package let query: String
  package let name: String
  package let country: String
  /// The right cities, at least one.
  package let ids: [City.ID]
  package let kind: Kind
  package let source: String
  /// Where the person is who types; `nil` if the case says nothing of them.
  package var bias: SearchBias?

  package init(
    query: String, name: String, country: String, ids: [City.ID], kind: Kind, source: String,
    bias: SearchBias? = nil
  ) {
    (self.query, self.name, self.country, self.ids) = (query, name, country, ids)
    (self.kind, self.source, self.bias) = (kind, source, bias)
  }

  /// The relation of the query to the name of the city.
  package enum Kind: String, CaseIterable, Codable, Sendable {
    case exact, prefix, exonym
    case otherScript = "other-script"
    case umlautExpansion = "umlaut-expansion"
    case saint
    case laterWord = "later-word"
    case withCountry = "with-country"
    case withRegion = "with-region"
    case typo, abbreviation
    case regionAlone = "region-alone"
    case regionFirst = "region-first"
    case unknownRegion = "unknown-region"
    case nameInside = "name-inside"
    case otherKeyboard = "other-keyboard"
    case typoOtherScript = "typo-other-script"
    case nearby
    case abbreviatedWord = "abbreviated-word"
    case withSubdivision = "with-subdivision"
    case withISOCode = "with-iso-code"
    case withOfficialCountry = "with-official-country"
    case venue
  }

  /// What is typed, by whom, and how many answers are read.
  package func question(limit: Int) -> SearchQuery { SearchQuery(query, limit: limit, bias: bias) }
}

extension QualityCase {
  /// The columns of a file of cases, each with its alternative names.
  private static let columns: [[String]] = [
    ["query"], ["name", "expected_name"], ["country"], ["ids", "geonameids"], ["kind"], ["source"],
    ["latitude"], ["longitude"], ["person_country"],
  ]
  /// How many of them every file has; the others are about the person who types.
  private static let requiredColumns = 6

  package static func text(of cases: [QualityCase]) -> String {
    let heads = columns.map { $0[0] }.joined(separator: "\t")
    let rows = cases.map { item in
      [
        item.query, item.name, item.country, item.ids.map(String.init).joined(separator: ","),
        item.kind.rawValue, item.source, item.bias?.coordinate.map { "\($0.latitude)" } ?? "",
        item.bias?.coordinate.map { "\($0.longitude)" } ?? "",
        item.bias?.countryCode?.description ?? "",
      ].joined(separator: "\t")
    }
    return ([heads] + rows).joined(separator: "\n") + "\n"
  }

  /// Reads a file of cases: a line of heads, and then one case a line; errors name file and line.
  ///
  /// A file may lack the last three columns, which say where the person is.
  package static func all(in url: URL) throws -> [QualityCase] {
    let file = url.relativePath
    return try all(
      inText: explaining("\(file) cannot be read") { try Data(contentsOf: url) }, file: file)
  }

  package static func all(inText data: Data, file: String) throws -> [QualityCase] {
    guard let text = String(data: data, encoding: .utf8) else {
      throw BenchFailure("\(file) is not UTF-8.")
    }
    // Scalars, because a carriage return and a line feed are one character.
    var lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    var cases: [QualityCase] = []
    var count = requiredColumns
    for (index, line) in lines.enumerated() {
      let line = line.last == "\r" ? line.dropLast() : line
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      let row = Row(file: file, line: index + 1, cells: cells)
      if index == 0, cells.count == columns.count { count = columns.count }
      guard cells.count == count else {
        throw row.failure("\(cells.count) columns instead of \(count)")
      }
      if index == 0 { try row.checkHeads() } else { cases.append(try row.qualityCase) }
    }
    guard !cases.isEmpty else { throw BenchFailure("\(file) has no cases.") }
    return cases
  }

  /// A line of a file, with its position for messages.
  private struct Row {
    package let file: String
    package let line: Int
    package let cells: [String]

    package func failure(_ reason: String, column: Int? = nil) -> BenchFailure {
      BenchFailure(
        MalformedRecord(
          file: file, position: .line(line),
          column: column.map { .init(columns[$0][0], number: $0 + 1) }, reason: reason
        ).description)
    }

    package func checkHeads() throws {
      for (index, head) in cells.enumerated() where !columns[index].contains(head) {
        throw failure("the head is \"\(head)\"", column: index)
      }
    }

    package var qualityCase: QualityCase {
      get throws {
        if cells[0].isEmpty { throw failure("empty", column: 0) }
        let ids = try cells[3].split(separator: ",", omittingEmptySubsequences: false).map { id in
          guard let number = City.ID(id) else {
            throw failure("\"\(id)\" is not a number", column: 3)
          }
          return number
        }
        guard let kind = Kind(rawValue: cells[4]) else {
          throw failure("no kind is called \"\(cells[4])\"", column: 4)
        }
        return QualityCase(
          query: cells[0], name: cells[1], country: cells[2], ids: ids, kind: kind,
          source: cells[5], bias: try bias)
      }
    }

    /// The place and the country of the person; `nil` if both are empty or the file has no such columns.
    private var bias: SearchBias? {
      get throws {
        guard cells.count == columns.count else { return nil }
        var bias = SearchBias()
        if !cells[6].isEmpty || !cells[7].isEmpty {
          guard let latitude = Double(cells[6]), latitude.magnitude <= 90 else {
            throw failure("\"\(cells[6])\" is no latitude", column: 6)
          }
          guard let longitude = Double(cells[7]), longitude.magnitude <= 180 else {
            throw failure("\"\(cells[7])\" is no longitude", column: 7)
          }
          bias.coordinate = Coordinate(validatingLatitude: latitude, longitude: longitude)
        }
        if !cells[8].isEmpty {
          guard let country = CountryCode(cells[8]) else {
            throw failure("\"\(cells[8])\" is no country code", column: 8)
          }
          bias.countryCode = country
        }
        return bias.isEmpty ? nil : bias
      }
    }
  }
}

package import CityGeocoding
package import CitySearch
package import Foundation
import PrefixBenchmark
import PrefixMeasuring

/// A text that people type, the cities that are right, and a label for what kind of text it is.
package struct LabeledText: Sendable {
  package let text: String
  /// Empty if no city is right.
  package let ids: Set<City.ID>
  /// A kind or a script.
  package let label: String

  /// Reads a file of lines with a text, ids with commas between them or "-" for none, a label, and perhaps more, which
  /// is not read, with tabs between them.
  ///
  /// - Throws: `BenchFailure`, which names the file, and the line of what is malformed.
  package static func all(in url: URL) throws -> [LabeledText] {
    let file = url.relativePath
    return try all(
      of: explaining("\(file) cannot be read") { try Data(contentsOf: url) }, file: file)
  }

  package static func all(of data: Data, file: String) throws -> [LabeledText] {
    guard let text = String(data: data, encoding: .utf8) else {
      throw BenchFailure("\(file) is not UTF-8.")
    }
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let texts = try lines.enumerated().filter { !$0.element.isEmpty }.map { index, line in
      do throws(BenchFailure) {
        return try LabeledText(line)
      } catch {
        throw BenchFailure(
          MalformedRecord(
            file: file, position: .line(index + 1), column: nil, reason: error.description
          ).description)
      }
    }
    guard !texts.isEmpty else { throw BenchFailure("\(file) has no lines.") }
    return texts
  }

  private init(_ line: Substring) throws(BenchFailure) {
    let cells = line.split(separator: "\t", omittingEmptySubsequences: false)
    guard cells.count >= 3 else {
      throw BenchFailure("\(cells.count) columns instead of 3 or more")
    }
    var ids: Set<City.ID> = []
    for id in cells[1] == "-"
      ? [] : cells[1].split(separator: ",", omittingEmptySubsequences: false)
    {
      guard let id = City.ID(id) else { throw BenchFailure("\"\(id)\" is not a number") }
      ids.insert(id)
    }
    (text, self.ids, label) = (String(cells[0]), ids, String(cells[2]))
  }
}

// MARK: - Addresses

/// How often the city of an address line is found, by kinds of lines, and whether the search finds the same.
package struct AddressStudy {
  /// What was answered to lines of one kind.
  private struct Answers {
    var (lines, right, certain, wrong, none) = (0, 0, 0, 0, 0)
    /// Of certain ("sure") answers, how many are not the first match of a search for the line.
    var others = 0
  }

  /// A line with a wrong answer.
  private struct WrongLine {
    let line: LabeledText
    let result: GeocodingResult
  }

  /// Of the lines with a wrong answer, so many are printed.
  private static let worstCount = 20

  private var kinds: [String] = []
  private var answers: [String: Answers] = [:]
  private var worst: [WrongLine] = []
  private var (times, searchTimes) = (Samples(), Samples())

  /// Asks for lines, each of which is labeled with its kind.
  package init(of lines: [LabeledText], with geocoder: LineGeocoder, beside cities: CityIndex) {
    for line in lines {
      let result = times.time { try? geocoder.geocode(line.text) }
      let found = searchTimes.time { cities.search(for: line.text, limit: 10).first?.id }
      let id = result?.match.cityID
      let (isRight, isCertain) = (id.map(line.ids.contains) ?? false, result?.isUncertain == false)
      for kind in Self.kinds(of: line) {
        if answers[kind] == nil { kinds.append(kind) }
        answers[kind, default: Answers()].lines += 1
        if isRight { answers[kind]?.right += 1 }
        if isRight, isCertain { answers[kind]?.certain += 1 }
        if !isRight, isCertain { answers[kind]?.wrong += 1 }
        if result == nil { answers[kind]?.none += 1 }
        if isCertain, found != id { answers[kind]?.others += 1 }
      }
      if !isRight, let result { worst.append(WrongLine(line: line, result: result)) }
    }
    worst.sort { $0.result.confidence.score > $1.result.confidence.score }
  }

  /// The kind of a line; one with a city also counts by whether something marks where the city stands.
  private static func kinds(of line: LabeledText) -> [String] {
    guard line.label == "named" else { return [line.label] }
    let isMarked = line.text.contains(",") || line.text.contains(#/\b\d{4,}/#)
    return [line.label, isMarked ? "named, code or comma" : "named, neither"]
  }

  /// A table for a terminal, and the lines whose answers are the worst.
  package func text(in gazetteer: Gazetteer) -> String {
    func percent(_ kind: String, _ count: KeyPath<Answers, Int>) -> String {
      let answers = answers[kind] ?? Answers()
      return share(answers[keyPath: count], of: answers.lines)
    }
    let table = Table(
      corner: "kind", rows: kinds, name: \.self,
      columns: [
        Column("lines") { (answers[$0]?.lines ?? 0).grouped },
        Column("right\n%") { percent($0, \.right) },
        Column("right,\nsure %") { percent($0, \.certain) },
        Column("wrong,\nsure %") { percent($0, \.wrong) },
        Column("nothing\n%") { percent($0, \.none) },
        Column("search\nother %") { percent($0, \.others) },
      ])
    let wrong = worst.prefix(Self.worstCount).map { wrong in
      "\(wrong.result.confidence)  \(wrong.line.text)  ->  "
        + "\(wrong.result.match.cityID.map(gazetteer.text(of:)) ?? wrong.result.match.name)"
    }
    return """
      \(table.text)

      geocoder: \(times.summary); search: \(searchTimes.summary)

      The wrong answers of most confidence:

      \(wrong.joined(separator: "\n"))
      """
  }
}

extension Gazetteer {
  /// A city with its division and country, for a terminal.
  package func text(of id: City.ID) -> String {
    guard let city = city(withID: id) else { return "\(id)" }
    return [city.name, divisionName(of: city) ?? "", city.countryCode.description]
      .filter { !$0.isEmpty }.joined(separator: ", ")
  }
}

// MARK: - Scripts

/// How often a city is found by a name in another script than Latin that the gazetteer lacks, and how fast.
package struct ScriptStudy {
  /// What a search answered to names of one script.
  private struct Answers {
    var (names, first, amongFive, none) = (0, 0, 0, 0)

    mutating func add(_ ids: [City.ID], wanted: Set<City.ID>) {
      names += 1
      if let id = ids.first { first += wanted.contains(id) ? 1 : 0 } else { none += 1 }
      if ids.contains(where: wanted.contains) { amongFive += 1 }
    }
  }

  /// A script with fewer names has no row.
  private static let leastNames = 20
  private static let all = "all"
  private let cases: [LabeledText]

  /// Reads the names with their scripts; a country is not used.
  package init(_ names: [LabeledText]) { cases = names }

  /// A table for a terminal.
  package func text(over cities: CityIndex) -> String {
    var answers: [String: Answers] = [:]
    var times = Samples()
    for item in cases {
      let ids = Array(times.time { cities.search(SearchQuery(item.text, limit: 5)).ids })
      for script in [item.label, Self.all] {
        answers[script, default: Answers()].add(ids, wanted: item.ids)
      }
    }
    let rows = answers.filter { $0.value.names >= Self.leastNames || $0.key == Self.all }
      .sorted { ($1.value.names, $0.key) < ($0.value.names, $1.key) }.map(\.key)
    func percent(_ script: String, _ count: KeyPath<Answers, Int>) -> String {
      let answers = answers[script] ?? Answers()
      return share(answers[keyPath: count], of: answers.names)
    }
    let table = Table(
      corner: "script", rows: rows, name: \.self,
      columns: [
        Column("names") { (answers[$0]?.names ?? 0).grouped },
        Column("first\n%") { percent($0, \.first) },
        Column("among\n5 %") { percent($0, \.amongFive) },
        Column("nothing\n%") { percent($0, \.none) },
      ])
    return "\(table.text)\n\n\(times.summary)"
  }
}

extension Samples {
  /// The times in a sentence.
  var summary: String {
    let times = percentiles([50, 99]).map { (Double($0) / 1_000).rounded(decimals: 0) }
    return "p50 \(times[0]) us, p99 \(times[1]) us"
  }
}

/// A share in percent, with a decimal; 0 of nothing.
private func share(_ part: Int, of whole: Int) -> String {
  (100 * Double(part) / Double(max(1, whole))).rounded(decimals: 1)
}

package import CityGeocoding
package import CitySearch
import PrefixBenchmark

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
      return (100 * Double(answers[keyPath: count]) / Double(max(1, answers.lines)))
        .rounded(decimals: 1)
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

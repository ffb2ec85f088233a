package import CitySearch
import PrefixBenchmark

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
      return (100 * Double(answers[keyPath: count]) / Double(max(1, answers.names)))
        .rounded(decimals: 1)
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

import ArgumentParser
import CitySearch
import Fixtures
import Foundation
import PrefixSearch

/// `bench verify`: compares every engine with the answer key and with the other engines.
struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Checks every engine against the answer key and against the others.",
    discussion: """
      Measures nothing, so any build will do. Prints the first difference, if there is one, and exits \
      with status 1.
      """)

  func run() throws {
    let progress = Progress()
    progress.show("loading cities")
    let gazetteer = try Dataset.shipped.gazetteer()
    let check = AnswerCheck(gazetteer: gazetteer)
    func passed(_ what: String, _ count: Int) throws {
      progress.clear()
      try StandardOutput.print("ok  \(what): \(count.grouped)")
    }
    try passed("foldings", check.checkFolding())
    try passed("highlights", check.checkHighlights())

    let queries = try WorkloadEntry.typedQueries(over: gazetteer, seed: 1)
    let relevance = try AnswerKey(.relevance)
    var expected: [Range<Int>]?
    for engine in Engine.allCases {
      progress.show("checking \(engine.rawValue)")
      let cities = CityIndex(gazetteer, engine: engine)
      for part in [Fixtures.Answers.prefix, .population] {
        let count = try check.checkMatches(part, on: cities, name: engine.rawValue)
        try passed(
          "\(engine.rawValue), answers by \(part == .prefix ? "name" : "population")", count)
      }
      let completer = CityCompleter(gazetteer, engine: engine)
      try passed(
        "\(engine.rawValue), answers by relevance",
        check.checkRelevance(
          of: relevance, on: completer, name: engine.rawValue))
      let ranges = queries.map { query in
        query.folded.withBytes { cities.index.range(of: $0) }
      }
      if let expected, let first = ranges.indices.first(where: { ranges[$0] != expected[$0] }) {
        throw BenchFailure(
          "\(engine.rawValue) finds \"\(queries[first].text)\" at rows \(ranges[first]), "
            + "but \(Engine.allCases[0].rawValue) finds it at \(expected[first]).")
      }
      expected = expected ?? ranges
      try passed("\(engine.rawValue), typed queries as on the first engine", ranges.count)
    }
  }
}

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

/// A part of the answer key: rows of tab-separated columns under a line of heads.
struct AnswerKey {
  let name: String
  let rows: [[String]]

  init(name: String, rows: [[String]]) {
    self.name = name
    self.rows = rows
  }

  /// Reads a part of the answer key.
  ///
  /// - Throws: `BenchFailure` if a row does not have as many columns as the heads.
  init(_ part: Fixtures.Answers) throws {
    name = part.rawValue
    let text = try String(contentsOf: part.url, encoding: .utf8)
    let lines = text.unicodeScalars.split(separator: "\n").map { line in
      line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    guard let heads = lines.first, lines.allSatisfy({ $0.count == heads.count }) else {
      throw BenchFailure("\(part.url.lastPathComponent) has rows of unequal length.")
    }
    rows = Array(lines.dropFirst())
  }
}

/// Compares answers with the answer key, and throws the first difference.
struct AnswerCheck {
  let gazetteer: Gazetteer

  /// Checks number and first ids of the matches of every query of a part, on one source.
  ///
  /// - Returns: The number of rows checked.
  func checkMatches(_ part: Fixtures.Answers, on source: CityIndex, name: String) throws -> Int {
    let key = try AnswerKey(part)
    let order: CityOrder = part == .population ? .population : .name
    for row in key.rows {
      let matches = source.search(for: row[0]).ordered(by: order, limit: 10)
      let ids = matches.ids.map(String.init).joined(separator: ",")
      guard matches.total.description == row[1], ids == row[2] else {
        throw BenchFailure(
          """
          \(name) differs from \(key.name).tsv at "\(row[0])":
            expected \(row[1]) matches, \(row[2])
            found    \(matches.total) matches, \(ids)
          """)
      }
    }
    return key.rows.count
  }

  /// Checks order, corrections, names and highlights of the first ten cities by relevance.
  ///
  /// - Returns: The number of rows checked.
  func checkRelevance(
    of key: AnswerKey, on source: CityCompleter, name: String
  ) throws -> Int {
    for row in key.rows {
      let found = RelevanceAnswer(source.search(for: row[0], limit: 10))
      guard let expected = RelevanceAnswer(row: row) else {
        throw BenchFailure("\(key.name).tsv has a row that cannot be read: \"\(row[0])\".")
      }
      guard found.satisfies(expected) else {
        throw BenchFailure(
          """
          \(name) differs from \(key.name).tsv at "\(row[0])":
            expected \(expected)
            found    \(found)
          """)
      }
    }
    return key.rows.count
  }

  /// Checks the length of every highlight.
  func checkHighlights() throws -> Int {
    let key = try AnswerKey(.highlight)
    for row in key.rows {
      let length = FoldedQuery(row[0]).highlight(in: row[1]).map { String($0.length) } ?? "none"
      guard length == row[2] else {
        throw BenchFailure(
          "The highlight of \"\(row[0])\" in \"\(row[1])\" has length \(length), not \(row[2]).")
      }
    }
    return key.rows.count
  }

  /// Checks the key of every name; the answer key marks its end by a bar.
  func checkFolding() throws -> Int {
    let key = try AnswerKey(.folding)
    for row in key.rows {
      let folded = String(decoding: Folding.key(of: row[0]), as: UTF8.self) + "|"
      guard folded == row[1] else {
        throw BenchFailure("\"\(row[0])\" folds to \"\(folded)\", not \"\(row[1])\".")
      }
    }
    return key.rows.count
  }
}

/// The answer of a search by relevance, in the form of the answer key.
struct RelevanceAnswer: Equatable {
  /// How many cities match as typed.
  let total: MatchTotal
  /// The ids in order, with a tilde behind those of cities that were found by a correction.
  let ids: String
  let kinds: String
  let names: String
  let highlights: String

  init(_ matches: CityMatches) {
    total = matches.total
    let matches = Array(matches)
    ids = matches.map { "\($0.id)\($0.edits > 0 ? "~" : "")" }.joined(separator: ",")
    kinds = matches.map(\.name.kind.rawValue).joined(separator: ",")
    names = matches.map(\.name.text).joined(separator: " | ")
    highlights = matches.map(\.highlightText).joined(separator: ",")
  }

  /// Reads a row of the answer key; `nil` if it has not six columns or no number in the second.
  init?(row: [String]) {
    guard row.count == 6, let count = Int(row[1]) else { return nil }
    total = .exactly(count)
    ids = row[2]
    kinds = row[3]
    names = row[4]
    highlights = row[5]
  }

  /// Whether this equals the answer key; a lower bound of the total is right if it is not greater.
  func satisfies(_ expected: RelevanceAnswer) -> Bool {
    (total.isExact ? total == expected.total : total.count <= expected.total.count)
      && (ids, kinds, names, highlights)
        == (expected.ids, expected.kinds, expected.names, expected.highlights)
  }
}

extension RelevanceAnswer: CustomStringConvertible {
  /// For messages, on one line.
  var description: String { "\(total) matches, \(ids); \(kinds); \(names); \(highlights)" }
}

import ArgumentParser
package import CitySearch
package import Fixtures
import Foundation
import PrefixBenchmark
import PrefixMeasuring
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
    func passed(_ what: String, _ count: Int) throws {
      progress.clear()
      try StandardOutput.print("ok  \(what): \(count.grouped)")
    }
    try passed("foldings", AnswerKey.checkFolding())
    try passed("highlights", AnswerKey.checkHighlights())

    let queries = try WorkloadEntry.typedQueries(over: gazetteer, seed: 1)
    let keys = [
      ("name", try AnswerKey(.prefix), CityOrder.name),
      ("population", try AnswerKey(.population), .population),
    ]
    let (relevance, bias) = (try AnswerKey(.relevance), try AnswerKey(.bias))
    var expected: [Range<Int>]?
    for engine in Engine.allCases {
      progress.show("checking \(engine.rawValue)")
      let cities = CityIndex(gazetteer, engine: engine)
      for (words, key, order) in keys {
        try passed(
          "\(engine.rawValue), answers by \(words)",
          key.checkMatches(of: cities, in: order, name: engine.rawValue))
      }
      try passed(
        "\(engine.rawValue), answers by relevance",
        relevance.checkRelevance(of: cities, name: engine.rawValue))
      try passed(
        "\(engine.rawValue), answers near a person",
        bias.checkBias(of: cities, name: engine.rawValue))
      let ranges = queries.map { cities.rows(of: $0.folded).rawValues }
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
package struct AnswerKey {
  let name: String
  let rows: [[String]]

  package init(name: String, rows: [[String]]) {
    self.name = name
    self.rows = rows
  }
}

extension AnswerKey {
  /// Reads a part of the answer key, all rows of which must have as many columns as the heads.
  package init(_ part: Fixtures.Answers) throws {
    let text = try String(contentsOf: part.url, encoding: .utf8)
    let lines = text.unicodeScalars.split(separator: "\n").map { line in
      line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    guard let heads = lines.first, lines.allSatisfy({ $0.count == heads.count }) else {
      throw BenchFailure("\(part.url.lastPathComponent) has rows of unequal length.")
    }
    self.init(name: part.rawValue, rows: Array(lines.dropFirst()))
  }

  /// Checks every row; returns the number of rows, and throws the first difference.
  private func check(_ difference: ([String]) throws -> String?) throws -> Int {
    for row in rows {
      if let sentence = try difference(row) { throw BenchFailure(sentence) }
    }
    return rows.count
  }

  /// Checks number and first ids of the matches of every query.
  func checkMatches(of source: CityIndex, in order: CityOrder, name: String) throws -> Int {
    try check { row in
      let matches = source.ownNames(beginningWith: row[0]).ordered(by: order, limit: 10)
      let ids = matches.ids.map(String.init).joined(separator: ",")
      return matches.asTyped.description == row[1] && ids == row[2]
        ? nil
        : """
        \(name) differs from \(self.name).tsv at "\(row[0])":
          expected \(row[1]) matches, \(row[2])
          found    \(matches.asTyped) matches, \(ids)
        """
    }
  }

  /// Checks order, corrections, names and highlights of the first ten cities by relevance; of a text that has several
  /// readings, that nearly always the first city is right.
  package func checkRelevance(of source: CityIndex, name: String) throws -> Int {
    var (count, wrong) = (0, [String]())
    let rows = try check { row in
      let found = RelevanceAnswer(source.search(for: row[0], limit: 10))
      guard let expected = RelevanceAnswer(row: row) else {
        return "\(self.name).tsv has a row that cannot be read: \"\(row[0])\"."
      }
      if expected.isExact(for: row[0]) {
        return found.satisfies(expected, isCounted: RelevanceAnswer.isOneFoldedWord(row[0]))
          ? nil
          : """
          \(name) differs from \(self.name).tsv at "\(row[0])":
            expected \(expected)
            found    \(found)
          """
      }
      // The key has nothing for texts of which it does not know a word.
      guard let first = expected.first else { return nil }
      count += 1
      if found.first != first { wrong.append(row[0]) }
      return nil
    }
    guard Double(wrong.count) <= (1 - Self.shareOfFirst) * Double(count) else {
      throw BenchFailure(
        "\(name) has another first city than \(self.name).tsv for \(wrong.count) of \(count) texts "
          + "of several words, such as \(wrong.prefix(5)).")
    }
    return rows
  }

  /// The least share of texts with several readings whose first city is that of the answer key.
  private static let shareOfFirst = 0.96

  /// Checks the first ten cities by relevance for a person at a place.
  func checkBias(of source: CityIndex, name: String) throws -> Int {
    try check { row in
      guard row.count == 5, let latitude = Double(row[0]), let longitude = Double(row[1]) else {
        return "\(self.name).tsv has a row that cannot be read: \"\(row.joined(separator: " "))\"."
      }
      let bias = SearchBias(
        coordinate: Coordinate(validatingLatitude: latitude, longitude: longitude),
        countryCode: row[2].isEmpty ? nil : CountryCode(row[2]))
      let found = RelevanceAnswer(source.search(SearchQuery(row[3], limit: 10, bias: bias)))
      // Several words have several readings.
      return found.columns[0] == row[4] || !RelevanceAnswer.isOneWord(row[3])
        ? nil
        : """
        \(name) differs from \(self.name).tsv at "\(row[3])", \(row[0]),\(row[1]) \(row[2]):
          expected \(row[4])
          found    \(found.columns[0])
        """
    }
  }

  static func checkHighlights() throws -> Int {
    try AnswerKey(.highlight).check { row in
      let length = FoldedQuery(row[0]).highlight(in: row[1]).map { String($0.length) } ?? "none"
      return length == row[2]
        ? nil
        : "The highlight of \"\(row[0])\" in \"\(row[1])\" has length \(length), not \(row[2])."
    }
  }

  /// Checks the key of every name; the answer key marks its end by a bar.
  static func checkFolding() throws -> Int {
    try AnswerKey(.folding).check { row in
      let folded = String(decoding: Folding.key(of: row[0]), as: UTF8.self) + "|"
      return folded == row[1] ? nil : "\"\(row[0])\" folds to \"\(folded)\", not \"\(row[1])\"."
    }
  }
}

/// The answer of a search by relevance, in the form of the answer key.
package struct RelevanceAnswer: Equatable {
  /// How many cities match as typed.
  let total: MatchTotal
  /// The ids in order, each with the mark of its grade; the kinds of their names; these names; the highlights.
  ///
  /// Names that sound alike are left out: the answer key has none.
  let columns: [String]

  package init(_ matches: CityMatches) {
    total = matches.asTyped
    let matches = matches.filter { $0.grade != .phonetic }
    columns = [
      matches.map { "\($0.id)\($0.grade.mark)" }.joined(separator: ","),
      matches.map(\.matchedName.kind.rawValue).joined(separator: ","),
      matches.map(\.matchedName.text).joined(separator: " | "),
      matches.map(\.highlightText).joined(separator: ","),
    ]
  }

  /// Reads a row of the answer key; `nil` if it has not six columns or no number in the second.
  package init?(row: [String]) {
    guard row.count == 6, let count = Int(row[1]) else { return nil }
    total = .exactly(count)
    columns = Array(row[2...])
  }

  /// The first city; `nil` if there is none.
  var first: Substring? { columns[0].split(separator: ",").first?.prefix(while: \.isNumber) }

  /// Whether an answer must equal this row of the answer key in everything: if the text is one word and nothing but a
  /// name, or if ten names begin with all of it.
  ///
  /// The key has other points for the evidence in a line.
  package func isExact(for text: String) -> Bool {
    let key = Folding.key(of: text).dropLast()
    let (ids, names) = (columns[0].split(separator: ","), columns[2].components(separatedBy: " | "))
    let areBegun = zip(ids, names).allSatisfy { id, name in
      id.last == "~" || Folding.key(of: name).starts(with: key)
    }
    if Self.isOneWord(text) { return areBegun || !key.contains(UInt8(ascii: " ")) }
    return areBegun && ids.count == 10 && !ids.contains { $0.last == "~" }
  }

  /// Whether a text has neither white space between letters nor a comma.
  static func isOneWord(_ text: String) -> Bool {
    text.split(whereSeparator: \.isWhitespace).count <= 1 && !text.contains(",")
  }

  /// Whether the folded text is one word, which has no other readings.
  static func isOneFoldedWord(_ text: String) -> Bool {
    !Folding.key(of: text).dropLast().contains(UInt8(ascii: " "))
  }

  /// Whether this equals the answer key.
  ///
  /// - Parameters:
  ///   - expected: A row of the key.
  ///   - isCounted: Whether the total must be that of the key, or a lower bound of it: the key counts readings of several
  ///     words, too.
  /// - Returns: Whether they are equal.
  package func satisfies(_ expected: RelevanceAnswer, isCounted: Bool = true) -> Bool {
    let isRightTotal =
      total.isExact ? total == expected.total : total.count <= expected.total.count
    return (isRightTotal || !isCounted) && columns == expected.columns
  }
}

extension RelevanceAnswer: CustomStringConvertible {
  /// For messages, on one line.
  package var description: String { "\(total) matches, \(columns.joined(separator: "; "))" }
}

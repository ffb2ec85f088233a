import CitySearch
import Fixtures
import Foundation
import Testing

/// The answer to a query as the answer key has it.
struct RelevanceAnswer {
  let query: String
  /// The number of cities found as typed.
  let count: Int
  /// The first cities: ten in the answer key.
  let cities: [Shown]

  /// The displayed fields of a city.
  struct Shown: Equatable, CustomStringConvertible {
    var id: City.ID
    /// How it was found: "" as typed, `~` by a correction, `*` by ignoring a part of the text.
    var grade: String
    var kind: String
    var name: String
    var highlight: String

    var description: String { "\(id)\(grade) \(kind) \(name) \(highlight)" }
  }
}

extension RelevanceAnswer {
  /// All rows of the answer key.
  static func rows() throws -> [RelevanceAnswer] {
    let lines = try Data(contentsOf: Fixtures.Answers.relevance.url).split(
      separator: UInt8(ascii: "\n"))
    return try lines.dropFirst().map { line in
      let columns = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
      try #require(columns.count == 6)
      let ids = columns[2].split(separator: ",")
      let kinds = columns[3].split(separator: ",").map(String.init)
      let names = columns[4].isEmpty ? [] : columns[4].components(separatedBy: " | ")
      let highlights = columns[5].split(separator: ",").map(String.init)
      try #require([kinds.count, names.count, highlights.count].allSatisfy { $0 == ids.count })
      return RelevanceAnswer(
        query: columns[0], count: try #require(Int(columns[1])),
        cities: try ids.indices.map { index in
          Shown(
            id: try #require(City.ID(ids[index].prefix(while: \.isNumber))),
            grade: String(ids[index].drop(while: \.isNumber)), kind: kinds[index],
            name: names[index], highlight: highlights[index])
        })
    }
  }

  /// Whether an answer must equal the row in everything: if the text is one word and nothing but a name, or if ten names
  /// begin with all of it.
  ///
  /// The key has other points for the evidence in a line; but mostly the first city is the same.
  var isExact: Bool {
    let key = Folding.key(of: query).dropLast()
    let areBegun = cities.allSatisfy {
      $0.grade == "~" || Folding.key(of: $0.name).starts(with: key)
    }
    if Self.isOneWord(query) { return areBegun || !key.contains(UInt8(ascii: " ")) }
    return areBegun && cities.count == 10 && cities.allSatisfy { $0.grade.isEmpty }
  }

  /// Whether a text has neither white space between letters nor a comma.
  static func isOneWord(_ text: String) -> Bool {
    text.split(whereSeparator: \.isWhitespace).count <= 1 && !text.contains(",")
  }

  /// The difference between the key and the answer; `nil` if there is none.
  ///
  /// An answer of names that only sound alike counts as an empty one, because the answer key has none.
  func difference(from matches: CityMatches) -> String? {
    let found = matches.compactMap(Shown.init)
    for (position, one) in found.enumerated()
    where position >= cities.count || one != cities[position] {
      let expected = position < cities.count ? cities[position].description : "nothing"
      return "\(query): at \(position) \(one) instead of \(expected)"
    }
    guard found.count == cities.count else {
      return "\(query): \(found.count) instead of \(cities.count)"
    }
    if found.isEmpty, !matches.isEmpty {
      return count == 0 ? nil : "\(query): sounds instead of \(count)"
    }
    // Of several words, the key counts other readings, too.
    guard !Folding.key(of: query).dropLast().contains(UInt8(ascii: " ")) else { return nil }
    let total = matches.asTyped
    let isRight = total.isExact ? total.count == count : total.count <= count
    return isRight ? nil : "\(query): \(total) instead of \(count)"
  }
}

extension RelevanceAnswer.Shown {
  /// The displayed fields of a match; `nil` for a name that only sounds alike.
  init?(_ match: CityMatch) {
    guard let grade = Self.mark(of: match) else { return nil }
    self.init(
      id: match.id, grade: grade, kind: match.matchedName.kind.rawValue,
      name: match.matchedName.text,
      highlight: "\(match.highlight.location)+\(match.highlight.length)")
  }

  /// The mark that the answer key has for a grade.
  private static func mark(of match: CityMatch) -> String? {
    switch match.grade {
    case .exact: ""
    case .corrected: "~"
    case .partial: "*"
    // The answer key has none.
    case .phonetic: nil
    }
  }
}

/// A row of the answer key about matches: the answer to a query.
struct MatchAnswer {
  let query: String
  let totalCount: Int
  /// The ids of the first ten matches.
  let ids: [City.ID]

  /// All rows of a part of the answer key.
  static func rows(of part: Fixtures.Answers) throws -> [MatchAnswer] {
    let lines = try Data(contentsOf: part.url).split(separator: UInt8(ascii: "\n"))
    return try lines.dropFirst().map { line in
      let columns = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
      try #require(columns.count == 3)
      let ids = try columns[2].split(separator: ",").map { try #require(City.ID($0)) }
      return MatchAnswer(
        query: columns[0], totalCount: try #require(Int(columns[1])), ids: ids)
    }
  }
}

import CitySearch
import Fixtures
import Foundation
import Testing

/// A row of the answer key about relevance.
struct RelevanceAnswer {
  let query: String
  /// The number of cities found as typed.
  let count: Int
  /// The first ten cities.
  let cities: [Shown]

  /// The displayed fields of a city.
  struct Shown: Equatable, CustomStringConvertible {
    var id: Int
    /// Whether it was found by correcting a typo.
    var hasTypo: Bool
    var kind: String
    var name: String
    var highlight: String

    var description: String { "\(id)\(hasTypo ? "~" : "") \(kind) \(name) \(highlight)" }
  }

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
            id: try #require(Int(ids[index].prefix { $0 != "~" })),
            hasTypo: ids[index].hasSuffix("~"), kind: kinds[index], name: names[index],
            highlight: highlights[index])
        })
    }
  }

  /// The difference between the key and the answer; `nil` if there is none.
  func difference(from matches: CityMatches) -> String? {
    let found = matches.map(Shown.init)
    for (position, one) in found.enumerated()
    where position >= cities.count || one != cities[position] {
      let expected = position < cities.count ? cities[position].description : "nothing"
      return "\(query): at \(position) \(one) instead of \(expected)"
    }
    guard found.count == cities.count else {
      return "\(query): \(found.count) instead of \(cities.count)"
    }
    let total = matches.total
    let isRight = total.isExact ? total.count == count : total.count <= count
    return isRight ? nil : "\(query): \(total) instead of \(count)"
  }
}

extension RelevanceAnswer.Shown {
  /// The displayed fields of a match.
  init(_ match: CityMatch) {
    self.init(
      id: match.id, hasTypo: match.edits > 0, kind: match.name.kind.rawValue,
      name: match.name.text,
      highlight: "\(match.highlight.location)+\(match.highlight.length)")
  }
}

/// A row of the answer key about matches: the answer to a query.
struct MatchAnswer {
  let query: String
  let totalCount: Int
  /// The ids of the first ten matches.
  let ids: [Int]

  /// All rows of a part of the answer key.
  static func rows(of part: Fixtures.Answers) throws -> [MatchAnswer] {
    let lines = try Data(contentsOf: part.url).split(separator: UInt8(ascii: "\n"))
    return try lines.dropFirst().map { line in
      let columns = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
      try #require(columns.count == 3)
      let ids = try columns[2].split(separator: ",").map { try #require(Int($0)) }
      return MatchAnswer(
        query: columns[0], totalCount: try #require(Int(columns[1])), ids: ids)
    }
  }
}

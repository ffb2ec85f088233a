import Fixtures
import Foundation
import Testing

/// A row of the answer key about matches: what a query finds.
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

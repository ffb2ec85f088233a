import Fixtures
import Foundation
import Testing

/// A tab-separated file of the answer key, whose first line names its columns.
struct AnswerFile {
  static let folding = AnswerFile(url: Fixtures.Answers.folding.url)
  static let highlight = AnswerFile(url: Fixtures.Answers.highlight.url)

  let url: URL

  /// The rows without the header.
  ///
  /// The columns are not trimmed: blanks in them matter.
  func rows(columns: Int) throws -> [[String]] {
    let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n").dropFirst()
    return try lines.map { line in
      let row = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      try #require(row.count == columns, "\(line)")
      return row
    }
  }

  /// The rows of a file of two columns.
  func pairs() throws -> [(String, String)] {
    try rows(columns: 2).map { ($0[0], $0[1]) }
  }
}

/// The names of all cities.
enum CityNames {
  static func all() throws -> some Sequence<String> {
    String(decoding: try Fixtures.text(of: Fixtures.cities), as: UTF8.self)
      .components(separatedBy: "\n").lazy
      .filter { !$0.isEmpty }
      .map { line in
        String(line.split(separator: "\t", maxSplits: 2, omittingEmptySubsequences: false)[1])
      }
  }
}

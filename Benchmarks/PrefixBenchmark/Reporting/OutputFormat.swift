import ArgumentParser

/// A form in which a result is printed.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
  /// Tables for a terminal.
  case table
  /// The whole result, with every distribution.
  case json
  /// One line for each figure.
  case csv
  /// Tables for a Markdown file.
  case markdown

  /// The text of a result, without a final line feed.
  func text(of result: BenchmarkResult, wide: Bool) throws -> String {
    switch self {
    case .table: ResultTables(result, wide: wide).text
    case .json: String(decoding: try result.json.dropLast(), as: UTF8.self)
    case .csv: ResultCSV(result).text
    case .markdown: ResultTables(result, wide: wide).markdown
    }
  }
}

import Foundation

/// The table in a README, which nobody edits by hand.
struct ReadmeTable {
  private let section: MarkedSection

  init(path: String) { section = MarkedSection(named: "table", in: URL(filePath: path)) }

  /// Checks that the file has the markers.
  ///
  /// - Throws: `BenchFailure` if it has not.
  func check() throws { _ = try section.rewritten(with: "") }

  /// Replaces the table by that of `result`.
  func write(_ result: BenchmarkResult) throws {
    let tables = ResultTables(result, wide: false)
    let parts = [
      tables.main.markdown, tables.notes, tables.file?.table.markdown, tables.file?.note,
    ]
    try section.replace(with: parts.compactMap { $0 }.joined(separator: "\n\n"))
  }
}

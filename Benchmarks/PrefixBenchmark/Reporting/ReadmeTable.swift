import Foundation

/// The tables in a README, which nobody edits by hand.
struct ReadmeTable {
  private let table: MarkedSection
  private let quality: MarkedSection

  init(path: String) {
    let url = URL(filePath: path)
    table = MarkedSection(named: "table", in: url)
    quality = MarkedSection(named: "quality", in: url)
  }

  /// Checks that the file has the markers.
  ///
  /// - Throws: `BenchFailure` if it has not.
  func check() throws {
    _ = try table.rewritten(with: "")
    _ = try quality.rewritten(with: "")
  }

  /// Replaces the tables by those of `result`; that of quality stays if the result has none.
  func write(_ result: BenchmarkResult) throws {
    try check()
    let tables = ResultTables(result, wide: false)
    let ratios = tables.ratios(includingRivals: false)
    let ratioParts = ratios.rows.isEmpty ? [] : [ratios.markdown, RatioTable.note(result)]
    let others = [
      tables.names?.table.markdown, tables.names?.note, tables.file?.table.markdown,
      tables.file?.note, tables.instructions?.table.markdown, tables.instructions?.note,
    ]
    let parts = [tables.main.markdown, tables.notes] + ratioParts + others.compactMap { $0 }
    try table.replace(with: parts.joined(separator: "\n\n"))
    if let report = result.quality {
      try quality.replace(with: "\(report.summary.markdown)\n\n\(report.summaryNote)")
    }
  }
}

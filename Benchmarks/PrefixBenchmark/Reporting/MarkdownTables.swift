import Foundation

/// The generated tables in a Markdown file.
///
/// A table stands between two comments, `<!-- bench: NAME -->` and `<!-- bench: end of NAME -->`; a
/// file has those tables that it has comments for.
package struct MarkdownTables {
  let url: URL

  package init(path: String) { url = URL(filePath: path) }

  /// The tables that a file can have.
  private enum Name: String, CaseIterable {
    /// The figures for choosing an engine.
    case engines
    case table
    /// How often the intended city is found.
    case quality

    var begin: String { "<!-- bench: \(rawValue) -->" }
    var end: String { "<!-- bench: end of \(rawValue) -->" }
  }

  /// Checks that the file has comments for a table, and each with its end.
  func check() throws { _ = try rewritten { _ in nil } }

  /// Replaces the tables by those of a result; one that the result does not have stays.
  package func write(_ record: RunRecord) throws {
    let text = try rewritten { name in
      switch name {
      case .engines: ResultTables(record).engines.table.markdown
      case .table: ResultTables(record).readme
      case .quality: Self.quality(of: record)
      }
    }
    try Data(text.utf8).write(to: url, options: .atomic)
  }

  private static func quality(of record: RunRecord) -> String? {
    guard let cases = record.header.data.cases else { return nil }
    let report = QualityReport(record.figures, file: cases.file)
    return report.summary.rows.isEmpty
      ? nil : "\(report.summary.markdown)\n\n\(report.summaryNote)"
  }

  /// The file as it would be with these contents.
  private func rewritten(_ content: (Name) -> String?) throws -> String {
    var text = try explaining("\(url.lastPathComponent) cannot be read") {
      try String(contentsOf: url, encoding: .utf8)
    }
    var isEmpty = true
    for name in Name.allCases {
      guard let start = text.range(of: name.begin) else { continue }
      guard let stop = text.range(of: name.end, range: start.upperBound..<text.endIndex) else {
        throw BenchFailure(
          "\(url.path) has a line \"\(name.begin)\", and no \"\(name.end)\" after it.")
      }
      isEmpty = false
      guard let content = content(name) else { continue }
      text.replaceSubrange(start.upperBound..<stop.lowerBound, with: "\n\n\(content)\n\n")
    }
    guard !isEmpty else {
      let names = Name.allCases.map { "\"\($0.begin)\"" }.joined(separator: ", ")
      throw BenchFailure(
        "\(url.path) must have lines for a table, which begin with one of \(names).")
    }
    return text
  }
}

import ArgumentParser
package import Foundation
package import PrefixMeasuring

/// A form in which a result is printed.
package enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
  /// For a terminal of 80 columns.
  case table
  case markdown

  /// The text of a result, without a final line feed.
  package func text(of record: RunRecord) -> String {
    switch self {
    case .table: ResultTables(record).text
    case .markdown: ResultTables(record).markdown
    }
  }
}

package struct OutputFile {
  let url: URL

  package init(path: String) { url = URL(filePath: path) }

  /// Checks that the folder exists, before a measurement of minutes.
  package func check() throws {
    let folder = url.deletingLastPathComponent()
    guard FileManager.default.isWritableFile(atPath: folder.path) else {
      throw BenchFailure("\(url.relativePath) cannot be written: no such folder, or no right.")
    }
  }

  package func write(_ data: Data) throws {
    try explaining("\(url.relativePath) cannot be written") {
      try data.write(to: url, options: .atomic)
    }
  }
}

/// The output of commands; a failure to write is an error.
package enum StandardOutput {
  /// Writes a text and a line feed without buffering, since a program may wait for each answer.
  ///
  /// - Throws: ``BenchFailure`` if they cannot be written, for example to a full disk or a closed pipe.
  package static func print(_ text: String) throws {
    do {
      try FileHandle.standardOutput.write(contentsOf: Data("\(text)\n".utf8))
    } catch {
      let reason = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError ?? error as NSError
      throw BenchFailure("standard output cannot be written: \(reason.localizedDescription)")
    }
  }
}

extension StringProtocol {
  /// This text with tabs and line feeds shown as symbols, so that it stays one column of one line.
  package var asColumn: String {
    // Few texts have a tab or a line feed, and scanning bytes is cheap.
    guard utf8.contains(where: { $0 == 0x09 || $0 == 0x0A }) else { return String(self) }
    return mapScalars { $0 == "\t" || $0 == "\n" ? $0.picture : $0 }
  }

  /// This text with symbols in place of the characters that control a terminal.
  ///
  /// These are control characters, and those that change the direction of text.
  package var withoutControls: String {
    mapScalars { scalar in
      switch scalar.value {
      case ..<0x20, 0x7F, 0x80..<0xA0, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069:
        scalar.picture
      default: scalar
      }
    }
  }

  func mapScalars(_ transform: (Unicode.Scalar) -> Unicode.Scalar) -> String {
    var text = String.UnicodeScalarView()
    for scalar in unicodeScalars { text.append(transform(scalar)) }
    return String(text)
  }
}

extension Unicode.Scalar {
  /// The symbol of a control character, from the block "Control Pictures"; the replacement character
  /// for those that have none.
  fileprivate var picture: Unicode.Scalar {
    switch value {
    case ..<0x20: Unicode.Scalar(0x2400 + value) ?? "\u{FFFD}"
    case 0x7F: "\u{2421}"
    default: "\u{FFFD}"
    }
  }
}

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

import Foundation

/// A part of a Markdown file between two comments, which a program rewrites.
struct MarkedSection {
  let url: URL
  private let begin: String
  private let end: String

  init(named name: String, in url: URL) {
    self.url = url
    begin = "<!-- bench: \(name) -->"
    end = "<!-- bench: end of \(name) -->"
  }

  /// Replaces what stands between the markers.
  ///
  /// - Throws: `BenchFailure` if the file does not have both markers, in order.
  func replace(with content: String) throws {
    try Data(rewritten(with: content).utf8).write(to: url, options: .atomic)
  }

  /// The file as it would be with `content` between the markers.
  ///
  /// - Throws: `BenchFailure` if the file does not have both markers, in order.
  func rewritten(with content: String) throws -> String {
    let text: String
    do {
      text = try String(contentsOf: url, encoding: .utf8)
    } catch {
      throw BenchFailure("\(url.lastPathComponent) cannot be read: \(error.localizedDescription)")
    }
    guard let start = text.range(of: begin),
      let stop = text.range(of: end, range: start.upperBound..<text.endIndex)
    else {
      throw BenchFailure("\(url.path) has no lines \"\(begin)\" and \"\(end)\".")
    }
    return text[..<start.upperBound] + "\n\n\(content)\n\n" + text[stop.lowerBound...]
  }
}

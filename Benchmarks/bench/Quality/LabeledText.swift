package import CitySearch
package import Foundation
import PrefixBenchmark

/// A text that people type, the cities that are right, and a label for what kind of text it is.
package struct LabeledText: Sendable {
  package let text: String
  /// Empty if no city is right.
  package let ids: Set<City.ID>
  /// A kind or a script.
  package let label: String

  /// Reads a file of lines with a text, ids with commas between them or "-" for none, a label, and perhaps more, which
  /// is not read, with tabs between them.
  ///
  /// - Throws: `BenchFailure`, which names the file, and the line of what is malformed.
  package static func all(in url: URL) throws -> [LabeledText] {
    let file = url.relativePath
    return try all(
      of: explaining("\(file) cannot be read") { try Data(contentsOf: url) }, file: file)
  }

  package static func all(of data: Data, file: String) throws -> [LabeledText] {
    guard let text = String(data: data, encoding: .utf8) else {
      throw BenchFailure("\(file) is not UTF-8.")
    }
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let texts = try lines.enumerated().filter { !$0.element.isEmpty }.map { index, line in
      do throws(BenchFailure) {
        return try LabeledText(line)
      } catch {
        throw BenchFailure(
          MalformedRecord(
            file: file, position: .line(index + 1), column: nil, reason: error.description
          ).description)
      }
    }
    guard !texts.isEmpty else { throw BenchFailure("\(file) has no lines.") }
    return texts
  }

  private init(_ line: Substring) throws(BenchFailure) {
    let cells = line.split(separator: "\t", omittingEmptySubsequences: false)
    guard cells.count >= 3 else {
      throw BenchFailure("\(cells.count) columns instead of 3 or more")
    }
    var ids: Set<City.ID> = []
    for id in cells[1] == "-"
      ? [] : cells[1].split(separator: ",", omittingEmptySubsequences: false)
    {
      guard let id = City.ID(id) else { throw BenchFailure("\"\(id)\" is not a number") }
      ids.insert(id)
    }
    (text, self.ids, label) = (String(cells[0]), ids, String(cells[2]))
  }
}

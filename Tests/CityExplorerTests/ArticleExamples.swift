import Foundation
import Testing

/// Checks that the examples of an article stand in the file that compiles them, line by line.
///
/// - Parameters:
///   - article: The name of the article in the catalogue.
///   - count: How many examples it has.
///   - file: The file that compiles them.
/// - Throws: What Foundation throws if one of the files cannot be read.
func expectExamples(of article: String, count: Int, in file: String = #filePath) throws {
  let source = URL(filePath: file)
  let text = try String(
    contentsOf: source.deletingLastPathComponent().appending(
      path: "../../Sources/CityExplorer/CityExplorer.docc/\(article).md"), encoding: .utf8)
  func lines(_ text: some StringProtocol) -> String {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .joined(separator: "\n")
  }
  let compiled = lines(try String(contentsOf: source, encoding: .utf8))
  let examples = text.components(separatedBy: "```swift\n").dropFirst().map {
    lines($0.components(separatedBy: "```")[0])
  }
  #expect(examples.count == count)
  for example in examples { #expect(compiled.contains(example), "\(example)") }
}

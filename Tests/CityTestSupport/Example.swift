internal import Foundation
internal import Testing

/// The examples of an article: what it shows is what the tests compile, line by line.
package enum Example {
  /// Demands that each example of an article stand in a source file of the tests.
  ///
  /// - Parameters:
  ///   - article: The path of the article in its module, such as `CitySession.docc/Article.md`.
  ///   - source: The path of the source file.
  ///   - count: How many examples the article has.
  /// - Throws: What the system throws for a file that cannot be read.
  package static func expectAll(of article: String, in source: String, count: Int) throws {
    let module = article.prefix { $0 != "." }
    let text = try String(
      contentsOf: root.appending(path: "Sources/\(module)/\(article)"), encoding: .utf8)
    let parts = text.components(separatedBy: "```swift\n").dropFirst()
    #expect(parts.count == count)
    let code = lines(try String(contentsOfFile: source, encoding: .utf8))
    for part in parts {
      let example = lines(part.components(separatedBy: "```")[0])
      #expect(code.contains(example), "\(example)")
    }
  }

  /// Demands that the README show some lines of a source file of the tests.
  ///
  /// - Parameter example: The lines.
  /// - Throws: What the system throws if the README cannot be read.
  package static func expectReadme(shows example: String) throws {
    let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    #expect(readme.contains("```swift\n\(example)\n```"))
  }

  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static func lines(_ text: some StringProtocol) -> String {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .joined(separator: "\n")
  }
}

import CitySearch
import CityTestSupport
import Foundation
import TestSupport
import Testing

@testable import CitySession

/// What a session shows without any settings, over the cities of the world.
@Suite("A default session", .againstHanging)
struct DefaultSessionTests {
  /// A line as it is looked at: "Munich (Munchen) – Bavaria, Germany".
  private func lines(_ text: String) async throws -> [String] {
    try await completions(text).map { line in
      let name = line.matchedName.map { "\(line.title) (\($0))" } ?? line.title
      return "\(name) – \(line.subtitle)"
    }
  }

  private func completions(_ text: String) async throws -> SearchCompletions {
    let session = LocationSearch(.live(try World.cities.get().gazetteer))
    return try await session.search(queryFragment: text)
  }

  /// The marked parts of a text.
  private func marked(_ ranges: [HighlightRange], in text: String?) -> [String] {
    ranges.compactMap { range in
      text.flatMap { text in range.range(in: text).map { String(text[$0]) } }
    }
  }

  @Test(arguments: [
    ("lond", "London – England, United Kingdom"),
    ("london", "London – England, United Kingdom"),
    ("paris", "Paris – Île-de-France, France"),
    ("rome, it", "Rome – Lazio, Italy"),
    ("springfield illinois", "Springfield – Illinois, United States"),
    ("springf", "Springfield – 24 places"),
    ("springfield", "Springfield – 24 places"),
    ("北京", "Beijing (北京) – Beijing, China"),
    ("new yrok", "New York City (New York) – New York, United States"),
    ("new york", "New York City (New York) – New York, United States"),
    ("york", "York – England, United Kingdom"),
    ("ōi", "Ōi – Saitama, Japan"),
    ("bo", "Bo – Southern Province, Sierra Leone"),
  ])
  func `the likeliest city comes first`(text: String, first: String) async throws {
    #expect(try await lines(text).first == first)
  }

  @Test func `other cities that may be meant follow`() async throws {
    #expect(try await lines("york").contains("New York City – New York, United States"))
    let bo = try await lines("bo")
    #expect(bo.count == 10)
    #expect(bo.contains { $0.hasPrefix("Bogotá – ") })
    #expect(try await lines("lond").allSatisfy { !$0.hasSuffix("places") })
    let london = try await lines("london")
    #expect(london[1].wholeMatch(of: /London – \d+ places/) != nil)
    #expect(
      try await lines("springf").dropFirst().first == "Springfield – Missouri, United States")
  }

  @Test func `a name in another language is shown beside the own one`() async throws {
    for text in ["münchen", "muenchen"] {
      let munich = try #require(try await completions(text).first)
      #expect(munich.title == "Munich")
      #expect(munich.titleHighlightRanges == [])
      let name = try #require(munich.matchedName)
      #expect(Folding.key(of: name).starts(with: Array("mu".utf8)))
      #expect(marked(munich.matchedNameHighlightRanges, in: name) == [name])
      #expect(!munich.isCorrection)
    }
    let york = try #require(try await completions("york").first { $0.title == "New York City" })
    #expect(york.matchedName == nil)
    #expect(marked(york.titleHighlightRanges, in: york.title) == ["York"])
  }

  @Test(arguments: [
    ("springfield illinois", ["Illinois"]), ("springfield ill", ["Ill"]),
    ("springfield, illinois, united states", ["Illinois", "United States"]),
    ("springfield, il, usa", ["Il"]), ("rome, it", ["It"]),
    // Another name than the one that is shown.
    ("rome, italia", []),
  ])
  func `the region that was typed is marked`(text: String, parts: [String]) async throws {
    let line = try #require(try await completions(text).first)
    #expect(marked(line.titleHighlightRanges, in: line.title) == [line.title])
    #expect(marked(line.subtitleHighlightRanges, in: line.subtitle) == parts)
  }

  @Test func `a region makes no line for cities that lie elsewhere`() async throws {
    for text in ["springfield illinois", "springfield, us", "san jose, cr"] {
      #expect(try await completions(text).allSatisfy { $0.id.hasPrefix("city:") })
    }
  }

  @Test func `corrections are marked as such`() async throws {
    let corrected = try await completions("springfeild")
    #expect(corrected.map(\.edits) == Array(repeating: 1, count: 10))
    #expect(corrected[0].id == "name:springfield")
    #expect(corrected.allSatisfy { $0.isCorrection })
    #expect(try await completions("springfield").allSatisfy { !$0.isCorrection })
  }
}

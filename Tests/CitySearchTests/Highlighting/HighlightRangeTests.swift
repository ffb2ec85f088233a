import CitySearch
import Foundation
import TestSupport
import Testing

@Suite("Highlight ranges")
struct HighlightRangeTests {
  /// "Zoë" with a separate diaeresis, a family of five scalars, and a line break of two.
  private let text = "Zoe\u{308} 👨‍👩‍👧\r\né"

  @Test(
    arguments: [
      (0, 0, ""), (0, 2, "Zo"), (0, 4, "Zoe\u{308}"), (2, 2, "e\u{308}"), (5, 8, "👨‍👩‍👧"),
      (13, 2, "\r\n"),
      (15, 1, "é"), (16, 0, ""), (0, 16, "Zoe\u{308} 👨‍👩‍👧\r\né"),
    ].named(by: { "\($0.0), \($0.1)" }))
  func `a range of whole characters converts to the marked part`(example: Named<(Int, Int, String)>)
    throws
  {
    let (location, length, marked) = example.value
    let highlight = HighlightRange(location: location, length: length)
    let range = try #require(highlight.range(in: text))
    #expect(String(text[range]) == marked)
    let attributed = AttributedString(text)
    let attributedRange = try #require(highlight.range(in: attributed))
    #expect(String(attributed[attributedRange].characters) == marked)
    #expect(NSRange(range, in: text) == NSRange(location: location, length: length))
  }

  @Test(
    arguments: [
      // Behind the end, as far as numbers reach.
      (0, 17), (17, 0), (16, 1), (0, .max), (.max, 0), (.max, .max), (1, .max), (.max - 1, 1),
      (1 << 62, 1 << 62), (1 << 48, 1), (0, 1 << 48),
      // Inside a character: before its accent, between surrogates, at a joiner, between CR and LF.
      (0, 3), (3, 1), (5, 1), (6, 7), (5, 2), (8, 5), (13, 1), (14, 1),
    ] as [(Int, Int)])
  func `a range that does not fit converts to nil`(location: Int, length: Int) {
    let highlight = HighlightRange(location: location, length: length)
    #expect(highlight.range(in: text) == nil)
    #expect(highlight.range(in: AttributedString(text)) == nil)
  }

  @Test func `an empty text has an empty range only`() {
    #expect(HighlightRange(location: 0, length: 0).range(in: "") != nil)
    #expect(HighlightRange(location: 0, length: 0).range(in: AttributedString()) != nil)
    #expect(HighlightRange(location: 0, length: 1).range(in: "") == nil)
    #expect(HighlightRange(location: 1, length: 0).range(in: AttributedString()) == nil)
  }

  @Test(arguments: [(-1, 0), (0, -1), (.min, .min), (.max, -1)])
  func `negative numbers are not a range`(location: Int, length: Int) {
    #expect(HighlightRange(validatingLocation: location, length: length) == nil)
  }

  @Test func `numbers that are not negative are a range, of any size`() throws {
    let range = try #require(HighlightRange(validatingLocation: .max, length: .max))
    #expect(range == HighlightRange(location: .max, length: .max))
    #expect(HighlightRange(validatingLocation: 0, length: 0) == .empty)
  }

  @Test func `numbers that must be valid and are not end the program`() async {
    await #expect(processExitsWith: .failure) { _ = HighlightRange(location: -1, length: 0) }
    await #expect(processExitsWith: .failure) { _ = HighlightRange(location: 0, length: -1) }
  }
}

@Suite("Styles of highlights")
struct HighlightStyleTests {
  private let matched = AttributeContainer().link(URL(filePath: "/matched"))
  private let rest = AttributeContainer().link(URL(filePath: "/rest"))

  private func runs(of text: AttributedString) -> [String] {
    text.runs.map { run in
      "\(String(text[run.range].characters)): \(run.link?.lastPathComponent ?? "none")"
    }
  }

  @Test(
    arguments: [
      (0, 7, ["Saint-É: matched", "tienne: rest"]), (6, 7, ["Saint-: rest", "Étienne: matched"]),
      (0, 0, ["Saint-Étienne: rest"]), (0, 13, ["Saint-Étienne: matched"]),
      (0, 14, ["Saint-Étienne: rest"]), (.max, .max, ["Saint-Étienne: rest"]),
    ] as [(Int, Int, [String])])
  func `each part has its style`(location: Int, length: Int, expected: [String]) {
    let highlight = HighlightRange(location: location, length: length)
    let text = AttributedString(
      "Saint-Étienne", highlights: [highlight], matched: matched, rest: rest)
    #expect(runs(of: text) == expected)
    #expect(String(text.characters) == "Saint-Étienne")
  }

  @Test func `several parts are marked`() {
    let highlights = [0, 12].map { HighlightRange(location: $0, length: 5) }
    let text = AttributedString("Luxembourg, Luxembourg", highlights: highlights, matched: matched)
    #expect(
      runs(of: text)
        == ["Luxem: matched", "bourg, : none", "Luxem: matched", "bourg: none"])
  }

  @Test func `the rest has no style of its own unless the caller gives one`() throws {
    let highlight = try #require(FoldedQuery("stras").highlight(in: "Straße"))
    let text = AttributedString("Straße", highlights: [highlight], matched: matched)
    #expect(runs(of: text) == ["Straß: matched", "e: none"])
  }
}

import TestSupport
import Testing

@testable import CitySearch

/// The parts of a query.
@Suite("The text of a query") struct QueryTextTests {
  private static func text(_ query: FoldedQuery?) -> String? {
    query.map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  /// A typed text, and its first part, the part before the last one, and the last one.
  private static let parts: [(text: String, head: String, middle: String?, last: String?)] = [
    ("Paris", "", nil, nil),
    ("Paris,", "paris", nil, nil),
    (",,Paris , ,", "paris", nil, nil),
    ("Paris, TX", "paris", nil, "tx"),
    (" São  Paulo ,Brasil ", "sao paulo", nil, "brasil"),
    ("Paris, Texas, USA", "paris", "texas", "usa"),
    ("Paris,-,Texas,,USA", "paris", "texas", "usa"),
    ("a,b,c,d,e", "a", "d", "e"),
    ("Köln,\u{301},de", "koln", nil, "de"),
  ]

  @Test(arguments: parts.named(by: \.text))
  func `the parts between commas are folded, and empty ones are left out`(
    example: Named<(text: String, head: String, middle: String?, last: String?)>
  ) {
    let (typed, head, middle, last) = example.value
    let text = QueryText(typed, FoldedQuery(typed))
    #expect(text.hasComma == typed.contains(","))
    #expect(Self.text(text.head) == head)
    #expect(Self.text(text.middle) == middle)
    #expect(Self.text(text.last) == last)
  }

  @Test(
    arguments: [
      ("", []), ("a", []), ("a ", []), ("san f", [4]), ("san f ", [4]), ("a b c", [4, 2]),
      ("1 2 3 4 5 6 7 8 9", [16, 14, 12, 10, 8, 6, 4]),
    ].named(by: \.0))
  func `the last words are those that may be regions, and not the first word`(
    example: Named<(String, [Int])>
  ) {
    let (text, starts) = example.value
    let words = LastWords(of: Array(text.utf8).span)
    #expect((0..<words.count).map { words[$0] } == starts)
    #expect(words.first == starts.first)
  }
}

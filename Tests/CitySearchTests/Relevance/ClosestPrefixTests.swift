import Testing

@testable import CitySearch

/// The letters of texts with typos, and the beginnings of names that are highlighted for them.
@Suite struct ClosestPrefixTests {
  @Test(
    arguments: [
      ("berlin", "belrin", "berlin", 1), ("berlin", "berl", "berl", 0),
      ("москва", "мсква", "москва", 1), ("москва", "мосвка", "москва", 1),
      ("東京都府", "東京府", "東京都", 1), ("東京都府中", "東京郡府", "東京都府", 1),
      // A letter of one byte for one of three, and of four.
      ("東京都府", "東京a府", "東京都府", 1), ("𐌰𐌱𐌲𐌳𐌴", "𐌰𐌱b𐌳𐌴", "𐌰𐌱𐌲𐌳𐌴", 1),
      ("abcde", "abжde", "abcde", 1), ("عمان", "عامن", "عمان", 1),
      // Lengths are compared in letters: both are one byte longer or shorter.
      ("жжжжж", "жжжa", "жжжж", 1), ("berlin", "москва", nil, 0),
    ] as [(String, String, String?, Int)])
  func `the prefix of least distance`(
    key: String, text: String, expected: String?, distance: Int
  ) {
    let closest = ClosestPrefix(of: Array(key.utf8), to: FoldedQuery(text))
    #expect(closest.map { String(decoding: key.utf8.prefix($0.length), as: UTF8.self) } == expected)
    if expected != nil { #expect(closest?.distance == distance) }
  }

  @Test(
    arguments: [
      ("abc", false), ("abcd", true), ("abc ", false), ("東京", false), ("東京都", false),
      ("東京都府", true), ("東京都 ", false), ("東京都府 ", true), ("мос", false), ("моск", true),
      ("aмос", true), ("abcdefghмос", true), ("𐌰𐌱𐌲", false), ("𐌰𐌱𐌲𐌳", true), ("서울", true),
      ("서", false), ("", false), (" ", false),
    ])
  func `four letters of any script can be corrected`(text: String, isCorrectable: Bool) {
    let folded = FoldedQuery(text)
    #expect(folded.mayBeCorrected == isCorrectable)
    let typed = FoldedQuery(text.filter { $0 != " " })
    #expect((typed.correctableLetters != nil) == isCorrectable)
  }

  @Test(arguments: ["a", "ж", "京", "𐌰"])
  func `up to 255 letters can be corrected`(letter: String) {
    let value = letter.unicodeScalars.map(\.value)
    for count in [3, 4, 255, 256, 1_000] {
      let folded = FoldedQuery(String(repeating: letter, count: count))
      let letters = (0..<count).flatMap { _ in value }
      #expect(folded.correctableLetters == ((4...255).contains(count) ? letters : nil))
    }
  }
}

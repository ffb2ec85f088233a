import PrefixSearch
import TestSupport
import Testing

@testable import CitySearch

/// The texts that are known to resemble no name.
@Suite struct MissCacheTests {
  @Test func `includes a text and every longer one, for as many edits or fewer`() {
    let misses = MissCache()
    #expect(!misses.includes(FoldedQuery("quxz"), limit: 1))
    misses.insert(FoldedQuery("quxz"), limit: 1)
    for text in ["quxz", "quxzq", "quxz quxz", "quxz" + String(repeating: "a", count: 200)] {
      #expect(misses.includes(FoldedQuery(text), limit: 1), "\(text)")
      #expect(!misses.includes(FoldedQuery(text), limit: 2), "\(text)")
    }
    for text in ["quxa", "quyz", "quxw quxz", "aquxz", "berlin"] {
      #expect(!misses.includes(FoldedQuery(text), limit: 1), "\(text)")
    }
    misses.insert(FoldedQuery("berlinxy"), limit: 2)
    for limit in 1...2 {
      #expect(misses.includes(FoldedQuery("berlinxyz"), limit: limit))
      #expect(!misses.includes(FoldedQuery("berlinx"), limit: limit))
    }
  }

  /// Letters of one to four bytes, some of which begin with the same bytes.
  @Test(arguments: ["жзый", "東京都府", "\u{1100}\u{1161}\u{11A8}\u{1100}", "𐌰𐌱𐌲𐌳", "aж京𐌰"])
  func `compares letters of any script`(text: String) {
    let misses = MissCache()
    misses.insert(FoldedQuery(text), limit: 2)
    #expect(FoldedQuery(text).correctableLetters?.count == 4)
    let scalars = Array(text.unicodeScalars)
    for longer in [text, text + "a", text + "ж", text + " 京都", text + "\u{1161}𐌰"] {
      for limit in 1...2 {
        #expect(misses.includes(FoldedQuery(longer), limit: limit), "\(longer)")
      }
    }
    for place in scalars.indices {
      // The next letter of the script mostly differs in its last byte only.
      var others = String.UnicodeScalarView(scalars)
      let index = others.index(others.startIndex, offsetBy: place)
      let next = Unicode.Scalar(scalars[place].value + 1)
      others.replaceSubrange(index...index, with: next.map { [$0] } ?? [])
      let isIncluded = misses.includes(FoldedQuery(String(others) + "ab"), limit: 1)
      #expect(!isIncluded, "\(text), \(place)")
    }
  }

  /// Texts of 4 to 60 bytes, which differ anywhere.
  @Test func `compares all bytes of long texts`() {
    let letters = Array("quxzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcd".utf8)
    for length in 4...letters.count {
      let misses = MissCache()
      misses.insert(FoldedQuery(copying: letters.span.extracting(first: length)), limit: 1)
      #expect(misses.includes(FoldedQuery(copying: letters.span), limit: 1))
      for place in 0..<length {
        var others = letters
        others[place] = UInt8(ascii: "-")
        let isIncluded = misses.includes(FoldedQuery(copying: others.span), limit: 1)
        #expect(!isIncluded, "\(length), \(place)")
      }
    }
  }

  @Test func `keeps the last texts of several people`() {
    let misses = MissCache()
    let texts = (0..<1_000).map { String(UInt64($0) &* 0x9E37_79B9_7F4A_7C15, radix: 36) + "qxz" }
    for text in texts { misses.insert(FoldedQuery(text), limit: 2) }
    #expect(misses.includes(FoldedQuery(texts[999]), limit: 2))
    #expect(texts.count { misses.includes(FoldedQuery($0), limit: 2) } > 10)
  }

  /// An index that finds nothing.
  private struct NoKeys: PrefixIndex {
    let count: Int
    let memoryFootprint = MemoryFootprint([])

    init(_ keys: SortedKeys) { count = keys.count }

    func range(of prefix: Span<UInt8>) -> Range<Int> { 0..<0 }
  }

  @Test func `is not shared by indexes over the same names`() throws {
    let (cities, others) = (try SampleCities.newIndex(), try SampleCities.newIndex())
    let none = CityIndex(
      cities.gazetteer, index: NoKeys(cities.gazetteer.sortedNameKeys()))
    let texts = ["londn", "sprimgfield", "pariz"]
    #expect(Self.answers(of: none, to: texts).allSatisfy { $0.hasSuffix(" []") })
    // The readings of several words ask the names of the gazetteer, whatever the index.
    let words = texts + ["new yrok"]
    let found = Self.answers(of: cities, to: words)
    #expect(found.contains { $0.contains("~1") })
    #expect(found == Self.answers(of: others, to: words))
  }

  /// Names with a region or a mistake, letter by letter as people type them.
  private static func typedTexts(_ count: Int) throws -> [[String]] {
    var generator = SeededGenerator(seed: 1)
    let queries = RelevanceQueries(try SampleNames.loaded.get())
    return (0..<count).map { number in
      var text = queries.query(using: &generator)
      if number % 3 == 0 { text += " qxzj" }
      return text.indices.map { String(text[...$0]) } + [text]
    }
  }

  /// The answers, as text.
  private static func answers(
    of cities: CityIndex, to texts: some Sequence<String>
  ) -> [String] {
    texts.map { text in
      let matches = cities.search(for: text, limit: 10).filter { $0.grade != .phonetic }
      return "\(text): \(matches.map { "\($0.city.id)~\($0.edits)" })"
    }
  }

  @Test func `answers are the same typed forwards, backwards and by many at once`() async throws {
    // Each has a cache of its own. Backwards, a longer text comes before all that it begins with.
    let (forwards, backwards) = (try SampleCities.newIndex(), try SampleCities.newIndex())
    let typed = try Self.typedTexts(TestExtent.share(of: 600))
    let known = typed.map { texts in
      Array(Self.answers(of: backwards, to: texts.reversed()).reversed())
    }
    for (texts, known) in zip(typed, known) {
      #expect(Self.answers(of: forwards, to: texts) == known)
    }
    let wrong = await withTaskGroup(of: Int.self) { group in
      for task in 0..<4 {
        group.addTask { @concurrent in
          typed.indices.count { number in
            let number = (number + task) % typed.count
            return Self.answers(of: forwards, to: typed[number]) != known[number]
          }
        }
      }
      return await group.reduce(0, +)
    }
    #expect(wrong == 0)
  }
}

import PrefixSearch
import TestSupport
import Testing

/// The filter of first letters, compared with the keys themselves.
@Suite struct PrefixFilterTests {
  /// The filter of some keys in order.
  static func filter(of keys: [[UInt8]]) -> PrefixFilter {
    var builder = PrefixFilter.Builder()
    for key in keys { builder.append(key.span) }
    return builder.finish()
  }

  /// The letters as the filter takes them.
  private static func word(_ letters: some Sequence<UInt8>) -> UInt64 {
    letters.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Whether a key may begin with letters of some codes.
  private static func mayContain(_ codes: some Collection<UInt8>, in filter: PrefixFilter) -> Bool {
    PrefixFilter.mask(ofFirst: codes.count)
      .map { filter.mayContain(word(codes) & $0) } ?? true
  }

  /// The codes of the letters of a text.
  private static func codes(_ text: some Sequence<UInt8>) -> [UInt8] {
    String(decoding: Array(text), as: UTF8.self).unicodeScalars.map { LetterCode.of($0.value) }
  }

  /// Few letters, so that beginnings are shared.
  private static func keys(_ count: Int, seed: UInt64) -> [[UInt8]] {
    var generator = SeededGenerator(seed: seed)
    let letters = bytes("abcdefgh ")
    return (0..<count).map { _ in
      (0..<Int.random(in: 0...12, using: &generator)).map { _ in
        letters.randomElement(using: &generator) ?? 0
      }
    }
    .sorted { $0.lexicographicallyPrecedes($1) }
  }

  @Test func `no prefix of a key is denied`() {
    let keys = Self.keys(2_000, seed: 1)
    let filter = Self.filter(of: keys)
    for key in keys {
      for length in 0...key.count {
        #expect(Self.mayContain(key.prefix(length), in: filter), "\(hex(key))")
      }
    }
  }

  /// Two bits in a word, with four to eight bits for each member, let up to one in five other texts
  /// through.
  @Test func `most other texts are denied`() {
    let keys = Self.keys(2_000, seed: 2)
    let filter = Self.filter(of: keys)
    for length in [PrefixFilter.lengths.short, PrefixFilter.lengths.long] {
      let prefixes = Set(keys.filter { $0.count >= length }.map { Array($0.prefix(length)) })
      let others = Self.keys(20_000, seed: 3).filter { $0.count >= length }
        .map { Array($0.prefix(length)) }.filter { !prefixes.contains($0) }
      let passed = others.count { Self.mayContain($0, in: filter) }
      #expect(others.count > 1_000)
      #expect(passed * 5 < others.count, "\(passed) of \(others.count) with \(length) letters")
    }
  }

  @Test func `letters after the longest prefix are ignored`() {
    let filter = Self.filter(of: [bytes("abcdefgh ")])
    #expect(Self.mayContain(bytes("abcdefzz"), in: filter))
    #expect(Self.mayContain(bytes("abcdz"), in: filter))
    #expect(Self.mayContain(bytes("zzz"), in: filter))
    #expect(!Self.mayContain(bytes("abczefgh"), in: filter))
  }

  @Test func `letters of any script are one letter each`() {
    let texts = [
      "abcdé ", "é", "москва ", "東京都 ", "\u{1109}\u{1165}\u{110B}\u{116E}\u{11AF} ", "𐌰𐌱b𐌲𐌳𐌴𐌵 ",
    ]
    let keys = texts.map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) }
    let filter = Self.filter(of: keys)
    for key in keys {
      let codes = Self.codes(key)
      for length in 0...codes.count {
        #expect(Self.mayContain(codes.prefix(length), in: filter), "\(hex(key)), \(length)")
      }
    }
    // Ten prefixes: one of four letters for each text but "é", one of six for each but "é" and "東京都 ",
    // and that of "abcdé " a second time, with any letter in place of "é".
    let bits = filter.region.content.reduce(0) { $0 + $1.nonzeroBitCount }
    #expect((16...20).contains(bits), "two for each of ten prefixes, fewer if some coincide")
    for text in ["мосвка", "東都京 ", "abcdè ", "𐌰𐌱b𐌲𐌳𐌵"] {
      #expect(!Self.mayContain(Self.codes(text.utf8), in: filter), "\(text)")
    }
  }

  @Test func `any other letter stands for one outside of ASCII, but not for the first or for two`()
  {
    let texts = ["bжrlin ", "pa東is ", "éabcde ", "aжж東cd "]
    let keys = texts.map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) }
    let filter = Self.filter(of: keys)
    func mayContain(_ text: String) -> Bool {
      let codes = text.unicodeScalars.map { $0 == "?" ? LetterCode.other : LetterCode.of($0.value) }
      return Self.mayContain(codes, in: filter)
    }
    for text in ["b?rl", "b?rlin", "pa?i", "pa?is "] { #expect(mayContain(text), "\(text)") }
    for text in ["?abc", "?abcde", "a??東", "a?ж東", "be?l", "p?ri"] {
      #expect(!mayContain(text), "\(text)")
    }
  }

  @Test func `a code is that of the letter in ASCII, and never 0xFF`() {
    for letter in 0..<UInt32(0x11_0000) {
      let code = LetterCode.of(letter)
      guard code == 0xFF || (letter < 0x80 ? code != UInt8(letter) : code < 0x80) else { continue }
      Issue.record("\(letter) has the code \(code).")
    }
    #expect(LetterCode.of(.max - 1) != 0xFF)
    // The letters of an alphabet have different codes.
    for letters in [0x430...0x44F, 0x3B1...0x3C9, 0x1100...0x1112, 0x1161...0x1175, 0x905...0x939]
      as [ClosedRange<UInt32>]
    {
      #expect(Set(letters.map(LetterCode.of)).count == letters.count, "\(letters)")
    }
  }

  @Test func `bytes that are not UTF-8 are letters, too`() {
    let keys: [[UInt8]] = [
      [0x80, 0x81, 0x61, 0x62, 0x63, 0xE6], [0xF0, 0x9F], [0xFF, 0xC3, 0x28, 0xE6, 0x9D],
    ]
    #expect(Self.filter(of: keys).region.count >= 16)
  }

  @Test func `equal keys give equal bytes`() {
    let keys = Self.keys(500, seed: 4)
    let doubled = keys.flatMap { [$0, $0] }
    #expect(
      Self.filter(of: keys).region.content.firstDifference(
        from: Self.filter(of: doubled).region.content) == nil)
  }

  @Test(arguments: [0, 1, 8, 15, 17, 24, 48])
  func `a region whose number of words is no power of two is rejected`(byteCount: Int) {
    let region = ByteRegion(copying: [UInt8](repeating: 0xFF, count: byteCount))
    #expect(PrefixFilter(region: region) == nil)
  }
}

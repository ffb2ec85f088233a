import PrefixSearch
import TestSupport
import Testing

/// The filter of first letters against the keys themselves.
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

  private static func mayContain(_ letters: some Collection<UInt8>, in filter: PrefixFilter) -> Bool
  {
    PrefixFilter.mask(ofFirst: letters.count)
      .map { filter.mayContain(word(letters) & $0) } ?? true
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

  /// Two bits of a word with four to eight bits for each member give up to one in five.
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

  @Test func `keys outside of ASCII are left out`() {
    let filter = Self.filter(of: [bytes("abcdé "), bytes("é")])
    #expect(filter.region.content.reduce(0) { $0 + $1.nonzeroBitCount } == 2, "one prefix")
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

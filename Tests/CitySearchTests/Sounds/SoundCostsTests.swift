import TestSupport
import Testing

@testable import CitySearch

/// The distance between the sounds of a text and of a name.
@Suite("Distances of sounds") struct SoundCostsTests {
  private static let latin = SoundCosts(script: 0)

  private static func distance(
    _ text: String, _ name: String, _ costs: SoundCosts = latin, limit: Int = 1_000
  ) -> Int? {
    costs.distance(from: Sounds(text), to: Sounds(name), limit: limit)
  }

  @Test(arguments: [
    ("pune", "pune", 0), ("pune", "puna", 2), ("pune", "bune", 4), ("pune", "pun", 4),
    ("pun", "pune", 4), ("pun~", "pun", 0), ("pun", "pun~", 0), ("p~n", "pan", 3),
    ("p~n", "pin", 4), ("mah", "mak", 7), ("ha", "a", 3), ("wa", "a", 6), ("ta", "a", 8),
    ("pak", "pam", 10), ("yaz", "iaz", 0), ("jan", "Zan", 0), ("ks", "kz", 4), ("", "tak", 20),
    ("tak", "", 20), ("", "", 0),
  ])
  func `each difference has its cost`(text: String, name: String, cost: Int) {
    #expect(Self.distance(text, name) == cost)
  }

  @Test func `an abjad need not write vowels`() {
    #expect(Self.distance("lhr", "lahore") == 12)
    #expect(Self.distance("lhr", "lahore", SoundCosts(script: 1)) == 6)
  }

  @Test func `a script writes a sound that it lacks with the letter of a neighbor`() {
    let (kana, hangul) = (SoundCosts(script: 13), SoundCosts(script: 11))
    #expect(Self.distance("randan", "landan", kana) == 1)
    #expect(Self.distance("landan", "randan", kana) == 6)
    #expect(Self.distance("pusan", "busan", hangul) == 1)
  }

  @Test func `Chinese writes r as l, ki as ji, and a vowel after each consonant`() {
    let han = SoundCosts(script: SoundTables.hanScript)
    #expect(Self.distance("landan", "randan", han) == 0)
    #expect(Self.distance("senaji", "senaki", han) == 1)
    #expect(Self.distance("b~lasalafu", "braslaf", han) == 6)
  }

  @Test func `a text may be the beginning of a name`() {
    let costs = Self.latin
    #expect(
      costs.distance(from: Sounds("nar"), to: Sounds("narayan"), limit: 0, isBeginning: true) == 0)
    #expect(
      costs.distance(from: Sounds("nal"), to: Sounds("narayan"), limit: 9, isBeginning: true) == 6)
    #expect(costs.distance(from: Sounds("nar"), to: Sounds("narayan"), limit: 9) == nil)
  }

  @Test func `a script that does not exist is like Latin`() {
    for script in [-1, 32, 33, 1_000] {
      #expect(Self.distance("lhr", "lahore", SoundCosts(script: script)) == 12)
    }
  }

  @Test func `a distance above the limit is not found`() {
    #expect(Self.distance("pune", "puna", limit: 2) == 2)
    #expect(Self.distance("pune", "puna", limit: 1) == nil)
    #expect(Self.distance("pune", "pune", limit: -1) == nil)
  }

  @Test func `sounds of one size weigh alike`() {
    #expect(
      ["", "a", "~", "h", "y", "pat", "w"].map { SoundCosts.size(of: Sounds($0)) }
        == [0, 4, 1, 4, 4, 24, 10])
  }

  /// The definition, without rows and limits.
  private static func slowDistance(
    _ text: ArraySlice<UInt8>, _ name: ArraySlice<UInt8>, _ costs: SoundCosts
  ) -> Int {
    guard let a = text.first else {
      return name.reduce(0) { $0 + Int(costs.nameGaps[Int($1)]) }
    }
    guard let b = name.first else {
      return text.reduce(0) { $0 + Int(costs.textGaps[Int($1)]) }
    }
    return min(
      slowDistance(text.dropFirst(), name.dropFirst(), costs) + Int(costs[a, b]),
      slowDistance(text.dropFirst(), name, costs) + Int(costs.textGaps[Int(a)]),
      slowDistance(text, name.dropFirst(), costs) + Int(costs.nameGaps[Int(b)]))
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `the distance is that of its definition`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    func sounds() -> (Sounds, [UInt8]) {
      let letters = (0..<Int.random(in: 0...6, using: &generator)).map { _ in
        UInt8.random(in: 0..<Sound.count, using: &generator)
      }
      let text = String(
        decoding: letters.map { Array(Sound.alphabet.utf8)[Int($0)] }, as: UTF8.self)
      return (Sounds(text), letters)
    }
    for script in 0...SoundTables.scriptCount {
      let costs = SoundCosts(script: script)
      for _ in 0..<5 {
        let ((text, a), (name, b)) = (sounds(), sounds())
        let expected = Self.slowDistance(a[...], b[...], costs)
        #expect(
          costs.distance(from: text, to: name, limit: expected) == expected, "\(text) \(name)")
        #expect(costs.distance(from: text, to: name, limit: expected - 1) == nil)
      }
    }
  }
}

import CitySearch
import TestSupport
import Testing

/// Every scalar, and random texts of difficult ones, against the reference.
@Suite("Folding of all scalars")
struct FoldingScalarTests {
  @Test func `every scalar of the tables' version folds as the reference folds it`() throws {
    let tables = try #require(Self.version(Folding.unicodeVersion))
    var compared = 0
    for value in UInt32(0)...0x10_FFFF {
      // Ideographs, private and unassigned scalars fold like those around them.
      let isUniform = 0x4E01..<0x9FA0 ~= value || 0x2_0001..<0x2_A6D0 ~= value || value > 0xE_0200
      if isUniform || 0x3_2400..<0xE_0000 ~= value, value % 61 != 0 { continue }
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = "x\(scalar)y"
      let key = Folding.key(of: text)
      guard let age = scalar.properties.age, (age.major, age.minor) <= tables else {
        // The tables do not cover scalars that later versions of Unicode assign.
        let isIgnorable = scalar.properties.isDefaultIgnorableCodePoint
        if key != Array(isIgnorable ? "xy ".utf8 : "x y ".utf8) {
          Issue.record("U+\(String(value, radix: 16)) is not assigned")
        }
        continue
      }
      compared += 1
      if key != FoldingReference.key(of: text) {
        Issue.record("U+\(String(value, radix: 16)) \(String(decoding: key, as: UTF8.self))")
      }
    }
    #expect(compared > 70_000)
  }

  @Test(arguments: 1...8)
  func `random texts of difficult scalars fold as the reference folds them`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<4_000 {
      let text = DifficultText.random(using: &generator)
      let key = Folding.key(of: text)
      let query = FoldedQuery(text)
      let scalars = text.unicodeScalars.map { String($0.value, radix: 16) }
      #expect(key == FoldingReference.key(of: text), "seed \(seed): \(scalars)")
      #expect(query.bytes == FoldingReference.query(text), "seed \(seed): \(scalars)")
    }
  }

  /// Letters that decompose into deleted ones are left out: between marks, such a letter is gone after
  /// one folding, so that the marks are one run, which another folding may order.
  @Test(arguments: 1...4)
  func `folding a folded text changes nothing`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<4_000 {
      let letters = DifficultText.random(using: &generator).unicodeScalars
        .filter { !"\u{1FEF}\u{FF40}\u{374}\u{2033}\u{FF70}\u{FFA0}".unicodeScalars.contains($0) }
      let key = Folding.key(of: String(String.UnicodeScalarView(letters)))
      let text = String(decoding: key, as: UTF8.self)
      #expect(Folding.key(of: text) == key, "seed \(seed): \(text)")
    }
  }

  private static func version(_ text: String) -> (Int, Int)? {
    let numbers = text.split(separator: ".").compactMap { Int($0) }
    return numbers.count == 3 ? (numbers[0], numbers[1]) : nil
  }
}

/// Texts in which every rule of folding and of grapheme clusters has something to do.
enum DifficultText {
  private static let scalars: [Unicode.Scalar] = [
    "a", "B", "i", "é", "e", "\u{301}", "\u{327}", "\u{308}", "ß", "ẞ", "ς", "Σ", "İ", "ı", "ﬀ",
    "ŉ",
    "'", "`", "’", "ʼ", "´", "\u{1FEF}", "\u{1FFD}", "\u{FF40}", "\u{374}", "\u{2033}",
    " ", "-", "\u{A0}", "\r", "\n", "\0", "½", "⑴", "\u{FFFD}", "\u{E000}", "\u{378}",
    // Marks that stay, or not: virama, nukta, kana voicing, Hebrew, Arabic, Tibetan, Thai, Syriac, signs.
    "\u{94D}", "\u{93C}", "\u{3099}", "\u{309A}", "\u{FF9E}", "\u{FF9F}", "\u{309B}", "\u{5B0}",
    "\u{5BC}", "\u{64B}", "\u{651}", "\u{670}", "\u{711}", "\u{E38}", "\u{E48}", "\u{EB8}",
    "\u{F71}", "\u{F72}", "\u{F73}", "\u{F74}", "\u{F81}", "\u{C55}", "\u{C56}", "\u{334}",
    "\u{34F}", "\u{115F}", "\u{FFA0}", "\u{E0100}", "\u{16FF0}", "\u{345}", "\u{344}", "\u{1D165}",
    "\u{20DD}", "\u{FE0F}",
    // Letters that keyboards exchange, alone and composed with marks; prolongations; digits.
    "\u{629}", "\u{6C0}", "\u{6C1}", "\u{649}", "\u{6D3}", "\u{6CC}", "\u{626}", "\u{6A9}",
    "\u{640}",
    "ґ", "ヵ", "ヶ", "ゖ", "ア", "ー", "\u{FF70}", "\u{FF71}", "٣", "५", "𝟗", "９",
    // Letters that decompose into letter and mark.
    "\u{958}", "\u{915}", "か", "ガ", "パ", "\u{FF76}", "\u{3300}", "\u{FB2A}", "\u{FDFA}",
    // Hangul: syllables of two and three letters, and conjoining ones.
    "가", "각", "힣", "\u{1100}", "\u{1161}", "\u{11A8}", "ᄀ", "ㄱ", "㈎",
    // Scalars around deleted ones, and scalars that join grapheme clusters.
    "\u{AD}", "\u{200D}", "\u{200C}", "\u{200B}", "\u{600}", "\u{110BD}", "\u{E0067}",
    "👩", "👍", "\u{1F3FD}", "🇫", "🇷", "©", "𝐀", "𐐀", "Ⅷ", "ͅ", "Ꭰ", "ꭰ", "ა", "Ა",
  ]

  static func random(using generator: inout some RandomNumberGenerator) -> String {
    // Few distinct scalars at a time, so that they meet often.
    let alphabet = (0..<Int.random(in: 2...8, using: &generator)).map { _ in
      scalars[Int.random(in: scalars.indices, using: &generator)]
    }
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...14, using: &generator) {
      text.append(alphabet[Int.random(in: alphabet.indices, using: &generator)])
    }
    return String(text)
  }
}

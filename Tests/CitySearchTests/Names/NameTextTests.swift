import Fixtures
import Foundation
import TestSupport
import Testing

@testable import CitySearch
@testable import GazetteerBuilding

/// Texts that are stored as differences from their keys.
@Suite("Texts of names") struct NameTextTests {
  /// The text after storing and reading.
  private static func roundTrip(_ text: [UInt8]) -> [UInt8] {
    let key = Folding.key(of: String(decoding: text, as: UTF8.self)).dropLast()
    let (form, stored) = NameText.encode([text[...]], key: key)
    #expect(form.isStored || stored.isEmpty)
    let texts = NameText.decode(form, stored, key: key)
    #expect(texts.count == 1)
    return texts[0]
  }

  private static func check(_ text: String) {
    #expect(roundTrip(Array(text.utf8)) == Array(text.utf8), "\(text.prefix(60))")
  }

  @Test func `all texts of the sample come back`() throws {
    for line in try String(contentsOf: Fixtures.sample, encoding: .utf8).split(separator: "\n") {
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
      Self.check(String(columns[1]))
      for name in columns[3].split(separator: ",") { Self.check(String(name)) }
    }
  }

  @Test(
    arguments: [
      "", " ", "-", "a", "A", "MUC", "Köln", "O’Brien", "Sankt-Pölten", "New York", "NEW YORK",
      "ßß",
      "İstanbul", "ǅ", "Ω", "Ἀθῆναι", "Москва", "МОСКВА", "Ёлка", "ӏ", "Ӏ", "Երևան", "北京", "ミュンヘン",
      "👩‍👩‍👧 Ur", "🇩🇪", "a\u{301}\u{323}", "\u{301}", "x\0y", "\u{10FFFF}", "ﬁ", "  a  b  ", "A--b",
    ].named(by: \.self))
  func `unusual texts come back`(example: Named<String>) {
    Self.check(example.value)
  }

  @Test func `long texts come back, as far as they are kept`() {
    let marks = "a" + String(repeating: "\u{301}\u{323}", count: 2_500)
    #expect(marks.utf8.count == 10_001)
    for text in [marks, "B" + marks + "C", String(repeating: "👍", count: 8_000)] {
      Self.check(text)
    }
    for unit in ["a", "é", "語", "👍"] {
      let text = Array(String(repeating: unit, count: 20_000).utf8)
      let found = Self.roundTrip(text)
      // Cut between two scalars.
      #expect(found.count <= NameText.longest)
      #expect(found.count > min(NameText.longest, text.count) - 7)
      #expect(String(validating: found, as: UTF8.self) != nil)
      #expect(text.starts(with: found))
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `texts of random pieces come back`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let pieces = [
      "a", "B", "ß", "Ö", "ö", "-", " ", "’", "St.", "Saint", "я", "Я", "ё", "Σ", "ς", "և", "ი",
      "語",
      "ペ", "\u{308}", "\u{323}", "😀", "\u{200D}", "İ", "ı", "1", "/", "(", "xyz", "\u{0}",
    ]
    for _ in 0..<400 {
      let text = (0..<Int.random(in: 0...30, using: &generator)).map { _ in
        pieces[Int.random(in: pieces.indices, using: &generator)]
      }
      Self.check(text.joined())
    }
  }

  @Test func `most names need no bytes`() {
    let forms: [(String, TextForm)] = [
      ("Bergen", .words), ("New York", .words), ("北京", .verbatim), ("Rio-Branco", .hyphens),
      ("Rio grande", .sentence), ("МОСКВА", .capitals), ("Москва", .words), ("Köln", .edits),
      ("ミュンヘン", .words), ("みなとく", .verbatim), ("👍", .plain),
      ("کابل", .words), ("كابل", .verbatim), ("فاس", .verbatim), ("یزد", .words),
    ]
    for (text, form) in forms {
      let key = Folding.key(of: text).dropLast()
      #expect(NameText.encode([Array(text.utf8)[...]], key: key).0 == form, "\(text)")
    }
  }

  @Test(arguments: [
    ["München", "Munchen"], ["Munchen", "MUNCHEN", "Mun-chen", "münchen"], ["ローマ", "ろま", "ロマ"],
    ["القاهرة", "القاهره"], ["", "a"], ["München"],
    ["x", String(repeating: "y", count: 29), String(repeating: "z", count: 300)],
  ])
  func `several spellings come back in order`(texts: [String]) {
    let key = Folding.key(of: texts[0]).dropLast()
    for areOthers in [false, true] {
      let (form, stored) = NameText.encode(
        texts.map { Array($0.utf8)[...] }, key: key, areOthers: areOthers)
      #expect(form == .spellings || texts.count == 1 && !areOthers)
      let found = NameText.decode(form, stored, key: key)
      #expect(found.map { String(decoding: $0, as: UTF8.self) } == texts)
    }
  }

  @Test func `spellings that do not fit are left out`() {
    let long = Array(repeating: UInt8(ascii: "x"), count: 20_000)
    let (form, stored) = NameText.encode([long[...], long[...], long[...]], key: [0x61])
    #expect(form == .spellings && stored.count <= NameText.longest)
    #expect(NameText.decode(form, stored, key: [0x61]) == [long])
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `with any bytes, no text is longer than these and the key`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let stored = (0..<Int.random(in: 0...20, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      let key = (0..<Int.random(in: 0...20, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      for value in 0..<8 as Range<UInt8> {
        guard let form = TextForm(rawValue: value) else { continue }
        let texts = NameText.decode(form, stored, key: key[...])
        #expect(texts.allSatisfy { $0.count <= stored.count + key.count })
        #expect(texts.count <= max(1, stored.count))
      }
    }
  }

  @Test func `the spelling to show does not depend on how it is compared`() {
    var generator = SeededGenerator(seed: 38)
    let letters = [
      "a", "A", "b", "é", "e\u{301}", "É", "\u{212A}", "k", "İ", " ", "-", "ß", "\u{301}",
    ]
    func text(_ count: ClosedRange<Int>) -> String {
      (0..<Int.random(in: count, using: &generator))
        .map { _ in letters.randomElement(using: &generator) ?? "" }.joined()
    }
    for _ in 0..<2_000 {
      let texts = (0..<3).map { _ in text(1...4) }
      let typed = text(0...4)
      let choice = SpellingChoice(texts, tagged: [])
      // With a comma, all letters are compared as scalars.
      #expect(
        choice.text(for: typed) == choice.text(for: ",\(typed)"), "\(texts) for '\(typed)'")
    }
  }

  @Test func `of many spellings, the first one in a language is shown`() {
    let texts = (0..<80).map { "Name \($0)" }
    for number in [0, 1, 62, 63, 64, 79] {
      #expect(SpellingChoice(texts, tagged: [-1, number]).text(for: "other") == texts[number])
    }
  }
}

import Fixtures
import TestSupport
import Testing

@testable import CitySearch

@Suite("Highlights")
struct HighlightTests {
  @Test func `the pairs of the answer key have its lengths`() throws {
    let rows = try AnswerFile.highlight.rows(columns: 3)
    #expect(rows.count == 13_092)
    for row in rows {
      let length = try #require(Int(row[2]))
      let highlight = FoldedQuery(row[0]).highlight(in: row[1])
      #expect(highlight == HighlightRange(validLocation: 0, length: length), "\(row)")
    }
  }

  @Test(
    arguments: [
      ("saint e", "Saint-Étienne", "Saint-É"), ("stras", "Straße", "Straß"),
      ("york ", "York", "York"),
      ("york ", "York Haven", "York"), ("york h", "York  —Haven", "York  —H"), ("", "York", ""),
      ("s h", "'s-Hertogenbosch", "'s-H"), ("s", "'s-Hertogenbosch", "'s"), ("—", "York", ""),
      ("a", "  a", "  a"), ("1 ", "½", "½"), ("1", "½ x", "½"), ("km", "㎞²", "㎞"),
      // Separate accents belong to their letter, and so do other scalars that join it.
      ("e", "e\u{301}\u{327}x", "e\u{301}\u{327}"), ("a", "a\u{200D}b", "a\u{200D}"),
      ("a", "a\u{200D}©", "a\u{200D}"), ("a", "a\u{AD}b", "a"), ("a", "a'b", "a"), ("a", "ab", "a"),
      ("a", "a\r\nb", "a"), ("a b", "a\r\nb", "a\r\nb"), ("a ", "a\r\nb", "a"),
      ("か", "がぎ", "が"), ("ka", "か", nil), ("क", "क्षि", "क्षि"), ("x", "x\u{FE0F}y", "x\u{FE0F}"),
      ("a", "a👩‍👩‍👧b", "a"), ("a b", "a👩‍👩‍👧b", "a👩‍👩‍👧b"), ("a", "🇫🇷a", "🇫🇷a"),
      ("ᄀ", "가나", "가"), ("가", "각", "각"), ("x", "\u{600}xy", "\u{600}x"),
      // Not a match.
      ("york ", "Yorkshire", nil), ("yorks", "York", nil), ("b", "ab", nil), ("a ", "aé", nil),
      ("ae", "a", nil), ("a", "", nil), ("a", "—", nil), ("saint-x", "Saint-Étienne", nil),
      ("é ", "État", nil), ("etats", "État", nil),
      // Marks are reordered across characters, so only the whole name decides whether it matches.
      ("क\u{93C}", "क\u{94D}\u{AD}\u{93C}", "क\u{94D}\u{AD}\u{93C}"),
      ("क\u{94D}", "क\u{94D}\u{AD}\u{93C}", nil), ("क", "क\u{94D}\u{AD}\u{93C}", "क\u{94D}"),
      ("क\u{93C}", "क\u{93C}\u{AD}\u{94D}", "क\u{93C}"),
      ("क\u{93C}\u{94D}", "क\u{94D}'\u{93C}क", "क\u{94D}'\u{93C}"),
    ] as [(String, String, String?)])
  func `the marked part is the shortest one that matches, in whole characters`(
    query: String, name: String, marked: String?
  ) {
    let expected = marked.map { HighlightRange(validLocation: 0, length: $0.utf16.count) }
    #expect(FoldedQuery(query).highlight(in: name) == expected)
  }

  @Test(arguments: 1...8)
  func `a highlight follows its definition in random texts`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<3_000 {
      let name = DifficultText.random(using: &generator)
      // Queries that match, and some that just do not.
      let scalars = name.unicodeScalars.prefix(Int.random(in: 0...14, using: &generator))
      var text = String(String.UnicodeScalarView(scalars))
      if Int.random(in: 0..<4, using: &generator) == 0 { text += " " }
      if Int.random(in: 0..<8, using: &generator) == 0 { text += "\u{93C}" }
      if Int.random(in: 0..<8, using: &generator) == 0 {
        text = String(decoding: Folding.key(of: name).dropLast(2), as: UTF8.self)
      }
      let query = FoldedQuery(text)
      #expect(
        query.highlight(in: name) == Self.highlight(of: query, in: name),
        "seed \(seed): \(text.debugDescription) in \(name.debugDescription)")
      // A name that is known to match is marked alike, though it is not compared again.
      if let highlight = query.highlight(in: name) {
        #expect(
          MatchedPrefix(query).highlight(in: name) == highlight,
          "seed \(seed): \(text.debugDescription) in \(name.debugDescription)")
      }
    }
  }

  /// Letters, a digit, separators, and what a comparison of letters by their bits could take for one.
  private static let characters = ["a", "Z", "3", "\u{13}", " ", "\0", "@", "'", "é", "\u{301}"]

  @Test("what is known of a name when a match is made gives the same highlight")
  func knownPrefixes() {
    var names = [""]
    for _ in 0..<4 {
      names += names.suffix(10_000).flatMap { name in Self.characters.map { name + $0 } }
    }
    for name in Set(names) {
      let bytes = Array(name.utf8.prefix(8))
      let word = bytes.reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
      let key = Folding.key(of: name)
      for end in 0..<key.count {
        guard let text = String(validating: key.prefix(end), as: UTF8.self) else { continue }
        let query = FoldedQuery(text)
        // The bytes after the name, which are those of another one, do not matter.
        for rest in bytes.count < 8 ? [0, .max << UInt64(bytes.count * 8)] : [0] as [UInt64] {
          let prefix = TypedPrefix(query).matched(
            inNameOf: name.utf8.count, beginningWith: word | rest)
          if prefix.highlight(in: name) != query.highlight(in: name) {
            Issue.record("\(text.debugDescription) in \(name.debugDescription)")
          }
        }
      }
    }
  }

  @Test func `what is known of a name that could not be read is nothing`() {
    let word = UInt64(0x6F64_6E6F_4C)
    let prefix = TypedPrefix(FoldedQuery("lon"))
    #expect(prefix.matched(inNameOf: 5, beginningWith: word).isASCII)
    #expect(!prefix.matched(inNameOf: 0, beginningWith: word).isASCII)
    #expect(prefix.matched(inNameOf: 0, beginningWith: word).highlight(in: "") == .empty)
  }

  /// The definition of a highlight, word by word.
  private static func highlight(of query: FoldedQuery, in name: String) -> HighlightRange? {
    guard Folding.key(of: name).starts(with: query.bytes) else { return nil }
    if query.isEmpty { return HighlightRange(validLocation: 0, length: 0) }
    let ends = Array(name.indices) + [name.endIndex]
    let end = ends.first { Folding.key(of: String(name[..<$0])).starts(with: query.bytes) }
    return end.map { HighlightRange(validLocation: 0, length: name[..<$0].utf16.count) }
  }

  @Test func `all cities: the marked part matches, and one character less does not`() throws {
    var generator = SeededGenerator(seed: 1)
    var count = 0
    for name in try CityNames.all() {
      count += 1
      let key = Folding.key(of: name)
      let length = Int.random(in: 1...min(key.count, 12), using: &generator)
      // The prefix may end inside a scalar of several bytes, which then is no query.
      let text = String(decoding: key.prefix(length), as: UTF8.self)
      guard text.utf8.count == length, text.unicodeScalars.last != "\u{FFFD}" else { continue }
      let query = FoldedQuery(text)
      let highlight = try #require(query.highlight(in: name), "\(text) in \(name)")
      let range = try #require(highlight.range(in: name), "\(text) in \(name)")
      if MatchedPrefix(query).highlight(in: name) != highlight {
        Issue.record("\(text.debugDescription) marks something else in \(name) without comparing")
      }
      let part = name[range]
      guard Folding.key(of: String(part)).starts(with: query.bytes),
        !Folding.key(of: String(part.dropLast())).starts(with: query.bytes)
      else {
        Issue.record("\(text.debugDescription) marks \(part) in \(name)")
        continue
      }
    }
    #expect(count == 234_908)
  }

  @Test(.againstHanging)
  func `long marks in disorder are marked in no noticeable time`() {
    let name = "क" + String(repeating: "\u{94D}\u{AD}\u{93C}", count: 1_700)
    let range = FoldedQuery("क\u{93C}").highlight(in: name)
    #expect(range == Self.highlight(of: FoldedQuery("क\u{93C}"), in: name))
    #expect(FoldedQuery(name).highlight(in: name)?.length == name.utf16.count)
  }

  @Test func `the borders taken for evident are those of the standard library`() {
    let evident = Array(0..<UInt32(0x300)) + Array(0x1E00..<0x2000)
    let left = (Array(0..<UInt32(0x600)) + Array(0x1E00..<0x2000)).compactMap(Unicode.Scalar.init)
    for (index, previous) in left.enumerated() {
      // Each scalar on the left with some on the right: all pairs would be millions.
      for next in stride(from: index % 61, to: evident.count, by: 61) {
        guard let next = Unicode.Scalar(evident[next]), next != "\n" else { continue }
        var text = String(Character(previous))
        text.unicodeScalars.append(next)
        if text.count != 2 { Issue.record("\(text.debugDescription) is one character") }
      }
    }
  }
}

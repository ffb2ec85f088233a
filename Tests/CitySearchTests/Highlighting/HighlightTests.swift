import Fixtures
import TestSupport
import Testing

@testable import CitySearch

@Suite("Highlights")
struct HighlightTests {
  @Test func `the pairs of the answer key have its lengths`() throws {
    let rows = try AnswerFile.highlight.rows(columns: 3)
    #expect(rows.count == 13_094)
    for row in rows {
      let length = try #require(Int(row[2]))
      let highlight = FoldedQuery(row[0]).highlight(in: row[1])
      #expect(highlight == HighlightRange(location: 0, length: length), "\(row)")
    }
  }

  @Test(
    arguments: ([
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
      ("क\u{3099}", "क\u{94D}\u{AD}\u{3099}", "क\u{94D}\u{AD}\u{3099}"),
      ("क\u{94D}", "क\u{94D}\u{AD}\u{3099}", nil), ("क", "क\u{94D}\u{AD}\u{3099}", "क\u{94D}"),
      ("क\u{3099}", "क\u{3099}\u{AD}\u{94D}", "क\u{3099}"),
      ("क\u{3099}\u{94D}", "क\u{94D}'\u{3099}क", "क\u{94D}'\u{3099}"),
    ] as [(String, String, String?)]).named(by: { "\"\($0.0)\" in \"\($0.1)\"" }))
  func `the marked part is the shortest one that matches, in whole characters`(
    example: Named<(String, String, String?)>
  ) {
    let (query, name, marked) = example.value
    let expected = marked.map { HighlightRange(location: 0, length: $0.utf16.count) }
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
      if Int.random(in: 0..<8, using: &generator) == 0 { text += "\u{3099}" }
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

  @Test(
    arguments: [
      ("lon", "London", true), ("lon ", "Lon Dar", true), ("lon dar", "Lon Darai", true),
      ("lon dar ", "Lon Dar", true), ("lon", "Löndon", false), ("lon", "Loné", false),
      ("lon d", "Lon-Dar", false), ("lon3", "Lon3", false), ("london c", "London City", false),
    ].named(by: { "\"\($0.0)\" in \"\($0.1)\"" }))
  func `a name that begins with up to seven letters of ASCII is known at once`(
    example: Named<(String, String, Bool)>
  ) {
    let (query, name, isKnown) = example.value
    let word = name.utf8.prefix(8).reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    let prefix = TypedPrefix(FoldedQuery(query))
    let matched = prefix.matched(inNameOf: name.utf8.count, beginningWith: word)
    #expect(matched.isASCII == isKnown)
    #expect(matched.highlight(in: name) == FoldedQuery(query).highlight(in: name))
  }

  @Test func `what is known of a name that could not be read is nothing`() {
    let word = UInt64(0x6F64_6E6F_4C)
    let prefix = TypedPrefix(FoldedQuery("lon"))
    #expect(prefix.matched(inNameOf: 5, beginningWith: word).isASCII)
    #expect(!prefix.matched(inNameOf: 0, beginningWith: word).isASCII)
    #expect(prefix.matched(inNameOf: 0, beginningWith: word).highlight(in: "") == .empty)
  }

  @Test func `a prefix prints as a person reads it`() {
    let prefix = TypedPrefix(FoldedQuery("lon"))
    let word = UInt64(0x6F64_6E6F_4C)
    #expect("\(prefix.matched(inNameOf: 5, beginningWith: word))" == "3 letters")
    #expect("\(prefix.matched)" == "3 bytes of the key")
  }

  /// The typed text, the name, the kind and the key of the form that matches, and the marked part with what is
  /// before it.
  @Test(
    arguments: ([
      // The first e of the form belongs to the ü, the second one does not.
      ("mu", "Müe", .expansionOfOwn, "muee", "", "Mü"),
      ("mue", "Müe", .expansionOfOwn, "muee", "", "Mü"),
      ("muee", "Müe", .expansionOfOwn, "muee", "", "Müe"),
      ("muell", "Müller (Alp)", .expansionOfOwn, "mueller alp", "", "Müll"),
      ("mul", "Müller (Alp)", .expansionOfOwn, "muller", "", "Mül"),
      ("muller ", "Müller (Alp)", .expansionOfOwn, "muller", "", "Müller"),
      ("aa", "Århus", .expansionOfAlternate, "aarhus", "", "Å"),
      ("mue", "Müe", .expansionOfAlternate, "mue", "", "Müe"),
      ("s", "Saint-Étienne", .saintOfOwn, "st etienne", "", "S"),
      ("st", "Saint-Étienne", .saintOfOwn, "st etienne", "", "Saint"),
      ("st ", "Saint-Étienne", .saintOfOwn, "st etienne", "", "Saint"),
      ("st e", "Saint-Étienne", .saintOfOwn, "st etienne", "", "Saint-É"),
      ("saint", "St. Ives", .saintOfAlternate, "saint ives", "", "St"),
      ("saint iv", "St. Ives", .saintOfAlternate, "saint ives", "", "St. Iv"),
      ("foy", "Sainte-Foy", .later, "foy", "Sainte-", "Foy"),
      ("e", "Saint-Étienne-du-Bois", .later, "etienne du bois", "Saint-", "É"),
      ("la", "Villa La La", .later, "la", "Villa La ", "La"),
      ("la", "Villa La La", .later, "la la", "Villa ", "La"),
      ("l", "Ville “Łódź”", .later, "lodz", "Ville “", "Ł"),
      // A form of another name, as in a damaged file.
      ("x", "Saint-Étienne", .saintOfOwn, "x", "", ""), ("x", "Foy", .later, "x", "", ""),
      ("x", "Müe", .expansionOfOwn, "x", "", ""),
    ] as [(String, String, StoredKind, String, String, String)]).named(by: {
      "\"\($0.0)\" in \"\($0.1)\" by \($0.2), \"\($0.3)\""
    }))
  func `a form of a name marks the letters that it came from`(
    example: Named<(String, String, StoredKind, String, String, String)>
  ) {
    let (query, name, kind, key, before, marked) = example.value
    let highlight = FoldedQuery(query).highlight(in: name, by: kind, key: Array(key.utf8))
    #expect(
      highlight == HighlightRange(location: before.utf16.count, length: marked.utf16.count))
  }

  /// The definition of a highlight, word by word.
  private static func highlight(of query: FoldedQuery, in name: String) -> HighlightRange? {
    guard Folding.key(of: name).starts(with: query.bytes) else { return nil }
    if query.isEmpty { return HighlightRange(location: 0, length: 0) }
    let ends = Array(name.indices) + [name.endIndex]
    let end = ends.first { Folding.key(of: String(name[..<$0])).starts(with: query.bytes) }
    return end.map { HighlightRange(location: 0, length: name[..<$0].utf16.count) }
  }

  /// Ranges of scalars that folding and grapheme clusters treat differently.
  private static let blocks: [Range<UInt32>] = [
    0x20..<0x80, 0x80..<0x180, 0x180..<0x300, 0x300..<0x370, 0x370..<0x530, 0x530..<0x700,
    0x900..<0xE80, 0x1100..<0x1200, 0x1E00..<0x2000, 0x2000..<0x2070, 0x2070..<0x3000,
    0x3000..<0x3200, 0xAC00..<0xAD00, 0xF900..<0xFE00, 0xFE00..<0x1_0000, 0x1_0300..<0x1_0450,
    0x1_F1E6..<0x1_F200,
  ]

  @Test(arguments: 1...4)
  func `every prefix of a key is marked by its definition, with scalars of all kinds`(
    seed: UInt64
  ) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<2_500 {
      // Few blocks at a time, so that scalars of one meet, and many letters between the others.
      let blocks = (0..<3).map { _ in Self.blocks.randomElement(using: &generator) ?? 0..<1 }
      var scalars = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0...9, using: &generator) {
        let block = blocks.randomElement(using: &generator) ?? 0..<1
        let value = UInt32.random(in: block, using: &generator)
        scalars.append(Bool.random(using: &generator) ? "a" : Unicode.Scalar(value) ?? " ")
      }
      let name = String(scalars)
      expectHighlights(in: name, ofPrefixes: 0...Folding.key(of: name).count)
    }
  }

  @Test func `every city: prefixes of its key are marked by their definition`() throws {
    var (count, plainCount) = (0, 0)
    for name in try CityNames.all() {
      count += 1
      // Most names begin with plain letters, which differ in nothing but their number.
      let isPlain = name.utf8.prefix(9).allSatisfy { 0x41...0x5A ~= $0 & 0xDF }
      plainCount += isPlain ? 1 : 0
      if isPlain, plainCount % 10 != 0 { continue }
      expectHighlights(in: name, ofPrefixes: 1...min(9, Folding.key(of: name).count))
    }
    #expect(count == 234_908)
  }

  /// Compares both computations of a highlight with the definition, for prefixes of a name's key.
  private func expectHighlights(in name: String, ofPrefixes lengths: ClosedRange<Int>) {
    let key = Folding.key(of: name)
    let ends = [0] + name.indices.dropFirst().map { $0.utf16Offset(in: name) } + [name.utf16.count]
    func partKey(_ end: Int) -> [UInt8] {
      Folding.key(of: String(name[..<String.Index(utf16Offset: end, in: name)]))
    }
    // A longer prefix needs no shorter part.
    var (end, part) = (0, partKey(0))
    for length in lengths {
      let query = FoldedQuery(copying: key.span.extracting(first: length))
      while length > 0, end < ends.count - 1, !part.starts(with: key.prefix(length)) {
        end += 1
        part = partKey(ends[end])
      }
      let expected = HighlightRange(location: 0, length: ends[end])
      if query.highlight(in: name) != expected {
        Issue.record("\(length) bytes of the key mark something else in \(name.debugDescription)")
      }
      if MatchedPrefix(query).highlight(in: name) != expected {
        Issue.record("\(length) known bytes mark something else in \(name.debugDescription)")
      }
    }
  }

  @Test(.againstHanging)
  func `long marks in disorder are marked in no noticeable time`() {
    let name = "क" + String(repeating: "\u{94D}\u{AD}\u{3099}", count: 1_700)
    let range = FoldedQuery("क\u{3099}").highlight(in: name)
    #expect(range == Self.highlight(of: FoldedQuery("क\u{3099}"), in: name))
    #expect(FoldedQuery(name).highlight(in: name)?.length == name.utf16.count)
  }

  @Test func `the borders taken for evident are those of the standard library`() {
    let blocks: [Range<UInt32>] = [0..<0x300, 0x1E00..<0x2000, 0x2010..<0x2028]
    for (index, previous) in (0..<UInt32(0x2100)).enumerated() {
      // Each scalar on the left with some on the right: all pairs would be millions.
      for next in stride(from: UInt32(index % 61), to: 0x2100, by: 61) {
        guard let left = Unicode.Scalar(previous), let right = Unicode.Scalar(next) else {
          continue
        }
        var text = String(Character(left))
        let border = text.utf8.count
        text.unicodeScalars.append(right)
        let isEvident =
          (previous < 0x600 || blocks.contains { $0 ~= previous })
          && blocks.contains { $0 ~= next } && right != "\n"
        if text.utf8.span.isEvidentGraphemeBoundary(border) != isEvident {
          Issue.record("\(text.debugDescription) has another border than described")
        }
        if isEvident, text.count != 2 { Issue.record("\(text.debugDescription) is one character") }
      }
    }
  }

  @Test func `accents join the letter before them, and not the character after`() {
    for accent in (UInt32(0x300)..<0x370).compactMap(Unicode.Scalar.init) {
      for rest in ["", " b", "b", "é", "ạ", "’a", "\u{200D}a", "\u{301}b", "か", "\u{FE0F}"] {
        expectHighlights(in: "Ba" + String(Character(accent)) + rest, ofPrefixes: 0...3)
      }
    }
  }
}

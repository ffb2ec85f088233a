import CitySearch
import Fixtures
import TestSupport
import Testing

@Suite("Folding of names")
struct FoldingTests {
  @Test func `the names of the answer key have its keys`() throws {
    let pairs = try AnswerFile.folding.pairs()
    #expect(pairs.count == 3_248)
    for (name, key) in pairs {
      #expect(folded(name) + "|" == key, "\(name)")
    }
  }

  @Test
  func `the tables name their version of Unicode`() { #expect(Folding.unicodeVersion == "15.0.0") }

  @Test(
    arguments: [
      // Rule 1: apostrophes and format characters leave no trace.
      ("'s-Hertogenbosch", "s hertogenbosch "), ("N’Djamena", "ndjamena "),
      ("L`Aquila", "laquila "), ("Al ʿAyn", "al ayn "), ("Sof\u{AD}ia", "sofia "),
      ("\u{200F}Haifa\u{200E}", "haifa "), ("a\u{200D}b", "ab "), ("Oʻahu", "oahu "),
      // Rule 2, and rule 1 once more: scalars that decompose into an apostrophe are deleted, too.
      ("ﬀﬁ", "fffi "), ("Ⅷ", "viii "), ("１２", "12 "), ("x²", "x2 "), ("ŉ", "n "),
      ("a\u{FF40}b", "ab "), ("a\u{2033}b", "ab "), ("½", "1 2 "), ("㎞", "km "),
      // Rule 3: accents go, marks that make another letter stay.
      ("São Tomé", "sao tome "), ("Lệ Bắc", "le bac "), ("Ḫ\u{331}", "h "),
      ("שָׁלוֹם", "שלום "), ("مُحَمَّد", "محمد "), ("が", "か\u{3099} "), ("ガ", "か\u{3099} "),
      ("क़", "क "), ("क\u{93C}", "क "), ("क्ष", "क्ष "), ("й", "и "), ("ё", "е "),
      // Rule 4.
      ("STRASSE", "strasse "), ("Straße", "strasse "), ("ẞ", "ss "), ("ΠΆΤΡΑΣ", "πατρασ "),
      ("Πάτρας", "πατρασ "), ("İzmir", "izmir "), ("Ꭰꭰ", "ᎠᎠ "), ("𐐀", "𐐨 "),
      // Rule 5.
      ("Ærø", "aero "), ("Œ", "oe "), ("Đà Nẵng", "da nang "), ("Ísafjörður", "isafjordur "),
      ("Ħal", "hal "), ("Iğdır", "igdir "), ("Łódź", "lodz "), ("Ŋ", "n "),
      ("Þórshöfn", "thorshofn "),
      ("Ŧ", "t "), ("Əli", "eli "), ("Ǝ", "e "), ("Ɓ", "b "), ("Ɗ", "d "), ("Ɖ", "d "),
      ("Ƙano", "kano "), ("Ɛ", "e "), ("Ɔ", "o "), ("Ɨ", "i "), ("Ʉ", "u "), ("Ƴ", "y "),
      // Rule 5, letters that keyboards exchange.
      ("القاهرة", "القاهره "), ("يونگ", "يونگ "), ("کابل", "كابل "), ("مصطفى", "مصطفي "),
      ("ہند", "هند "),
      ("ґанок", "ганок "), ("トーキョー", "ときょ "), ("ヵヶゖ", "かけけ "), ("２٣५", "235 "),
      // Rule 1, invisible characters and prolongations.
      ("❤\u{FE0F} paris", "paris "), ("葛\u{E0100}城", "葛城 "), ("lon\u{34F}don", "london "),
      ("بغـداد", "بغداد "), ("ﾄｰﾈ", "とね "),
      // Rule 6.
      ("Stoke-on-Trent", "stoke on trent "), ("  a \t b  ", "a b "), ("(a) / b.", "a b "),
      ("a—b", "a b "), ("a\u{A0}b", "a b "), ("a\0b", "a b "), ("a👍b", "a b "),
      ("a_b+c", "a b c "), ("\u{FDFA}", "صلي الله عليه وسلم "), ("a\u{378}b", "a b "),
      // Rule 7: a key always ends in exactly one space.
      ("York", "york "), ("York ", "york "), ("", " "), ("—", " "), ("'", " "),
      // Hangul: composed and conjoining letters are one.
      ("서울", "\u{1109}\u{1165}\u{110B}\u{116E}\u{11AF} "),
      ("\u{1109}\u{1165}", "\u{1109}\u{1165} "),
    ].named(by: { "\"\($0.0)\" to \"\($0.1)\"" }))
  func `each rule`(example: Named<(String, String)>) {
    let (name, key) = example.value
    #expect(Array(folded(name).unicodeScalars) == Array(key.unicodeScalars))
  }

  @Test(arguments: [
    ("क\u{94D}\u{3099}", "क\u{3099}\u{94D} "),
    // Deleted scalars that are marks, or were never there, do not separate marks.
    ("क\u{94D}\u{301}\u{3099}", "क\u{3099}\u{94D} "), ("क\u{94D}'\u{3099}", "क\u{3099}\u{94D} "),
    ("क\u{94D}\u{AD}\u{3099}", "क\u{3099}\u{94D} "),
    // A letter that decomposition makes an apostrophe of separates them before it goes.
    ("क\u{94D}\u{FF40}\u{3099}", "क\u{94D}\u{3099} "), ("क\u{94D}-\u{3099}", "क\u{94D} \u{3099} "),
    // Marks that decompose into marks join the run.
    ("\u{F73}\u{F73}", "\u{F71}\u{F71}\u{F72}\u{F72} "), ("\u{711}\u{FF9E}", "\u{3099}\u{711} "),
    ("か\u{3099}\u{16FF0}", "か\u{16FF0}\u{3099} "), ("が\u{16FF0}", "か\u{16FF0}\u{3099} "),
    // Marks of one class keep their order.
    ("か\u{309A}\u{3099}", "か\u{309A}\u{3099} "),
  ])
  func `marks are in canonical order`(name: String, key: String) {
    #expect(Array(folded(name).unicodeScalars) == Array(key.unicodeScalars))
  }

  @Test(arguments: [
    ([0x61, 0xFF, 0x62], "a b "), ([0x80], " "), ([0x61, 0xC3], "a "), ([0xE2, 0x82], " "),
    ([0xF0, 0x9F, 0x98, 0x61], "a "), ([0x61, 0xC1, 0xA1, 0x62], "a b "),
    ([0xE0, 0x81, 0xA1, 0x61], "a "), ([0xF0, 0x80, 0x81, 0xA1, 0x61], "a "),
    ([0x61, 0xED, 0xA0, 0x80, 0x62], "a b "), ([0x61, 0xF4, 0x90, 0x80, 0x80, 0x62], "a b "),
    ([0xC3, 0xC3, 0xA9], "e "),
  ])
  func `bytes that are not UTF-8 are separators`(bytes: [UInt8], key: String) {
    var keys: [UInt8] = []
    Folding.appendKey(of: bytes.span, to: &keys)
    #expect(String(decoding: keys, as: UTF8.self) == key)
  }

  @Test func `keys are appended after existing bytes`() {
    var keys: [UInt8] = Array("old".utf8)
    for name in ["क\u{94D}\u{3099}", "—", "É"] { Folding.appendKey(of: name.utf8.span, to: &keys) }
    #expect(String(decoding: keys, as: UTF8.self) == "oldक\u{3099}\u{94D}  e ")
  }

  @Test(.againstHanging)
  func `a megabyte of marks in disorder takes no noticeable time`() {
    // The third and fourth are deleted.
    let marks: [Unicode.Scalar] = ["\u{94D}", "\u{16FF0}", "\u{5B0}", "\u{301}", "\u{3099}"]
    let text = String(String.UnicodeScalarView((0..<350_000).map { marks[$0 % 5] }))
    #expect(text.utf8.count > 900_000)
    let key = Folding.key(of: text)
    #expect(key.count == 70_000 * 10 + 1)
    #expect(FoldedQuery(text).bytes == key.dropLast())
  }

  private func folded(_ name: String) -> String {
    String(decoding: Folding.key(of: name), as: UTF8.self)
  }
}

@Suite("Folding of queries")
struct FoldingQueryTests {
  @Test(arguments: [
    ("York", "york"), ("York ", "york "), ("York--", "york "), ("York -'", "york "),
    ("o'", "o"), ("O'Fallon", "ofallon"), ("  york", "york"), ("'-york", "york"),
    ("", ""), (" ", ""), ("—…", ""), ("'", ""), ("\u{200D}", ""), ("½", "1 2"), ("⑴", "1 "),
    ("Saint-É", "saint e"), ("saint-é ", "saint e "), ("é", "e"), ("東京 ", "東京 "),
    ("क\u{94D}\u{3099}", "क\u{3099}\u{94D}"), ("क\u{94D}\u{3099}-", "क\u{3099}\u{94D} "),
  ])
  func `a query ends in a space only if it ended in a separator`(text: String, folded: String) {
    let query = FoldedQuery(text)
    #expect(
      Array(String(decoding: query.bytes, as: UTF8.self).unicodeScalars)
        == Array(folded.unicodeScalars))
    #expect(query.count == folded.utf8.count)
    #expect(query.isEmpty == folded.isEmpty)
    #expect(query.endsInSeparator == folded.hasSuffix(" "))
    #expect(query.withBytes { span in span.indices.map { span[$0] } } == query.bytes)
  }

  @Test(arguments: 0...120)
  func `the bytes are the same whether they are stored inline or not`(length: Int) {
    for letters in ["ab-c", "é", "क\u{94D}\u{3099}", "a'—'b", "x "] {
      let text = String(repeating: letters, count: length)
      let query = FoldedQuery(text)
      // "x" keeps the last separator of the query from the end of the key.
      let key = Array(Folding.key(of: text + "x").dropLast(2))
      #expect(query.bytes == key)
      #expect(query.withBytes { span in span.indices.map { span[$0] } } == key)
      #expect(query.count == key.count)
      #expect(query == FoldedQuery(text))
      #expect(query.hashValue == FoldedQuery(text).hashValue)
      #expect(query != FoldedQuery(text + "y"))
    }
  }

  @Test func `queries with the same bytes are equal`() {
    #expect(FoldedQuery("SAINT É") == FoldedQuery("saint-e"))
    #expect(FoldedQuery("saint") != FoldedQuery("saint "))
    #expect(FoldedQuery() == FoldedQuery("—"))
    #expect(FoldedQuery("saint") != FoldedQuery("sainz"))
    #expect(Set([FoldedQuery("É"), FoldedQuery("e"), FoldedQuery("f")]).count == 2)
  }

  @Test func `access to the bytes rethrows the error of the closure`() {
    struct Failure: Error {}
    #expect(throws: Failure.self) {
      try FoldedQuery("a").withBytes { _ throws(Failure) in throw Failure() }
    }
  }
}

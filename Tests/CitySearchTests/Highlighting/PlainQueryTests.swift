import TestSupport
import Testing

@testable import CitySearch

/// The quick way to mark a name gives what the general way gives, or nothing.
@Suite struct PlainQueryTests {
  /// The first sixteen bytes of a name, and of what lies behind it in a table.
  private static func start(_ name: String, before next: String) -> PlainQuery.Bytes {
    let bytes = Array(name.utf8) + Array(next.utf8) + Array(repeating: 0, count: 16)
    func word(_ start: Int) -> UInt64 {
      (0..<8).reduce(0) { $0 | UInt64(bytes[start + $1]) << UInt64($1 * 8) }
    }
    return (word(0), word(8))
  }

  /// Compares both ways; gives whether the quick way knew.
  @discardableResult
  private static func agree(_ text: String, on name: String, before next: String = "") -> Bool {
    let query = FoldedQuery(text)
    guard let general = query.highlight(in: name), let plain = PlainQuery(query),
      let quick = plain.highlight(in: name, beginningWith: start(name, before: next))
    else { return false }
    #expect(quick == general, "\(text) in \(name.debugDescription) before \(next)")
    return true
  }

  @Test func `every prefix of every name of the sample is marked as the general way does it`()
    throws
  {
    let names = Array(try SampleCities.gazetteer()).map(\.name)
    var quickCount = 0
    for (name, next) in zip(names, names.dropFirst() + [""]) {
      for length in 1...16 where length <= name.count {
        let prefix = String(name.prefix(length))
        for query in [prefix, prefix.uppercased(), prefix + " "] {
          if Self.agree(query, on: name, before: next) { quickCount += 1 }
        }
      }
    }
    #expect(quickCount > 4_000)
  }

  @Test(arguments: [
    "a\0b", "\0ab", "a\u{1}b", "a\u{7F}b", "a\tb", "a'b", "'ab", "a’b", "a\u{301}b", "ab\u{301}",
    "ab\u{327}\u{301}", "a\r\nb", "ab\r\n", "\r\nab", "a\nb", "a1", "1a", "a  b", "a-b", "a b",
    "ab\u{200D}c", "ab\u{FE0F}", "ab\u{AD}c", "a", "ab", "", "AB", "[ab", "`ab", "{ab", "@ab",
    "a\u{C9}", "a\u{212A}", "ab\u{1F1EB}", "abcdefg", "abcdefgh", "abcdefghi", "abcdefg\u{301}",
    "abcdefgh\u{301}", "abcdefghijklmno", "ABCDEFGHIJKLMNOP", "abcdefghijklmno\u{301}",
    "abcdefghijklmn\u{301}", "ABCDEFG h",
    "a\u{20DD}", "a b c d", "a\u{A0}b", "\u{FEFF}ab", "a.b", "b", "Ab B", "ab \u{301}c",
  ])
  func `nasty names are marked as the general way does it`(name: String) {
    var queries: Set<String> = [
      "a", "ab", "a b", "abc", "b", "a ", "ab ", "abcdefg", "abcdefgh", "abcdefghi",
      "abcdefghijklmno", "abcdefghijklmnop", "a b c d", "a b c",
      "aé",
    ]
    for end in name.unicodeScalars.indices {
      queries.insert(String(name.unicodeScalars[...end]))
    }
    for query in queries {
      for next in ["", "a", "bc", "\u{301}", "\u{0}", "É", "\u{200D}", "\n"] {
        Self.agree(query, on: name, before: next)
      }
    }
  }

  @Test func `a name that is shorter than the query is not marked beyond its end`() throws {
    let plain = try #require(PlainQuery(FoldedQuery("san")))
    let start = Self.start("sa", before: "ntiago")
    #expect(plain.highlight(in: "sa", beginningWith: start) == nil)
    #expect(plain.highlight(in: "", beginningWith: start) == nil)
    #expect(
      plain.highlight(in: "San", beginningWith: Self.start("San", before: "a"))
        == HighlightRange(location: 0, length: 3))
  }

  @Test func `a first letter that differs is not taken back by one behind the eighth`() throws {
    let (name, query) = ("`aaaaaaaaa", "aaaaaaaaa")
    let plain = try #require(PlainQuery(FoldedQuery(query)))
    #expect(plain.highlight(in: name, beginningWith: Self.start(name, before: "")) == nil)
    let cities = CityIndex(
      try Gazetteer([
        City(
          id: 1, name: name, countryCode: "",
          coordinate: Coordinate(latitude: 0, longitude: 0))
      ]))
    let matches = cities.search(for: query)
    #expect(matches.map(\.highlight.length) == [10])
    #expect(matches[0].highlight.length == 10)
  }

  /// Few letters, so that a shifted name agrees with the query in most of its bytes.
  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `shifted names are marked as the general way does it`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    func letters(_ count: Int) -> String {
      String((0..<count).map { _ in "aaaac o".randomElement(using: &generator) ?? "a" })
    }
    for _ in 0..<2_000 {
      let query = letters(Int.random(in: 9...15, using: &generator))
      var name = query + letters(Int.random(in: 0...3, using: &generator))
      for _ in 0..<Int.random(in: 0...2, using: &generator) {
        let place = name.index(
          name.startIndex, offsetBy: Int.random(in: 0...min(3, name.count), using: &generator))
        let inserted = ["`", "'", "´", "A", "-", "\u{301}"].randomElement(using: &generator) ?? "`"
        name.insert(contentsOf: inserted, at: place)
      }
      Self.agree(query, on: name)
    }
  }

  @Test(arguments: [
    "", " ", "a ", "é1", "1", "ß x 12", "abcdefghijklmnop", "ж", "a1", "abcdefgh1",
    "abcdefghijklmn1", "a{", "a[", "a@", "abcdefgh{", "\u{301}",
  ])
  func `other queries than a few letters and spaces are not plain`(text: String) {
    #expect(PlainQuery(FoldedQuery(text)) == nil)
  }

  @Test(arguments: [
    "a", "z", "A", "é", "abcdefg", "abcdefgh", "abcdefghi", "abcdefghijklmno", "a b c d", "a\0b",
    "ß", "a-b",
  ])
  func `a few letters and spaces are plain`(text: String) {
    #expect(PlainQuery(FoldedQuery(text)) != nil)
  }
}

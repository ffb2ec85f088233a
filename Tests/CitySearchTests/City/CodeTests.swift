import Foundation
import TestSupport
import Testing

@testable import CitySearch

@Suite("Ids of cities") struct CityIDTests {
  /// Ids that a 32-bit `Int` holds, ids that only a gazetteer file holds, and ids of other sources.
  private static let ids: [City.ID] = [
    -9_223_372_036_854_775_808, -1, 0, 2_867_714, 2_147_483_648, 4_294_967_295, 4_294_967_296,
    9_223_372_036_854_775_807,
  ]

  @Test(arguments: ids)
  func `an id is coded as its number, and written as its digits`(id: City.ID) throws {
    let data = try JSONEncoder().encode([id])
    #expect(String(decoding: data, as: UTF8.self) == "[\(id.rawValue)]")
    #expect(try JSONDecoder().decode([City.ID].self, from: data) == [id])
    #expect(City.ID("\(id)") == id)
    #expect(City.ID(exactly: id.rawValue) == id && City.ID(id.rawValue) == id)
  }

  @Test func `ids are ordered as their numbers`() {
    #expect(Self.ids.shuffled().sorted() == Self.ids)
    #expect(Set(Self.ids).count == Self.ids.count)
  }

  @Test func `what is no number of 64 bits is no id`() {
    for text in ["", " 1", "1.0", "one", "9223372036854775808"] { #expect(City.ID(text) == nil) }
    #expect(City.ID(exactly: UInt64.max) == nil)
  }
}

@Suite("Codes of regions") struct RegionCodeTests {
  @Test(arguments: [
    ("", ""), ("DE", "DE"), ("de", "DE"), ("DEU", "DE"), ("usa", "US"), ("XK", "XK"), ("xkx", "XK"),
  ])
  func `a country has two letters or three, capitals or not`(text: String, code: String) {
    #expect(CountryCode(text)?.description == code)
  }

  @Test(
    arguments: ["D", "XYZ", "Germany", "DE ", "D1", "日本", "é", "\u{17F}A", "D\0", "\0"]
      .named(by: \.self))
  func `any other text is not the code of a country`(example: Named<String>) {
    #expect(CountryCode(example.value) == nil)
  }

  @Test(arguments: [
    ("us", "US"), ("USA.IL", "US.IL"), ("us.IL.167", "US.IL.167"), ("FR.44.a.b", "FR.44.a.b"),
    ("US..167", "US..167"),
    ("it-mi", "IT-MI"), ("ITA-MI", "IT-MI"), ("us.", "US"), ("", nil), ("U.IL", nil), ("US-", nil),
    ("US.IL.", nil), ("XYZ.1", nil), (".IL", nil), ("US.123456789", nil),
  ])
  func `divisions have such countries`(text: String, codes: String?) {
    #expect(Gazetteer.Division(text)?.description == codes)
  }

  @Test(arguments: [("11205389", "11205389"), ("112053891", nil)])
  func `the code of a division has up to eight bytes`(text: String, code: String?) {
    #expect(DivisionCode(text)?.description == code)
    #expect(CountryCode.maximumLength == 4 && DivisionCode.maximumLength == 8)
  }

  @Test func `codes are ordered as their bytes are`() throws {
    let texts = ["", "00", "01", "1", "10", "A", "AA", "AAA", "AB", "B", "Z", "a", "é", "日"]
    let codes = try texts.map { try #require(DivisionCode($0)) }
    #expect(codes == codes.sorted(by: <))
    #expect(codes.shuffled().sorted(by: <) == codes)
    let bytes = texts.map { Array($0.utf8) }
    #expect(bytes.sorted { $0.lexicographicallyPrecedes($1) } == bytes)
  }

  @Test func `a message says why a text is no code`() {
    #expect(
      DivisionCode.rejectionReason(of: "Lower Saxony")
        == #"must have at most 8 bytes and no NUL, got "Lower Saxony"."#.dropLast())
  }

  @Test func `bytes that are not UTF-8 print as replacement characters`() {
    #expect(CountryCode(rawValue: 0xFF41_0000).description == "\u{FFFD}\u{FFFD}")
  }

  @Test func `a program cannot write a code that is too long`() async {
    await #expect(processExitsWith: .failure) { _ = ("Germany" as CountryCode) }
  }
}

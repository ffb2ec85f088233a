import Foundation
import TestSupport
import Testing

@testable import CitySearch

@Suite("Codes of regions") struct RegionCodeTests {
  @Test(arguments: ["", "D", "DE", "DEU", "é", "日", "🏴"])
  func `a code of up to four bytes is a country's, and prints as it was written`(text: String) {
    #expect(CountryCode(text)?.description == text)
    #expect(DivisionCode(text)?.description == text)
  }

  @Test(arguments: ["Spain", "日本", "D\0", "\0"].named(by: \.self))
  func `a text that is longer or has a NUL is not the code of a country`(example: Named<String>) {
    let text = example.value
    #expect(CountryCode(text) == nil)
  }

  @Test(arguments: [("11205389", "11205389"), ("112053891", nil)])
  func `a division's code has up to eight bytes`(text: String, code: String?) {
    #expect(DivisionCode(text)?.description == code)
    #expect(CountryCode.maximumLength == 4 && DivisionCode.maximumLength == 8)
  }

  @Test func `codes are ordered as their bytes are`() throws {
    let texts = ["", "00", "01", "1", "10", "A", "AA", "AAA", "AB", "B", "Z", "a", "é", "日"]
    let codes = try texts.map { try #require(DivisionCode($0)) }
    #expect(codes == codes.sorted())
    #expect(codes.shuffled().sorted() == codes)
    let bytes = texts.map { Array($0.utf8) }
    #expect(bytes.sorted { $0.lexicographicallyPrecedes($1) } == bytes)
  }

  @Test func `a code is encoded as its text`() throws {
    let codes: [CountryCode] = ["DE", .none, "GB"]
    let data = try JSONEncoder().encode(codes)
    #expect(String(decoding: data, as: UTF8.self) == #"["DE","","GB"]"#)
    #expect(try JSONDecoder().decode([CountryCode].self, from: data) == codes)
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([CountryCode].self, from: Data(#"["Germany"]"#.utf8))
    }
    guard case .dataCorrupted(let context) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(
      context.debugDescription
        == #"A CountryCode must have at most 4 bytes and no NUL, got "Germany"."#)
  }

  @Test func `bytes that are not UTF-8 print as replacement characters`() {
    #expect(CountryCode(rawValue: 0xFF41_0000).description == "\u{FFFD}\u{FFFD}")
  }

  @Test func `a program cannot write a code that is too long`() async {
    await #expect(processExitsWith: .failure) { _ = ("Germany" as CountryCode) }
  }
}

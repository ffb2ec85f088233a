import Fixtures
import Foundation
import GeoNamesCities
import Testing

@testable import CitySearch

/// The tables by which addresses are read.
@Suite("Words and codes in addresses") struct PlaceWordTests {
  @Test func `a word is found in its line, and the last line wins`() {
    let table = WordTable("DE AT: weg  platz\n\nFR: rue, weg", separator: UInt8(ascii: ","))
    func line(_ word: String) -> Int? { table.line(of: Array(word.utf8)[...]) }
    #expect(line("weg  platz") == 0 && line("rue") == 2 && line("weg") == 2)
    #expect(line("platz") == nil && line("") == nil)
    #expect(table.countries(ofLine: 0).contains("AT") && !table.countries(ofLine: 0).contains("TA"))
    #expect(table.countries(ofLine: 0).first == "DE" && table.countries(ofLine: 1).isEmpty)
    #expect(WordTable("").line(of: [0x61]) == nil)
    let many = WordTable((0..<5_000).map { "w\($0)" }.joined(separator: " "))
    #expect((0..<5_000).allSatisfy { many.contains(Array("w\($0)".utf8)[...]) })
    #expect(!many.contains(Array("w5000".utf8)[...]) && many.all.count == 5_000)
  }

  @Test(
    arguments: [
      ("rue", PlaceWord.streetBefore), ("street", .streetAfter), ("kerkstraat", .streetName),
      ("gare", .thing), ("apt", .house), ("ville", .town), ("市", []), ("อำเภอ", .town),
      ("οδός", .streetBefore), ("خیابان", .streetBefore), ("cedex", .postalCode),
      ("du", .connective), ("le", .article), ("general", .title),
      ("saint", .saint), ("victor", .givenName), ("bis", .numberAddition), ("lo", .articleBehind),
      ("calle", [.streetBefore, .numberedKind]), ("grande", [.thing, .adjective]),
      ("de", [.town, .connective, .articleBehind]), ("paris", []), ("", []),
    ] as [(String, PlaceWord)])
  func `a word has all its meanings`(word: String, meaning: PlaceWord) {
    #expect(PlaceWord(FoldedQuery(word).bytes[...]) == meaning)
  }

  @Test func `a word is listed as it folds, with one kind and one meaning in streets at most`() {
    for (word, _) in PlaceWord.words.all {
      let (text, meaning) = (String(decoding: word, as: UTF8.self), PlaceWord(word))
      #expect(FoldedQuery(text).bytes == Array(word), "\(text)")
      #expect(meaning.intersection(.kind).rawValue.nonzeroBitCount <= 1, "\(text)")
      #expect(meaning.intersection(.inStreet).rawValue.nonzeroBitCount <= 1, "\(text)")
      #expect(!meaning.isEmpty, "\(text)")
    }
    #expect(PlaceWord.words.all.count > 700)
  }

  @Test func `a kind of streets says where its language is spoken`() {
    #expect(StreetLanguages.countries(of: Array("hoofdstraat".utf8)[...]).first == "NL")
    #expect(StreetLanguages.countries(of: Array("paris".utf8)[...]).isEmpty)
  }

  @Test(arguments: ["FR", "ES", "DE", "IT", "US"] as [CountryCode])
  func `each division has postal codes`(country: CountryCode) throws {
    let gazetteer = try Gazetteer.geoNames()
    let divisions = Set(
      gazetteer.lazy.filter { $0.countryCode == country && !$0.divisionCode.isEmpty }
        .map { $0.divisionCode })
    let digits = (0..<100).map { Array(($0 < 10 ? "0\($0)" : "\($0)").utf8)[...] }
    for division in divisions where division != "00" {
      #expect(digits.contains { PostalArea.contains($0, division, of: country) }, "\(division)")
    }
    #expect(divisions.count > 12 && PostalArea.isKnown(country))
    #expect(!PostalArea.contains(digits[75], "XX", of: country))
  }

  /// GeoNames has a regular expression for the postal codes of each country.
  @Test func `postal codes of the forms in countryInfo are read`() throws {
    let gazetteer = try Gazetteer.geoNames()
    var count = 0
    for line in try String(contentsOf: Fixtures.countryInfo, encoding: .utf8).split(separator: "\n")
    where !line.hasPrefix("#") {
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard let country = CountryCode(String(columns[0])) else { continue }
      // Those that are a number of digits; others have letters, or are numbers of a few digits only.
      guard
        let match = columns[14].firstMatch(of: #/^\^\(?(?:\(\?:[A-Z]+\)\*\()?\\d\{(\d)\}\)+\$$/#),
        let digits = Int(match.1), digits > 2
      else { continue }
      let address = AddressLine(
        AddressFields(line: "Xyzzy \("1234567890".prefix(digits))"), in: gazetteer)
      let codes = PostalCode.all(in: address)
      #expect(codes.contains { $0.countries.contains(country) }, "\(country): \(columns[14])")
      count += 1
    }
    #expect(count > 100)
  }
}

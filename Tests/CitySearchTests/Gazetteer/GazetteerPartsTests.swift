import Fixtures
import Foundation
import PrefixSearch
import TestSupport
import Testing

@testable import CitySearch
@testable import GazetteerBuilding

/// Gazetteers made of others, and of cities with other names.
@Suite("Parts and unions of gazetteers") struct GazetteerPartsTests {
  /// All names of each city, by its id.
  private static func names(of gazetteer: Gazetteer) -> [City.ID: Set<String>] {
    let table = gazetteer.table.nameTable
    var names: [City.ID: Set<String>] = [:]
    for completion in table.tree.completions(of: []) {
      for row in completion.rows {
        let entry = table[NameID(row)]
        let beginning = KnownPrefix(query: FoldedQuery(""), position: nil)
        let text = table.texts(of: NameID(row), beginningWith: beginning).joined(separator: "|")
        let key = String(decoding: completion.key, as: UTF8.self)
        names[gazetteer.id(atRow: entry.city), default: []].insert("\(entry.kind) \(key)\(text)")
      }
    }
    return names
  }

  @Test func `all cities of a gazetteer make the same gazetteer`() throws {
    let sample = try SampleCities.gazetteer()
    let copy = try sample.filtered { _ in true }
    try copy.verify()
    var (bytes, expected) = (copy.fileBytes(), sample.fileBytes())
    // But for the source of the cities, and the checksum over it.
    for place in 36..<72 { (bytes[place], expected[place]) = (0, 0) }
    #expect(bytes.firstDifference(from: expected) == nil)
  }

  @Test func `a part keeps names, time zones, and names of places`() throws {
    let sample = try SampleCities.gazetteer()
    let part = try sample.filtered { $0.countryCode == "GB" || $0.id.rawValue % 3 == 0 }
    try part.verify()
    #expect(part.count > 100 && part.count < sample.count)
    let names = Self.names(of: sample)
    #expect(Self.names(of: part) == names.filter { part.row(ofID: $0.key) != nil })
    for city in part {
      #expect(part.timeZone(ofCityWithID: city.id) == sample.timeZone(ofCityWithID: city.id))
      #expect(part.countryName(of: city) == sample.countryName(of: city))
      #expect(part.divisionName(of: city) == sample.divisionName(of: city))
      #expect(sample.city(withID: city.id) == city)
    }
    let london = CityIndex(part).search(for: "londres, großbritannien", limit: 1).first
    #expect(london?.city.id == 2_643_743)
    #expect(try sample.filtered { _ in false }.isEmpty)
  }

  @Test func `parts that are merged make the whole`() throws {
    let sample = try SampleCities.gazetteer()
    let parts = try (0..<3).map { part in try sample.filtered { $0.id.rawValue % 3 == part } }
    let merged = try Gazetteer(merging: parts)
    try merged.verify()
    #expect(merged.elementsEqual(sample))
    #expect(Self.names(of: merged) == Self.names(of: sample))
    #expect(
      merged.table.regions.completions.map(\.key) == sample.table.regions.completions.map(\.key))
    #expect(try Gazetteer(merging: []).isEmpty)
  }

  @Test func `of cities with the same id the last one counts`() throws {
    let sample = try SampleCities.gazetteer()
    var london = try #require(sample.city(withID: 2_643_743))
    london.name = "Londinium"
    let merged = try Gazetteer(merging: [sample, try Gazetteer([london])])
    #expect(merged.count == sample.count)
    #expect(merged.city(withID: london.id) == london)
    #expect(merged.cities(named: "Londres").isEmpty)
    #expect(merged.countryName(of: london) == "United Kingdom")
    let other = try Gazetteer(merging: [try Gazetteer([london]), sample])
    #expect(other.elementsEqual(sample) && other.cities(named: "Londres") != [])
  }

  @Test func `a place with a large id and an exact coordinate takes few bytes`() throws {
    let sample = try SampleCities.gazetteer()
    func size(_ id: City.ID, _ latitude: Double) throws -> Int {
      let place = City(
        id: id, name: "Head Office", countryCode: "NO",
        coordinate: Coordinate(latitude: latitude, longitude: 5.32))
      let merged = try Gazetteer(merging: [sample, Gazetteer([place])])
      try merged.verify()
      #expect(merged.city(withID: id) == place)
      #expect(NearestCities(merged).nearest(to: place.coordinate)?.city == place)
      #expect(CityIndex(merged).search(for: "head off").first?.city == place)
      return merged.byteCount
    }
    let plain = try size(16_000_001, 60.39)
    #expect(try size(4_000_000_001, 60.3912345) <= plain + 32)
  }

  @Test func `cities of the caller have the names of the caller`() throws {
    let city = GazetteerTests.city(7, "Headquarters", "NO", population: 12)
    let names = [
      "HQ", "the mothership", "Moder, Skip", "Hauptquartier Süd", "7", "www.example.org", "本社",
      "HQX", "a",
    ]
    let ours = try Gazetteer([
      Gazetteer.Entry(city, otherNames: names, timeZone: "Europe/Oslo"),
      Gazetteer.Entry(GazetteerTests.city(8, "Annex")),
    ])
    try ours.verify()
    let cities = CityIndex(try Gazetteer(merging: [try SampleCities.gazetteer(), ours]))
    for name in names {
      #expect(cities.gazetteer.cities(named: name).map(\.id).contains(7), "\(name)")
      #expect(cities.gazetteer.cities(named: name, kinds: [.own]).isEmpty)
    }
    #expect(cities.search(for: "the moth").first?.matchedName.text == "the mothership")
    #expect(cities.search(for: "moder, skip").first?.matchedName.text == "Moder, Skip")
    #expect(cities.gazetteer.timeZone(ofCityWithID: 7) == "Europe/Oslo")
    #expect(cities.gazetteer.timeZone(ofCityWithID: 8) == nil)
    #expect(cities.gazetteer.countryName(of: city) == "Norway")
  }
}

/// The same rules for every city, wherever it comes from.
@Suite("Rules for cities") struct CityRulesTests {
  static let names: [(name: String, reason: String)] = [
    ("", "empty"), (" ", "must not be blank"), ("\u{A0}\u{3000}", "must not be blank"),
    ("\u{200B}\u{FEFF}", "must not be blank"),
    ("a\0b", "must have no control characters, got U+0000"),
    ("\u{1B}[31mRed", "must have no control characters, got U+001B"),
    ("a\u{7F}", "must have no control characters, got U+007F"),
    ("a\u{9B}b", "must have no control characters, got U+009B"),
  ]

  /// The reason of an error, without its place.
  private static func reason(_ load: () throws -> Gazetteer) -> String? {
    let error = #expect(throws: GazetteerError.self) { _ = try load() }
    return if case .malformed(let record) = error { record.reason } else { error?.description }
  }

  @Test(arguments: names.named(by: \.0))
  func `an invalid name is refused in every source`(example: Named<(name: String, reason: String)>)
    throws
  {
    let (name, reason) = example.value
    let line = GeoNamesLine().with(2, name).data
    let escaped = name.unicodeScalars.map { scalar in
      let digits = String(scalar.value, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
    let json = JSONLoadingTests.element(name: "\"\(escaped.joined())\"")
    let city = GazetteerTests.city(1, name)
    #expect(Self.reason { try Gazetteer([city]) } == reason)
    for content in [line, .init("[\(json)]".utf8)] {
      #expect(
        Self.reason { try GazetteerLoader().load(.data(content, name: "x")).gazetteer } == reason)
    }
    let other = Self.reason {
      try Gazetteer([Gazetteer.Entry(GazetteerTests.city(1, "x"), otherNames: ["y", name])])
    }
    #expect(other?.hasSuffix(reason) == true)
    var loader = GazetteerLoader()
    loader.countryInfo = .data(
      .init("NO\tNOR\t1\tNO\t\(name)\(String(repeating: "\t", count: 14))".utf8), name: "c")
    #expect(
      Self.reason { try loader.load(.data(GeoNamesLine().data, name: "x")).gazetteer } == reason)
  }

  @Test(arguments: ["N", "no", "NOR", "Ñ", "N0", "N\u{7}"])
  func `the code of a country has two capital letters`(code: String) throws {
    let line = GeoNamesLine().with(9, code).data
    #expect(
      Self.reason { try GazetteerLoader().load(.data(line, name: "x")).gazetteer }
        == "must be two capital letters, got \(code.debugDescription)")
    // In tables and JSON of people's own places, any code of a country will do.
    let escaped = code.replacing("\u{7}", with: "\\u0007")
    let json = Data("[\(JSONLoadingTests.element(country: "\"\(escaped)\""))]".utf8)
    let load = { try GazetteerLoader().load(.data(json, name: "x")).gazetteer }
    if CountryCode(code) == "NO" {
      #expect(try load().first?.countryCode == "NO")
    } else {
      #expect(
        Self.reason(load)
          == "must be a code of two or three letters, or a name, got \(code.debugDescription)")
    }
  }

  @Test func `other names that cannot be found are refused`() {
    for (name, reason) in [
      ("—", "must have a letter or a digit"),
      (String(repeating: "a", count: 401), "must have at most 400 bytes, got 401"),
    ] {
      let found = Self.reason {
        try Gazetteer([Gazetteer.Entry(GazetteerTests.city(1, "x"), otherNames: [name])])
      }
      #expect(found?.hasSuffix(reason) == true)
    }
  }
}

import TestSupport
import Testing

@testable import CitySearch
@testable import GazetteerBuilding

/// Cities whose names sound like a text.
@Suite("Names that sound alike") struct SoundSearchTests {
  static func city(
    _ id: City.ID, _ name: String, _ countryCode: CountryCode = "IN", population: Int = 100_000,
    admin1Code: DivisionCode = "01"
  ) -> City {
    GazetteerTests.city(
      id, name, countryCode, population: population, admin1Code: admin1Code)
  }

  static let cities = [
    city(1, "Pune", population: 3_124_458), city(2, "Poona", population: 40_000),
    city(3, "Boone", "US", population: 19_000), city(4, "Narayanganj", "BD", population: 223_622),
    city(5, "Lahore", "PK", population: 6_310_888), city(6, "Lahr", "DE", population: 43_000),
    city(7, "Fes", "MA", population: 964_891), city(8, "Addis Ababa", "ET", population: 2_757_729),
    city(9, "Phnom Penh", "KH", population: 1_573_544), city(10, "Bangkok", "TH"),
    city(11, "Krung Thep", "TH", population: 5_104_476), city(12, "New Delhi", population: 317_797),
    city(13, "Delhi", population: 10_927_986), city(14, "Dili", "TL", population: 150_000),
    city(15, "London", "GB", population: 8_961_989), city(16, "Oia", "GR"), city(17, "—"),
    city(18, "Delhi", "US", population: 10_000), city(19, "Delhi", "US", population: 10_000),
    city(20, "Москва", "RU", population: 10_381_222),
  ]

  private static let gazetteer = Result { try Gazetteer(cities) }

  private static func names(_ text: String) throws -> [String] {
    let gazetteer = try gazetteer.get()
    return gazetteer.table.citiesSoundingLike(text).map { gazetteer[$0.city].name }
  }

  @Test(arguments: [
    ("पुणे", "Pune"), ("لاہور", "Lahore"), ("فاس", "Fes"),
    ("አዲስ አበባ", "Addis Ababa"), ("ភ្នំពេញ", "Phnom Penh"), ("กรุงเทพ", "Krung Thep"),
    ("दिल्ली", "Delhi"), ("ロンドン", "London"), ("Лондон", "London"),
    ("Адис-Абеба", "Addis Ababa"), ("Narajangandsch", "Narayanganj"), ("Pnompen", "Phnom Penh"),
    ("Лондон, Англия", "London"),
  ])
  func `a name in other letters or by ear finds the city first`(text: String, name: String) throws {
    #expect(try Self.names(text).first == name)
  }

  @Test(arguments: [("greater london", "London"), ("phnom penh city", "Phnom Penh")])
  func `words beside the name may be left out`(text: String, name: String) throws {
    #expect(try Self.names(text).first == name)
  }

  @Test(arguments: [
    "xqzvw", "asdfgh", "", " ", "a", "Oia", "—", "東京", "12345", "😀", "wollongong", "भारत",
    String(repeating: "pune", count: 11),
  ])
  func `nothing is found for nonsense, for other names, and without consonants`(
    text: String
  ) throws {
    #expect(try Self.names(text) == [])
  }

  @Test func `the best score is first, then the largest city, then canonical order`() throws {
    let gazetteer = try Self.gazetteer.get()
    let found = gazetteer.table.citiesSoundingLike("дели")
    #expect(found.map { gazetteer[$0.city].id } == [13, 18, 19, 14])
    #expect(found.allSatisfy { $0.score >= 0 })
    for (one, next) in zip(found, found.dropFirst()) { #expect(one.score >= next.score) }
  }

  @Test func `a small town must be more similar than a city`() throws {
    func scores(population: Int) throws -> [Int] {
      let gazetteer = try Gazetteer([Self.city(1, "Poona", population: population)])
      return gazetteer.table.citiesSoundingLike("পুন").map(\.score)
    }
    // The last vowel differs by 3 of 28.
    #expect(try scores(population: 3_000_000).count == 1)
    #expect(try scores(population: 0).isEmpty)
    let (small, large) = (try scores(population: 100_000), try scores(population: 999_900))
    #expect(zip(small, large).allSatisfy { $1 - $0 == 20 })
  }

  @Test func `every city is found by its own name`() throws {
    let gazetteer = try Gazetteer.sample(of: 300)
    for row in gazetteer.indices {
      let name = gazetteer[row].name
      guard let spoken = SpokenText(name.utf8.span), spoken.script == 0 else { continue }
      let sounds = spoken.sounds(of: 0..<spoken.words.count)
      let found = gazetteer.table.citiesSoundingLike(name).first { $0.city == row }
      let weight = NameScore.cityWeight(population: gazetteer.population(atRow: row))
      if !sounds.isTruncated, !SoundSkeleton(sounds).isVoid, !name.contains(",") {
        #expect(found?.score == weight, "\(name)")
      }
    }
  }

  @Test func `a city is found once, by its most similar part`() throws {
    let gazetteer = try Gazetteer([Self.city(1, "Narayanganj", population: 9_000_000)])
    let found = gazetteer.table.citiesSoundingLike("narayanganj narayanganj")
    #expect(found.count == 1)
    #expect(found.first?.score == NameScore.cityWeight(population: 9_000_000) - 80)
  }

  @Test func `all of the name is highlighted`() throws {
    let gazetteer = try Gazetteer([Self.city(1, "Örebro 𝕏", population: 9_000_000)])
    let match = try #require(CityIndex(gazetteer).search(for: "оребро").first)
    #expect(match.grade == .phonetic && match.name.isOwn && match.edits == 0)
    #expect(match.highlight == HighlightRange(validatingLocation: 0, length: 9))
  }

  @Test func `an empty gazetteer finds nothing`() throws {
    #expect(try Gazetteer([City]()).table.citiesSoundingLike("पुणे").isEmpty)
  }

  /// The parts of texts that nobody types.
  private static let pieces: [[String]] = [
    ["na", "ra", "sa", "ta", " "], ["\u{301}", "\u{300}", "e"], ["😀", "🏴‍☠️", "a"],
    ["क", "्", "़", "ा", "ि", "र", "न"], ["เ", "แ", "ก", "์", "ๆ"], ["ゃ", "っ", "ー", "か"],
    ["Ж", "ل", "か", "ក", "a", "ⵣ"], ["\u{200D}", "\u{FE0F}", ",", "、", "n"],
    ["\u{FDFA}", "ﷺ", "ß"],
    ["n", "g", "Ng", "N"],
  ]

  @Test(arguments: 0..<10)
  func `any text gives a list in order, of each city once`(number: Int) throws {
    let gazetteer = try Gazetteer.sample(of: 300)
    var generator = SeededGenerator(seed: UInt64(number))
    for length in [1, 2, 3, 5, 8, 13, 30, 63, 64, 100, 1_000, 10_000] {
      for _ in 0..<10 {
        let text = (0..<length)
          .map { _ in Self.pieces[number].randomElement(using: &generator) ?? "" }.joined()
        let found = gazetteer.table.citiesSoundingLike(text)
        #expect(Set(found.map(\.city)).count == found.count)
        #expect(found.allSatisfy { $0.score >= 0 && $0.city.rawValue < gazetteer.count })
        if text.utf8.count > SpokenText.maximumByteCount { #expect(found.isEmpty) }
      }
    }
  }
}

import CitySearch
import Fixtures
import GazetteerBuilding
import PrefixBenchmark
import PrefixMeasuring
import Testing

/// What is read of matches before a measure calls them answered.
@Suite("Reading matches") struct ReadingTests {
  private static let city = City(
    id: 1, name: "Aarau", countryCode: "CH", divisionCode: "AG",
    coordinate: Coordinate(latitude: 47.39, longitude: 8.04), population: 21_000)

  private static func match(
    _ city: City = city, name: String? = nil, kind: NameKind = .own, isOwn: Bool = true,
    highlight: (Int, Int) = (0, 2), edits: Int = 0, regions: [MatchedRegion] = []
  ) -> CityMatch {
    let highlight = HighlightRange(location: highlight.0, length: highlight.1)
    let name = MatchedName(
      name ?? city.name, kind: kind, isOwn: isOwn, highlight: highlight, edits: edits)
    return CityMatch(city: city, matchedName: name, regions: regions)
  }

  private static func changed(_ change: (inout City) -> Void) -> CityMatch {
    var city = city
    change(&city)
    return match(city)
  }

  /// Matches each of which differs from all others in one field.
  private static let variants: [CityMatch] = [
    match(), changed { $0.id = 2 }, changed { $0.name = "Aarav" }, changed { $0.name = "Aara" },
    changed { $0.countryCode = "CI" }, changed { $0.divisionCode = "AH" },
    changed { $0.population = 21_001 },
    changed { $0.coordinate = Coordinate(latitude: 47.4, longitude: 8.04) },
    changed { $0.coordinate = Coordinate(latitude: 47.39, longitude: 8.05) },
    match(name: "Aaraw"), match(kind: .alternate), match(isOwn: false),
    match(highlight: (1, 2)), match(highlight: (0, 3)), match(edits: 1),
    match(regions: [MatchedRegion(name: "A", countryCode: "CH")]),
    match(regions: [MatchedRegion(name: "B", countryCode: "CH")]),
    match(regions: [MatchedRegion(name: "A", countryCode: "CI")]),
    match(regions: [MatchedRegion(name: "A", countryCode: "CH", divisionCode: "AG")]),
    match(
      regions: [
        MatchedRegion(
          name: "A", countryCode: "CH", highlight: HighlightRange(location: 0, length: 1))
      ]),
  ]

  private func digest(_ match: CityMatch, _ reading: Measure.Reading?) -> AnswerDigest {
    var digest = AnswerDigest(reading: reading)
    digest.add(match)
    return digest
  }

  @Test func `whatever is read is part of the answer, field by field`() {
    let values = Self.variants.map { digest($0, .read).value }
    #expect(Set(values).count == Self.variants.count)
  }

  @Test func `where nothing is read, only the number of matches is known`() {
    #expect(Set(Self.variants.map { digest($0, .unread).value }) == [1])
    #expect(Set(Self.variants.map { digest($0, nil).value }).count == 3)
  }

  @Test(arguments: [nil, .unread, .highlights, .read] as [Measure.Reading?])
  func `a page is answered like the matches one by one`(reading: Measure.Reading?) throws {
    let gazetteer = try Gazetteer(contentsOf: Fixtures.sample)
    for text in ["", "sa", "saint-", "zzzz"] {
      let matches = CityIndex(gazetteer).ownNames(beginningWith: text, limit: 10)
      var single = AnswerDigest(reading: reading)
      for match in matches { single.add(match) }
      var page = AnswerDigest(reading: reading)
      page.add(page: matches.madeAtOnce())
      #expect(page == single && page.count == matches.count)
      #expect(AnswerDigest(of: matches, reading: reading) == single)
    }
  }

  @Test func `every run has ten cities unread and read, with warm caches and cold ones`() {
    for extent in [Extent.quick, .full] {
      let measures = extent.plan(for: ["typed", "miss"]).measures
      for caches in Measure.Caches.allCases {
        for reading in [Measure.Reading.unread, .read] {
          #expect(measures.contains(.tenCities("typed", reading, caches: caches)))
        }
      }
      #expect(measures.contains(.tenCities("typed", .highlights)))
      #expect(measures.contains(.tenMostPopulous("typed", .read)))
      #expect(measures.contains(.tenCities("miss", .read)))
    }
  }
}

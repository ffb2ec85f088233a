import CitySearch
import Testing

/// Texts that are the name of a country.
@Suite("A country alone") struct CountryAloneTests {
  @Test(arguments: [
    // Its largest city.
    ("egypt", "Cairo", "EG"), ("Ägypten", "Cairo", "EG"), ("japan ", "Tokyo", "JP"),
    ("usa", "New York City", "US"), ("日本", "Tokyo", "JP"),
    // A city there that has the name of the country.
    ("kuwait", "Kuwait City", "KW"), ("panama", "Panama City", "PA"),
    ("Singapur", "Singapore", "SG"),
    // A large city elsewhere.
    ("jamaica", "Jamaica", "US"),
  ])
  func `gives its largest city or one of its name`(
    text: String, name: String, country: CountryCode
  ) throws {
    for way in NamedCities.Way.allCases {
      let city = try #require(try way.index().search(for: text, limit: 10).first).city
      #expect(city.name == name && city.countryCode == country, "\(way)")
    }
  }

  @Test func `of own names only, a name that is whole comes before the largest city`() throws {
    let cities = try NamedCities.Way.builtRadixTree.index()
    let found = cities.search(SearchQuery("jamaica", names: .own, limit: 10))
    #expect(found.first?.city.name == "Jamaica")
    #expect(found.allSatisfy { $0.matchedName.kind == .own })
  }
}

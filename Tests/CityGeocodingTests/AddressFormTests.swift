import CityGeocoding
import CitySearch
import CityTestSupport
import Foundation
import Testing

/// Lines as people write addresses anywhere, geocoded on the cities of the world.
///
/// The expected text is the city with its division and country; a question mark means that it is uncertain.
@Suite("Forms of addresses") struct AddressFormTests {
  @Test(arguments: [
    "Perth, WA, Australia": "Perth, 08, AU",
    "Perth WA 6000, Australia": "Perth, 08, AU",
    "Sydney NSW 2000, Australia": "Sydney, 02, AU",
    "Rio Branco, AC, Brazil": "Rio Branco, 01, BR",
    "Florianópolis, SC, Brazil": "Florianópolis, 26, BR",
    "Halifax, NS, Canada": "Halifax, 07, CA",
    "Salem, OR 97301": "Salem, OR, US",
    "Geneva, GE, Switzerland": "Geneva, GE, CH",
    // Codes that the table of regions does not know are ignored beside a known country.
    "Milano, MI, Italy": "Milan, 09, IT",
    "Hannover, NI, Germany": "Hannover, 06, DE",
    "Mumbai, MH, India": "Mumbai, 16, IN",
    "Edinburgh, SCT, UK": "Edinburgh, SCT, GB",
  ])
  func `a code of a region is read with its country`(line: String, place: String) throws {
    try expect(line, place)
  }

  @Test(arguments: [
    "Roma, Italia": "Rome, 07, IT",
    "Toledo, España": "Toledo, 54, ES",
    "Köln, Deutschland": "Köln, 07, DE",
    "Wien, Österreich": "Vienna, 09, AT",
    "Москва, Россия": "Moscow, 48, RU",
    "القاهرة، مصر": "Cairo, 11, EG",
    "Moskau, Russland": "Moscow, 48, RU",
    "Budapest, Magyarország": "Budapest, 05, HU",
    "Lyon, FRA": "Lyon, 84, FR",
    "Valencia, VEN": "Valencia, 07, VE",
    "Boston, U.S.A.": "Boston, MA, US",
    "Cayenne, France": "Cayenne, , GF",
  ])
  func `countries are known in their own language, and by both codes`(
    line: String, place: String
  ) throws {
    let found = try found(line)
    let (name, country) = (place.prefix { $0 != "," }, place.suffix(2))
    #expect(found.hasPrefix(name) && found.hasSuffix(country), "\(line): \(found)")
  }

  @Test func `a city of the state itself comes before one of a territory`() throws {
    #expect(try found("San Juan, USA").hasPrefix("San Juan, TX"))
  }

  @Test(arguments: [
    "10 Downing Street, London, UK": "London, ENG, GB",
    "10 Downing Street, London SW1A 2AA": "London, ENG, GB",
    "1 Infinite Loop, Cupertino, CA 95014, USA": "Cupertino, CA, US",
    "Marienplatz 1, 80331 München, Germany": "Munich, 02, DE",
    "Marienplatz 1, D-80331 München": "Munich, 02, DE",
    "5 Rue de Rivoli, 75001 Paris, France": "Paris, 11, FR",
    "Herengracht 573, 1017 CD Amsterdam": "Amsterdam, 07, NL",
    "Via Milano 12, 20121 Torino, Italia": "Turin, 12, IT",
    "97 rue de Fresnes 59970 Vicq": "Vicq, 32, FR",
    "Carrer d'Aragó 155 08011 Barcelona": "Barcelona, 56, ES",
    "Drottninggatan 5, 411 03 Göteborg": "Göteborg, 28, SE",
    "Av. Paulista 1000, São Paulo - SP, 01310-200, Brazil": "São Paulo, 27, BR",
    "2120 E Hill Street #104 Signal Hill CA 90755": "Signal Hill, CA, US",
    "Calle 1 No. 104, Córdoba, Argentina": "Córdoba, 05, AR",
    "ул. Тверская, д. 7, Москва, 125009, Россия": "Moscow, 48, RU",
    "г. Москва, ул. Тверская, д. 7": "Moscow, 48, RU",
    "1051 Budapest, Petőfi Sándor u. 5": "Budapest, 05, HU",
    "Olaszország, 20123 Milánó, Via Fieno 3": "Milan, 09, IT",
    "Kadıköy/İstanbul": "Istanbul, 34, TR",
    "Ermou 1, 105 63 Athens": "Athens, ESYE31, GR",
  ])
  func `streets are passed over, and postal codes stand anywhere`(
    line: String, place: String
  ) throws {
    try expect(line, place, orNear: ["Kadıköy, 34, TR", "Gothenburg, 28, SE"])
  }

  @Test(arguments: [
    "東京都千代田区千代田1-1": "JP",
    "日本〒100-0001東京都千代田区千代田1番1号": "JP",
    "福岡県福岡市博多区東公園7-7": "JP",
    "京都市西九条高畠町25-1": "JP",
    "北京市朝阳区建国路93号": "CN",
    "中国广东省深圳市南山区": "CN",
    "서울특별시 중구 세종대로 110": "KR",
    "Россия, 125009, Москва, Тверская улица, 7": "RU",
    "Germany, Berlin, Alexanderplatz 1": "DE",
  ])
  func `the largest place may come first`(line: String, country: String) throws {
    #expect(try found(line).contains(", \(country)"), "\(line)")
  }

  @Test(arguments: [
    ("Roma, Wakanda", ["Wakanda"]), ("Springfield, Illonois Territory", ["Illonois Territory"]),
    ("Paris, Texas, France", ["Texas"]), ("Newport, Shropshire, UK", ["Shropshire"]),
  ])
  func `what is not understood is named, and makes the city uncertain`(
    line: String, parts: [String]
  ) throws {
    let result = try World.geocoder.get().geocode(line)
    #expect(result.isUncertain && result.confidence.score < 0.5)
    #expect(result.unmatchedParts == parts)
    for part in parts { #expect(result.confidence.reason.contains("\"\(part)\"")) }
  }

  @Test func `a country that is understood is binding`() throws {
    let geocoder = try World.geocoder.get()
    for line in ["Niamey, Nigeria", "Wien, España", "Ouagadougou, Japan", "Ouagadougou, DEU"] {
      #expect(throws: GeocodingError.noResult) { try geocoder.geocode(line) }
    }
  }

  /// Of the codes of countries, "NO", "PL", "NR", "KM" and others are words for streets and houses, too.
  @Test func `a city and the code of its country are understood`() throws {
    let geocoder = try World.geocoder.get()
    let gazetteer = geocoder.gazetteer
    var cities: [CountryCode: [City]] = [:]
    for city in gazetteer where !city.name.contains(where: { "/(,-".contains($0) }) {
      cities[city.countryCode, default: []].append(city)
    }
    #expect(cities.count > 200)
    for (code, cities) in cities {
      for city in cities.sorted(by: { $0.population > $1.population }).prefix(3) {
        for line in ["\(city.name), \(code)", "\(city.name) \(code)"] {
          let result = try geocoder.geocode(line)
          let found = result.match.cityID.flatMap { gazetteer.city(withID: $0) }
          #expect(found?.countryCode == code, "\(line): \(found?.name ?? "")")
        }
      }
    }
  }

  @Test func `fields find the city, and a line with the same text one of the same division`() throws
  {
    let geocoder = try World.geocoder.get()
    let gazetteer = geocoder.gazetteer
    for row in stride(from: 0, to: gazetteer.count, by: 4_001) {
      let city = gazetteer[CityRow(row)]
      let state = gazetteer.divisionName(of: city) ?? ""
      let country = gazetteer.countryName(of: city) ?? ""
      let fields = PostalAddress(city: city.name, state: state, country: country)
      let line = [city.name, state, country].filter { !$0.isEmpty }.joined(separator: ", ")
      let found = try geocoder.geocode(fields)
      let whole = try geocoder.geocode(line)
      #expect(Folding.key(of: found.match.name) == Folding.key(of: city.name), "\(line)")
      let cities = [found, whole].compactMap {
        $0.match.cityID.flatMap { gazetteer.city(withID: $0) }
      }
      #expect(cities.allSatisfy { $0.countryCode == city.countryCode }, "\(line)")
      #expect(cities[0].divisionCode == city.divisionCode, "\(line)")
    }
  }

  @Test(arguments: [
    // As long as an address may be.
    String(repeating: "San José, ", count: 100), String(repeating: "a", count: 1_000),
    String(repeating: "北京", count: 500), String(repeating: "e\u{301}\u{302}", count: 333),
    String(repeating: ",", count: 995) + "Paris",
    String(repeating: "1 ", count: 497) + "Paris",
    "\u{0}", "Paris\u{0}\u{FFFD}", "(((Paris))) - - -",
  ])
  func `hostile lines are answered`(line: String) throws {
    let geocoder = try World.geocoder.get()
    do {
      let result = try geocoder.geocode(line)
      #expect(result.match.cityID != nil)
    } catch { #expect(error == .noResult || error == .invalidAddress(reason: "it is empty")) }
  }

  private func expect(_ line: String, _ place: String, orNear others: [String] = []) throws {
    let found = try found(line)
    #expect(found == place || others.contains(found), "\(line): \(found)")
  }

  private func found(_ line: String) throws -> String {
    let geocoder = try World.geocoder.get()
    let result = try geocoder.geocode(line)
    let id = try #require(result.match.cityID)
    let city = try #require(geocoder.gazetteer.city(withID: id))
    let mark = result.isUncertain ? "?" : ""
    return "\(city.name), \(city.divisionCode), \(city.countryCode)\(mark)"
  }
}

extension World {
  /// The geocoder over the cities of the world.
  fileprivate static let geocoder = cities.map { LineGeocoder($0.gazetteer) }
}

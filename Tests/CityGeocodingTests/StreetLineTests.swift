import CityGeocoding
import CitySearch
import CityTestSupport
import Testing

/// Lines in which a street stands before the town without a mark, and lines that are a street only.
@Suite("Streets in address lines") struct StreetLineTests {
  @Test(arguments: [
    ("7 Avenue des Acacias Royan", "Royan, FR"),
    ("36 Rue Jean Moulin Échirolles", "Échirolles, FR"),
    ("30 Boulevard Gambetta Aubenas", "Aubenas, FR"), ("13 rue de la gare domont", "Domont, FR"),
    ("9 avenue de la gare maritime arles", "Arles, FR"), ("via iv novembre gorizia", "Gorizia, IT"),
    ("16 RUE DE BERGUES 59670 CASSEL", "Cassel, FR"),
    ("PLACE HENRI DURRE 59860 BRUAY SUR L ESCAUT", "Bruay-sur-l'Escaut, FR"),
    ("2 RUE DE LA PAIX 59491 VILLENEUVE D ASCQ", "Villeneuve-d'Ascq, FR"),
    ("Plaza de Culiacán 169 Consuegra", "Consuegra, ES"),
    ("5 Rue de Berlin, Bruxelles", "Brussels, BE"),
    ("59242 Templeuve", "Templeuve-en-Pévèle, FR"), ("1 Rue du Moulin La Bassée", "La Bassée, FR"),
    ("22 avenue de la république à Créteil", "Créteil, FR"),
    ("337 Grande Rue Grilly", "Grilly, FR"),
    ("rue charlie chaplin torcy france 77200", "Torcy, FR"),
    ("C/ Mayor, 3, Herce, España", "Herce, ES"),
    ("12 Main St, Hartford CT 06101", "Hartford, US"),
    ("12 Main Street Hartford CT", "Hartford, US"),
    ("12 Main St, Hartford, CT", "Hartford, US"),
    ("1 Hartford Ct, Springfield IL", "Springfield, US"),
    ("12 Main St, Regina SK S4P 3Y2", "Regina, CA"),
    ("12 Main St, Park City UT 84060", "Park City, US"),
    ("12 Main St, Alameda CA 94501", "Alameda, US"),
    ("Urbanización Los Olivos 7, 29530 Alameda", "Alameda, ES"),
    ("166 Eugene St Oelwein", "Oelwein, US"), ("Kerkstraat 149 Halfweg", "Halfweg, NL"),
    ("1345 Avenue of the Americas New York", "New York City, US"),
    ("Via 25 Aprile Gorizia", "Gorizia, IT"),
    ("Hauptstr. 5 Köln", "Köln, DE"), ("ul. 3 Maja 5, Katowice", "Katowice, PL"),
    ("Gran Vía 12 Bilbao", "Bilbao, ES"), ("12 Rue Kléber Lyon", "Lyon, FR"),
    ("Rua Augusta 100, 1100-053 Lisboa", "Lisbon, PT"),
    ("164 Biskra Road Samāstipur", "Samāstipur, IN"),
    // The code says which of several.
    ("Saint-Denis 93200", "Saint-Denis, FR"), ("San Jose 95110", "San Jose, US"),
    ("06600 Ciudad de México", "Mexico City, MX"), ("37 Rue du Pont Laval", "Laval, FR"),
  ])
  func `the town behind a street is found`(line: String, place: String) throws {
    let cities = try World.cities.get()
    let result = try LineGeocoder(cities.gazetteer).geocode(line)
    let city = try #require(result.match.cityID.flatMap { cities.gazetteer.city(withID: $0) })
    #expect("\(city.name), \(city.countryCode)" == place, "\(result.confidence.reason)")
    // One field, one answer.
    if !result.isUncertain { #expect(cities.search(for: line).first?.id == city.id) }
  }

  @Test(arguments: [
    "85 Rue de Londres", "2 Rue de Lille 60400", "92 Boulevard de Dijon 10800",
    "9 Rue du 8 Mai 1945 94240",
    "10 Esplanade de la Mer 85550", "34 Rue de la Gare 68380", "Avenida de Espinho 148, 2859-137",
    "12 Bahnhofstraße", "3 Rue Louis Hamel", "13 Rue de L'Île de France 61200", "169 Karşıyaka St",
    "6 Rue Romain Fontaine", "19 Avenue du Président John Kennedy",
    "7 Rue De La Barrière Saint-Marc",
    "Via Firenze 3", "ul. Łódź 146", "149 Banqiao Road", "Plaza de España 189", "The Kariya Arms",
    "19 Rue de la Grange Vimont 27600", "Amsterdamstraat 33", "12 Hartford Ct", "5 Park Dr",
    "33 Plaza Mayor",
  ])
  func `a street is no city`(line: String) throws {
    let result = try? LineGeocoder(World.cities.get().gazetteer).geocode(line)
    #expect(result?.isUncertain ?? true, "\(result.map { "\($0)" } ?? "")")
  }

  @Test func `every time zone is answered by a city in it`() throws {
    let gazetteer = try World.cities.get().gazetteer
    let geocoder = LineGeocoder(gazetteer)
    let zones = Set(gazetteer.compactMap { gazetteer.timeZone(ofCityWithID: $0.id) })
    for zone in zones.sorted() {
      let result = try geocoder.geocode(zone)
      let id = try #require(result.match.cityID)
      #expect(gazetteer.timeZone(ofCityWithID: id) == zone)
      #expect(try World.cities.get().search(for: zone).first?.id == id, "\(zone)")
    }
    #expect(zones.count > 300)
  }

  @Test func `a coordinate is answered by the nearest city and its distance`() throws {
    let cities = try World.cities.get()
    let result = try LineGeocoder(cities.gazetteer).geocode("48.8566, 2.3522")
    let nearest = try #require(
      NearestCities(cities.gazetteer).nearest(to: Coordinate(latitude: 48.8566, longitude: 2.3522)))
    #expect(result.match.cityID == nearest.city.id && !result.isUncertain)
    #expect(result.confidence.reason == "It is the nearest city, at a distance of 0.4 km.")
    let match = try #require(cities.search(for: "48.8566, 2.3522").first)
    #expect(match.id == nearest.city.id && match.grade == .partial)
    #expect(abs((match.address?.distance ?? 0) - nearest.distance) < 1)
  }

  /// Lines made from the cities of twelve countries, whose streets are called after other cities.
  @Test func `where the geocoder is certain, the search finds the same city first`() throws {
    let cities = try World.cities.get()
    let geocoder = LineGeocoder(cities.gazetteer)
    let forms: [(country: CountryCode, form: (String, String, Int) -> String)] = [
      ("FR", { "\($2) Rue de \($0) \($1)" }),
      ("FR", { "\($2) Avenue \($0), 7500\($2 % 10) \($1)" }),
      ("DE", { "\($0)er Straße \($2), \($1)" }), ("ES", { "C/ \($0), \($2), \($1), España" }),
      ("GB", { "\($2) \($0) Road \($1)" }), ("IT", { "Via \($0) \($2) \($1)" }),
      ("NL", { "\($0)straat \($2), \($1)" }), ("PL", { "ul. \($0) \($2), \($1)" }),
      ("PT", { "Rua de \($0), \($2) - \($1)" }), ("SE", { "\($0)gatan \($2) \($1)" }),
      ("TR", { "\($0) Sokak No:\($2) \($1)" }), ("US", { "\($2) \($0) St \($1)" }),
      ("IN", { "\($2), \($0) Nagar, \($1), India" }),
    ]
    let streets = cities.gazetteer.filter { $0.population > 400_000 }
    var (lines, right, certain) = (0, 0, 0)
    for (country, form) in forms {
      let towns = cities.gazetteer.filter { $0.countryCode == country }
      for number in stride(from: 7, to: towns.count, by: max(1, towns.count / 60)) {
        let street = streets[number * 31 % streets.count]
        let line = form(street.name, towns[number].name, number % 199 + 1)
        lines += 1
        guard let result = try? geocoder.geocode(line) else { continue }
        let id = result.match.cityID
        let city = id.flatMap { cities.gazetteer.city(withID: $0) }
        right += city?.name == towns[number].name && city?.countryCode == country ? 1 : 0
        guard !result.isUncertain else { continue }
        certain += 1
        #expect(cities.search(for: line).first?.id == id, "\(line)")
      }
    }
    #expect(lines > 700)
    #expect(right * 100 > lines * 94, "\(right) of \(lines)")
    #expect(certain * 100 > lines * 60, "\(certain) of \(lines)")
  }
}

import CityGeocoding
import CitySearch
import CityTestSupport
import Foundation
import TestSupport
import Testing

/// Offline geocoding on the cities of the world.
@Suite("The geocoder of lines") struct LineGeocoderTests {
  private static let world = World.cities.map { LineGeocoder($0.gazetteer) }

  /// An address and the city that it means: name, division and country.
  struct Case: Sendable, CustomTestStringConvertible {
    let address: PostalAddress
    let place: String?

    init(_ city: String, _ state: String, _ country: String, _ place: String?) {
      address = PostalAddress(city: city, state: state, country: country)
      self.place = place
    }

    var testDescription: String { "\(address)" }
  }

  @Test func `an address of more than 1,000 characters is refused`() throws {
    let geocoder = try Self.world.get()
    let spaces = String(repeating: " ", count: 990)
    for rest in ["", "é", "😀"] {
      let line = "Paris" + spaces + String(repeating: rest.isEmpty ? "." : rest, count: 5)
      #expect(throws: Never.self) { try geocoder.geocode(line) }
      let error = GeocodingError.invalidAddress(reason: "it has more than 1,000 characters")
      #expect(throws: error) { try geocoder.geocode(line + ".") }
      #expect(throws: error) { try geocoder.geocode(PostalAddress(city: line, country: "FR")) }
      // A street and a label are fields, too, but the label is not read.
      #expect(throws: error) { try geocoder.geocode(PostalAddress(street: "x", city: line)) }
      #expect(throws: Never.self) { try geocoder.geocode(PostalAddress(label: "x", city: line)) }
    }
    let clock = ContinuousClock()
    let long = String(repeating: "Paris, ", count: 10_000_000)
    let time = clock.measure { _ = try? geocoder.geocode(long) }
    #expect(time < .milliseconds(100))
  }

  @Test(arguments: [
    Case("Springfield", "IL", "", "Springfield, IL, US"),
    Case("Springfield", "il", "us", "Springfield, IL, US"),
    Case("SPRINGFIELD", "Illinois", "United States", "Springfield, IL, US"),
    Case("Springfield", "Massachusetts", "", "Springfield, MA, US"),
    Case("Paris", "", "", "Paris, 11, FR"),
    Case("Paris", "TX", "", "Paris, TX, US"),
    // The division is in another country, so the result is uncertain.
    Case("Paris", "Texas", "France", "Paris, 11, FR?"),
    Case("Munich", "Bavaria", "Germany", "Munich, 02, DE"),
    Case("munich", "02", "DE", "Munich, 02, DE"),
    Case("Sao Paulo", "SAO PAULO", "brazil", "São Paulo, 27, BR"),
    Case("Łódź", "Lodz", "Poland", "Łódź, 74, PL"),
    Case("Washington", "D.C.", "U.S.", "Washington, DC, US"),
    Case("Birmingham", "AL", "USA", "Birmingham, AL, US"),
    Case("Birmingham", "", "U.K.", "Birmingham, ENG, GB"),
    Case("London", "", "Great Britain", "London, ENG, GB"),
    Case("London", "", "England", "London, ENG, GB"),
    Case("London", "England", "UK", "London, ENG, GB"),
    Case("Tbilisi", "", "Georgia", "Tbilisi, 51, GE"),
    Case("Atlanta", "Georgia", "", "Atlanta, GA, US"),
    // The field of the state is read as a country if no city lies in a division of this name.
    Case("Tbilisi", "Georgia", "", "Tbilisi, 51, GE"),
    Case("Tbilisi", "Georgia", "Georgia", "Tbilisi, 51, GE"),
    Case("Tbilisi", "Georgia", "USA", nil),
    Case("Atlanta", "", "Georgia", "Atlanta, GA, US"),
    Case("Tel Aviv", "IL", "", "Tel Aviv, 05, IL"),
    Case("Amsterdam", "", "Netherlands", "Amsterdam, 07, NL"),
    Case("Amsterdam", "", "the netherlands", "Amsterdam, 07, NL"),
    Case("Prague", "", "Czech Republic", "Prague, 52, CZ"),
    Case("Vienna", "Germany", "", nil),
    Case("Vienna", "Austria", "", "Vienna, 09, AT"),
  ])
  func `fields are understood by code and by name`(given: Case) throws {
    #expect(try Self.place(given.address) == given.place)
  }

  @Test(arguments: [
    Case("Springfield", "Ilinois", "", "Springfield, IL, US"),
    Case("Springfield", "Illinios", "USA", "Springfield, IL, US"),
    Case("Munich", "Bavaria", "Germny", "Munich, 02, DE"),
    Case("Vienna", "", "Autria", "Vienna, 09, AT"),
    Case("Vienna", "", "Untied Sttes", "Vienna, VA, US?"),
    Case("São Paulo", "", "Brasil", "São Paulo, 27, BR"),
    // A name that is understood is never read as another that is similar.
    Case("Niamey", "", "Nigeria", nil),
    Case("Niamey", "", "Niger", "Niamey, 08, NE"),
    // Codes are too short to be corrected.
    Case("Springfield", "IX", "", "Springfield, MO, US?"),
  ])
  func `a slip or two are forgiven`(given: Case) throws {
    #expect(try Self.place(given.address) == given.place)
  }

  @Test(arguments: [
    Case("Whitby, North Yorkshire", "", "", "Whitby, ENG, GB"),
    Case("Whitby, Ontario", "", "", "Whitby, 08, CA"),
    Case("Cortona, provincia di Arezzo", "", "", "Cortona, 16, IT"),
    Case("Lodi (LO)", "", "", "Lodi, 09, IT"),
    Case("Auburn, Placer County, California", "", "", "Auburn, CA, US"),
    Case("Figueres, Girona", "", "", "Figueres, 56, ES"),
    Case("Tbilisi, Georgia, USA", "", "", nil),
    // The largest city of a region.
    Case("Toscana", "", "", "Florence, 16, IT"),
    Case("Hampshire, England", "", "", "Basingstoke, ENG, GB"),
    Case("Portugal", "", "", "Lisbon, 14, PT"),
    // Articles behind the name, abbreviated words, and no spaces.
    Case("Angeles, Los, CA", "", "", "Los Angeles, CA, US"),
    Case("Sta Barbara, CA", "", "", "Santa Barbara, CA, US"),
    Case("경상남도창원시", "", "", "Changwon, 20, KR"),
    Case("浙江省杭州市", "", "", "Hangzhou, 02, CN"),
    // A code of two letters is a country, or a province.
    Case("Genova GE", "", "", "Genoa, 08, IT"),
    Case("Tbilisi, GE", "", "", "Tbilisi, 51, GE"),
    // Texas has no Kobe.
    Case("Kobe, TX 75001", "", "", "Kobe, 13, JP?"),
  ])
  func `divisions of every level are understood`(given: Case) throws {
    #expect(try Self.place(given.address) == given.place)
  }

  @Test(arguments: [
    Case("Springfield, IL", "", "", "Springfield, IL, US"),
    Case("Springfield, IL 62701, U.S.A.", "", "", "Springfield, IL, US"),
    Case("Springfield, Ilinois", "", "", "Springfield, IL, US"),
    Case("Springfield, IL", "MA", "", "Springfield, MA, US?"),
    Case("Los Angeles, CA", "", "", "Los Angeles, CA, US"),
    Case("London, CA", "", "", "London, 08, CA"),
    Case("Paris, France", "", "", "Paris, 11, FR"),
    Case("Paris,", "", "", "Paris, 11, FR"),
    // Some names have a comma.
    Case("Santa Rita, Copan", "", "Honduras", "Santa Rita, Copan, 05, HN"),
    Case("80331 Munich", "", "Germany", "Munich, 02, DE"),
    Case("Saint Louis", "MO", "US", "St. Louis, MO, US"),
    Case("St. Paul", "MN", "US", "Saint Paul, MN, US"),
    Case("New York", "NY", "USA", "New York City, NY, US"),
    Case("Frankfurt", "", "Germany", "Frankfurt am Main, 05, DE"),
    Case("München", "Bavaria", "Germany", "Munich, 02, DE"),
    Case("Muenchen", "", "Germany", "Munich, 02, DE"),
    Case("東京", "", "Japan", "Tokyo, 40, JP"),
  ])
  func `names are found as people write them`(given: Case) throws {
    #expect(try Self.place(given.address) == given.place)
  }

  @Test func `of names that differ in accents or case only, each means the city so spelled`() throws
  {
    let geocoder = try Self.world.get()
    let gazetteer = geocoder.gazetteer
    var pairCount = 0
    var row = gazetteer.startIndex
    while row < gazetteer.endIndex {
      let rows = gazetteer.rows(sharingNameOf: row)
      let byDivision = Dictionary(grouping: rows.map { gazetteer[$0] }) {
        "\($0.countryCode) \($0.divisionCode)"
      }
      for cities in byDivision.values {
        let bySpelling = Dictionary(grouping: cities) {
          $0.name.precomposedStringWithCanonicalMapping
        }
        guard bySpelling.count > 1 else { continue }
        pairCount += 1
        for (spelling, cities) in bySpelling {
          let address = PostalAddress(
            city: spelling, state: cities[0].divisionCode.description,
            country: cities[0].countryCode.description)
          let id = try geocoder.geocode(address).match.cityID
          #expect(cities.contains { $0.id == id }, "\(address)")
        }
      }
      row = rows.upperBound
    }
    #expect(pairCount > 100)
  }

  @Test(arguments: [
    Case("Dohren", "Lower Saxony", "Germany", "Dohren, 06, DE"),
    Case("Döhren", "Lower Saxony", "Germany", "Döhren, 06, DE"),
    Case(" Do\u{308}hren", "06", "DE", "Döhren, 06, DE"),
    Case("döhren, Lower Saxony", "", "", "Döhren, 06, DE"),
    Case("DOHREN", "06", "DE", "Dohren, 06, DE"),
  ])
  func `the exact spelling is preferred`(given: Case) throws {
    // It may be uncertain: there are two villages called Döhren.
    #expect(try Self.place(given.address)?.hasPrefix(given.place ?? "-") == true)
  }

  @Test(arguments: ["Xyzzy", "Springfeld-sur-Mer", "Nowhere at all"])
  func `a name that no city has gives no result`(city: String) throws {
    let geocoder = try Self.world.get()
    #expect(throws: GeocodingError.noResult) { try geocoder.geocode(PostalAddress(city: city)) }
  }

  @Test func `an address must name a city`() throws {
    let geocoder = try Self.world.get()
    #expect(throws: GeocodingError.invalidAddress(reason: "it is empty")) {
      try geocoder.geocode(PostalAddress(label: "Home", city: " – "))
    }
    #expect(throws: GeocodingError.invalidAddress(reason: "it names no city")) {
      try geocoder.geocode(PostalAddress(street: "1 Main Street", state: "IL", country: "USA"))
    }
  }

  @Test func `street and postal code change nothing`() throws {
    let geocoder = try Self.world.get()
    var address = PostalAddress(city: "Springfield", state: "IL", country: "US")
    let expected = try geocoder.geocode(address)
    address.street = "1 Paris Street"
    address.postalCode = "62701"
    address.label = "Work"
    #expect(try geocoder.geocode(address) == expected)
  }

  /// The rows of the table in the article: address, city, score, and reason, without quotation marks.
  @Test func `the article says what is found, and how certain that is`() throws {
    let geocoder = try Self.world.get()
    let article = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/CityGeocoding/CityGeocoding.docc/OfflineGeocoding.md")
    let rows = try String(contentsOf: article, encoding: .utf8).split(separator: "\n")
      .drop { $0 != "| address | city | score | reason |" }
      .dropFirst(2).prefix { $0.hasPrefix("|") }
      .map { $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) } }
    #expect(rows.count == 13)
    for row in rows {
      guard row[1] != "none" else {
        #expect(throws: GeocodingError.noResult) { try geocoder.geocode(row[0]) }
        continue
      }
      let result = try geocoder.geocode(row[0])
      #expect(row[1].hasPrefix(result.match.name))
      #expect(abs(result.confidence.score - (Double(row[2]) ?? -1)) < 0.011, "\(row) \(result)")
      #expect(result.confidence.reason.contains(row[3]), "\(row) \(result.confidence.reason)")
    }
  }

  @Test func `a queue asks it, and a table has its answers`() async throws {
    let geocoder = try Self.world.get()
    let addresses = [
      PostalAddress(city: "Paris", state: "TX"), PostalAddress(city: "Nowhere at all"),
      PostalAddress(label: "Office", city: "Springfield", state: "IL", country: "USA"),
    ]
    try await withTemporaryFolder { folder in
      var runs: [[GeocodedAddress]] = []
      for _ in 0..<2 {
        let store = GeocodingTable(at: folder.appending(path: "addresses.csv"))
        let queue = GeocodingQueue(geocoder: geocoder, store: store)
        var answers: [GeocodedAddress] = []
        for try await some in queue.answers(to: addresses) { answers += some }
        runs.append(answers)
      }
      #expect(runs[0].map(\.result?.match.cityID) == [4_717_560, nil, 4_250_542])
      #expect(runs[0].map(\.error) == [nil, .noResult, nil])
      #expect(runs[0] == runs[1])
    }
  }

  private static func place(_ address: PostalAddress) throws -> String? {
    let geocoder = try world.get()
    guard let result = try? geocoder.geocode(address) else { return nil }
    let id = try #require(result.match.cityID)
    let city = try #require(geocoder.gazetteer.city(withID: id))
    #expect(result.coordinate == city.coordinate)
    #expect(result.match.name == city.name && result.match.precision == .city)
    #expect(result.isUncertain == (result.confidence.score < 0.5))
    let mark = result.isUncertain ? "?" : ""
    return "\(city.name), \(city.divisionCode), \(city.countryCode)\(mark)"
  }
}

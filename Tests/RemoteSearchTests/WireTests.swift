import CitySearch
import Foundation
import GeoNamesCities
import JSONText
import RemoteSearch
import TestSupport
import Testing

/// What travels between client and server, there and back.
@Suite("Requests on the wire") struct WireTests {
  private static let texts = [
    "", "rome, it", "new york ", " a", "a+b", "a%20b", "?&=#/", "münchen", "北京", "👩‍👩‍👧",
    "e\u{301}", "\u{0}", "\n\t", "%", "''\"<script>", String(repeating: "ü", count: 200),
  ]

  private static func queries(seed: UInt64, count: Int) -> [SearchRequestFields] {
    var random = SeededGenerator(seed: seed)
    func maybe<Value>(_ value: Value) -> Value? { Bool.random(using: &random) ? value : nil }
    return (0..<count).map { _ in
      var query = SearchQuery(texts.randomElement(using: &random) ?? "")
      query.limit = Int.random(in: 1...100, using: &random)
      query.names = maybe(.own) ?? .all
      query.typos = maybe(.never) ?? .automatic
      let point = Coordinate(
        latitude: Double.random(in: -90...90, using: &random),
        longitude: Double.random(in: -180...180, using: &random))
      query.order =
        [nil, .relevance, .name, .population, .distance(from: point)]
        .randomElement(using: &random) ?? nil
      if query.order == .relevance {
        query.bias = SearchBias(
          coordinate: maybe(point), countryCode: maybe("DE"),
          chosenIDs: maybe([0, 7, 4_294_967_295]) ?? [])
        if query.bias?.isEmpty == true { query.bias = nil }
      }
      query.filter = CityFilter(
        countries: maybe(["DE", "FR", .none]),
        divisions: maybe([
          Gazetteer.Division(countryCode: "US", divisionCode: "IL"),
          Gazetteer.Division(countryCode: "DE", divisionCode: "02"),
          Gazetteer.Division(countryCode: "US", divisionCode: "IL", subdivisionCode: "167"),
          Gazetteer.Division(countryCode: "IT", divisionCode: "-MI"),
          Gazetteer.Division(countryCode: "MC", divisionCode: .none),
        ]),
        minimumPopulation: maybe(Int.random(in: 0...4_294_967_295, using: &random)) ?? 0,
        ids: maybe([0, 7, 4_294_967_295]),
        rectangles: maybe([
          .world,
          .init(south: -21, west: 176.9, north: point.latitude.magnitude, east: -178.2),
        ]))
      return SearchRequestFields(
        query, offset: maybe(Int.random(in: 0...10_000, using: &random)) ?? 0)
    }
  }

  @Test(arguments: 0..<4)
  func `every query arrives as it was sent`(seed: UInt64) throws {
    for fields in Self.queries(seed: seed, count: 250) {
      let text = fields.text
      #expect(text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "\(text)")
      #expect(try SearchRequestFields(text) == fields, "\(text)")
    }
  }

  @Test func `what is usual is left out`() {
    #expect(SearchRequestFields(SearchQuery("rome, it", limit: 10)).text == "q=rome,%20it&limit=10")
  }

  @Test(arguments: [0, 7, 10, -1, 4_294_967_295, .max, .min]) func `whole numbers are written`(
    number: Int
  ) {
    var text = JSONText()
    text.array {
      $0.value(number)
      $0.value(number)
    }
    #expect(String(decoding: text.bytes, as: UTF8.self) == "[\(number),\(number)]")
  }

  @Test(
    arguments: [
      0, -0.0, 1, -1, 0.5, 48.137_43, -0.000_01, 11.575_49, 179.999_99, -90, 0.000_001, 1e-7,
      1.0 / 3,
      123_456_789.012_34, 1e15, 1e300, .leastNonzeroMagnitude, 48.137_430_000_000_004,
    ]) func `numbers are written with the fewest digits`(number: Double) throws
  {
    var text = JSONText()
    text.array { $0.value(number) }
    let written = String(decoding: text.bytes.dropFirst().dropLast(), as: UTF8.self)
    #expect(Double(written) == number)
    #expect(written.count <= number.description.count || written == "-0.00001")
    #expect(written.hasPrefix("-") == (number.sign == .minus))
  }

  @Test func `codes are written as their texts`() throws {
    let code: DivisionCode = "a\"\\é\u{1}"
    #expect(!code.isEmpty)
    var text = JSONText()
    text.array {
      $0.value(("DE" as CountryCode).description)
      $0.value(code.description)
      $0.value(DivisionCode.none.description)
    }
    let decoded = try JSONDecoder().decode([String].self, from: Data(text.bytes))
    #expect(decoded == ["DE", code.description, ""])
  }

  @Test(
    arguments: [
      ("Munich", 0, 3, [0, 3]), ("Munich", 6, 0, [6, 0]), ("Munich", 6, 1, [0, 0]),
      ("Zu\u{308}rich", 1, 3, [1, 2]), ("a\r\nb", 0, 4, [0, 3]), ("\u{1F600}ab", 2, 1, [1, 1]),
    ])
  func `a highlight is in code units and in characters`(
    name: String, location: Int, length: Int, characters: [Int]
  ) throws {
    var feature = CityFeature(
      City(
        id: 1, name: name, countryCode: .none, divisionCode: .none,
        coordinate: .init(fixedPoint: 1), population: 0),
      division: nil, country: nil, timeZone: nil)
    feature.name = MatchedName(
      name, kind: .own, isOwn: true,
      highlight: try #require(HighlightRange(validatingLocation: location, length: length)),
      edits: 0)
    var text = JSONText()
    feature.write(to: &text)
    let json = String(decoding: text.bytes, as: UTF8.self)
    #expect(
      json.contains(
        "{\"utf16\":[\(location),\(length)],\"characters\":[\(characters[0]),\(characters[1])]}"))
  }

  @Test func `the languages of the reader travel`() throws {
    let fields = SearchRequestFields(SearchQuery("rome", limit: 10), languages: ["de-CH", "it"])
    #expect(fields.text == "q=rome&limit=10&lang=de-CH,it")
    #expect(try SearchRequestFields("q=rome&lang=de-CH&lang=it&limit=10") == fields)
  }

  @Test func `an order by relevance travels, and none is none`() throws {
    let ranked = SearchRequestFields(SearchQuery("rome", order: .relevance, limit: 10))
    #expect(ranked.text == "q=rome&limit=10&order=relevance")
    #expect(try SearchRequestFields("q=rome&order=relevance").query.order == .relevance)
    #expect(try SearchRequestFields("q=rome").query.order == nil)
  }

  @Test func `what is known of the person travels with the order by relevance`() throws {
    let place = Coordinate(latitude: 48.85, longitude: 2.35)
    let bias = SearchBias(coordinate: place, countryCode: "FR", chosenIDs: [9, -1, 7])
    let text = "q=rome&limit=10&order=relevance&near=48.85,2.35&country=FR&chosen=7,9"
    for order in [nil, CityOrder.relevance] {
      let query = SearchQuery("rome", order: order, limit: 10, bias: bias)
      #expect(SearchRequestFields(query).text == text)
    }
    let received = try SearchRequestFields(text).query
    #expect(received.order == .relevance)
    #expect(
      received.bias == SearchBias(coordinate: place, countryCode: "FR", chosenIDs: [7, 9]))
    // Without a point, there is no other order that these parameters could mean.
    let elsewhere = try SearchRequestFields("q=rome&country=fr").query
    #expect(elsewhere.order == nil)
    #expect(elsewhere.bias == SearchBias(countryCode: "FR"))
    #expect(try SearchRequestFields("q=rome&near=1,2").query.bias == nil)
  }

  @Test(arguments: [CityOrder.name, .population, .distance(from: .init(fixedPoint: 1))])
  func `no other order depends on the person, so nothing of them travels`(
    order: CityOrder
  ) throws {
    var query = SearchQuery("rome", order: order, limit: 10)
    let text = SearchRequestFields(query).text
    query.bias = SearchBias(
      coordinate: .init(fixedPoint: 2), countryCode: "FR", chosenIDs: [7])
    #expect(SearchRequestFields(query).text == text)
  }

  @Test(arguments: [SearchBias(), SearchBias(chosenIDs: [-1, 4_294_967_296])])
  func `a bias that no city gets points from is none`(bias: SearchBias) {
    let query = SearchQuery("rome", limit: 10, bias: bias)
    #expect(SearchRequestFields(query).text == "q=rome&limit=10")
  }

  @Test(arguments: [
    Named((CityFilter(countries: []), false), "no country"),
    Named((CityFilter(divisions: []), false), "no division"),
    Named((CityFilter(ids: []), false), "no id"),
    Named((CityFilter(rectangles: []), false), "nowhere"),
    Named((CityFilter(ids: [-1]), false), "an id that cannot be"),
    Named(
      (CityFilter(minimumPopulation: 4_294_967_296), false), "more people than a city can have"),
    Named((CityFilter(ids: [-1, 5]), true), "an id that can be, too"),
    Named((CityFilter(), true), "all cities"),
    Named((CityFilter(countries: ["DE"]), true), "a country"),
  ])
  func `a filter that no city passes need not travel`(example: Named<(CityFilter, Bool)>) {
    let (filter, canMatch) = example.value
    #expect(SearchRequestFields(SearchQuery("", filter: filter)).canMatch == canMatch)
  }

  @Test(
    arguments: [
      ("", "'q' is missing: what to search for, such as q=london."),
      ("q=a&q=b", "'q' must be given at most once."),
      ("q=a&limt=3", "Unknown parameter 'limt'. Did you mean 'limit'?"),
      (
        "q=a&color=red",
        "Unknown parameter 'color'. The parameters are q, limit, offset, order, near, country, chosen, "
          + "names, typos, countries, divisions, minimumPopulation, ids, bbox, lang."
      ),
      ("q=%ff", "'%ff' is not percent-encoded UTF-8."),
      ("q=%4", "'%4' is not percent-encoded UTF-8."),
      ("q=a&limit=0", "'limit' must be a whole number from 1 to 100, got '0'."),
      ("q=a&limit=101", "'limit' must be a whole number from 1 to 100, got '101'."),
      ("q=a&limit=ten", "'limit' must be a whole number from 1 to 100, got 'ten'."),
      ("q=a&offset=-1", "'offset' must be a whole number from 0 to 10000, got '-1'."),
      (
        "q=a&order=size",
        "'order' must be one of relevance, name, population, distance, got 'size'."
      ),
      ("q=a&order=distance", "'order=distance' needs 'near', such as near=48.85,2.35."),
      (
        "q=a&near=1,2&order=name",
        "'near' needs 'order=distance' or 'order=relevance', got 'order=name'."
      ),
      ("q=a&country=XYZ", "'country' must be the code of a country such as DE, got 'XYZ'."),
      ("q=a&country=DE,FR", "'country' must be the code of a country such as DE, got 'DE,FR'."),
      ("q=a&country=DE&order=population", "'country' needs 'order=relevance'."),
      ("q=a&chosen=7&near=1,2", "'chosen' needs 'order=relevance'."),
      ("q=a&chosen=7,x", "'chosen' must be ids of cities, got 'x'."),
      (
        "q=a&near=91,0",
        "'near' must be a latitude from -90 to 90 and a longitude from -180 to 180 with a comma "
          + "between them, got '91,0'."
      ),
      (
        "q=a&near=nan,0",
        "'near' must be a latitude from -90 to 90 and a longitude from -180 to 180 with a comma "
          + "between them, got 'nan,0'."
      ),
      ("q=a&names=some", "'names' must be one of own, all, got 'some'."),
      ("q=a&typos=2", "'typos' must be one of automatic, never, got '2'."),
      ("q=a&countries=DE,,FR", "'countries' must be codes of countries such as DE,FR, got ''."),
      ("q=a&countries=XYZ", "'countries' must be codes of countries such as DE,FR, got 'XYZ'."),
      (
        "q=a&divisions=IL",
        "'divisions' must be codes of divisions such as US.IL,US.IL.167,IT-MI, got 'IL'."
      ),
      ("q=a&ids=x", "'ids' must be ids of cities, got 'x'."),
      ("q=a&bbox=5.9,45.5,16", "\(edges), got '5.9,45.5,16.0'."),
      ("q=a&bbox=1,2,3,4,5", "\(edges), got '5.0'."),
      ("q=a&bbox=1,5,3,4", "\(edges), got '1.0,5.0,3.0,4.0'."),
      ("q=a&bbox=1,nan,3,4", "\(edges), got 'nan'."),
      ("q=a&bbox=west", "\(edges), got 'west'."),
    ].named(by: \.0))
  func `what is wrong is refused with a sentence`(example: Named<(String, String)>) {
    let (text, message) = example.value
    #expect(throws: ServiceError.invalid(message)) { try SearchRequestFields(text) }
  }

  private static let edges =
    "'bbox' must be edges in degrees such as 5.9,45.5,16,47.8: west, south, east and north"

  @Test func `empty parameters count as not given`() throws {
    let fields = try SearchRequestFields(
      "q=a&limit=&offset=&order=&near=&country=&chosen=&names=&typos=&countries=&divisions=&minimumPopulation=&ids="
        + "&bbox=")
    #expect(fields == SearchRequestFields(SearchQuery("a", limit: 10)))
  }

  @Test func `spaces are written in two ways, and countries in both cases`() throws {
    #expect(try SearchRequestFields("q=new+york%20").query.text == "new york ")
    #expect(try SearchRequestFields("q=&countries=de").query.filter.countries == ["DE"])
    #expect(
      try SearchRequestFields("q=&near=1,2").query.order
        == .distance(from: Coordinate(latitude: 1, longitude: 2)))
  }
}

extension Coordinate {
  /// A point on the equator.
  fileprivate init(fixedPoint longitude: Double) {
    self.init(latitude: 0, longitude: longitude)
  }
}

/// Answers in GeoJSON.
@Suite("Features on the wire") struct CityFeatureTests {
  @Test(arguments: [
    "münchen", "rome, it", "new yrok", "springfield", "東京", "st louis", "o'", "nyc", "ñ", "",
    "city of chicago", "moskwa",
  ])
  func `an answer is decoded as it was written`(text: String) throws {
    let search = CityIndex(try .geoNames())
    let fields = SearchRequestFields(SearchQuery(text, limit: 100))
    let answer = CityFeatures(answering: fields, by: search)
    #expect(!answer.features.isEmpty)
    #expect(try JSONDecoder().decode(CityFeatures.self, from: Data(answer.json)) == answer)
  }

  @Test func `a text of any characters is valid JSON`() throws {
    let hostile =
      (0..<0x100).compactMap { UnicodeScalar($0).map { String($0) } }.joined() + "\u{2028}😀"
    var text = JSONText()
    text.object {
      $0.member("text", hostile)
      $0.member("number", -1.5)
      $0.key("none")
      $0.null()
    }
    let decoded = try #require(
      try JSONSerialization.jsonObject(with: Data(text.bytes)) as? [String: Any])
    #expect(decoded["text"] as? String == hostile)
    #expect(decoded["number"] as? Double == -1.5)
    #expect(decoded["none"] is NSNull)
  }

  @Test func `highlights count in UTF-16 and in characters`() throws {
    let city = City(
      id: 1, name: "👩‍👩‍👧 Ort", countryCode: .none,
      coordinate: Coordinate(latitude: 0, longitude: 0))
    var feature = CityFeature(city, division: nil, country: nil, timeZone: nil)
    feature.name = MatchedName(city.name, highlight: HighlightRange(location: 9, length: 2))
    let text = String(decoding: CityFeatures([feature]).json, as: UTF8.self)
    #expect(text.contains(#""highlight":{"utf16":[9,2],"characters":[2,2]}"#))
    #expect(!text.contains("countryCode"))
  }

  @Test(arguments: MatchGrade.allCases)
  func `a match has its grade, except an exact one`(grade: MatchGrade) throws {
    let city = City(
      id: 1, name: "A", countryCode: .none, coordinate: Coordinate(latitude: 0, longitude: 0))
    var feature = CityFeature(city, division: nil, country: nil, timeZone: nil)
    feature.take(CityMatch(city: city, matchedName: MatchedName("A"), grade: grade))
    let json = CityFeatures([feature]).json
    let text = String(decoding: json, as: UTF8.self)
    #expect(text.contains("\"grade\":\"\(grade.rawValue)\"") == (grade != .exact))
    #expect(try JSONDecoder().decode(CityFeatures.self, from: Data(json)).features == [feature])
  }

  @Test(arguments: [
    Named(
      #"{"features":[{"geometry":{"coordinates":[0,0]},"properties":{"id":1,"name":"A","population":0,"grade":"vague"}}]}"#,
      "an unknown grade"),
    Named(
      #"{"features":[{"geometry":{"coordinates":[200,0]},"properties":{"id":1,"name":"A","population":0}}]}"#,
      "a longitude of 200"),
    Named(
      #"{"features":[{"geometry":{"coordinates":[1]},"properties":{"id":1,"name":"A","population":0}}]}"#,
      "one coordinate"),
    Named(
      #"{"features":[{"properties":{"id":1,"name":"A","population":0}}]}"#,
      "no geometry"),
    Named(
      #"{"features":[{"geometry":{"coordinates":[0,0]},"properties":{"id":1,"name":"A","population":0,"matchedName":"A","highlight":{"utf16":[-1,2]}}}]}"#,
      "a highlight that begins before the name"),
    Named(
      #"{"features":[{"geometry":{"coordinates":[0,0]},"properties":{"id":1,"name":"A","population":0,"countryCode":"EUROPE"}}]}"#,
      "a country of six letters"),
    Named("[]", "an array"), Named("{}", "an empty object"), Named("", "nothing"),
  ])
  func `what is no answer is refused`(example: Named<String>) {
    let text = example.value
    #expect(throws: (any Error).self) {
      try JSONDecoder().decode(CityFeatures.self, from: Data(text.utf8))
    }
  }
}

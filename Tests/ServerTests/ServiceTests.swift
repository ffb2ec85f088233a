#if Server
import CitySearch
import Foundation
import GazetteerBuilding
import GeoNamesCities
import HTTPTypes
import Hummingbird
import RemoteSearch
import TestSupport
import Testing

@testable import CityExplorerServer

/// What the service answers.
@Suite("The service", .againstHanging) struct ServiceTests {
  @Test func `a search gives cities in GeoJSON`() async throws {
    let client = try ServerFixture.server().client()
    let response = try await client.answer("/v1/search?q=rome,+it&limit=1")
    #expect(response.status == .ok)
    #expect(response.headers[.contentType] == "application/geo+json")
    #expect(
      response.text == """
        {"type":"FeatureCollection","asTyped":{"count":1,"isExact":true},"features":[\
        {"type":"Feature","id":3169070,"geometry":{"type":"Point",\
        "coordinates":[12.51133,41.89193]},"properties":{"id":3169070,"name":"Rome",\
        "matchedName":"Rome","isOwnName":true,"kind":"own","edits":0,\
        "highlight":{"utf16":[0,4],"characters":[0,4]},"division":"Lazio","divisionCode":"07",\
        "county":"Roma","country":"Italy","countryCode":"IT","population":2318895,"timeZone":"Europe/Rome",\
        "matchedRegions":[{"name":"Italy","countryCode":"IT",\
        "highlight":{"utf16":[0,2],"characters":[0,2]}}]}}]}
        """)
  }

  @Test func `the pages of a search follow each other`() async throws {
    let expected = try ServerFixture.search().search(for: "san", limit: 25)
    let client = try ServerFixture.server().client()
    var (ids, offset) = ([City.ID](), 0)
    for count in [10, 10, 5] {
      let answer = try await client.answer("/v1/search?q=san&limit=\(count)&offset=\(offset)")
        .cities()
      ids += answer.features.map(\.city.id)
      #expect(answer.asTyped == expected.asTyped)
      offset = try #require(answer.nextOffset)
    }
    #expect(ids.firstDifference(from: expected.ids) == nil)
    let last = try await client.answer("/v1/search?q=san&limit=1&offset=\(expected.asTyped.count)")
    #expect(try last.cities().features.isEmpty)
    #expect(try last.cities().nextOffset == nil)
  }

  @Test func `a form searches as an address does`() async throws {
    let client = try ServerFixture.server().client()
    let text = "q=m%C3%BCnchen&limit=3"
    let form: HTTPFields = [.contentType: "application/x-www-form-urlencoded; charset=utf-8"]
    let (one, other) = (
      try await client.answer("/v1/search?\(text)"),
      try await client.answer("/v1/search", .post, headers: form, body: text)
    )
    #expect(one.text == other.text)
    #expect(!one.text.isEmpty)
  }

  @Test(arguments: [
    (
      "Application/JSON; charset=utf-8", 415,
      "The body must be of the type application/x-www-form-urlencoded, got application/json."
    ),
    (
      "application/x-www-form-urlencoded", 400,
      "The body must be a form such as q=london&limit=3, got JSON."
    ),
  ])
  func `a search in JSON gets a sentence that says what does`(
    type: String, status: Int, message: String
  ) async throws {
    let answer = try await ServerFixture.server().client()
      .answer("/v1/search", .post, headers: [.contentType: type], body: #"{"q":"rome"}"#)
    #expect(answer.status.code == status)
    #expect(try answer.message() == message)
  }

  @Test func `a long text is read up to the same place by the server and by its cities`()
    async throws
  {
    let client = try ServerFixture.server().client()
    let text = "rome, it" + String(repeating: " ", count: 992)
    let form: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
    for rest in ["", "aly and much more", String(repeating: "x", count: 100_000)] {
      let answer = try await client.answer(
        "/v1/search", .post, headers: form, body: "q=\(text)\(rest)")
      #expect(try answer.cities().features.map(\.city.id) == [3_169_070])
      #expect(try ServerFixture.search().search(for: text + rest).ids == [3_169_070])
    }
  }

  @Test func `the nearest cities come with their distances`() async throws {
    let server = try ServerFixture.server()
    let client = try server.client()
    let answer = try await client.answer("/v1/reverse?lat=48.85&lon=2.35&limit=3").cities()
    let expected = server.context.nearest.nearest(
      to: Coordinate(latitude: 48.85, longitude: 2.35), limit: 3)
    #expect(answer.features.map(\.city) == expected.map(\.city))
    #expect(answer.features.map(\.distance) == expected.map { $0.distance.rounded() })
    #expect(try await client.answer("/v1/reverse?lat=90&lon=180").cities().features.count == 1)
  }

  @Test func `places come in the order of their ids`() async throws {
    let client = try ServerFixture.server().client()
    let response = try await client.answer("/v1/places/2988507,1,2643743")
    #expect(try response.cities().features.map(\.city.name) == ["Paris", "London"])
    #expect(try await client.answer("/v1/places/2988507%2C2643743").cities().features.count == 2)
    for query in ["ids=2988507,2643743", "ids=2988507&ids=2643743", "ids=&ids=2988507,2643743"] {
      let features = try await client.answer("/v1/places?\(query)").cities().features
      #expect(features.map(\.city.name) == ["Paris", "London"], "\(query)")
    }
  }

  @Test func `a list is one value with commas, or several values`() async throws {
    let client = try ServerFixture.server().client()
    for (one, several) in [
      ("countries=DE,FR", "countries=DE&countries=FR"),
      ("divisions=US.IL,DE.02", "divisions=US.IL&divisions=DE.02"),
      ("near=48.85,2.35", "near=48.85&near=2.35"),
      ("bbox=5.9,45.5,16,47.8", "bbox=5.9&bbox=45.5&bbox=16&bbox=47.8"),
      ("ids=2643743,2988507", "ids=2643743&ids=2988507"),
    ] {
      let (expected, answer, all) = (
        try await client.answer("/v1/search?q=&\(one)"),
        try await client.answer("/v1/search?q=&\(several)"),
        try await client.answer("/v1/search?q=")
      )
      #expect(answer.status == .ok)
      #expect(answer.text == expected.text, "\(several)")
      #expect(answer.text != all.text, "\(several)")
    }
  }

  @Test func `the nearest cities are those that pass a filter`() async throws {
    let client = try ServerFixture.server().client()
    let strasbourg = "/v1/reverse?lat=48.58&lon=7.75"
    func names(_ filter: String) async throws -> [String] {
      try await client.answer("\(strasbourg)&\(filter)").cities().features.map(\.city.name)
    }
    #expect(try await names("") == ["Strasbourg"])
    #expect(try await names("countries=DE") == ["Freiburg"])
    #expect(try await names("minimumPopulation=2000000") == ["Paris"])
    #expect(try await names("minimumPopulation=2000000&countries=DE&countries=AT") == ["Berlin"])
    #expect(try await names("divisions=DE.02") == ["Würzburg"])
  }

  @Test func `a division that is not there is an error with its code`() async throws {
    let client = try ServerFixture.server().client()
    for path in ["/v1/search?q=a&", "/v1/reverse?lat=48.58&lon=7.75&"] {
      for code in ["US.IL.XYZ", "IT-XX"] {
        let answer = try await client.answer("\(path)divisions=\(code)")
        #expect(answer.status == .badRequest)
        #expect(answer.text.contains("'divisions' has '\(code)', and there is no such division."))
      }
    }
  }

  @Test func `near is a bias of relevance and the start of an order by distance`() async throws {
    let client = try ServerFixture.server().client()
    func ids(_ query: String) async throws -> [City.ID] {
      try await client.answer("/v1/search?q=san&limit=5&\(query)").cities().features.map(\.city.id)
    }
    let (search, point) = (
      try ServerFixture.search(), Coordinate(latitude: 9.93, longitude: -84.08)
    )
    var query = SearchQuery("san", limit: 5)
    query.bias = SearchBias(coordinate: point)
    let biased = try await ids("near=9.93,-84.08&order=relevance")
    #expect(biased == search.search(query).ids)
    query.bias = nil
    query.order = .distance(from: point)
    let ordered = try await ids("near=9.93,-84.08&order=distance")
    #expect(ordered == search.search(query).ids)
    #expect(biased != ordered)
    let unbiased = try await ids("order=relevance")
    #expect(biased != unbiased)
  }

  @Test(
    arguments: [
      ("/v1/search", 400, "'q' is missing: what to search for, such as q=london."),
      ("/v1/search?q=a&limt=1", 400, "Unknown parameter 'limt'. Did you mean 'limit'?"),
      ("/v1/reverse", 400, "'lat' and 'lon' are needed, such as lat=48.85&lon=2.35."),
      ("/v1/reverse?lat=91&lon=0", 400, "'lat' must be a number from -90 to 90, got '91'."),
      ("/v1/reverse?lat=0&lon=inf", 400, "'lon' must be a number from -180 to 180, got 'inf'."),
      ("/v1/reverse?lat=0&long=0", 400, "Unknown parameter 'long'. Did you mean 'lon'?"),
      ("/v1/places/1", 404, "No city has the id 1."),
      ("/v1/places/1,2", 404, "No city has any of the ids 1, 2."),
      ("/v1/places/x", 400, "An id must be a number such as 2643743, got 'x'."),
      ("/v1/places/-1", 400, "An id must be a number such as 2643743, got '-1'."),
      ("/v1/places/1?long=de", 400, "Unknown parameter 'long'. Did you mean 'lang'?"),
      ("/v1/places", 400, "'ids' is missing: the ids of cities, such as ids=2643743."),
      ("/v1/places?ids=1,x", 400, "An id must be a number such as 2643743, got 'x'."),
      (
        "/v1/search?q=a&lang=d%22e", 400,
        "'lang' must be codes of languages such as de,pt-BR, got 'd\"e'."
      ),
      ("/v1/search?q=a&limit=1&limit=2", 400, "'limit' must be given at most once."),
      ("/v1", 404, "There is nothing at /v1."),
      ("/v1/search/", 400, "'q' is missing: what to search for, such as q=london."),
      ("/v2/search?q=a", 404, "There is nothing at /v2/search."),
      ("/../../etc/passwd", 404, "There is nothing at /../../etc/passwd."),
      ("/openapi.json/../cities.gazetteer", 404, nil),
      ("//v1//search", 400, nil),
      ("/%2e%2e/%2e%2e/etc/passwd", 404, nil),
    ].named(by: \.0))
  func `what is wrong is refused with a sentence`(example: Named<(String, Int, String?)>)
    async throws
  {
    let (path, status, message) = example.value
    let client = try ServerFixture.server().client()
    let response = try await client.answer(path)
    #expect(response.status.code == status)
    #expect(response.headers[.contentType] == "application/json")
    let sentence = try response.message()
    if let message { #expect(sentence == message) } else { #expect(sentence.hasSuffix(".")) }
  }

  @Test func `methods that a path does not have are refused, and named`() async throws {
    let client = try ServerFixture.server().client()
    for method in [.post, .put, .patch, .delete, .trace] as [HTTPRequest.Method] {
      let response = try await client.answer("/v1/places", method)
      #expect(response.status == .methodNotAllowed)
      #expect(response.headers[.allow] == "GET, HEAD, OPTIONS")
      #expect(
        try response.message()
          == "The method must be one of GET, HEAD, OPTIONS, got \(method.rawValue).")
    }
    #expect(try await client.answer("/v1/geocode").status == .methodNotAllowed)
    #expect(try await client.answer("/v1/places/1", .delete).status == .methodNotAllowed)
    #expect(try await client.answer("/v1/places", .delete).status == .methodNotAllowed)
    let options = try await client.answer("/v1/search", .options)
    #expect(options.status == .noContent)
    #expect(options.headers[.allow] == "GET, HEAD, OPTIONS, POST")
    let head = try await client.answer("/v1/search?q=rome", .head)
    #expect(head.status == .ok)
    #expect(head.body.readableBytes == 0)
  }

  @Test func `answers have the tag of the data, and are not made again for it`() async throws {
    let server = try ServerFixture.server()
    let tag = server.context.entityTag.tag
    let client = try server.client()
    for path in ["/v1/search?q=rome", "/v1/reverse?lat=1&lon=1", "/v1/places/2643743"] {
      let response = try await client.answer(path)
      #expect(response.headers[.eTag] == tag)
      #expect(response.headers[.cacheControl] == "public, max-age=300")
      for known in [tag, "W/\(tag)", "\"other\", \(tag)", "*"] {
        let unchanged = try await client.answer(path, headers: [.ifNoneMatch: known])
        #expect(unchanged.status == .notModified)
        #expect(unchanged.headers[.eTag] == tag)
        #expect(unchanged.body.readableBytes == 0)
      }
      // Names in another language are another answer at the same address.
      let german = try await client.answer(
        path, headers: [.acceptLanguage: "de", .ifNoneMatch: tag])
      #expect(german.status == .ok)
      #expect(german.headers[.vary]?.hasPrefix("Accept-Language") == true)
      let germanTag = try #require(german.headers[.eTag])
      let unchanged = try await client.answer(
        path, headers: [.acceptLanguage: "de", .ifNoneMatch: germanTag])
      #expect(unchanged.status == .notModified)
      #expect(
        try await client.answer(path, headers: [.ifNoneMatch: "\"other\""]).status == .ok)
    }
    // An error has no tag, and the tag of another answer does not make the request valid.
    let refused = try await client.answer("/v1/search", headers: [.ifNoneMatch: tag])
    #expect(refused.status == .badRequest)
    #expect(refused.headers[.eTag] == nil)
    let cities = try Gazetteer(mapping: ServerFixture.citiesFile())
    #expect(EntityTag(of: cities).tag == tag)
    #expect(EntityTag(of: try cities.filtered { $0.id != 2_643_743 }).tag != tag)
  }

  @Test func `only allowed origins may call from scripts`() async throws {
    func headers(_ options: String..., origin: String) async throws -> HTTPFields {
      try await ServerFixture.server(options: options, limits: []).client()
        .answer("/v1/search", headers: [.origin: origin]).headers
    }
    let (ours, theirs) = ("https://ours.test", "https://theirs.test")
    #expect(try await headers(origin: ours)[.accessControlAllowOrigin] == nil)
    let one = try await headers("--cors", ours, origin: ours)
    #expect(one[.accessControlAllowOrigin] == ours)
    #expect(one[.vary] == "Origin")
    #expect(try await headers("--cors", ours, origin: theirs)[.accessControlAllowOrigin] == nil)
    #expect(try await headers("--cors", "*", origin: theirs)[.accessControlAllowOrigin] == "*")
    let preflight = try await ServerFixture.server("--cors", ours).client().answer(
      "/v1/geocode", .options, headers: [.origin: ours, .accessControlRequestMethod: "POST"])
    #expect(preflight.status == .noContent)
    #expect(preflight.headers[.accessControlAllowMethods] == "GET, HEAD, POST")
  }

  @Test func `the server says that it runs, and what it has done`() async throws {
    let client = try ServerFixture.server().client()
    let health = try await client.answer("/health").text
    let source = try Gazetteer.geoNames().source
    #expect(
      health == "ok\n" + (source.map { "source: \($0.name)\nsha256: \($0.digest)\n" } ?? ""))
    _ = try await client.answer("/v1/search?q=rome")
    _ = try await client.answer("/v1/search")
    _ = try await client.answer("/v1/nowhere")
    let metrics = try await client.answer("/metrics")
    #expect(metrics.headers[.contentType] == "text/plain; version=0.0.4; charset=utf-8")
    let lines = metrics.text.split(separator: "\n")
    for line in [
      "# TYPE http_requests_total counter",
      #"http_requests_total{route="/v1/search",method="GET",status="200"} 1"#,
      #"http_requests_total{route="/v1/search",method="GET",status="400"} 1"#,
      #"http_requests_total{route="NotFound",method="GET",status="404"} 1"#,
      #"http_request_duration_seconds_bucket{route="/v1/search",le="+Inf"} 2"#,
      #"http_request_duration_seconds_count{route="/v1/search"} 2"#,
    ] { #expect(lines.contains(Substring(line)), "\(line)") }
    #if os(Linux)
    #expect(lines.contains { $0.hasPrefix("process_memory_anonymous_bytes ") })
    #endif
  }
}
#endif

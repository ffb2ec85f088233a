#if Server
import CitySearch
import Foundation
import HTTPTypes
import Hummingbird
import RemoteSearch
import Testing

@testable import CityExplorerServer

/// Compares the description of the service with the server.
@Suite("The OpenAPI description") struct OpenAPITests {
  private typealias Object = [String: Any]

  private static func document() throws -> [String: Any] {
    let data = try Data(contentsOf: StatusRoutes.description())
    return try #require(try JSONSerialization.jsonObject(with: data) as? Object)
  }

  private static func paths() throws -> [String: [String: [String: Any]]] {
    try #require(try document()["paths"] as? [String: [String: Object]])
  }

  @Test func `the description is served as it is`() async throws {
    let client = try ServerFixture.server().client()
    let response = try await client.answer("/openapi.json")
    #expect(response.headers[.contentType] == "application/json")
    #expect(
      Data(response.body.readableBytesView) == (try Data(contentsOf: StatusRoutes.description())))
  }

  @Test func `it has the routes of the service, all of them and no others`() throws {
    let router = Router(context: ServerRequestContext.self)
    let context = try ServerFixture.server().context
    try StatusRoutes.add(to: router, context: context)
    ServiceRoutes.add(to: router, context: context)
    let routes = router.routes.map { "\($0.method.rawValue) \($0.path.description)" }
    let described = try Self.paths().flatMap { path, operations in
      operations.keys.map { "\($0.uppercased()) \(path)" }
    }
    #expect(Set(routes) == Set(described))
  }

  @Test func `it has the parameters of the service, with their limits`() throws {
    func parameters(_ path: String) throws -> [Object] {
      try #require(try Self.paths()[path]?["get"]?["parameters"] as? [Object])
    }
    let search = try parameters("/v1/search")
    #expect(
      search.map { $0["name"] as? String } == SearchRequestFields.Name.allCases.map(\.rawValue))
    #expect(
      try parameters("/v1/reverse").map { $0["name"] as? String } == ServiceRoutes.reverseParameters
    )
    for (path, names) in [
      ("/v1/places", ServiceRoutes.placesParameters), ("/api", PhotonRoutes.searchParameters),
      ("/structured", PhotonRoutes.structuredParameters),
      ("/reverse", PhotonRoutes.reverseParameters),
      ("/pelias/v1/search", PeliasParameters.search),
      ("/pelias/v1/search/structured", PeliasParameters.structured),
      ("/pelias/v1/autocomplete", PeliasParameters.search),
      ("/pelias/v1/reverse", PeliasParameters.reverse),
      ("/pelias/v1/place", PeliasParameters.place),
    ] {
      #expect(Set(try parameters(path).map { $0["name"] as? String }) == Set(names), "\(path)")
    }
    // A list is a repeated parameter, since generators of clients disagree about lists with commas.
    for parameter in search where (parameter["schema"] as? Object)?["type"] as? String == "array" {
      #expect(parameter["explode"] as? Bool == true)
      #expect(SearchRequestFields.Name.lists.contains(parameter["name"] as? String ?? ""))
    }
    func rule(_ name: String, _ keyword: String) throws -> Int? {
      let parameter = try #require(search.first { $0["name"] as? String == name })
      return (parameter["schema"] as? Object)?[keyword] as? Int
    }
    #expect(try rule("q", "maxLength") == nil)
    #expect(try rule("limit", "maximum") == SearchRequestFields.pageSize)
    #expect(try rule("limit", "default") == SearchRequestFields.usualPageSize)
    #expect(try rule("offset", "maximum") == SearchRequestFields.largestOffset)
    #expect(try rule("countries", "maxItems") == SearchRequestFields.listLength)
    #expect(try rule("ids", "maxItems") == SearchRequestFields.listLength)
    #expect(try rule("chosen", "maxItems") == SearchRequestFields.listLength)
    #expect(try rule("bbox", "maxItems") == 4 * SearchRequestFields.listLength)
    #expect(
      try rule("minimumPopulation", "maximum") == SearchRequestFields.populations.upperBound)
    // A form has the same fields as the query of a URL.
    let post = try #require(try Self.paths()["/v1/search"]?["post"]?["requestBody"] as? Object)
    let form = (post["content"] as? Object)?["application/x-www-form-urlencoded"] as? Object
    let fields = ((form?["schema"] as? Object)?["properties"] as? Object)?.keys.sorted()
    #expect(fields == SearchRequestFields.Name.allCases.map(\.rawValue).sorted())
    let ids = ((form?["schema"] as? Object)?["properties"] as? Object)?["ids"] as? Object
    #expect(ids?["maxItems"] as? Int == SearchRequestFields.formListLength)
    let addresses =
      (try Self.paths()["/v1/geocode"]?["post"]?["requestBody"] as? Object)?["content"] as? Object
    #expect(Set(addresses?.keys ?? [:].keys) == Set(AddressList.Form.allCases.map(\.rawValue)))
    let parameters = try Self.paths()["/v1/geocode"]?["post"]?["parameters"] as? [Object]
    #expect(parameters?.map { $0["name"] as? String } == GeocodeRoute.parameters)
    let address =
      ((try Self.document()["components"] as? Object)?["schemas"] as? Object)?["Address"] as? Object
    #expect((address?["anyOf"] as? [Object])?.first?["maxLength"] as? Int == SearchQuery.textLength)
    let list = (addresses?["application/json"] as? Object)?["schema"] as? Object
    #expect(list?["maxItems"] as? Int == (try ServerFixture.server().context.limits.addresses))
  }

  /// Requests of every kind that is described, good and bad ones.
  private static let requests: [(path: String, request: String, body: (String, String)?)] = [
    ("/v1/search", "/v1/search?q=m%C3%BCnchen&limit=100", nil),
    ("/v1/search", "/v1/search?q=", nil), ("/v1/search", "/v1/search?q=rome,+it", nil),
    ("/v1/search", "/v1/search?q=new+yrok&limit=2", nil), ("/v1/search", "/v1/search?q=zzzz", nil),
    ("/v1/search", "/v1/search?q=springfield,+il,+us&limit=5", nil),
    ("/v1/search", "/v1/search?q=a&near=48.85,2.35&countries=FR,DE&divisions=FR.11&names=own", nil),
    ("/v1/search", "/v1/search?q=a&minimumPopulation=1000000&ids=2643743&typos=never", nil),
    ("/v1/search", "/v1/search?q=&order=population&bbox=176.9,-21,-178.2,-12.4", nil),
    ("/v1/search", "/v1/search?q=a&bbox=1,2,3", nil),
    ("/v1/search", "/v1/search?q=a&order=relevance&near=48.85,2.35&country=FR&chosen=7,8", nil),
    ("/v1/search", "/v1/search?q=a&order=name&near=48.85,2.35", nil),
    ("/v1/search", "/v1/search?q=city+of+chicago", nil), ("/v1/search", "/v1/search?q=moskwa", nil),
    ("/v1/search", "/v1/search", nil), ("/v1/search", "/v1/search?q=a&limit=x", nil),
    ("/v1/search", "/v1/search", ("application/x-www-form-urlencoded", "q=rome")),
    ("/v1/search", "/v1/search", ("application/x-www-form-urlencoded", "")),
    ("/v1/search", "/v1/search", ("text/html", "q=rome")),
    ("/v1/search", "/v1/search", ("application/x-www-form-urlencoded", large)),
    ("/v1/reverse", "/v1/reverse?lat=-33.9&lon=18.4&limit=100", nil),
    ("/v1/reverse", "/v1/reverse?lat=x", nil),
    ("/v1/reverse", "/v1/reverse", ("application/json", #"["48.85,2.35",{"lat":1,"lon":2},"x"]"#)),
    ("/v1/reverse", "/v1/reverse", ("text/csv", "lat,lon\n48.85,2.35")),
    ("/v1/reverse", "/v1/reverse", ("text/html", "48.85,2.35")),
    ("/v1/reverse", "/v1/reverse?lat=48.58&lon=7.75&countries=DE&lang=de", nil),
    ("/v1/search", "/v1/search?q=munich&lang=de", nil),
    ("/v1/places", "/v1/places?ids=2643743&ids=2988507&lang=de", nil),
    ("/v1/places", "/v1/places", nil), ("/v1/places", "/v1/places?ids=1", nil),
    ("/api", "/api?q=munich&lang=de&limit=200", nil), ("/api", "/api/?q=san&osm_tag=:town", nil),
    ("/api", "/api", nil), ("/api", "/api?q=a&lat=1", nil),
    ("/reverse", "/reverse?lat=48.85&lon=362.35&limit=5&distance_sort=false", nil),
    ("/reverse", "/reverse", nil), ("/status", "/status", nil),
    ("/pelias/v1/search", "/pelias/v1/search?text=munich&focus.point.lat=1&focus.point.lon=2", nil),
    ("/pelias/v1/search", "/pelias/v1/search", nil),
    ("/pelias/v1/autocomplete", "/pelias/v1/autocomplete?text=munchen&size=40", nil),
    ("/pelias/v1/autocomplete", "/pelias/v1/autocomplete?text=a&boundary.country=xyz", nil),
    ("/pelias/v1/reverse", "/pelias/v1/reverse?point.lat=48.85&point.lon=2.35&size=3", nil),
    ("/pelias/v1/reverse", "/pelias/v1/reverse", nil),
    ("/structured", "/structured?city=springfield&state=IL&countrycode=US&street=Main+Street", nil),
    ("/structured", "/structured", nil), ("/structured", "/structured?city=a&lat=1", nil),
    (
      "/pelias/v1/search/structured",
      "/pelias/v1/search/structured?address=1+Main+Street&locality=Denver&region=CO&venue=x", nil
    ),
    ("/pelias/v1/search/structured", "/pelias/v1/search/structured?size=1", nil),
    ("/pelias/v1/search", "/pelias/v1/search?text=toronto", nil),
    ("/pelias/v1/place", "/pelias/v1/place?ids=geonames:locality:2643743,a:b:c", nil),
    ("/pelias/v1/place", "/pelias/v1/place", nil),
    ("/pelias/v1/place", "/pelias/v1/place?ids=1", nil),
    ("/v1/places/{ids}", "/v1/places/2643743,2988507", nil),
    ("/v1/places/{ids}", "/v1/places/1", nil), ("/v1/places/{ids}", "/v1/places/x", nil),
    (
      "/v1/geocode", "/v1/geocode",
      ("application/json", #"["Rome, Italy",{"city":"Nowhereville"}]"#)
    ),
    ("/v1/geocode", "/v1/geocode", ("text/plain", "Paris, FR\nLondon")),
    ("/v1/geocode", "/v1/geocode", ("application/json", "{")),
    ("/v1/geocode", "/v1/geocode", ("text/html", "x")),
    ("/v1/geocode", "/v1/geocode", ("text/plain", large)),
    ("/health", "/health", nil), ("/metrics", "/metrics", nil),
    ("/openapi.json", "/openapi.json", nil),
  ]

  private static let large = String(repeating: "x", count: 2_000_000)

  @Test func `every answer is one that is described`() async throws {
    let client = try ServerFixture.server().client()
    let (schema, paths) = (JSONSchema(document: try Self.document()), try Self.paths())
    for (path, request, body) in Self.requests {
      let response = try await client.answer(
        request, body == nil ? .get : .post,
        headers: body.map { [.contentType: $0.0] } ?? [:], body: body?.1)
      let operation = try #require(paths[path]?[body == nil ? "get" : "post"])
      let described = try #require(
        (operation["responses"] as? Object)?["\(response.status.code)"] as? Object,
        "\(request): \(response.status)")
      let type = try #require(response.headers[.contentType]?.split(separator: ";").first)
      let content = try #require(
        (described["content"] as? Object)?[String(type)] as? Object, "\(request): \(type)")
      // Lines have a description of their own, because a generated client reads them as one text.
      let rule = try #require((content["x-itemSchema"] ?? content["schema"]) as? Object)
      for name in (described["headers"] as? Object ?? [:]).keys {
        let header = try #require(HTTPField.Name(name))
        #expect(response.headers[header] != nil, "\(request): \(name)")
      }
      for value in try Self.values(in: response, type: type) {
        #expect(schema.faults(of: value, by: rule).isEmpty, "\(request)")
      }
    }
  }

  /// The values of an answer: one, or one in each line.
  private static func values(in response: Answer, type: Substring) throws -> [Any] {
    switch type {
    case "application/x-ndjson":
      try response.text.split(separator: "\n").map {
        try JSONSerialization.jsonObject(with: Data($0.utf8))
      }
    case "text/plain", "text/csv": [response.text]
    default:
      [try JSONSerialization.jsonObject(with: Data(response.body.readableBytesView))]
    }
  }

  @Test func `the checks of the schema find what is wrong`() throws {
    let schema = JSONSchema(document: try Self.document())
    let rule = ["$ref": "#/components/schemas/Cities"]
    func faults(_ text: String) throws -> [String] {
      schema.faults(of: try JSONSerialization.jsonObject(with: Data(text.utf8)), by: rule)
    }
    #expect(try faults(#"{"type":"FeatureCollection","features":[]}"#).isEmpty)
    #expect(
      try faults(#"{"type":"Feature","features":[]}"#) == ["$.type: is not FeatureCollection"])
    #expect(try faults(#"{"type":"FeatureCollection"}"#) == ["$: lacks features"])
    #expect(
      try faults(#"{"type":"FeatureCollection","features":[],"more":1}"#)
        == ["$: has more, which is not described"])
    #expect(
      try faults(#"{"type":"FeatureCollection","features":[],"asTyped":{"count":1,"isExact":1}}"#)
        == ["$.asTyped.isExact: is no boolean"])
    #expect(
      try faults(#"{"type":"FeatureCollection","features":[],"nextOffset":10001}"#)
        == ["$.nextOffset: 10001 > 10000"])
  }
}
#endif

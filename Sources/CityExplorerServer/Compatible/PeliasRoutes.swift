#if Server
import CitySearch
import JSONText
import Hummingbird
import RemoteSearch

/// The routes of Pelias, for the clients that it has, below a prefix of their own.
///
/// Parameters and answers have the form of Pelias' version 1; all places are of the layer `locality` and
/// the source `geonames`. Parameters that Pelias has for other places are ignored.
struct PeliasRoutes {
  private let context: ServerContext

  /// Adds the routes to a router, which ignores a slash at the end of a path.
  static func add(to router: Router<ServerRequestContext>, context: ServerContext) {
    let routes = PeliasRoutes(context: context)
    router.get("pelias/v1/autocomplete") { request, _ in try routes.search(request) }
    router.get("pelias/v1/search") { request, _ in try routes.search(request) }
    router.get("pelias/v1/reverse") { request, _ in try routes.reverse(request) }
  }

  /// The parameters of a search by name that change the answer.
  static let searchParameters =
    ["text", "focus.point.lat", "focus.point.lon"] + commonParameters + rectangle

  /// The parameters of a search by coordinate that change the answer.
  static let reverseParameters = ["point.lat", "point.lon"] + commonParameters

  private static let commonParameters = ["size", "lang", "boundary.country", "layers", "sources"]

  private static let rectangle = [
    "boundary.rect.min_lon", "boundary.rect.min_lat", "boundary.rect.max_lon",
    "boundary.rect.max_lat",
  ]

  /// The parameters that may be repeated.
  private static let lists: Set<String> = ["lang", "boundary.country", "layers", "sources"]

  /// The layers and sources that have cities of the gazetteer, with Pelias' short names for several.
  private static let layers: Set<Substring> = ["locality", "coarse"]
  private static let sources: Set<Substring> = ["geonames", "gn"]
}

extension PeliasRoutes {
  /// A place of an answer, and how certain it is.
  private struct Place {
    let city: City
    let confidence: Double
    let isExact: Bool
    let distance: Double?
  }

  /// Finds cities by name.
  private func search(_ request: Request) throws(ServiceError) -> Response {
    let fields = try RequestParameters(
      request.uri.query ?? "", among: Self.searchParameters, lists: Self.lists, unknown: .ignored)
    var query = SearchQuery(try fields.searchText("text"))
    let size = try size(fields)
    query.limit = size
    let focus = try fields.point("focus.point.lat", "focus.point.lon")
    if let focus { query.bias = SearchBias(coordinate: focus) }
    query.filter.countries = try countries(fields)
    query.filter.rectangles = try rectangle(fields).map { [$0] }
    let canMatch = hasCities(fields) && query.filter.countries?.isEmpty != true
    let reader = request.reader(try fields.languages("lang"), context.names)
    return context.entityTag.answer(request, for: reader) {
      let matches = canMatch ? context.search.search(query).page() : []
      return answer(
        matches.map { match in
          Place(
            city: match.city, confidence: match.confidence, isExact: match.grade == .exact,
            distance: focus.map { $0.distance(to: match.city.coordinate) })
        }, size: size, text: query.text, reader)
    }
  }

  /// Finds the cities nearest to a coordinate.
  private func reverse(_ request: Request) throws(ServiceError) -> Response {
    let fields = try RequestParameters(
      request.uri.query ?? "", among: Self.reverseParameters, lists: Self.lists, unknown: .ignored)
    guard let point = try fields.point("point.lat", "point.lon") else {
      throw .invalid("'point.lat' and 'point.lon' are needed: point.lat=48.85&point.lon=2.35.")
    }
    let size = try size(fields)
    var filter = CityFilter()
    filter.countries = try countries(fields)
    let canMatch = hasCities(fields) && filter.countries?.isEmpty != true
    let reader = request.reader(try fields.languages("lang"), context.names)
    return context.entityTag.answer(request, for: reader) {
      let nearest =
        canMatch ? context.nearest.nearest(to: point, limit: size, filter: filter) : []
      return answer(
        nearest.map { answer in
          Place(
            city: answer.city, confidence: Self.confidence(atMeters: answer.distance),
            isExact: true, distance: answer.distance)
        }, size: size, text: nil, reader)
    }
  }

  private func size(_ fields: RequestParameters) throws(ServiceError) -> Int {
    try fields.clampedInteger("size", in: 1...40) ?? 10
  }

  /// Whether the layers and sources of a request have cities.
  private func hasCities(_ fields: RequestParameters) -> Bool {
    func has(_ name: String, _ known: Set<Substring>) -> Bool {
      fields[name]?.split(separator: ",").contains { known.contains($0) } ?? true
    }
    return has("layers", Self.layers) && has("sources", Self.sources)
  }

  /// The countries, which Pelias takes by codes of two or three letters.
  private func countries(_ fields: RequestParameters) throws(ServiceError) -> Set<CountryCode>? {
    try fields.list(
      "boundary.country", limit: SearchRequestFields.listLength,
      form: "codes of countries such as DE or DEU"
    ) { CountryCode(wireForm: $0) ?? CountryCode(alpha3: $0) }.map(Set.init)
  }

  private func rectangle(
    _ fields: RequestParameters
  ) throws(ServiceError) -> CoordinateRectangle? {
    guard Self.rectangle.contains(where: fields.has) else { return nil }
    guard let west = try fields.number("boundary.rect.min_lon", in: -180...180),
      let south = try fields.number("boundary.rect.min_lat", in: -90...90),
      let east = try fields.number("boundary.rect.max_lon", in: -180...180),
      let north = try fields.number("boundary.rect.max_lat", in: -90...90),
      let rectangle = CoordinateRectangle(
        validatingSouth: south, west: west, north: north, east: east)
    else {
      throw .invalid(
        "'boundary.rect' needs min_lon, min_lat, max_lon and max_lat, the latter above the former.")
    }
    return rectangle
  }

  /// Pelias' steps of the confidence of a place by its distance.
  private static func confidence(atMeters distance: Double) -> Double {
    switch distance {
    case ..<1: 1
    case ..<10: 0.9
    case ..<100: 0.8
    case ..<250: 0.7
    case ..<1_000: 0.6
    default: 0.5
    }
  }
}

extension PeliasRoutes {
  /// The answer with some places.
  private func answer(
    _ places: [Place], size: Int, text query: String?, _ reader: Reader?
  ) -> Response {
    var text = JSONText()
    text.object {
      $0.key("geocoding")
      $0.object {
        $0.member("version", "0.2")
        $0.member("attribution", "Data by GeoNames, https://www.geonames.org, CC BY 4.0")
        $0.key("query")
        $0.object {
          $0.member("text", query)
          $0.member("size", size)
        }
      }
      $0.member("type", "FeatureCollection")
      $0.key("features")
      $0.array { for place in places { write(place, to: &$0, reader) } }
    }
    return Response(mediaType: "application/json", text.bytes)
  }

  private func write(_ place: Place, to text: inout JSONText, _ reader: Reader?) {
    let city = place.city
    let feature = CityFeature(city, in: context.gazetteer, for: reader)
    let name = feature.localName ?? city.name
    text.object {
      $0.member("type", "Feature")
      $0.geometry(city.coordinate)
      $0.key("properties")
      $0.object {
        $0.member("id", String(city.id))
        $0.member("gid", "geonames:locality:\(city.id)")
        $0.member("layer", "locality")
        $0.member("source", "geonames")
        $0.member("source_id", String(city.id))
        $0.member("name", name)
        $0.member("confidence", place.confidence)
        $0.member("match_type", place.isExact ? "exact" : "fallback")
        $0.member("accuracy", "centroid")
        // In kilometers.
        $0.member("distance", place.distance.map { ($0.rounded() / 1_000) })
        $0.member("country", feature.country)
        $0.member("country_a", city.countryCode.alpha3)
        if !city.countryCode.isEmpty {
          $0.member("country_code", city.countryCode.description)
        }
        $0.member("region", feature.division)
        $0.member("locality", name)
        $0.member(
          "label",
          [name, feature.division, feature.country].compactMap { $0 }
            .joined(separator: ", "))
      }
    }
  }
}

extension CityMatch {
  /// The confidence from 0 to 1 that the city is what was typed.
  fileprivate var confidence: Double {
    switch grade {
    case .exact: 1
    case .corrected: edits > 1 ? 0.7 : 0.8
    case .partial: 0.6
    case .phonetic: 0.5
    }
  }
}
#endif

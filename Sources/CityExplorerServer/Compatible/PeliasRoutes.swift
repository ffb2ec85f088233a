#if Server
import CityGeocoding
import CitySearch
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
    func get(
      _ path: String,
      _ answer: @escaping @Sendable (Request) throws(ServiceError) -> Response
    ) {
      router.get("pelias/v1/\(path)") { request, _ in
        do throws(ServiceError) {
          return try answer(request)
        } catch  where error.retryAfter == nil {
          return PeliasAnswer.response(error)
        }
      }
    }
    get("autocomplete", routes.search)
    get("search", routes.search)
    get("search/structured", routes.structured)
    get("reverse", routes.reverse)
    get("place", routes.place)
  }
}

extension PeliasRoutes {
  /// Finds cities by name.
  @Sendable private func search(_ request: Request) throws(ServiceError) -> Response {
    let fields = try PeliasParameters(request, among: PeliasParameters.search)
    var query = SearchQuery(try fields.fields.searchText("text"))
    let size = try fields.size()
    let focus = try fields.focus()
    if let focus { query.bias = SearchBias(coordinate: focus) }
    let boundary = try fields.boundary()
    query.filter = boundary.filter
    query.limit = boundary.searchLimit(for: size)
    let reader = request.reader(try fields.languages(), context.names)
    return context.entityTag.answer(request, for: reader) {
      let matches = boundary.isEmpty ? CityMatches([CityMatch]()) : context.search.search(query)
      let cities = matches.lazy.filter { boundary.contains($0.city) }.prefix(size)
      return answer(
        cities.map { FoundCity($0) }, from: focus,
        to: PeliasQuery(text: query.text, size: size), reader)
    }
  }

  /// Finds the city of an address in fields.
  @Sendable private func structured(_ request: Request) throws(ServiceError) -> Response {
    let fields = try PeliasParameters(request, among: PeliasParameters.structured)
    let parts = try fields.addressParts()
    let size = try fields.size()
    let focus = try fields.focus()
    let boundary = try fields.boundary()
    var search = StructuredSearch(address: parts.address)
    search.filter = boundary.filter
    search.bias = focus.map { SearchBias(coordinate: $0) }
    search.isIncluded = boundary.contains
    let reader = request.reader(try fields.languages(), context.names)
    return context.entityTag.answer(request, for: reader) {
      answer(
        boundary.isEmpty ? [] : search.cities(limit: size, in: context), from: focus,
        to: PeliasQuery(fields: parts.given, size: size), reader)
    }
  }

  /// Finds the cities nearest to a coordinate.
  @Sendable private func reverse(_ request: Request) throws(ServiceError) -> Response {
    let fields = try PeliasParameters(request, among: PeliasParameters.reverse)
    guard let point = try fields.fields.point("point.lat", "point.lon") else {
      throw .invalid("'point.lat' and 'point.lon' are needed: point.lat=48.85&point.lon=2.35.")
    }
    let size = try fields.size()
    let boundary = try fields.boundary(around: point)
    let reader = request.reader(try fields.languages(), context.names)
    return context.entityTag.answer(request, for: reader) {
      let nearest =
        boundary.isEmpty
        ? []
        : context.nearest.nearest(
          to: point, limit: size, filter: boundary.filter,
          maximumDistance: boundary.circle?.radius ?? .infinity)
      let found = nearest.map {
        FoundCity(
          city: $0.city, confidence: Self.confidence(atMeters: $0.distance), isExact: true)
      }
      return answer(found, from: point, to: PeliasQuery(size: size), reader)
    }
  }

  /// Looks up cities by id.
  @Sendable private func place(_ request: Request) throws(ServiceError) -> Response {
    let fields = try PeliasParameters(request, among: PeliasParameters.place)
    let ids = try fields.ids()
    let reader = request.reader(try fields.languages(), context.names)
    return context.entityTag.answer(request, for: reader) {
      let cities = ids.compactMap { context.gazetteer.city(withID: $0) }
      return PeliasAnswer(gazetteer: context.gazetteer, reader: reader)
        .response(cities.map { PeliasPlace(city: $0) }, to: PeliasQuery(ids: ids))
    }
  }

  /// The answer with some cities, with their distances from a point.
  private func answer(
    _ cities: [FoundCity], from point: Coordinate?, to query: PeliasQuery, _ reader: Reader?
  ) -> Response {
    let places = cities.map { found in
      PeliasPlace(
        city: found.city, found: found,
        distance: point.map { $0.distance(to: found.city.coordinate) })
    }
    return PeliasAnswer(gazetteer: context.gazetteer, reader: reader).response(places, to: query)
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
#endif

#if Server
import CityGeocoding
import CitySearch
import JSONText
import Hummingbird
import RemoteSearch

/// The routes of Photon, the geocoder of OpenStreetMap, for the clients that it has.
///
/// Parameters and answers have the form of Photon's; the places are cities of the gazetteer, and the ids
/// are those of GeoNames. Parameters that Photon has for other places are ignored, as Photon does.
struct PhotonRoutes {
  private let context: ServerContext

  /// Adds the routes to a router, which ignores a slash at the end of a path.
  static func add(to router: Router<ServerRequestContext>, context: ServerContext) {
    let routes = PhotonRoutes(context: context)
    router.get("api") { request, _ in try routes.search(request) }
    router.get("structured") { request, _ in try routes.structured(request) }
    router.get("reverse") { request, _ in try routes.reverse(request) }
    router.get("status") { _, _ in
      var text = JSONText()
      text.object { $0.member("status", "Ok") }
      return Response(mediaType: "application/json", text.bytes)
    }
  }

  /// The parameters of a search by name that change the answer.
  static let searchParameters = [
    "q", "limit", "lang", "lat", "lon", "bbox", "countrycode", "layer", "osm_tag",
  ]

  /// The parameters of a search by address: its fields, and those of a search by name but the text.
  static let structuredParameters = addressFields + searchParameters.dropFirst()

  /// The fields of an address, beside the code of its country; Photon has no `country`.
  ///
  /// Cities have no streets, houses and counties here, so these are read and change nothing.
  private static let addressFields = [
    "city", "district", "state", "country", "postcode", "street", "housenumber", "county",
  ]

  /// The parameters of a search by coordinate that change the answer.
  static let reverseParameters = [
    "lat", "lon", "limit", "lang", "radius", "distance_sort", "countrycode", "layer", "osm_tag",
  ]

  /// The parameters that may be repeated.
  private static let lists: Set<String> = ["lang", "bbox", "countrycode", "layer", "osm_tag"]
}

extension PhotonRoutes {
  /// Finds cities by name.
  private func search(_ request: Request) throws(ServiceError) -> Response {
    let fields = try RequestParameters(
      request.uri.query ?? "", among: Self.searchParameters, lists: Self.lists, unknown: .ignored)
    var query = SearchQuery(try fields.searchText("q"))
    let limit = try fields.clampedInteger("limit", in: 1...SearchRequestFields.pageSize) ?? 15
    if let point = try fields.point("lat", "lon") { query.bias = SearchBias(coordinate: point) }
    let sizes = try sizes(fields)
    query.filter = try filter(fields, sizes)
    query.filter.rectangles = try fields.rectangles("bbox", limit: 1)
    query.limit = sizes.searchLimit(for: limit)
    let reader = request.reader(try fields.languages("lang"), context.names)
    return context.entityTag.answer(request, for: reader) {
      let matches = sizes.isEmpty ? CityMatches([CityMatch]()) : context.search.search(query)
      return answer(matches.lazy.map(\.city).filter(sizes.contains).prefix(limit), reader)
    }
  }

  /// Finds the city of an address in fields.
  private func structured(_ request: Request) throws(ServiceError) -> Response {
    let fields = try RequestParameters(
      request.uri.query ?? "", among: Self.structuredParameters, lists: Self.lists,
      unknown: .ignored)
    guard (Self.addressFields + ["countrycode"]).contains(where: { fields[$0] != nil }) else {
      throw .invalid(
        "A field of the address is needed: \(Self.addressFields.joined(separator: ", ")) or "
          + "countrycode.")
    }
    let city = fields.addressField(fields["city"] == nil ? "district" : "city")
    let address = PostalAddress(
      street: fields.addressField("street"), city: city,
      state: fields.addressField("state"), postalCode: fields.addressField("postcode"),
      country: fields.addressField("country"))
    let limit = try fields.clampedInteger("limit", in: 1...SearchRequestFields.pageSize) ?? 15
    let sizes = try sizes(fields)
    var search = StructuredSearch(address: address)
    search.filter = try filter(fields, sizes)
    search.filter.rectangles = try fields.rectangles("bbox", limit: 1)
    search.bias = try fields.point("lat", "lon").map { SearchBias(coordinate: $0) }
    search.isIncluded = sizes.contains
    let reader = request.reader(try fields.languages("lang"), context.names)
    return context.entityTag.answer(request, for: reader) {
      let found = sizes.isEmpty ? [] : search.cities(limit: limit, in: context)
      return answer(found.map(\.city), reader)
    }
  }

  /// Finds the cities nearest to a coordinate.
  private func reverse(_ request: Request) throws(ServiceError) -> Response {
    let fields = try RequestParameters(
      request.uri.query ?? "", among: Self.reverseParameters, lists: Self.lists, unknown: .ignored)
    guard let point = try fields.point("lat", "lon") else {
      throw .invalid("'lat' and 'lon' are needed, such as lat=48.85&lon=2.35.")
    }
    let limit = try fields.clampedInteger("limit", in: 1...SearchRequestFields.pageSize) ?? 1
    let radius = try fields.number("radius", in: 0...20_040).map { $0 * 1_000 } ?? .infinity
    let isByDistance = try fields.flag("distance_sort") ?? true
    let sizes = try sizes(fields)
    let filter = try filter(fields, sizes)
    let reader = request.reader(try fields.languages("lang"), context.names)
    return context.entityTag.answer(request, for: reader) {
      guard !sizes.isEmpty else { return answer([], reader) }
      let nearest = context.nearest.nearest(
        to: point, limit: sizes.searchLimit(for: limit), filter: filter, maximumDistance: radius)
      var cities = Array(nearest.map(\.city).filter(sizes.contains).prefix(limit))
      if !isByDistance { cities.sort { $0.population > $1.population } }
      return answer(cities, reader)
    }
  }

  /// The sizes of cities that `layer` and `osm_tag` select.
  private func sizes(_ fields: RequestParameters) throws(ServiceError) -> SettlementSizes {
    // Cities are the only layer here.
    let layers = fields["layer"]?.split(separator: ",")
    guard layers?.contains("city") ?? true else { return SettlementSizes(of: []) }
    return SettlementSizes(
      taggedAs: fields["osm_tag"]?.split(separator: ",").map(String.init) ?? [])
  }

  private func filter(
    _ fields: RequestParameters, _ sizes: SettlementSizes
  ) throws(ServiceError) -> CityFilter {
    var filter = CityFilter()
    filter.countries = try fields.countries(
      "countrycode", limit: SearchRequestFields.listLength)
    filter.minimumPopulation = sizes.minimumPopulation
    return filter
  }

  /// The answer with some cities.
  private func answer(_ cities: some Sequence<City>, _ reader: Reader?) -> Response {
    var text = JSONText()
    text.object {
      $0.member("type", "FeatureCollection")
      $0.key("features")
      $0.array {
        for city in cities {
          write(CityFeature(city, in: context.gazetteer, for: reader), to: &$0)
        }
      }
    }
    // The media type of Photon, which clients compare.
    return Response(mediaType: "application/json", text.bytes)
  }

  private func write(_ feature: CityFeature, to text: inout JSONText) {
    let city = feature.city
    text.object {
      $0.member("type", "Feature")
      $0.geometry(city.coordinate)
      $0.key("properties")
      $0.object {
        $0.member("osm_type", "N")
        $0.member("osm_id", city.id)
        $0.member("osm_key", "place")
        $0.member("osm_value", SettlementSize(of: city).rawValue)
        $0.member("type", "city")
        $0.member("name", feature.localName ?? city.name)
        $0.member("country", feature.country)
        if !city.countryCode.isEmpty {
          $0.member("countrycode", city.countryCode.description)
        }
        $0.member("county", feature.county)
        $0.member("state", feature.division)
      }
    }
  }
}
#endif

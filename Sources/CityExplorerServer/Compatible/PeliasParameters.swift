#if Server
import CityGeocoding
import CitySearch
import Hummingbird
import RemoteSearch

/// The parameters of a request to Pelias.
struct PeliasParameters {
  /// All of them, as they came.
  let fields: RequestParameters

  init(_ request: Request, among names: [String]) throws(ServiceError) {
    fields = try RequestParameters(
      request.uri.query ?? "", among: names, lists: Self.lists, unknown: .ignored)
  }

  /// The parameters of a search by name that change the answer.
  static let search = ["text"] + focus + common + rectangle + circle
  /// The parameters of a search by address.
  static let structured = addressFields + focus + common + rectangle + circle
  /// The parameters of a search by coordinate that change the answer.
  ///
  /// The center of the circle is the coordinate; Pelias ignores another one.
  static let reverse = ["point.lat", "point.lon"] + common + ["boundary.circle.radius"]
  /// The parameters of a look-up by id that change the answer.
  static let place = ["ids", "lang"]

  private static let common = ["size", "lang", "boundary.country", "layers", "sources"]
  private static let focus = ["focus.point.lat", "focus.point.lon"]
  private static let rectangle = [
    "boundary.rect.min_lon", "boundary.rect.min_lat", "boundary.rect.max_lon",
    "boundary.rect.max_lat",
  ]
  private static let circle = [
    "boundary.circle.lat", "boundary.circle.lon", "boundary.circle.radius",
  ]
  /// The fields of an address.
  ///
  /// Cities have no venues and counties here, so these are read and change nothing.
  private static let addressFields = [
    "venue", "address", "neighbourhood", "borough", "locality", "county", "region", "postalcode",
    "country",
  ]

  /// The parameters that may be repeated.
  private static let lists: Set<String> = ["lang", "boundary.country", "layers", "sources", "ids"]
  /// The layers and sources that have cities of the gazetteer, with Pelias' short names for several.
  private static let layers: Set<Substring> = ["locality", "coarse"]
  private static let sources: Set<Substring> = ["geonames", "gn"]
  /// The largest number of ids of a request.
  static let idLimit = 100
}

extension PeliasParameters {
  /// The largest number of places.
  func size() throws(ServiceError) -> Int {
    try fields.clampedInteger("size", in: 1...40) ?? 10
  }

  /// Where the person is who types.
  func focus() throws(ServiceError) -> Coordinate? {
    try fields.point("focus.point.lat", "focus.point.lon")
  }

  /// The languages of the reader: a list of codes, or a text like the header Accept-Language, which geopy
  /// documents, too.
  func languages() throws(ServiceError) -> [String] {
    if let text = fields["lang"], text.contains(";") { return Reader.languages(accepted: text) }
    return try fields.languages("lang")
  }

  /// The address in fields, and the fields that were given, by Pelias' names of parsed parts.
  func addressParts() throws(ServiceError) -> (
    address: PostalAddress, given: [(name: StaticString, text: String)]
  ) {
    guard Self.addressFields.contains(where: { fields[$0] != nil }) else {
      throw .invalid(
        "At least one of these parameters is needed: "
          + "\(Self.addressFields.joined(separator: ", ")).")
    }
    let (venue, street) = (fields.addressField("venue"), fields.addressField("address"))
    let quarter = fields.addressField("neighbourhood")
    let (borough, city) = (
      fields.addressField("borough"), fields.addressField("locality")
    )
    let (county, state) = (fields.addressField("county"), fields.addressField("region"))
    let code = fields.addressField("postalcode")
    let country = fields.addressField("country")
    let all: [(name: StaticString, text: String)] = [
      ("query", venue), ("address", street), ("neighbourhood", quarter), ("borough", borough),
      ("city", city), ("county", county), ("state", state), ("postalcode", code),
      ("country", country),
    ]
    // The gazetteer has some parts of large cities.
    let name = [city, borough, quarter].first { !$0.isEmpty } ?? ""
    // A venue or a part of a city is more than its city, as a street is.
    let more = [venue, street] + [borough, quarter].filter { $0 != name }
    let address = PostalAddress(
      street: more.filter { !$0.isEmpty }.joined(separator: ", "), city: name, state: state,
      postalCode: code, country: country)
    return (address, all.filter { !$0.text.isEmpty })
  }

  /// The ids of cities; those of other sources and layers have none.
  func ids() throws(ServiceError) -> [City.ID] {
    var known: Set<City.ID> = []
    let ids = try fields.list(
      "ids", limit: Self.idLimit, form: "ids such as geonames:locality:2643743"
    ) { text -> City.ID?? in
      let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3, parts.allSatisfy({ !$0.isEmpty }) else { return nil }
      let isCity = Self.sources.contains(parts[0]) && parts[1] == "locality"
      return .some(isCity ? City.ID(wireForm: parts[2]) : nil)
    }
    guard let ids else {
      throw .invalid("'ids' is missing: ids=geonames:locality:2643743, several with commas.")
    }
    return ids.compactMap { $0 }.filter { known.insert($0).inserted }
  }

  /// What the cities are restricted to.
  ///
  /// - Parameter point: The center of the circle; `nil` for the one of the request.
  /// - Returns: The restrictions.
  /// - Throws: ``ServiceError`` with the status 400.
  func boundary(around point: Coordinate? = nil) throws(ServiceError) -> PeliasBoundary {
    var boundary = PeliasBoundary()
    boundary.filter.countries = try countries()
    boundary.filter.rectangles = try rectangle().map { [$0] }
    boundary.isEmpty = !hasCities() || boundary.filter.countries?.isEmpty == true
    let radius = try fields.number("boundary.circle.radius", in: 0...20_040).map { $0 * 1_000 }
    if let point {
      if let radius { boundary.circle = (point, radius) }
    } else if let center = try fields.point("boundary.circle.lat", "boundary.circle.lon") {
      boundary.add(center, radius ?? PeliasBoundary.usualRadius)
    } else if radius != nil {
      throw .invalid("'boundary.circle' needs lat, lon and radius.")
    }
    return boundary
  }

  /// Whether the layers and sources of a request have cities.
  private func hasCities() -> Bool {
    /// A name with a hyphen before it is excluded; without others, all others are included.
    func has(_ name: String, _ known: Set<Substring>) -> Bool {
      let texts = fields[name]?.lowercased().filter { $0 != " " }.split(separator: ",") ?? []
      let included = texts.filter { !$0.hasPrefix("-") }
      let excluded = texts.filter { $0.hasPrefix("-") }.map { $0.dropFirst() }
      return (included.isEmpty || included.contains { known.contains($0) })
        && !excluded.contains { known.contains($0) }
    }
    return has("layers", Self.layers) && has("sources", Self.sources)
  }

  /// The countries, which Pelias takes by codes of two or three letters.
  private func countries() throws(ServiceError) -> Set<CountryCode>? {
    try fields.list(
      "boundary.country", limit: SearchRequestFields.listLength,
      form: "codes of countries such as DE or DEU"
    ) { CountryCode(wireForm: $0) }.map(Set.init)
  }

  private func rectangle() throws(ServiceError) -> CoordinateRectangle? {
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
}
#endif

public import CitySearch

/// A place with the parts of its address.
///
/// A gazetteer of cities fills the fields down to the population. Street and postal code are those of an
/// address.
public struct Placemark: Sendable, Hashable {
  /// The coordinate of the place.
  public var coordinate: Coordinate
  /// The name of the place.
  public var name: String
  /// The city.
  public var locality: String?
  /// The first-level administrative division: state, province, region.
  public var division: String?
  /// The smallest division below the first level: county, province, district.
  public var subdivision: String?
  /// The ISO 3166-1 code of the country, two letters.
  public var countryCode: String?
  /// The name of the country.
  public var countryName: String?
  /// The name of the time zone in the IANA database.
  public var timeZone: String?
  /// The number of inhabitants.
  public var population: Int?

  /// The street and the house number.
  public var thoroughfare: String?
  /// The postal code.
  public var postalCode: String?

  /// Creates a placemark; unknown fields may be left out.
  public init(
    coordinate: Coordinate, name: String, locality: String? = nil,
    division: String? = nil, subdivision: String? = nil, countryCode: String? = nil,
    countryName: String? = nil,
    timeZone: String? = nil, population: Int? = nil, thoroughfare: String? = nil,
    postalCode: String? = nil
  ) {
    self.coordinate = coordinate
    self.name = name
    self.locality = locality
    self.division = division
    self.subdivision = subdivision
    self.countryCode = countryCode
    self.countryName = countryName
    self.timeZone = timeZone
    self.population = population
    self.thoroughfare = thoroughfare
    self.postalCode = postalCode
  }

  /// Creates the placemark of a city.
  ///
  /// - Parameters:
  ///   - city: The city.
  ///   - division: The name of its division; `nil` for the code of the division, if that has
  ///     letters: "TX", but not "79".
  ///   - subdivision: The name of its division below the first level.
  ///   - countryName: The name of its country.
  ///   - timeZone: The name of its time zone in the IANA database.
  package init(
    _ city: City, division: String? = nil, subdivision: String? = nil, countryName: String? = nil,
    timeZone: String? = nil
  ) {
    func known(_ code: some RegionCode) -> String? {
      code.hasLetter ? code.description : nil
    }
    self.init(
      coordinate: city.coordinate, name: city.name, locality: city.name,
      division: division ?? known(city.divisionCode), subdivision: subdivision,
      countryCode: known(city.countryCode), countryName: countryName, timeZone: timeZone,
      population: city.population > 0 ? city.population : nil)
  }
}

extension Placemark {
  /// Whether all fields are equal.
  ///
  /// In a page, a list of the texts takes a tenth of what the compiler would write for each of them.
  public static func == (one: Placemark, two: Placemark) -> Bool {
    one.coordinate == two.coordinate && one.population == two.population && one.texts == two.texts
  }

  private var texts: [String?] {
    [
      name, locality, division, subdivision, countryCode, countryName, timeZone, thoroughfare,
      postalCode,
    ]
  }
}

/// A city on a map.
///
/// The placemark is stored behind a reference, so copying a long list is cheap.
public struct MapItem: Sendable, Hashable, Identifiable {
  /// The id of the city.
  public var id: City.ID
  private var details: Details

  fileprivate final class Details: Sendable, Hashable {
    let placemark: Placemark

    init(_ placemark: Placemark) { self.placemark = placemark }

    static func == (one: Details, other: Details) -> Bool {
      one === other || one.placemark == other.placemark
    }

    func hash(into hasher: inout Hasher) { hasher.combine(placemark) }

    #if !hasFeature(Embedded)
    init(from decoder: any Decoder) throws { placemark = try Placemark(from: decoder) }

    func encode(to encoder: any Encoder) throws { try placemark.encode(to: encoder) }
    #endif
  }

  /// Creates an item.
  public init(id: City.ID, placemark: Placemark) {
    self.id = id
    details = Details(placemark)
  }

  /// The placemark of the city.
  public var placemark: Placemark {
    get { details.placemark }
    set { details = Details(newValue) }
  }
}

#if !hasFeature(Embedded)
extension Placemark: Codable {
  private enum CodingKeys: String, CodingKey {
    case coordinate, name, locality, countryCode, countryName, timeZone, population
    case thoroughfare, postalCode
    /// Favorites that are stored already have this name.
    case division = "administrativeArea"
    case subdivision = "subAdministrativeArea"
  }
}

extension MapItem.Details: Codable {}

extension MapItem: Codable {
  private enum CodingKeys: String, CodingKey {
    case id
    case details = "placemark"
  }
}
#endif

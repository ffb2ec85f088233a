public import CitySearch

/// A place with the parts of its address.
///
/// A gazetteer of cities fills the fields down to the population. The fields of a street address
/// are for geocoders that find streets.
public struct Placemark: Sendable, Hashable, Codable {
  /// The coordinate of the place.
  public var coordinate: Coordinate
  /// The name of the place.
  public var name: String
  /// The city.
  public var locality: String?
  /// The first-level administrative division: state, province, region.
  public var administrativeArea: String?
  /// The ISO 3166-1 code of the country, two letters.
  public var countryCode: String?
  /// The name of the country.
  public var countryName: String?
  /// The name of the time zone in the IANA database.
  public var timeZone: String?
  /// The number of inhabitants.
  public var population: Int?

  /// The street.
  public var thoroughfare: String?
  /// The house number.
  public var subThoroughfare: String?
  /// The part of the city.
  public var subLocality: String?
  /// The second-level administrative division: county, district.
  public var subAdministrativeArea: String?
  /// The postal code.
  public var postalCode: String?

  /// Creates a placemark; unknown fields may be left out.
  public init(
    coordinate: Coordinate, name: String, locality: String? = nil,
    administrativeArea: String? = nil, countryCode: String? = nil, countryName: String? = nil,
    timeZone: String? = nil, population: Int? = nil, thoroughfare: String? = nil,
    subThoroughfare: String? = nil, subLocality: String? = nil,
    subAdministrativeArea: String? = nil, postalCode: String? = nil
  ) {
    self.coordinate = coordinate
    self.name = name
    self.locality = locality
    self.administrativeArea = administrativeArea
    self.countryCode = countryCode
    self.countryName = countryName
    self.timeZone = timeZone
    self.population = population
    self.thoroughfare = thoroughfare
    self.subThoroughfare = subThoroughfare
    self.subLocality = subLocality
    self.subAdministrativeArea = subAdministrativeArea
    self.postalCode = postalCode
  }

  /// Creates the placemark of a city.
  ///
  /// - Parameters:
  ///   - city: The city.
  ///   - administrativeArea: The name of its division; `nil` for the code of the division, if that has
  ///     letters: "TX", but not "79".
  ///   - countryName: The name of its country.
  ///   - timeZone: The name of its time zone in the IANA database.
  public init(
    _ city: City, administrativeArea: String? = nil, countryName: String? = nil,
    timeZone: String? = nil
  ) {
    func known(_ code: some RegionCode) -> String? {
      code.description.contains(where: \.isLetter) ? code.description : nil
    }
    self.init(
      coordinate: city.coordinate, name: city.name, locality: city.name,
      administrativeArea: administrativeArea ?? known(city.admin1Code),
      countryCode: known(city.countryCode), countryName: countryName, timeZone: timeZone,
      population: city.population > 0 ? city.population : nil)
  }
}

/// A city on a map.
public struct MapItem: Sendable, Hashable, Codable, Identifiable {
  /// The id of the city.
  public var id: City.ID
  /// The placemark of the city.
  public var placemark: Placemark

  /// Creates an item.
  public init(id: City.ID, placemark: Placemark) {
    self.id = id
    self.placemark = placemark
  }
}

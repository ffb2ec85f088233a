public import CitySearch

/// What a geocoder found for an address.
public struct GeocodingResult: Sendable, Hashable, Codable {
  /// Where the place lies.
  public var coordinate: Coordinate
  /// How sure the geocoder is, and why.
  public var confidence: GeocodingConfidence
  /// What the geocoder took the address for.
  public var match: GeocodingMatch

  /// Creates a result.
  public init(coordinate: Coordinate, confidence: GeocodingConfidence, match: GeocodingMatch) {
    self.coordinate = coordinate
    self.confidence = confidence
    self.match = match
  }
}

/// What a geocoder took an address for.
public struct GeocodingMatch: Sendable, Hashable, Codable {
  /// How much of the address was found.
  public enum Precision: String, Sendable, Hashable, Codable, CaseIterable {
    /// The house.
    case house
    /// The street, but not the house.
    case street
    /// The area of the postal code.
    case postalCode
    /// The city.
    case city
    /// The state, province or region.
    case state
    /// The country only.
    case country
  }

  /// What the place is called.
  public var name: String
  /// How much of the address was found.
  public var precision: Precision
  /// The id of the city in the gazetteer; `nil` if it is not known.
  public var cityID: City.ID?

  /// Creates a match.
  public init(name: String, precision: Precision, cityID: City.ID? = nil) {
    self.name = name
    self.precision = precision
    self.cityID = cityID
  }
}

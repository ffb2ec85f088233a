public import CitySearch

/// The name and precision of a match.
public struct GeocodingMatch: Sendable, Hashable {
  /// The most precise part of the address that was found.
  @nonexhaustive
  public enum Precision: String, Sendable, Hashable, CaseIterable {
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

  /// The name of the place.
  public var name: String
  /// The most precise part of the address that was found.
  public var precision: Precision
  /// The id of the city in the gazetteer; `nil` if it is not known.
  public var cityID: City.ID?

  /// Creates a match.
  ///
  /// - Parameters:
  ///   - name: The name of the place.
  ///   - precision: The most precise part of the address that was found.
  ///   - cityID: The id of the city in the gazetteer; `nil` if it is not known.
  public init(name: String, precision: Precision, cityID: City.ID? = nil) {
    self.name = name
    self.precision = precision
    self.cityID = cityID
  }
}

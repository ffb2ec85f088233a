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

    /// Whether a match of this precision says less of the place than one of another precision.
    func isLess(than other: Precision) -> Bool { rank > other.rank }

    /// The position in the order from the most to the least precise.
    private var rank: Int {
      switch self {
      case .house: 0
      case .street: 1
      case .postalCode: 2
      case .city: 3
      case .state: 4
      case .country: 5
      }
    }
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

#if !hasFeature(Embedded)
extension GeocodingMatch: Codable {}
extension GeocodingMatch.Precision: Codable {}
#endif

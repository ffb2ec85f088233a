public import CitySearch

/// A city that somebody wants to find again, with all that is needed to show it.
///
/// It is kept whole, not by its id alone: a gazetteer of next year may not have the city any more.
public struct FavoriteCity: Sendable, Hashable, Identifiable, Codable {
  /// The id of the city.
  public var id: City.ID
  /// What was known of the city when it was added: name, country, division, coordinate and more.
  public var placemark: Placemark

  /// Creates a favorite.
  ///
  /// - Parameters:
  ///   - id: The id of the city.
  ///   - placemark: What is known of the city.
  public init(id: City.ID, placemark: Placemark) {
    self.id = id
    self.placemark = placemark
  }

  /// Creates a favorite of a place on a map.
  ///
  /// - Parameter item: The place.
  public init(_ item: MapItem) { self.init(id: item.id, placemark: item.placemark) }

  /// Creates a favorite of a city whose country and division are known by their codes only.
  ///
  /// - Parameter city: The city.
  public init(_ city: City) { self.init(id: city.id, placemark: Placemark(city)) }

  /// Creates a favorite with everything that a gazetteer knows of a city.
  ///
  /// - Parameters:
  ///   - city: A city of the gazetteer.
  ///   - gazetteer: The gazetteer.
  /// - Complexity: O(log *n*), where *n* is the number of cities.
  public init(_ city: City, in gazetteer: Gazetteer) {
    self.init(id: city.id, placemark: gazetteer.placemark(of: city))
  }
}

extension FavoriteCity {
  /// What the city is called.
  public var name: String { placemark.name }

  /// Where the city lies.
  public var coordinate: Coordinate { placemark.coordinate }
}

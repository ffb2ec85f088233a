public import CitySearch

/// A city on a map.
public struct MapItem: Sendable, Hashable, Codable, Identifiable {
  /// The id of the city.
  public var id: City.ID
  /// What is known of it.
  public var placemark: Placemark

  /// Creates an item.
  public init(id: City.ID, placemark: Placemark) {
    self.id = id
    self.placemark = placemark
  }
}

/// All places that a completion stands for.
public struct SearchResponse: Sendable, Hashable, Codable {
  /// The places, in the order of the completion's ids.
  public var mapItems: [MapItem]
  /// The smallest region to look at that holds all of them; `nil` if there are none.
  public var boundingRegion: CoordinateRegion?

  /// Creates the response with the region that `mapItems` need.
  ///
  /// - Parameters:
  ///   - mapItems: The places.
  ///   - smallestExtent: How far the region reaches at least, in meters; not negative, and finite.
  /// - Complexity: O(*n* log *n*), where *n* is the number of items.
  public init(mapItems: [MapItem], smallestExtent: Double = CoordinateRegion.cityExtent) {
    self.mapItems = mapItems
    boundingRegion = CoordinateRegion(
      bounding: mapItems.map(\.placemark.coordinate), smallestExtent: smallestExtent)
  }
}

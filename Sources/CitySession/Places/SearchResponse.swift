internal import CitySearch

/// All places that a completion stands for.
public struct SearchResponse: Sendable, Hashable {
  /// The places, in the order of the completion's ids.
  public var mapItems: [MapItem]
  /// The bounding region of the places; `nil` if there are none.
  public var boundingRegion: CoordinateRegion?

  /// Creates the response with the bounding region of `mapItems`.
  ///
  /// - Parameter mapItems: The places.
  /// - Complexity: O(*n* log *n*), where *n* is the number of items.
  public init(mapItems: [MapItem]) {
    self.mapItems = mapItems
    boundingRegion = CoordinateRegion(bounding: mapItems.map { $0.placemark.coordinate })
  }
}

#if !hasFeature(Embedded)
extension SearchResponse: Codable {}
#endif

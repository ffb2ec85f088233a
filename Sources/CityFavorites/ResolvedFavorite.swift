public import CitySearch
public import CitySession

/// A favorite as it is shown: with what is known of the city today, or else with what was saved.
public struct ResolvedFavorite: Sendable, Hashable, Identifiable {
  /// What became of the city since it was added.
  public enum Status: Sendable, Hashable {
    /// The city is known, and shown as it is today.
    case known
    /// The city is not known any more; it is shown as it was saved.
    case missing
    /// Nobody could be asked; the city is shown as it was saved.
    case unchecked
  }

  /// What was saved.
  public var favorite: FavoriteCity
  /// What is shown.
  public var placemark: Placemark
  /// What became of the city since it was added.
  public var status: Status

  /// Creates a favorite to show.
  ///
  /// - Parameters:
  ///   - favorite: What was saved.
  ///   - placemark: What is shown; `nil` for what was saved.
  ///   - status: What became of the city since it was added.
  public init(_ favorite: FavoriteCity, placemark: Placemark? = nil, status: Status) {
    self.favorite = favorite
    self.placemark = placemark ?? favorite.placemark
    self.status = status
  }

  /// The id of the city.
  public var id: City.ID { favorite.id }

  /// The city for a map.
  public var mapItem: MapItem { MapItem(id: id, placemark: placemark) }
}

extension [FavoriteCity] {
  /// Looks up each city in a gazetteer, and marks those that it does not have.
  ///
  /// - Parameter gazetteer: The cities of today.
  /// - Returns: All favorites, in order.
  /// - Complexity: O(*f* log *n*), where *f* is the number of favorites and *n* that of cities.
  public func resolved(in gazetteer: Gazetteer) -> [ResolvedFavorite] {
    resolved(by: gazetteer.mapItems(withIDs: map(\.id)))
  }

  /// Looks up each city in any source of places, and marks those that it does not have.
  ///
  /// - Parameter places: What knows the cities of today.
  /// - Returns: All favorites, in order; if the source fails, as they were saved.
  /// - Complexity: O(*f*), where *f* is the number of favorites, and that of the source.
  public func resolved(in places: any PlaceResolving) async -> [ResolvedFavorite] {
    do {
      return resolved(by: try await places.mapItems(withIDs: map(\.id)))
    } catch {
      return map { ResolvedFavorite($0, status: .unchecked) }
    }
  }

  private func resolved(by items: [MapItem]) -> [ResolvedFavorite] {
    let known = Dictionary(items.map { ($0.id, $0.placemark) }, uniquingKeysWith: { one, _ in one })
    return map { favorite in
      let placemark = known[favorite.id]
      return ResolvedFavorite(
        favorite, placemark: placemark, status: placemark == nil ? .missing : .known)
    }
  }
}

extension FavoriteCities {
  /// All favorites, each looked up in a gazetteer and marked if it is not there.
  ///
  /// - Parameter gazetteer: The cities of today.
  /// - Returns: All favorites, in order.
  /// - Throws: What the store throws, if the list was not read before.
  /// - Complexity: O(*f* log *n*), where *f* is the number of favorites and *n* that of cities.
  public func resolved(in gazetteer: Gazetteer) async throws -> [ResolvedFavorite] {
    try await all.resolved(in: gazetteer)
  }
}

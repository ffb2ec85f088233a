public import CitySearch
public import CitySession

/// A favorite to show: with the current data of its city, or with the saved data if there are none.
public struct ResolvedFavorite: Sendable, Hashable, Identifiable {
  /// The result of looking up the city.
  public enum Status: Sendable, Hashable {
    /// The city was found; the placemark is current.
    case known
    /// The city does not exist any more; the placemark is the saved one.
    case missing
    /// The lookup failed; the placemark is the saved one.
    case unchecked
  }

  /// The favorite as it was saved.
  public var favorite: FavoriteCity
  /// The placemark to show.
  public var placemark: Placemark
  /// The result of looking up the city.
  public var status: Status

  /// Creates a favorite to show.
  ///
  /// - Parameters:
  ///   - favorite: The favorite as it was saved.
  ///   - placemark: The placemark to show; `nil` for the saved one.
  ///   - status: The result of looking up the city.
  public init(_ favorite: FavoriteCity, placemark: Placemark? = nil, status: Status) {
    self.favorite = favorite
    self.placemark = placemark ?? favorite.placemark
    self.status = status
  }

  /// The id of the city.
  public var id: City.ID { favorite.id }

  /// The city as a map item.
  public var mapItem: MapItem { MapItem(id: id, placemark: placemark) }
}

extension [FavoriteCity] {
  /// Looks up each city in a gazetteer.
  ///
  /// - Parameter gazetteer: The current cities.
  /// - Returns: All favorites in order; cities that the gazetteer lacks are marked as missing.
  /// - Complexity: O(*f* log *n*), where *f* is the number of favorites and *n* that of cities.
  public func resolved(in gazetteer: Gazetteer) -> [ResolvedFavorite] {
    resolved(by: gazetteer.mapItems(withIDs: map(\.id)))
  }

  /// Looks up each city in a source of places.
  ///
  /// - Parameter places: The source of the current cities.
  /// - Returns: All favorites in order; cities that the source lacks are marked as missing, and all as
  ///   unchecked if the source throws.
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
  /// All favorites, each looked up in a gazetteer.
  ///
  /// - Parameter gazetteer: The current cities.
  /// - Returns: All favorites in order; cities that the gazetteer lacks are marked as missing.
  /// - Throws: The errors of the store, at the first use.
  /// - Complexity: O(*f* log *n*), where *f* is the number of favorites and *n* that of cities.
  public func resolved(in gazetteer: Gazetteer) async throws -> [ResolvedFavorite] {
    try await all.resolved(in: gazetteer)
  }
}

extension FilteredCitySearch {
  /// Restricts a source to favorites; each search uses the favorites of its moment.
  ///
  /// - Parameters:
  ///   - base: The source of the matches.
  ///   - favorites: The cities to find.
  public init(_ base: Base, only favorites: FavoriteCities) {
    self.init(base) { CityFilter(ids: try await favorites.cityIDs) }
  }
}

extension FilteredCitySearch: PlaceResolving where Base: PlaceResolving {
  /// Looks up cities in the base.
  ///
  /// The filter does not apply.
  ///
  /// - Parameter ids: The ids of the cities.
  /// - Returns: The places that the base returns.
  /// - Throws: The errors of the base.
  public func mapItems(withIDs ids: [City.ID]) async throws -> [MapItem] {
    try await base.mapItems(withIDs: ids)
  }

  /// The base's name for the division of a city.
  public func admin1Name(of city: City) -> String? { base.admin1Name(of: city) }

  /// The base's name for the country of a city.
  public func countryName(of city: City) -> String? { base.countryName(of: city) }

  /// No cities, because the filter may exclude those that share the name.
  public func namesakes(of city: City) -> [City] { [] }
}

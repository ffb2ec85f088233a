public import CitySearch
public import CitySession

extension FilteredCitySearch {
  /// Decorates `base` so that it finds favorites only, whichever they are at each search.
  ///
  /// - Parameters:
  ///   - base: The source of the matches.
  ///   - favorites: The cities to find.
  public init(_ base: Base, only favorites: FavoriteCities) {
    self.init(base) { CityFilter(ids: try await favorites.cityIDs) }
  }
}

extension FilteredCitySearch: PlaceResolving where Base: PlaceResolving {
  /// Looks up cities where the base does, whether or not the filter lets them through.
  ///
  /// - Parameter ids: The ids of the cities.
  /// - Returns: What the base returns.
  /// - Throws: What the base throws.
  public func mapItems(withIDs ids: [City.ID]) async throws -> [MapItem] {
    try await base.mapItems(withIDs: ids)
  }

  /// The name that the base knows for the division.
  public func admin1Name(of city: City) -> String? { base.admin1Name(of: city) }

  /// The name that the base knows for the country.
  public func countryName(of city: City) -> String? { base.countryName(of: city) }

  /// No cities: those that share the name may not be let through.
  public func namesakes(of city: City) -> [City] { [] }
}

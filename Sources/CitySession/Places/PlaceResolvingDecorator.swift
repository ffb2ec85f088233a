public import CitySearch

/// A decorator that forwards all requirements of ``PlaceResolving`` to another resolver.
///
/// A decorator of a search conforms by returning its base as ``places``. Sessions over the
/// decorator then resolve places as sessions over the base do.
public protocol PlaceResolvingDecorator: PlaceResolving {
  /// The type of the other resolver.
  associatedtype Places: PlaceResolving

  /// The other resolver.
  var places: Places { get }
}

extension PlaceResolvingDecorator {
  /// Looks up cities in the base.
  ///
  /// - Parameter ids: The ids of the cities.
  /// - Returns: The cities that the base returns.
  /// - Throws: The errors of the base.
  public func mapItems(withIDs ids: [City.ID]) async throws -> [MapItem] {
    try await places.mapItems(withIDs: ids)
  }

  /// The name of the division, from the base.
  public func admin1Name(of city: City) -> String? { places.admin1Name(of: city) }

  /// The name of the country, from the base.
  public func countryName(of city: City) -> String? { places.countryName(of: city) }

  /// The cities that share the name, from the base.
  public func namesakes(of city: City) -> [City] { places.namesakes(of: city) }
}

extension CityCompleter: PlaceResolvingDecorator {
  /// The gazetteer, which resolves its cities.
  public var places: Gazetteer { gazetteer }
}

extension CityIndex: PlaceResolvingDecorator {
  /// The gazetteer, which resolves its cities.
  public var places: Gazetteer { gazetteer }
}

extension LinearScan: PlaceResolvingDecorator {
  /// The gazetteer, which resolves its cities.
  package var places: Gazetteer { gazetteer }
}

extension SortedCitySearch: PlaceResolving, PlaceResolvingDecorator where Base: PlaceResolving {
  /// The base, which resolves its cities.
  public var places: Base { base }
}

extension FallbackCitySearch: PlaceResolving where First: PlaceResolving, Second: PlaceResolving {
  /// Looks up cities in the first source, or in the second if the first fails.
  ///
  /// - Parameter ids: The ids of the cities.
  /// - Returns: The cities, from the source that answered.
  /// - Throws: The errors of the second source; the error of the first if the task was cancelled.
  public func mapItems(withIDs ids: [City.ID]) async throws -> [MapItem] {
    do {
      return try await first.mapItems(withIDs: ids)
    } catch {
      if error is CancellationError || Task.isCancelled { throw error }
      return try await second.mapItems(withIDs: ids)
    }
  }

  /// The name of the division, from the first source or else from the second.
  public func admin1Name(of city: City) -> String? {
    first.admin1Name(of: city) ?? second.admin1Name(of: city)
  }

  /// The name of the country, from the first source or else from the second.
  public func countryName(of city: City) -> String? {
    first.countryName(of: city) ?? second.countryName(of: city)
  }
}

extension JoinedCitySearch: PlaceResolving where First: PlaceResolving, Second: PlaceResolving {
  /// Looks up cities in the first source, and the missing ones in the second.
  ///
  /// - Parameter ids: The ids of the cities.
  /// - Returns: The cities, in the order of `ids`; ids without a city are left out.
  /// - Throws: The errors of the sources.
  public func mapItems(withIDs ids: [City.ID]) async throws -> [MapItem] {
    var items = Dictionary(
      try await first.mapItems(withIDs: ids).map { ($0.id, $0) },
      uniquingKeysWith: { one, _ in one })
    let missing = ids.filter { items[$0] == nil }
    if !missing.isEmpty {
      for item in try await second.mapItems(withIDs: missing) { items[item.id] = item }
    }
    return ids.compactMap { items[$0] }
  }

  /// The name of the division, from the first source or else from the second.
  public func admin1Name(of city: City) -> String? {
    first.admin1Name(of: city) ?? second.admin1Name(of: city)
  }

  /// The name of the country, from the first source or else from the second.
  public func countryName(of city: City) -> String? {
    first.countryName(of: city) ?? second.countryName(of: city)
  }
}

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

  /// The name for people who read some languages, from the base.
  public func name(of city: City, in languages: [String]) -> String {
    places.name(of: city, in: languages)
  }

  /// The cities that share the name, from the base.
  public func namesakes(of city: City) -> [City] { places.namesakes(of: city) }
}

extension CityIndex: PlaceResolvingDecorator {
  /// The gazetteer, which resolves its cities.
  public var places: Gazetteer { gazetteer }
}

extension SortedCitySearch: PlaceResolving, PlaceResolvingDecorator where Base: PlaceResolving {
  /// The base, which resolves its cities.
  public var places: Base { base }
}

extension FilteredCitySearch: PlaceResolving, PlaceResolvingDecorator
where Base: PlaceResolving {
  /// The base, which resolves its cities; the filter does not apply.
  public var places: Base { base }

  /// No cities, because the filter may exclude those that share the name.
  public func namesakes(of city: City) -> [City] { [] }
}

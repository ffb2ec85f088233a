public import CitySearch

/// A source that leaves everything about places to another.
///
/// A decorator of a search conforms by naming its base, and sessions over it can do what sessions
/// over the base can.
public protocol PlaceResolvingDecorator: PlaceResolving {
  /// The type that is asked.
  associatedtype Places: PlaceResolving

  /// What is asked.
  var places: Places { get }
}

extension PlaceResolvingDecorator {
  /// Looks up cities where the base does.
  ///
  /// - Parameter ids: The ids of the cities.
  /// - Returns: What the base returns.
  /// - Throws: What the base throws.
  public func mapItems(withIDs ids: [City.ID]) async throws -> [MapItem] {
    try await places.mapItems(withIDs: ids)
  }

  /// The name that the base knows for the division.
  public func admin1Name(of city: City) -> String? { places.admin1Name(of: city) }

  /// The name that the base knows for the country.
  public func countryName(of city: City) -> String? { places.countryName(of: city) }

  /// The cities that the base knows to share the name.
  public func namesakes(of city: City) -> [City] { places.namesakes(of: city) }
}

extension CityCompleter: PlaceResolvingDecorator {
  /// The gazetteer, which knows its cities.
  public var places: Gazetteer { gazetteer }
}

extension CityIndex: PlaceResolvingDecorator {
  /// The gazetteer, which knows its cities.
  public var places: Gazetteer { gazetteer }
}

extension LinearScan: PlaceResolvingDecorator {
  /// The gazetteer, which knows its cities.
  public var places: Gazetteer { gazetteer }
}

extension SortedCitySearch: PlaceResolving, PlaceResolvingDecorator where Base: PlaceResolving {
  /// The base, which knows its cities.
  public var places: Base { base }
}

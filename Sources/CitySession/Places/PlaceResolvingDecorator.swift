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
  package var places: Gazetteer { gazetteer }
}

extension SortedCitySearch: PlaceResolving, PlaceResolvingDecorator where Base: PlaceResolving {
  /// The base, which knows its cities.
  public var places: Base { base }
}

extension FallbackCitySearch: PlaceResolving where First: PlaceResolving, Second: PlaceResolving {
  /// Looks up cities in the first source, or in the second if the first fails.
  ///
  /// - Parameter ids: The ids of the cities.
  /// - Returns: What the source returns that answered.
  /// - Throws: What the second source throws; what the first throws if the task was cancelled.
  public func mapItems(withIDs ids: [City.ID]) async throws -> [MapItem] {
    do {
      return try await first.mapItems(withIDs: ids)
    } catch {
      if error is CancellationError || Task.isCancelled { throw error }
      return try await second.mapItems(withIDs: ids)
    }
  }

  /// The name that the first source knows for the division, or else the second.
  public func admin1Name(of city: City) -> String? {
    first.admin1Name(of: city) ?? second.admin1Name(of: city)
  }

  /// The name that the first source knows for the country, or else the second.
  public func countryName(of city: City) -> String? {
    first.countryName(of: city) ?? second.countryName(of: city)
  }
}

extension JoinedCitySearch: PlaceResolving where First: PlaceResolving, Second: PlaceResolving {
  /// Looks up cities in the first source, and those that it does not know in the second.
  ///
  /// - Parameter ids: The ids of the cities.
  /// - Returns: The cities, in the order of `ids`; those that neither knows are left out.
  /// - Throws: What the sources throw.
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

  /// The name that the first source knows for the division, or else the second.
  public func admin1Name(of city: City) -> String? {
    first.admin1Name(of: city) ?? second.admin1Name(of: city)
  }

  /// The name that the first source knows for the country, or else the second.
  public func countryName(of city: City) -> String? {
    first.countryName(of: city) ?? second.countryName(of: city)
  }
}

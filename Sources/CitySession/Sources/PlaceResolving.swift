public import CitySearch

/// Resolves cities by their ids.
///
/// A session uses its source if it conforms, as `CityIndex` and the decorators over it do. For a
/// source that does not resolve ids, pass a `Gazetteer` with the same ids:
///
/// ```swift
/// LocationSearch(source: server, places: gazetteer)
/// ```
///
/// Without a resolver, a session resolves the cities of its latest answers, with what these
/// contain.
public protocol PlaceResolving: Sendable {
  /// Looks up cities for a map.
  ///
  /// - Parameter ids: The ids of the cities.
  /// - Returns: The cities, in the order of `ids`; ids without a city are left out.
  /// - Throws: The errors of the source; a gazetteer throws none.
  func mapItems(withIDs ids: [City.ID]) async throws -> [MapItem]

  /// The name of the first-level administrative division that `city` lies in; `nil` if unknown.
  func admin1Name(of city: City) -> String?

  /// The name of the country that `city` lies in; `nil` if unknown.
  func countryName(of city: City) -> String?

  /// The name of `city` for people who read some languages.
  ///
  /// - Parameters:
  ///   - city: A city that a search found.
  ///   - languages: The languages, the preferred one first.
  /// - Returns: The name, by which a search finds the city; its own name if no other is known.
  func name(of city: City, in languages: [String]) -> String

  /// All cities whose name has the same key as the name of `city`, including `city`.
  ///
  /// - Parameter city: A city that a search found.
  /// - Returns: The cities; none if they are unknown.
  func namesakes(of city: City) -> [City]
}

extension PlaceResolving {
  /// The name of the division: by default unknown.
  public func admin1Name(of city: City) -> String? { nil }

  /// The name of the country: by default unknown.
  public func countryName(of city: City) -> String? { nil }

  /// The name for people who read some languages: by default the own name.
  public func name(of city: City, in languages: [String]) -> String { city.name }

  /// The cities that share a name: by default unknown.
  public func namesakes(of city: City) -> [City] { [] }
}

extension Gazetteer: PlaceResolving {}

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

  /// The name for people who read some languages, from the first source or else from the second.
  public func name(of city: City, in languages: [String]) -> String {
    let name = first.name(of: city, in: languages)
    return name == city.name ? second.name(of: city, in: languages) : name
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

  /// The name for people who read some languages, from the first source or else from the second.
  public func name(of city: City, in languages: [String]) -> String {
    let name = first.name(of: city, in: languages)
    return name == city.name ? second.name(of: city, in: languages) : name
  }
}

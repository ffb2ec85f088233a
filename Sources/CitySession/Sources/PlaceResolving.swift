public import CitySearch

/// Resolves cities by their ids.
///
/// A session over a `CityIndex` uses its gazetteer, also behind a `SortedCitySearch`, and any other source
/// if that conforms. For a source that does not resolve ids, pass a `Gazetteer` with the same ids:
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
  func divisionName(of city: City) -> String?

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
  public func divisionName(of city: City) -> String? { nil }

  /// The name of the country: by default unknown.
  public func countryName(of city: City) -> String? { nil }

  /// The name for people who read some languages: by default the own name.
  public func name(of city: City, in languages: [String]) -> String { city.name }

  /// The cities that share a name: by default unknown.
  public func namesakes(of city: City) -> [City] { [] }
}

extension Gazetteer: PlaceResolving {}

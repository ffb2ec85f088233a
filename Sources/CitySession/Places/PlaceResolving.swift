public import CitySearch

/// Something that knows cities by their ids.
///
/// A session takes its source for this if it can, so `CityCompleter`, `CityIndex` and the decorators
/// over them need nothing. A search on a server conforms if the server can be asked by id; or it is joined
/// with a `Gazetteer` that has the same ids:
///
/// ```swift
/// LocationSearch(source: server, places: gazetteer)
/// ```
///
/// Without one, a session knows the cities of its last answers and nothing more of them than these
/// said.
public protocol PlaceResolving: Sendable {
  /// Looks up cities for a map.
  ///
  /// - Parameter ids: The ids of the cities.
  /// - Returns: The cities, in the order of `ids`; those that do not exist are left out.
  /// - Throws: What is met on the way; a table in memory throws nothing.
  func mapItems(withIDs ids: [City.ID]) async throws -> [MapItem]

  /// The name of the first-level administrative division that `city` lies in; `nil` if unknown.
  func admin1Name(of city: City) -> String?

  /// The name of the country that `city` lies in; `nil` if unknown.
  func countryName(of city: City) -> String?

  /// All cities whose name has the same key as that of `city`, with `city` itself.
  ///
  /// - Parameter city: A city that a search found.
  /// - Returns: The cities, or none if only those are known that the search found.
  func namesakes(of city: City) -> [City]
}

extension PlaceResolving {
  /// The name of the division: unknown, unless a type knows it.
  public func admin1Name(of city: City) -> String? { nil }

  /// The name of the country: unknown, unless a type knows it.
  public func countryName(of city: City) -> String? { nil }

  /// The cities that share a name: unknown, unless a type knows them.
  public func namesakes(of city: City) -> [City] { [] }
}

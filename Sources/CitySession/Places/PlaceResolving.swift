public import CitySearch

#if hasFeature(Embedded)
/// What resolves the places of completions: Embedded Swift has no values of any type of a protocol, and a page one
/// gazetteer.
package typealias AnyPlaces = Gazetteer
#else
/// Resolves cities by their ids.
///
/// A ``SearchClient`` over a `CityIndex` uses its gazetteer, also behind a `SortedCitySearch`, and any other
/// source if that conforms. For a source that does not resolve ids, pass a `Gazetteer` with the same ids:
///
/// ```swift
/// let client = SearchClient.live(server, places: gazetteer)
/// ```
///
/// Without a resolver, a client resolves the cities of its latest answers, with what these contain.
public protocol PlaceResolving: Sendable {
  /// Looks up cities for a map.
  ///
  /// - Parameter ids: The ids of the cities.
  /// - Returns: The cities, in the order of `ids`; ids without a city are left out.
  /// - Throws: The errors of the source; a gazetteer throws none.
  func mapItems(withIDs ids: [City.ID]) async throws -> [MapItem]

  /// The name of the first-level administrative division that `city` lies in; `nil` if unknown.
  func divisionName(of city: City) -> String?

  /// The name of the smallest division below the first level that `city` lies in; `nil` if unknown.
  func subdivisionName(of city: City) -> String?

  /// The name of the country that `city` lies in; `nil` if unknown.
  func countryName(of city: City) -> String?

  /// The name of `city` for people who read some languages.
  ///
  /// - Parameters:
  ///   - city: A city that a search found.
  ///   - languages: The languages, the preferred one first.
  /// - Returns: The name, by which a search finds the city; its own name if no other is known.
  func name(of city: City, in languages: [String]) -> String
}

extension PlaceResolving {
  /// The name of the division: by default unknown.
  public func divisionName(of city: City) -> String? { nil }

  /// The name of the division below the first level: by default unknown.
  public func subdivisionName(of city: City) -> String? { nil }

  /// The name of the country: by default unknown.
  public func countryName(of city: City) -> String? { nil }

  /// The name for people who read some languages: by default the own name.
  public func name(of city: City, in languages: [String]) -> String { city.name }
}

/// What resolves the places of completions.
package typealias AnyPlaces = any PlaceResolving

extension Gazetteer: PlaceResolving {}
#endif

extension Gazetteer {
  /// Looks up cities for a map.
  ///
  /// - Parameter ids: The ids of the cities.
  /// - Returns: The cities, in the order of `ids`; ids without a city are left out.
  /// - Complexity: O(*k* log *n*), where *k* is the number of ids and *n* the number of cities.
  public func mapItems(withIDs ids: [City.ID]) -> [MapItem] {
    ids.compactMap { id in
      row(ofID: id).map { MapItem(id: id, placemark: placemark(at: $0)) }
    }
  }

  /// The placemark of a city of this gazetteer.
  ///
  /// - Parameter city: The city.
  /// - Returns: The placemark; names that the gazetteer was built without are missing.
  /// - Complexity: O(log *n*), where *n* is the number of cities.
  public func placemark(of city: City) -> Placemark {
    Placemark(
      city, division: divisionName(of: city), subdivision: subdivisionName(of: city),
      countryName: countryName(of: city),
      timeZone: timeZone(ofCityWithID: city.id))
  }

  /// The placemark of the city at a row.
  private func placemark(at row: CityRow) -> Placemark {
    Placemark(
      self[row], division: divisionName(atRow: row), subdivision: subdivisionName(atRow: row),
      countryName: countryName(atRow: row),
      timeZone: timeZone(atRow: row))
  }

  /// The cities whose name has the same key as the name of `city`, which are consecutive rows.
  ///
  /// - Parameter city: A city of this gazetteer.
  /// - Returns: The cities in canonical order, including `city`; none if it is not in the
  ///   gazetteer.
  /// - Complexity: O(*k* + log *n*), where *k* is the number of these cities and *n* that of all
  ///   cities.
  func namesakes(of city: City) -> [City] {
    row(ofID: city.id).map { Array(self[rows(sharingNameOf: $0)]) } ?? []
  }
}

extension City {
  /// The key of the name, as a folded query: the added separator becomes the space that ends every key.
  package var nameKey: FoldedQuery { FoldedQuery(name + " ") }
}

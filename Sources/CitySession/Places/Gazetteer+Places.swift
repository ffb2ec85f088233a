public import CitySearch

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
      city, division: divisionName(of: city), countryName: countryName(of: city),
      timeZone: timeZone(ofCityWithID: city.id))
  }

  /// The placemark of the city at a row.
  private func placemark(at row: CityRow) -> Placemark {
    Placemark(
      self[row], division: divisionName(atRow: row), countryName: countryName(atRow: row),
      timeZone: timeZone(atRow: row))
  }

  /// The cities whose name has the same key as the name of `city`, which are consecutive rows.
  ///
  /// - Parameter city: A city of this gazetteer.
  /// - Returns: The cities in canonical order, including `city`; none if it is not in the
  ///   gazetteer.
  /// - Complexity: O(*k* + log *n*), where *k* is the number of these cities and *n* that of all
  ///   cities.
  public func namesakes(of city: City) -> [City] {
    row(ofID: city.id).map { Array(self[rows(sharingNameOf: $0)]) } ?? []
  }
}

extension City {
  /// The key of the name, as a folded query: the added separator becomes the space that ends every key.
  package var nameKey: FoldedQuery { FoldedQuery(name + " ") }
}

#if hasFeature(Embedded)
/// What resolves the places of completions: Embedded Swift has no values of any type of a protocol, and a page one
/// gazetteer.
package typealias AnyPlaces = Gazetteer
#else
/// What resolves the places of completions.
package typealias AnyPlaces = any PlaceResolving
#endif

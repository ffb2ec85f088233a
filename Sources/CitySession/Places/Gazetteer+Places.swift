public import CitySearch

extension Gazetteer: PlaceResolving {
  /// Looks up cities for a map.
  ///
  /// - Parameter ids: The ids of the cities.
  /// - Returns: The cities, in the order of `ids`; those that are not in the table are left out.
  /// - Complexity: O(*k* log *n*), where *k* is the number of ids and *n* that of cities.
  public func mapItems(withIDs ids: [City.ID]) -> [MapItem] {
    ids.compactMap { id in
      row(ofID: id).map { MapItem(id: id, placemark: placemark(at: $0)) }
    }
  }

  /// Everything that is known of a city of this gazetteer.
  ///
  /// - Parameter city: The city.
  /// - Returns: The placemark; names that were not joined in are missing.
  /// - Complexity: O(log *n*), where *n* is the number of cities.
  public func placemark(of city: City) -> Placemark {
    Placemark(
      city, administrativeArea: admin1Name(of: city), countryName: countryName(of: city),
      timeZone: timeZone(ofCityWithID: city.id))
  }

  /// Everything that is known of the city at a row.
  private func placemark(at row: CityRow) -> Placemark {
    Placemark(
      self[row], administrativeArea: admin1Name(atRow: row), countryName: countryName(atRow: row),
      timeZone: timeZone(atRow: row))
  }

  /// The cities whose name has the same key as that of `city`, which are neighbors in the table.
  ///
  /// - Parameter city: A city of this gazetteer.
  /// - Returns: The cities in canonical order, with `city`; none if it is not in the table.
  /// - Complexity: O(*k* + log *n*), where *k* is the number of these cities and *n* that of all.
  public func namesakes(of city: City) -> [City] {
    row(ofID: city.id).map { Array(self[rows(sharingNameOf: $0)]) } ?? []
  }
}

extension City {
  /// The key of the name, as a value that needs no allocation.
  ///
  /// A key ends in one space, and so does a query that ends in a separator.
  package var nameKey: FoldedQuery { FoldedQuery(name + " ") }
}

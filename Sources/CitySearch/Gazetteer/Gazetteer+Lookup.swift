package import PrefixSearch

extension Gazetteer {
  /// Finds the row of the city with an id.
  ///
  /// - Parameter id: The id.
  /// - Returns: The row, or `nil` if no city has this id.
  /// - Complexity: O(log *n*), where *n* is the number of cities.
  package func row(ofID id: City.ID) -> CityRow? {
    func row(_ position: Int) -> CityRow {
      CityRow(Swift.min(table.rowNumbers.value(at: position, in: table.rowsByID), count - 1))
    }
    let position = (0..<count).partitioningIndex { table.id(atRow: row($0)) >= id }
    guard position < count, table.id(atRow: row(position)) == id else { return nil }
    return row(position)
  }

  /// Finds the city with an id.
  ///
  /// - Parameter id: The id.
  /// - Returns: The city, or `nil` if no city has this id.
  /// - Complexity: O(log *n*), where *n* is the number of cities.
  public func city(withID id: City.ID) -> City? { row(ofID: id).map { self[$0] } }

  /// The id of the city at `row`, without making its name.
  ///
  /// - Parameter row: One of the `count` rows.
  /// - Returns: The id.
  /// - Complexity: O(1).
  package func id(atRow row: CityRow) -> City.ID {
    checkRow(row)
    return table.id(atRow: row)
  }

  /// The population of the city at `row`, without making its name.
  ///
  /// - Parameter row: One of the `count` rows.
  /// - Returns: The number of inhabitants.
  /// - Complexity: O(1).
  package func population(atRow row: CityRow) -> Int {
    checkRow(row)
    return table.records.population(atRow: row)
  }

  /// The time zone of the city with an id.
  ///
  /// - Parameter id: The id.
  /// - Returns: The zone's name in the IANA database, or `nil` if it or the city is unknown.
  /// - Complexity: O(log *n*), where *n* is the number of cities.
  public func timeZone(ofCityWithID id: City.ID) -> String? {
    row(ofID: id).flatMap { timeZone(atRow: $0) }
  }

  /// The English name of the country that `city` lies in.
  ///
  /// - Parameter city: A city of any source; its country code is looked up.
  /// - Returns: The name, or `nil` if it was not joined in.
  /// - Complexity: O(log *c*), where *c* is the number of countries.
  public func countryName(of city: City) -> String? {
    table.number(of: city.countryCode).flatMap { table.countryNames[$0].ifNotEmpty }
  }

  /// The name of the first-level administrative division that `city` lies in.
  ///
  /// - Parameter city: A city of any source; its country and division codes are looked up.
  /// - Returns: The name, or `nil` if it was not joined in.
  /// - Complexity: O(log *d*), where *d* is the number of divisions.
  public func divisionName(of city: City) -> String? {
    table.number(of: city.division).flatMap { table.divisionNames[$0].ifNotEmpty }
  }

  /// The name of the smallest administrative division below the first level that `city` lies in: a county, a province,
  /// a district.
  ///
  /// - Parameter city: A city of this gazetteer; its id is looked up.
  /// - Returns: The name, or `nil` if there is none.
  /// - Complexity: O(log *n*), where *n* is the number of cities.
  public func subdivisionName(of city: City) -> String? {
    row(ofID: city.id).flatMap { subdivisionName(atRow: $0) }
  }

  /// Whether there is a division, by its codes.
  ///
  /// - Complexity: O(log *d* + *k*), where *d* is the number of first-level divisions, and *k* that of the divisions
  ///   below one.
  public func hasDivision(_ division: Division) -> Bool { !table.regions(of: division).isEmpty }
}

extension Gazetteer {
  /// The time zone of the city at `row`; `nil` if it is unknown.
  ///
  /// - Complexity: O(1), here and below.
  package func timeZone(atRow row: CityRow) -> String? {
    checkRow(row)
    return table.timeZones[Int(clamping: table.records.recordWithoutPlace(row).timeZone)].ifNotEmpty
  }

  /// The English name of the country of the city at `row`; `nil` if it is unknown.
  package func countryName(atRow row: CityRow) -> String? {
    checkRow(row)
    return table.countryNames[table.countryNumber(ofDivision: table.division(atRow: row))]
      .ifNotEmpty
  }

  /// The name of the division of the city at `row`; `nil` if it is unknown.
  package func divisionName(atRow row: CityRow) -> String? {
    checkRow(row)
    return table.divisionNames[table.division(atRow: row)].ifNotEmpty
  }

  /// The name of the smallest division below the first level of the city at `row`; `nil` if there is none.
  package func subdivisionName(atRow row: CityRow) -> String? {
    checkRow(row)
    return table.subdivision(atRow: row).flatMap { table.subdivisions.names[$0].ifNotEmpty }
  }

  /// The number of the division of the city at `row`, less than ``divisionCount``.
  package func divisionNumber(atRow row: CityRow) -> Int {
    checkRow(row)
    return table.division(atRow: row)
  }

  /// The number of divisions.
  package var divisionCount: Int { table.divisionCount }

  /// Whether two divisions have different names.
  ///
  /// No strings are made. False if one has no name, or if both are the same division.
  package func haveDifferentNames(divisions one: Int, _ two: Int) -> Bool {
    one != two && table.divisionNames.haveDifferentTexts(one, two)
  }

  /// Whether this is a copy of another gazetteer, so that rows of one are valid in the other.
  package func isIdentical(to other: Gazetteer) -> Bool { table === other.table }
}

extension Gazetteer {
  /// Finds the most populous cities of a range, the largest first; ties in canonical order.
  ///
  /// - Parameters:
  ///   - rows: The rows to choose from.
  ///   - limit: The greatest number of rows; `nil` for all.
  /// - Returns: The rows.
  /// - Complexity: O(*k*) for the rows of a prefix and up to ten cities; for more, and for other
  ///   ranges, O(*k* log *n*), where *n* is the number of rows and *k* the smaller of *n* and `limit`.
  package func mostPopulousRows(in rows: Range<CityRow>, limit: Int?) -> [UInt32] {
    table.populationTopK.first(limit, of: rows.rawValues, by: PopulationRanks(table: table))
  }

  /// Selects the most populous cities of a range, the largest first, if that takes no search.
  ///
  /// - Parameters:
  ///   - limit: The greatest number of rows; `nil` for all.
  ///   - rows: The rows to choose from.
  /// - Returns: The rows; `nil` if more than ten are wanted and there are more than ten, or if there are
  ///   many and they are not the rows of a prefix.
  /// - Complexity: O(1)
  @inline(__always)
  package func mostPopulous(_ limit: Int?, of rows: Range<CityRow>) -> TopKIndex.Selection? {
    table.mostPopulous(limit, of: rows)
  }

  /// The id of the city at a position of a selection by population.
  ///
  /// - Complexity: O(1).
  package func id(at position: Int, of selection: TopKIndex.Selection) -> City.ID {
    table.id(atRow: CityRow(table.populationTopK.row(position, of: selection)))
  }
}

extension Gazetteer.Table {
  /// Selects the most populous cities of a range, if that takes no search.
  @inline(__always)
  func mostPopulous(_ limit: Int?, of rows: Range<CityRow>) -> TopKIndex.Selection? {
    populationTopK.selection(limit, of: rows.rawValues, by: PopulationRanks(table: self))
  }
}

/// The order of cities by population, the largest first.
package struct PopulationRanks: RankedRows {
  package let table: Gazetteer.Table

  package init(table: Gazetteer.Table) { self.table = table }

  /// A city is its own group.
  package static var hasGroups: Bool { false }

  // Plus one, because rows of weight 0 are never listed.
  @inline(__always)
  package func weight(ofRow row: Int) -> UInt64 {
    UInt64(truncatingIfNeeded: table.records.population(atRow: CityRow(row))) &+ 1
  }

  @inline(__always)
  package func group(ofRow row: Int) -> UInt32 { UInt32(truncatingIfNeeded: row) }

  @inline(__always)
  package func precedence(ofRow row: Int) -> UInt8 { 0 }
}

internal import FlatStorage
internal import PrefixSearch

extension Gazetteer {
  /// Finds the row of the city with an id.
  ///
  /// - Parameter id: The id.
  /// - Returns: The row, or `nil` if no city has this id.
  /// - Complexity: O(log *n*), where *n* is the number of cities.
  public func row(ofID id: Int) -> CityRow? {
    func row(_ position: Int) -> CityRow {
      CityRow(Swift.min(table.rowNumbers.value(at: position, in: table.rowsByID), count - 1))
    }
    var (low, high) = (0, count)
    while low < high {
      let middle = low + (high - low) / 2
      if table.id(atRow: row(middle)) < id { low = middle + 1 } else { high = middle }
    }
    guard low < count, table.id(atRow: row(low)) == id else { return nil }
    return row(low)
  }

  /// Finds the city with an id.
  ///
  /// - Parameter id: The id.
  /// - Returns: The city, or `nil` if no city has this id.
  /// - Complexity: O(log *n*), where *n* is the number of cities.
  public func city(withID id: Int) -> City? { row(ofID: id).map { self[$0] } }

  /// The id of the city at `row`, without its name being made.
  ///
  /// - Parameter row: One of the `count` rows.
  /// - Returns: The id.
  /// - Complexity: O(1).
  public func id(atRow row: CityRow) -> Int {
    checkRow(row)
    return table.id(atRow: row)
  }

  /// The population of the city at `row`, without its name being made.
  ///
  /// - Parameter row: One of the `count` rows.
  /// - Returns: The number of inhabitants.
  /// - Complexity: O(1).
  public func population(atRow row: CityRow) -> Int {
    checkRow(row)
    return table.records.population(atRow: row)
  }

  /// The time zone of the city with an id.
  ///
  /// - Parameter id: The id.
  /// - Returns: The zone's name in the IANA database, or `nil` if it or the city is unknown.
  /// - Complexity: O(log *n*), where *n* is the number of cities.
  public func timeZone(ofCityWithID id: Int) -> String? {
    guard let row = row(ofID: id) else { return nil }
    let number = table.records.value(of: table.records.fields.timeZone, atRow: row)
    return table.timeZones[number].ifNotEmpty
  }

  /// The English name of the country that `city` lies in.
  ///
  /// - Parameter city: A city of any source; its country code is looked up.
  /// - Returns: The name, or `nil` if no names of countries were joined in, or not this one.
  /// - Complexity: O(log *c*), where *c* is the number of countries.
  public func countryName(of city: City) -> String? {
    table.countryCodes.position(of: city.countryCode).flatMap {
      table.countryNames[$0].ifNotEmpty
    }
  }

  /// The name of the first-level administrative division that `city` lies in.
  ///
  /// - Parameter city: A city of any source; its country and division codes are looked up.
  /// - Returns: The name, or `nil` if no names of divisions were joined in, or not this one.
  /// - Complexity: O(log *d*), where *d* is the number of divisions.
  public func admin1Name(of city: City) -> String? {
    guard let country = table.countryCodes.position(of: city.countryCode),
      let code = table.admin1Codes.position(of: city.admin1Code)
    else { return nil }
    // Both lists of codes ascend, so the divisions ascend by these two numbers.
    var (low, high) = (0, table.divisionCount)
    while low < high {
      let middle = (low + high) / 2
      let other = table.codeNumbers(ofDivision: middle)
      if other == (country, code) { return table.admin1Names[middle].ifNotEmpty }
      if other < (country, code) { low = middle + 1 } else { high = middle }
    }
    return nil
  }
}

extension String {
  /// This text, or `nil` if it is empty.
  var ifNotEmpty: String? { isEmpty ? nil : self }
}

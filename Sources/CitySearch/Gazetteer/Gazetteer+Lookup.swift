extension Gazetteer {
  /// Finds the row of the city with an id.
  ///
  /// - Parameter id: The id.
  /// - Returns: The row, or `nil` if no city has this id.
  /// - Complexity: O(log *n*), where *n* is the number of cities.
  public func row(ofID id: Int) -> Int? {
    var (low, high) = (0, table.rowsByID.count)
    while low < high {
      let middle = low + (high - low) / 2
      if self.id(atRow: Int(table.rowsByID[middle])) < id {
        low = middle + 1
      } else {
        high = middle
      }
    }
    guard low < table.rowsByID.count else { return nil }
    let row = Int(table.rowsByID[low])
    return self.id(atRow: row) == id ? row : nil
  }

  /// Finds the city with an id.
  ///
  /// - Parameter id: The id.
  /// - Returns: The city, or `nil` if no city has this id.
  /// - Complexity: O(log *n*), where *n* is the number of cities.
  public func city(withID id: Int) -> City? { row(ofID: id).map { self[$0] } }

  /// The id of the city at `row`, without its name being made.
  ///
  /// - Parameter row: A number from 0 to `count` - 1.
  /// - Returns: The id.
  /// - Complexity: O(1).
  public func id(atRow row: Int) -> Int { Int(table.record(atRow: row).id) }

  /// The population of the city at `row`, without its name being made.
  ///
  /// - Parameter row: A number from 0 to `count` - 1.
  /// - Returns: The number of inhabitants.
  /// - Complexity: O(1).
  public func population(atRow row: Int) -> Int { Int(table.record(atRow: row).population) }

  /// The time zone of the city with an id.
  ///
  /// - Parameter id: The id.
  /// - Returns: The zone's name in the IANA database, or `nil` if it or the city is unknown.
  /// - Complexity: O(log *n*), where *n* is the number of cities.
  public func timeZone(ofCityWithID id: Int) -> String? {
    guard let row = row(ofID: id) else { return nil }
    let name = table.timeZones[Int(table.records[row].timeZone)]
    return name.isEmpty ? nil : name
  }

  /// The English name of the country that `city` lies in.
  ///
  /// - Parameter city: A city of any source; its country code is looked up.
  /// - Returns: The name, or `nil` if no names of countries were joined in, or not this one.
  /// - Complexity: O(1).
  public func countryName(of city: City) -> String? { table.places.countries[city.countryCode] }

  /// The name of the first-level administrative division that `city` lies in.
  ///
  /// - Parameter city: A city of any source; its country and division codes are looked up.
  /// - Returns: The name, or `nil` if no names of divisions were joined in, or not this one.
  /// - Complexity: O(1).
  public func admin1Name(of city: City) -> String? {
    table.places.divisions[
      Division(countryCode: city.countryCode, admin1Code: city.admin1Code)]
  }
}

/// The names of countries and of first-level administrative divisions.
struct PlaceNames: Sendable {
  var countries: [String: String] = [:]
  var divisions: [Gazetteer.Division: String] = [:]
}

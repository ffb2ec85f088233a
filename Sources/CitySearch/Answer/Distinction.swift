/// What tells a city apart from others of its name that lie in the same division and country.
package enum Distinction: Sendable {
  /// The name of a division below the first level, which stands before the first one.
  case subdivision(String)
  /// A coordinate or an id, which stands behind all.
  case place(String)

  /// Finds the least that does; `nil` if there are no others.
  ///
  /// - Parameters:
  ///   - city: The city.
  ///   - lookalikes: The others.
  ///   - subdivisionName: The name of the division below the first level that a city lies in.
  package init?(
    of city: City, among lookalikes: [City], subdivisionName: (City) -> String?
  ) {
    guard !lookalikes.isEmpty else { return nil }
    if let name = subdivisionName(city),
      lookalikes.allSatisfy({ subdivisionName($0) != name })
    {
      self = .subdivision(name)
      return
    }
    for decimals in [2, 4, 7] {
      let text = city.coordinate.text(decimals: decimals)
      if lookalikes.allSatisfy({ $0.coordinate.text(decimals: decimals) != text }) {
        self = .place(text)
        return
      }
    }
    self = .place("no. \(city.id)")
  }

  /// What stands between the names of regions.
  package static let separator = ", "

  /// What stands before the names of division and country.
  package var beginning: String {
    if case .subdivision(let name) = self { name + Self.separator } else { "" }
  }

  /// The names of division and country with this.
  package func added(to regions: String) -> String {
    switch self {
    case .subdivision(let name): regions.isEmpty ? name : beginning + regions
    case .place(let place): regions.isEmpty ? place : regions + " · " + place
    }
  }
}

extension Gazetteer {
  /// What tells a city apart from others of its name with the same names of division and country; `nil` if there are
  /// none.
  ///
  /// - Parameters:
  ///   - row: The row of the city.
  ///   - rows: Those of all cities of its name, see ``rows(sharingNameOf:)``.
  /// - Returns: The least that does.
  /// - Complexity: O(*k*), where *k* is the number of cities of this name.
  package func distinction(ofRow row: CityRow, among rows: Range<CityRow>) -> Distinction? {
    guard rows.count > 1 else { return nil }
    let city = self[row]
    let division = divisionNumber(atRow: row)
    var lookalikes: [City] = []
    // In canonical order, cities of one name and one country are neighbors.
    func collect(_ neighbor: CityRow) -> Bool {
      let other = self[neighbor]
      guard other.name == city.name, other.countryCode == city.countryCode else { return false }
      let number = divisionNumber(atRow: neighbor)
      if number == division
        || !haveDifferentNames(divisions: division, number)
          && regionText(of: other) == regionText(of: city)
      {
        lookalikes.append(other)
      }
      return true
    }
    var neighbor = row
    while neighbor > rows.lowerBound, collect(neighbor.advanced(by: -1)) {
      neighbor = neighbor.advanced(by: -1)
    }
    neighbor = row.advanced(by: 1)
    while neighbor < rows.upperBound, collect(neighbor) { neighbor = neighbor.advanced(by: 1) }
    return Distinction(of: city, among: lookalikes) { subdivisionName(of: $0) }
  }

  /// Division and country of a city in words.
  func regionText(of city: City) -> String {
    city.regions(division: divisionName(of: city), country: countryName(of: city)).text
  }
}

extension City {
  /// Division and country in words: their names, or the codes of the city where these are unknown.
  ///
  /// The code of a division is used only if it has letters, "TX", but not "07"; else the division is empty.
  package func regions(
    division: String?, country: String?
  ) -> (division: String, country: String, text: String) {
    let division = division ?? (divisionCode.hasLetter ? divisionCode.description : "")
    let country = country ?? countryCode.description
    let separator = division.isEmpty || country.isEmpty ? "" : Distinction.separator
    // One allocation.
    var text = ""
    text.reserveCapacity(division.utf8.count + separator.utf8.count + country.utf8.count)
    text += division
    text += separator
    text += country
    return (division, country, text)
  }
}

extension Coordinate {
  /// The coordinate as text: "17.07° N, 96.72° W".
  package func text(decimals: Int) -> String {
    func degrees(_ units: Int32, _ positive: String, _ negative: String) -> String {
      let digits = Self.unitsPerDegree.description.count - 1
      let step = (decimals..<digits).reduce(1) { step, _ in step * 10 }
      let scale = Self.unitsPerDegree / step
      let rounded = (Int(units.magnitude) + step / 2) / step
      let fraction = String(rounded % scale)
      let zeros = String(repeating: "0", count: decimals - fraction.count)
      return "\(rounded / scale).\(zeros)\(fraction)° \(units < 0 ? negative : positive)"
    }
    return "\(degrees(fixedLatitude, "N", "S")), \(degrees(fixedLongitude, "E", "W"))"
  }
}

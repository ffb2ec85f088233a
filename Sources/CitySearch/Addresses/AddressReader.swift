/// An address: one line, or a city with the fields that say where it lies.
package struct AddressFields: Sendable {
  /// The name of the city, or the whole address.
  package var line: String
  package let state: String
  package let postalCode: String
  package let country: String

  package init(line: String, state: String = "", postalCode: String = "", country: String = "") {
    (self.line, self.state, self.postalCode, self.country) = (line, state, postalCode, country)
  }

  /// Whether all of it is in the line.
  var isOneLine: Bool { state.isEmpty && postalCode.isEmpty && country.isEmpty }
}

/// What an address was read as: a city, how likely it is meant, and why.
package struct AddressReading: Sendable {
  package let city: CityRow
  /// From 0, a guess, to 1, certain.
  package let confidence: Double
  /// The reasons for the confidence.
  package let reasons: [ReadingReason]
  /// The parts that name a place and are not understood, as they were typed.
  package var unmatchedParts: [String] = []
  /// Whether another place may well be meant.
  package var isUncertain = false
  /// Whether nothing but a postal code leads to the city.
  package var isByPostalCode = false
  /// How far the city is from the coordinate that was given, in meters; `nil` if none was.
  package var distance: Double?
  /// The cities of a time zone, a coordinate or a postal code, the likeliest first; none if a name leads to the city.
  var places: [AddressPlace] = []

  /// The least confidence that is certain.
  static let leastCertain = 0.5
}

/// A city of a time zone, a coordinate or a postal code.
struct AddressPlace {
  let city: CityRow
  /// The name in the line, and the folded words of it; `nil` and empty if it has none.
  var name: NameID?
  var key = FoldedQuery()
}

extension Gazetteer {
  /// Reads an address.
  ///
  /// The city of a line is the one that a search for it finds first.
  ///
  /// - Returns: The likeliest city; `nil` if none is found.
  /// - Complexity: O(*w*) lookups, where *w* is the number of words, of which 128 are read at most; and O(*k*) for
  ///   *k* cities that have a name in the address. A coordinate takes O(*n*) for *n* cities.
  package func reading(of address: AddressFields) -> AddressReading? {
    if let reading = readingWithoutNames(of: address.line) { return reading }
    guard address.isOneLine else { return reading(of: address, preferring: nil) }
    let query = SearchQuery(address.line, limit: 1)
    guard let first = CityIndex(self).search(query).first, let row = first.row else { return nil }
    if let reading = reading(of: address, preferring: row), reading.city == row { return reading }
    // A name that the line begins, or is but for a typo or by its sound, is a guess.
    guard first.grade == .exact else { return nil }
    return AddressReading(
      city: row, confidence: Self.confidenceOfBeginning,
      reasons: [ReadingReason(.beginning, first.matchedName.text)],
      isUncertain: true)
  }

  private static let confidenceOfBeginning = 0.45

  /// Reads a text that is a time zone or a coordinate; `nil` for any other.
  ///
  /// - Complexity: O(*n*) for *n* cities.
  func readingWithoutNames(of text: String) -> AddressReading? {
    if let places = TimeZoneText(text)?.cities(in: self), let first = places.first {
      return AddressReading(
        city: first.city, confidence: 1,
        reasons: [ReadingReason(first.name == nil ? .largestOfTimeZone : .ofTimeZone)],
        places: places)
    }
    guard let point = Coordinate(text: text),
      let (city, distance) = table.cityNearest(to: point)
    else { return nil }
    return AddressReading(
      city: city, confidence: 1,
      reasons: [ReadingReason(.nearest, distance: distance)],
      distance: distance, places: [AddressPlace(city: city)])
  }

  /// Reads an address with names.
  ///
  /// - Parameters:
  ///   - address: The address.
  ///   - city: The city that is meant, if that is known.
  /// - Returns: The likeliest city; `nil` if none is found.
  private func reading(of address: AddressFields, preferring city: CityRow?) -> AddressReading? {
    var address = address
    address.line = TimeZoneText.name(in: address.line)
    let line = AddressLine(address, in: self)
    let reader = TownReader(line, in: self)
    var readings = reader.readings()
    if !readings.contains(where: line.isExplained) { readings += reader.abbreviatedNames() }
    let isSufficient = readings.contains { $0.score >= MatchEvidence.sufficientScore }
    let hasCity = readings.contains { city == nil || $0.city.row == city }
    if !isSufficient || !hasCity {
      readings += reader.similarReadings(beside: readings)
    }
    let result = MatchEvidence(readings, of: line, in: self, preferring: city)?.result
    if let result, !result.isUncertain { return result }
    return reader.readingOfCode() ?? result
  }
}

extension Gazetteer.Table {
  /// The city nearest to a point, and its distance in meters; of equally near ones the first.
  ///
  /// - Complexity: O(*n*) for *n* cities; nothing is built for a single answer. Most cities are passed over by their
  ///   latitude.
  fileprivate func cityNearest(to point: Coordinate) -> (city: CityRow, distance: Double)? {
    var nearest: (city: CityRow, distance: Double)?
    // A degree of latitude has at least 110.5 km.
    var degrees = Double.infinity
    for number in 0..<count {
      let coordinate = records.coordinate(atRow: CityRow(number))
      guard abs(coordinate.latitude - point.latitude) <= degrees else { continue }
      let distance = coordinate.distance(to: point)
      if distance < nearest?.distance ?? .infinity {
        nearest = (CityRow(number), distance)
        degrees = distance / 110_500
      }
    }
    return nearest
  }
}

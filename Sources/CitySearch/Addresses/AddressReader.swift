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
  package private(set) var confidence: Double
  /// The reason for the confidence, in sentences.
  package private(set) var reason: String
  /// The parts that name a place and are not understood, as they were typed.
  package var unmatchedParts: [String] = []
  /// Whether another place may well be meant.
  package var isUncertain = false
  /// Whether nothing but a postal code leads to the city.
  package var isByPostalCode = false
  /// Whether a region of the city is named, and nothing is left that may be a name.
  var isExplained = false
  /// Whether a region of the city was read despite typos.
  var hasSimilarRegion = false
  /// How far the city is from the coordinate that was given, in meters; `nil` if none was.
  package var distance: Double?
  /// The cities that may be meant, the likeliest first.
  var places: [AddressPlace] = []

  /// The least confidence that is certain.
  static let leastCertain = 0.5

  /// Makes the reading uncertain.
  fileprivate mutating func doubt(_ why: String) {
    confidence = min(confidence, Self.leastCertain - 0.01)
    reason += " " + why
    isUncertain = true
  }
}

/// A city that an address may mean.
struct AddressPlace {
  let city: CityRow
  /// The name in the address; `nil` if it has none.
  let name: NameID?
  let score: Int
  /// The folded words of the name and of the regions, the last one first.
  let key: FoldedQuery
  let regions: [FoldedQuery]
  let unmatchedParts: [String]

  init(
    city: CityRow, name: NameID? = nil, score: Int, key: FoldedQuery = FoldedQuery(),
    regions: [FoldedQuery] = [], unmatchedParts: [String] = []
  ) {
    self.city = city
    self.name = name
    self.score = score
    self.key = key
    self.regions = regions
    self.unmatchedParts = unmatchedParts
  }
}

extension Gazetteer {
  /// Reads an address.
  ///
  /// If words are left that may be names, a city is certain only if a search for the line does not find another one
  /// first.
  ///
  /// - Returns: The likeliest city; `nil` if none is found.
  /// - Complexity: O(*w*) lookups, where *w* is the number of words, of which 128 are read at most; and O(*k*) for
  ///   *k* cities that have a name in the address. A coordinate takes O(*n*) for *n* cities.
  package func reading(of address: AddressFields) -> AddressReading? {
    guard var reading = reading(of: address, isCorrected: true) else {
      return readingAsQuery(address.line)
    }
    guard !reading.isUncertain, !reading.isExplained, address.isOneLine else { return reading }
    func first(_ typos: TypoTolerance) -> CityMatch? {
      CityIndex(self).search(SearchQuery(address.line, typos: typos, limit: 1)).first
    }
    // The search reads a street here again, unless it finds a city as typed.
    let isNoName =
      AddressFinder(address.line, FoldedQuery(address.line), in: self)?.isNoName ?? false
    var match = first(isNoName ? .never : .automatic)
    if isNoName, match == nil { return reading }
    if isNoName, match?.row != reading.city { match = first(.automatic) }
    if match?.row == reading.city { return reading }
    reading.doubt(
      match.map { "\"\($0.matchedName.text)\" may be meant, too." }
        ?? "A search finds no city by the whole text.")
    return reading
  }

  /// Reads an address that is no name of a city, with or without a region.
  ///
  /// - Parameters:
  ///   - address: The address.
  ///   - isCorrected: Whether names with typos count.
  /// - Returns: The likeliest city; `nil` if none is found.
  func reading(of address: AddressFields, isCorrected: Bool) -> AddressReading? {
    var address = address
    if let zone = TimeZoneText(address.line) {
      let places = zone.cities(in: self)
      if let first = places.first {
        return AddressReading(
          city: first.city, confidence: 1,
          reason: first.name == nil
            ? "It is the largest city of this time zone." : "The time zone is called after it.",
          places: places)
      }
      // Some zones have older or newer names.
      address.line = zone.city
    }
    if let point = Coordinate(text: address.line) { return reading(near: point) }
    let line = AddressLine(address, in: self)
    let reader = TownReader(line, in: self)
    var readings = reader.readings()
    if isCorrected, !readings.contains(where: { $0.score >= MatchEvidence.sufficientScore }) {
      readings += reader.similarReadings(beside: readings)
    }
    let result = MatchEvidence(readings, of: line, in: self)?.result
    if let result, !result.isUncertain { return result }
    return reader.readingOfCode() ?? result
  }

  /// The city nearest to a point.
  private func reading(near point: Coordinate) -> AddressReading? {
    guard let (city, distance) = table.cityNearest(to: point) else { return nil }
    return AddressReading(
      city: city, confidence: 1,
      reason: "It is the nearest city, at a distance of \(Self.kilometers(distance)).",
      distance: distance,
      places: [AddressPlace(city: city, score: 0)])
  }

  /// A distance in meters as a text: "12 km", "0.4 km".
  private static func kilometers(_ distance: Double) -> String {
    let hundreds = Int((distance / 100).rounded())
    return hundreds < 100 ? "\(hundreds / 10).\(hundreds % 10) km" : "\((hundreds + 5) / 10) km"
  }

  /// The city of a text that the search understands in full: a region and a city in it without a space.
  private func readingAsQuery(_ line: String) -> AddressReading? {
    let query = SearchQuery(line, typos: .never, limit: 1)
    guard let match = CityIndex(self).search(query).first, match.grade == .exact,
      !match.regions.isEmpty, let row = match.row
    else { return nil }
    let regions = match.regions.map { $0.name }.joined(separator: ", ")
    return AddressReading(
      city: row, confidence: 0.95, reason: "It is the likeliest city of this name in \(regions).")
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

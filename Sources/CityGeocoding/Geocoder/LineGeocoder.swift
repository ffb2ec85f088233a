public import CitySearch

/// An offline geocoder that finds the city of an address in a gazetteer.
///
/// ```swift
/// let geocoder = LineGeocoder(gazetteer)
/// let result = try geocoder.geocode("10 Downing Street, London SW1A 2AA, UK")
/// result.match.name          // "London"
/// result.confidence.score    // 1.0
/// ```
///
/// An address is one line, or the fields of a ``PostalAddress``. It is read as people write addresses
/// anywhere: from the street to the country or from the country to the street, with the postal code before
/// or behind the city, with or without commas, in any script.
///
/// - City, division and country are found by the names, codes and spellings that the search knows, see
///   <doc:/CitySearch/FindingCities>: "Roma, Italia" is in Italy, and "Perth, WA, Australia" in Western
///   Australia. Text that is no name is completed or corrected, by the search as well.
/// - A country that is understood is binding: an address in France never gets a city elsewhere.
/// - Of several cities, the more populous is likelier, unless the address gives evidence for another:
///   its region, the form of the postal code, the place of the name in the line.
/// - What names a place and is not understood is listed in ``GeocodingResult/unmatchedParts`` and lowers
///   the confidence. If that may be the country, the result is uncertain.
/// - The street is passed over; the coordinate is that of the city.
///
/// The value is immutable and can be used by any number of tasks at once. It answers from memory, so a
/// queue needs no pauses between its requests.
public struct LineGeocoder: Sendable {
  /// The cities.
  package let gazetteer: Gazetteer

  /// Creates a geocoder.
  ///
  /// - Parameter gazetteer: The cities.
  /// - Complexity: O(1).
  public init(_ gazetteer: Gazetteer) { self.gazetteer = gazetteer }

  /// Finds the city of an address in one line.
  ///
  /// - Parameter line: The address.
  /// - Returns: The most likely city.
  /// - Throws: The errors of ``geocode(_:)-(PostalAddress)``.
  /// - Complexity: That of ``geocode(_:)-(PostalAddress)``.
  public func geocode(_ line: String) throws(GeocodingError) -> GeocodingResult {
    try geocode(PostalAddress(line))
  }

  /// Finds the city of an address.
  ///
  /// - Parameter address: The address. The field of the city holds its name, or the whole line.
  /// - Returns: The most likely city.
  /// - Throws: ``GeocodingError/invalidAddress(reason:)`` if the address names no city or has more than 1,000
  ///   characters, and ``GeocodingError/noResult`` if no city is found.
  /// - Complexity: O(*w*) lookups, where *w* is the number of words, of which 128 are read at most; and
  ///   O(*k*) for *k* cities that have a name in the address.
  public func geocode(_ address: PostalAddress) throws(GeocodingError) -> GeocodingResult {
    guard address.hasAtMost(SearchQuery.textLength) else {
      throw .invalidAddress(reason: "it has more than 1,000 characters")
    }
    guard !FoldedQuery(address.city).isEmpty else {
      throw .invalidAddress(reason: address.isBlank ? "it is empty" : "it names no city")
    }
    guard let reading = gazetteer.reading(of: AddressFields(address)) else { throw .noResult }
    return GeocodingResult(reading, in: gazetteer)
  }
}

extension AddressFields {
  /// The fields that say which city an address is in.
  package init(_ address: PostalAddress) {
    self.init(
      line: address.city, state: address.state, postalCode: address.postalCode,
      country: address.country)
  }
}

extension GeocodingResult {
  /// The result of the reading of an address.
  fileprivate init(_ reading: AddressReading, in gazetteer: Gazetteer) {
    let city = gazetteer[reading.city]
    #if hasFeature(Embedded)
    // A page says the reasons in its language.
    let reason = ""
    #else
    let reason = reading.reasons.map { $0.sentence }.joined(separator: " ")
    #endif
    self.init(
      coordinate: city.coordinate,
      confidence: GeocodingConfidence(reading.confidence, reason: reason),
      match: GeocodingMatch(
        name: city.name, precision: reading.isByPostalCode ? .postalCode : .city, cityID: city.id),
      unmatchedParts: reading.unmatchedParts, isUncertain: reading.isUncertain)
  }
}

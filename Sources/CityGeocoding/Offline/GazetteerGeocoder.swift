public import CitySearch

/// Finds the city of an address in a table, offline.
///
/// ```swift
/// let geocoder = GazetteerGeocoder(CityIndex(gazetteer))
/// let address = PostalAddress(city: "Springfield", state: "IL", country: "USA")
/// let result = try geocoder.geocode(address)
/// result.coordinate         // 39.80172,-89.64371
/// result.confidence.reason  // "It is the only city of this name in Illinois."
/// ```
///
/// - The city is found by its folded name. Where the address says that there is no city of this name,
///   other names are tried: "München" for Munich, which is what the gazetteer calls it; and then the
///   first words of names: "Kingston upon" for Kingston upon Hull.
/// - State and country are understood by code and by name, as far as the gazetteer has names, and
///   countries by some more names, such as "USA". A name with a slip or two is understood; of equally
///   similar ones any may be meant. What cannot be understood is ignored, and lowers the confidence.
/// - What was understood is binding: an address in Texas never gets a city elsewhere. The field of
///   the state may name a country, and the other way round, where the address has no city otherwise.
/// - If several cities remain, those spelled exactly as the address spells them are preferred: "Döhren"
///   is not Dohren, though both are found where no other is. Of these the most populous is taken; of
///   equally populous ones the first in canonical order.
/// - The field of the city may hold everything: "Springfield, IL, USA".
/// - Street and postal code are not looked at. The coordinate is that of the city.
///
/// The value is immutable; any number of tasks may ask at once. As it answers from memory, a queue
/// needs no pauses between its requests.
public struct GazetteerGeocoder: Geocoder {
  private let names: CityNames
  private let regions: RegionReader

  /// Collects the names of countries and divisions.
  ///
  /// - Parameter cities: The cities, with an index over their names.
  /// - Complexity: O(*r*), where *r* is the number of countries and divisions.
  public init(_ cities: CityIndex) {
    names = CityNames(cities: cities)
    regions = RegionReader(cities.gazetteer)
  }

  /// The cities.
  public var cities: CityIndex { names.cities }

  /// Finds the city of an address.
  ///
  /// - Parameter address: The address; it must name a city.
  /// - Returns: The city that is meant most likely.
  /// - Throws: ``GeocodingError/invalidAddress(reason:)`` if no city is named, and
  ///   ``GeocodingError/noResult`` if there is none of this name where the address says.
  /// - Complexity: That of the engine's lookup, O(*k*) for *k* cities of this name, and O(*r*) if
  ///   state or country are misspelled, where *r* is the number of countries and divisions. All cities
  ///   whose names begin with the given one are looked at if none has the whole name.
  public func geocode(_ address: PostalAddress) throws(GeocodingError) -> GeocodingResult {
    guard !FoldedQuery(address.city).isEmpty else {
      throw .invalidAddress(reason: address.isBlank ? "it is empty" : "it names no city")
    }
    let readings = AddressReading.all(of: address)
    if let result = result(of: readings) ?? result(of: readings.compactMap(\.withoutFields)) {
      return result
    }
    throw .noResult
  }

  /// The result of the best comparison that has one.
  private func result(of readings: [AddressReading]) -> GeocodingResult? {
    for comparison in CityNames.Comparison.allCases {
      if let result = result(of: readings, comparison) { return result }
      if let result = result(of: readings.flatMap(\.variants), comparison) { return result }
    }
    return nil
  }

  /// The result of the first reading that has one.
  private func result(
    of readings: [AddressReading], _ comparison: CityNames.Comparison
  ) -> GeocodingResult? {
    for reading in readings {
      if let result = result(of: reading, comparison) { return result }
    }
    return nil
  }

  private func result(
    of reading: AddressReading, _ comparison: CityNames.Comparison
  ) -> GeocodingResult? {
    let named = names.cities(named: reading.name, comparison)
    guard !named.isEmpty else { return nil }
    let hints = reading.hints.map { (hint: $0, reading: regions.read($0)) }
    var candidates = CityCandidates(typed: reading.spelling)
    for city in named where hints.allSatisfy({ $0.reading.allows(city) }) { candidates.add(city) }
    guard let city = candidates.best else { return nil }
    let grounds = MatchGrounds(
      city: city, candidates: candidates, comparison: comparison, hints: hints)
    return GeocodingResult(
      coordinate: city.coordinate, confidence: grounds.confidence,
      match: GeocodingMatch(name: city.name, precision: .city, cityID: city.id))
  }
}

public import CitySearch
internal import CitySession

/// An offline geocoder that finds the city of an address in a gazetteer.
///
/// ```swift
/// let geocoder = GazetteerGeocoder(CityIndex(gazetteer))
/// let address = PostalAddress(city: "Springfield", state: "IL", country: "USA")
/// let result = try geocoder.geocode(address)
/// result.coordinate         // 39.80172,-89.64371
/// result.confidence.reason  // "It is the only city of this name in Illinois."
/// ```
///
/// - The city is found by its folded name. If the region has no city of this name, alternate names are
///   tried, such as "München" for Munich; and then the first words of names, such as "Kingston upon" for
///   Kingston upon Hull.
/// - State and country are matched by code and by name, as far as the gazetteer has names; countries also
///   by some more names, such as "USA". Names may be one or two edits off; of several equally similar
///   names, any may match. Text that matches nothing is ignored and lowers the confidence.
/// - A matched region is binding: an address in Texas never gets a city elsewhere. The field of the state
///   may name a country, and the other way round, if the address has no city otherwise.
/// - Of several cities, those spelled exactly as in the address are preferred: "Döhren" is not Dohren,
///   though each is found where the other does not exist. Of these, the most populous is taken; of
///   equally populous ones, the first in canonical order.
/// - The field of the city may hold the whole address: "Springfield, IL, USA".
/// - Street and postal code are ignored. The coordinate is that of the city.
///
/// The value is immutable and can be used by any number of tasks at once. It answers from memory, so a
/// queue needs no pauses between its requests: ``GeocodingRate/unlimited``.
public struct GazetteerGeocoder: Geocoder {
  /// The cities.
  package let cities: CityIndex
  private let regions: RegionMatcher

  /// Collects the names of countries and divisions.
  ///
  /// - Parameter cities: The cities, with an index over their names.
  /// - Complexity: O(*r*), where *r* is the number of countries and divisions.
  public init(_ cities: CityIndex) {
    self.cities = cities
    regions = RegionMatcher(cities.gazetteer)
  }

  /// Finds the city of an address.
  ///
  /// - Parameter address: The address; it must name a city.
  /// - Returns: The most likely city.
  /// - Throws: ``GeocodingError/invalidAddress(reason:)`` if the address names no city, and
  ///   ``GeocodingError/noResult`` if the region has no city of this name.
  /// - Complexity: That of the engine's lookup, O(*k*) for *k* cities of this name, and O(*r*) if state
  ///   or country are misspelt, where *r* is the number of countries and divisions. If no city has the
  ///   whole name, all cities whose names begin with it are examined.
  public func geocode(_ address: PostalAddress) throws(GeocodingError) -> GeocodingResult {
    guard !FoldedQuery(address.city).isEmpty else {
      throw .invalidAddress(reason: address.isBlank ? "it is empty" : "it names no city")
    }
    let parses = ParsedAddress.parses(of: address)
    if let result = result(of: parses) ?? result(of: parses.compactMap(\.withoutFields)) {
      return result
    }
    throw .noResult
  }
}

/// How a name in an address matches the name of a city, the best way first.
enum NameMatch: CaseIterable {
  /// It is the whole name.
  case whole
  /// It is a whole alternate name: "München" for Munich.
  case alternate
  /// It is the first words of a longer name: "Kingston upon" for Kingston upon Hull.
  case firstWords
}

extension GazetteerGeocoder {
  /// The result of the best name match that has one.
  private func result(of parses: [ParsedAddress]) -> GeocodingResult? {
    for match in NameMatch.allCases {
      if let result = result(of: parses, match) { return result }
      if let result = result(of: parses.flatMap(\.variants), match) { return result }
    }
    return nil
  }

  /// The result of the first parse that has one.
  private func result(of parses: [ParsedAddress], _ match: NameMatch) -> GeocodingResult? {
    for parse in parses {
      if let result = result(of: parse, match) { return result }
    }
    return nil
  }

  private func result(of parse: ParsedAddress, _ match: NameMatch) -> GeocodingResult? {
    let named = cities(named: parse.name, match)
    guard !named.isEmpty else { return nil }
    let hints = parse.hints.map { (hint: $0, match: regions.match($0)) }
    var candidates = CityCandidates(typed: parse.spelling)
    for city in named where hints.allSatisfy({ $0.match.allows(city) }) { candidates.add(city) }
    guard let city = candidates.best else { return nil }
    let evidence = MatchEvidence(
      city: city, candidates: candidates, nameMatch: match, hints: hints)
    return GeocodingResult(
      coordinate: city.coordinate, confidence: evidence.confidence,
      match: GeocodingMatch(name: city.name, precision: .city, cityID: city.id))
  }

  /// The cities that have a name, in canonical order.
  ///
  /// - Complexity: That of a lookup, and O(*k*) for *k* cities.
  private func cities(named key: FoldedQuery, _ match: NameMatch) -> [City] {
    let gazetteer = cities.gazetteer
    guard match != .alternate else {
      return gazetteer.cities(withKey: key.bytes, kinds: [.alternate, .expansion, .saint])
    }
    let rows = cities.rows(of: key)
    guard let first = rows.first.map({ gazetteer[$0] }) else { return [] }
    // Rows whose key is the whole prefix precede those with longer keys.
    let whole =
      first.nameKey == key
      ? gazetteer.rows(sharingNameOf: rows.lowerBound) : rows.lowerBound..<rows.lowerBound
    return Array(gazetteer[match == .whole ? whole : whole.upperBound..<rows.upperBound])
  }
}

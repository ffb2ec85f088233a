public import CitySearch

/// The place that a geocoder found for an address.
public struct GeocodingResult: Sendable, Hashable {
  /// The coordinate of the place.
  public var coordinate: Coordinate
  /// The confidence in the match.
  public var confidence: GeocodingConfidence
  /// The name and precision of the match.
  public var match: GeocodingMatch
  /// The parts of the address that name a place but were not understood, as they were typed.
  public var unmatchedParts: [String]
  /// Whether the place may well be another one than the address means: its country was not understood,
  /// for example.
  ///
  /// A queue keeps uncertain places apart from found ones.
  public var isUncertain: Bool
  /// The name of the geocoder that found the place; `nil` if it is not known.
  ///
  /// ``FallbackGeocoder`` and ``GeocodingQueue`` set it to ``Geocoder/name``, unless the geocoder did.
  public var source: String?

  /// Creates a result.
  ///
  /// - Parameters:
  ///   - coordinate: The coordinate of the place.
  ///   - confidence: The confidence in the match.
  ///   - match: The name and precision of the match.
  ///   - unmatchedParts: The parts of the address that name a place but were not understood.
  ///   - isUncertain: Whether the place may well be another one than the address means.
  ///   - source: The name of the geocoder; `nil` if it is not known.
  public init(
    coordinate: Coordinate, confidence: GeocodingConfidence, match: GeocodingMatch,
    unmatchedParts: [String] = [], isUncertain: Bool = false, source: String? = nil
  ) {
    self.coordinate = coordinate
    self.confidence = confidence
    self.match = match
    self.unmatchedParts = unmatchedParts
    self.isUncertain = isUncertain
    self.source = source
  }
}

extension GeocodingResult {
  /// Whether the result says less of the place than another one: it is uncertain and the other is not, or
  /// it is less precise.
  func isWorse(than other: GeocodingResult) -> Bool {
    if isUncertain != other.isUncertain { return isUncertain }
    return match.precision.isLess(than: other.match.precision)
  }
}

#if !hasFeature(Embedded)
extension GeocodingResult: Codable {
  private enum CodingKeys: String, CodingKey {
    case coordinate, confidence, match, source
    case unmatchedParts = "unmatched"
    case isUncertain = "uncertain"
  }

  /// Decodes the keys `coordinate`, `confidence` and `match`, and `unmatched`, `uncertain` and `source` if
  /// they are there.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    coordinate = try container.decode(Coordinate.self, forKey: .coordinate)
    confidence = try container.decode(GeocodingConfidence.self, forKey: .confidence)
    match = try container.decode(GeocodingMatch.self, forKey: .match)
    unmatchedParts = try container.decodeIfPresent([String].self, forKey: .unmatchedParts) ?? []
    isUncertain = try container.decodeIfPresent(Bool.self, forKey: .isUncertain) ?? false
    source = try container.decodeIfPresent(String.self, forKey: .source)
  }

  /// Encodes the keys `coordinate`, `confidence` and `match`; `unmatched` if a part was not understood,
  /// `uncertain` if the place is, and `source` if it is known.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(coordinate, forKey: .coordinate)
    try container.encode(confidence, forKey: .confidence)
    try container.encode(match, forKey: .match)
    if !unmatchedParts.isEmpty { try container.encode(unmatchedParts, forKey: .unmatchedParts) }
    if isUncertain { try container.encode(isUncertain, forKey: .isUncertain) }
    try container.encodeIfPresent(source, forKey: .source)
  }
}
#endif

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
  public var isUncertain: Bool

  /// Creates a result.
  ///
  /// - Parameters:
  ///   - coordinate: The coordinate of the place.
  ///   - confidence: The confidence in the match.
  ///   - match: The name and precision of the match.
  ///   - unmatchedParts: The parts of the address that name a place but were not understood.
  ///   - isUncertain: Whether the place may well be another one than the address means.
  public init(
    coordinate: Coordinate, confidence: GeocodingConfidence, match: GeocodingMatch,
    unmatchedParts: [String] = [], isUncertain: Bool = false
  ) {
    self.coordinate = coordinate
    self.confidence = confidence
    self.match = match
    self.unmatchedParts = unmatchedParts
    self.isUncertain = isUncertain
  }
}

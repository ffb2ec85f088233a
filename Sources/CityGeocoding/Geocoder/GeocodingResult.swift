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
    return match.precision.rank > other.match.precision.rank
  }
}

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

/// The name and precision of a match.
public struct GeocodingMatch: Sendable, Hashable, Codable {
  /// The most precise part of the address that was found.
  public enum Precision: String, Sendable, Hashable, Codable, CaseIterable {
    /// The house.
    case house
    /// The street, but not the house.
    case street
    /// The area of the postal code.
    case postalCode
    /// The city.
    case city
    /// The state, province or region.
    case state
    /// The country only.
    case country

    /// The position in the order from the most to the least precise.
    fileprivate var rank: Int {
      switch self {
      case .house: 0
      case .street: 1
      case .postalCode: 2
      case .city: 3
      case .state: 4
      case .country: 5
      }
    }
  }

  /// The name of the place.
  public var name: String
  /// The most precise part of the address that was found.
  public var precision: Precision
  /// The id of the city in the gazetteer; `nil` if it is not known.
  public var cityID: City.ID?

  /// Creates a match.
  ///
  /// - Parameters:
  ///   - name: The name of the place.
  ///   - precision: The most precise part of the address that was found.
  ///   - cityID: The id of the city in the gazetteer; `nil` if it is not known.
  public init(name: String, precision: Precision, cityID: City.ID? = nil) {
    self.name = name
    self.precision = precision
    self.cityID = cityID
  }
}

/// The confidence of a geocoder in a match, and the reason for it.
public struct GeocodingConfidence: Sendable, Hashable {
  /// The score from 0, a guess, to 1, certain.
  ///
  /// The scores of different geocoders are not comparable.
  public let score: Double
  /// The reason for the score, as a sentence.
  public let reason: String

  /// Creates a confidence.
  ///
  /// - Parameters:
  ///   - score: The score. It is clamped to 0 through 1, and NaN becomes 0, because services report
  ///     scores that are slightly out of range.
  ///   - reason: The reason for the score, as a sentence.
  public init(_ score: Double, reason: String) {
    self.score = score.isNaN ? 0 : min(max(score, 0), 1)
    self.reason = reason
  }
}

extension GeocodingConfidence: CustomStringConvertible {
  /// The score with two decimals, such as `0.75`.
  public var description: String {
    let hundredths = Int((100 * score).rounded())
    return "\(hundredths / 100).\(hundredths % 100 / 10)\(hundredths % 10)"
  }
}

extension GeocodingConfidence: Codable {
  private enum CodingKeys: String, CodingKey { case score, reason }

  /// Decodes the keys `score` and `reason`.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if the score is not from 0 to 1: only clamped scores are
  ///   encoded, so the data are corrupt.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    score = try container.decode(Double.self, forKey: .score)
    reason = try container.decode(String.self, forKey: .reason)
    guard 0...1 ~= score else {
      throw DecodingError.dataCorruptedError(
        forKey: .score, in: container,
        debugDescription: "score must be from 0 to 1, got \(score).")
    }
  }

  /// Encodes the keys `score` and `reason`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(score, forKey: .score)
    try container.encode(reason, forKey: .reason)
  }
}

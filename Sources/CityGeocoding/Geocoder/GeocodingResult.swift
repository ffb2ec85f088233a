public import CitySearch

/// An address with the answer of a geocoder: a place, or why there is none.
public struct GeocodedAddress: Sendable, Hashable, Identifiable {
  /// The address that was asked for.
  public let address: PostalAddress
  /// The place, or why there is none.
  public let outcome: Result<GeocodingResult, GeocodingError>

  /// Creates an address with an answer.
  ///
  /// - Parameters:
  ///   - address: The address that was asked for.
  ///   - outcome: The place, or why there is none.
  public init(_ address: PostalAddress, _ outcome: Result<GeocodingResult, GeocodingError>) {
    self.address = address
    self.outcome = outcome
  }

  /// The id of the address.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the address in bytes.
  public var id: String { address.id }

  /// The place; `nil` if there is none.
  public var result: GeocodingResult? {
    if case .success(let result) = outcome { result } else { nil }
  }

  /// Why there is no place; `nil` if there is one.
  public var error: GeocodingError? {
    if case .failure(let error) = outcome { error } else { nil }
  }
}

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

/// The name and precision of a match.
public struct GeocodingMatch: Sendable, Hashable {
  /// The most precise part of the address that was found.
  @nonexhaustive
  public enum Precision: String, Sendable, Hashable, CaseIterable {
    /// The house.
    case house
    /// The street, but not the house.
    case street
    /// The area of the postal code.
    case postalCode
    /// The city.
    case city
    /// The division: a state, province or region. It is called as the field of a ``PostalAddress`` is.
    case state
    /// The country only.
    case country
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

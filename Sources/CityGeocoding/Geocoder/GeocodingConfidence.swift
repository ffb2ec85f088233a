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

#if !hasFeature(Embedded)
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
#endif

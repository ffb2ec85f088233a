/// How sure a geocoder is of a match, and why.
public struct GeocodingConfidence: Sendable, Hashable {
  /// From 0, a guess, to 1, certain.
  ///
  /// The scores of different geocoders have no common scale.
  public let score: Double
  /// Why the geocoder is as sure as it is, as a sentence.
  public let reason: String

  /// Creates a confidence.
  ///
  /// - Parameters:
  ///   - score: How sure, from 0 to 1.
  ///   - reason: Why, as a sentence.
  public init(_ score: Double, reason: String) {
    precondition(Self.scores.contains(score), "score must be from 0 to 1, got \(score).")
    self.score = score
    self.reason = reason
  }

  private static let scores = 0.0...1.0
}

extension GeocodingConfidence: Codable {
  private enum CodingKeys: String, CodingKey { case score, reason }

  /// Reads the keys `score` and `reason`.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if the score is not from 0 to 1.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    score = try container.decode(Double.self, forKey: .score)
    reason = try container.decode(String.self, forKey: .reason)
    guard Self.scores.contains(score) else {
      throw DecodingError.dataCorruptedError(
        forKey: .score, in: container,
        debugDescription: "score must be from 0 to 1, got \(score).")
    }
  }

  /// Writes the keys `score` and `reason`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(score, forKey: .score)
    try container.encode(reason, forKey: .reason)
  }
}

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

/// The part of a name to be marked, in UTF-16 code units.
///
/// These are the units of `NSRange`, attributed strings, browsers and MapKit. A range does not hold its
/// text. Conversions return `nil` if the range does not fit the given text: if it ends after the text, or
/// begins or ends inside a grapheme cluster.
public struct HighlightRange: Sendable, Hashable {
  /// The number of UTF-16 code units before the marked part.
  public let location: Int

  /// The number of UTF-16 code units in the marked part.
  public let length: Int

  /// Creates a range, or returns `nil` if a number is negative.
  ///
  /// - Parameters:
  ///   - location: The number of UTF-16 code units before the marked part.
  ///   - length: The number of UTF-16 code units in the marked part.
  package init?(validatingLocation location: Int, length: Int) {
    guard location >= 0, length >= 0 else { return nil }
    self.init(location: location, length: length)
  }

  /// Creates a range from numbers that are known to be valid, such as the lengths of texts.
  ///
  /// - Parameters:
  ///   - location: The number of UTF-16 code units before the marked part.
  ///   - length: The number of UTF-16 code units in the marked part.
  /// - Precondition: Neither number is negative.
  @inlinable public init(location: Int, length: Int) {
    precondition(location >= 0, "location must be at least 0, got \(location).")
    precondition(length >= 0, "length must be at least 0, got \(length).")
    self.location = location
    self.length = length
  }

  /// The empty range at the start of a name.
  public static let empty = HighlightRange(location: 0, length: 0)
}

extension HighlightRange {
  /// The marked part of a text.
  ///
  /// - Returns: `nil` if the range ends after the text, or begins or ends inside a grapheme cluster.
  /// - Complexity: O(*n*) where *n* is the length of the text.
  public func range(in text: String) -> Range<String.Index>? {
    let units = text.utf16
    // Compared first: the standard library traps if an offset overflows.
    let count = units.count
    guard location <= count, length <= count - location else { return nil }
    let lower = units.index(units.startIndex, offsetBy: location)
    let upper = units.index(lower, offsetBy: length)
    guard String.Index(lower, within: text) != nil, String.Index(upper, within: text) != nil
    else { return nil }
    return lower..<upper
  }
}

/// The part of a name to be marked, in UTF-16 code units.
///
/// This is what `NSRange`, attributed strings, browsers and MapKit speak. A range does not know its
/// text. Conversions answer `nil` if the range does not fit the text at hand: if it ends behind the
/// text, or begins or ends inside a character as a person sees it.
public struct HighlightRange: Sendable, Hashable {
  /// The number of UTF-16 code units before the marked part.
  public let location: Int

  /// The number of UTF-16 code units in the marked part.
  public let length: Int

  /// A range of UTF-16 code units.
  ///
  /// - Precondition: Neither number is negative.
  public init(location: Int, length: Int) {
    precondition(location >= 0, "A highlight cannot begin at \(location).")
    precondition(length >= 0, "A highlight cannot be \(length) code units long.")
    self.location = location
    self.length = length
  }

  /// Nothing, at the start of a name.
  public static let empty = HighlightRange(location: 0, length: 0)
}

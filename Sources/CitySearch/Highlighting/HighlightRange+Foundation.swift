public import Foundation

extension HighlightRange {
  /// The range as `NSRange`, which has the same units.
  public var nsRange: NSRange { NSRange(location: location, length: length) }

  /// The marked part of an attributed text.
  ///
  /// - Returns: `nil` if the range ends behind the text, or begins or ends inside a grapheme cluster.
  /// - Complexity: O(*n*) where *n* is the length of the text up to the end of the range.
  public func range(in text: AttributedString) -> Range<AttributedString.Index>? {
    let characters = text.characters
    var index = characters.startIndex

    /// Moves the index by whole characters, unless so many code units are none.
    func skip(_ codeUnits: Int) -> Bool {
      var rest = codeUnits
      while rest > 0, index < characters.endIndex {
        rest -= characters[index].utf16.count
        characters.formIndex(after: &index)
      }
      return rest == 0
    }

    guard skip(location) else { return nil }
    let lower = index
    guard skip(length) else { return nil }
    return lower..<index
  }
}

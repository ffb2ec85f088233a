extension HighlightRange {
  /// The marked part of a text.
  ///
  /// - Returns: `nil` if the range ends behind the text, or begins or ends inside a grapheme cluster.
  /// - Complexity: O(*n*) where *n* is the length of the text up to the end of the range.
  public func range(in text: String) -> Range<String.Index>? {
    let units = text.utf16
    guard
      let lower = units.index(units.startIndex, offsetBy: location, limitedBy: units.endIndex),
      let upper = units.index(lower, offsetBy: length, limitedBy: units.endIndex),
      String.Index(lower, within: text) != nil, String.Index(upper, within: text) != nil
    else { return nil }
    return lower..<upper
  }
}

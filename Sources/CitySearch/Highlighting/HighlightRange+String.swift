extension HighlightRange {
  /// The marked part of a text.
  ///
  /// - Returns: `nil` if the range ends behind the text, or begins or ends inside a grapheme cluster.
  /// - Complexity: O(*n*) where *n* is the length of the text.
  public func range(in text: String) -> Range<String.Index>? {
    let units = text.utf16
    // Compared first: the standard library traps when an index and an offset overflow.
    let count = units.count
    guard location <= count, length <= count - location else { return nil }
    let lower = units.index(units.startIndex, offsetBy: location)
    let upper = units.index(lower, offsetBy: length)
    guard String.Index(lower, within: text) != nil, String.Index(upper, within: text) != nil
    else { return nil }
    return lower..<upper
  }
}

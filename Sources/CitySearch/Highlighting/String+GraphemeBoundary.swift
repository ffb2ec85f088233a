extension String {
  /// The first border of grapheme clusters at an offset in UTF-8 or behind it.
  ///
  /// - Parameter offset: The offset behind a scalar of the text.
  /// - Returns: The offset of the border in UTF-8.
  /// - Complexity: O(1) between letters of the scripts that compose nothing, otherwise O(`offset`).
  func graphemeBoundary(atOrAfter offset: Int) -> Int {
    let text = utf8.span
    if offset == text.count || text.isEvidentGraphemeBoundary(offset) { return offset }

    let utf8 = utf8
    let target = utf8.index(utf8.startIndex, offsetBy: offset)
    var index = startIndex
    while index < target { formIndex(after: &index) }
    return utf8.distance(from: utf8.startIndex, to: index)
  }
}

extension Span<UInt8> {
  /// Whether the scalars on both sides of an offset tell that grapheme clusters meet there.
  ///
  /// Below U+0300, and in the blocks of accented Latin and Greek letters, no scalar joins the one
  /// before it, except LF after CR. Below U+0600, and in those blocks, none joins the one behind it.
  /// Both are rules of every version of Unicode (UAX #29).
  fileprivate func isEvidentGraphemeBoundary(_ offset: Int) -> Bool {
    let (next, _) = decodeScalar(at: offset)
    guard next < 0x300 || 0x1E00..<0x2000 ~= next, next != 0x0A else { return false }

    var start = offset - 1
    while start > 0, self[start] & 0xC0 == 0x80 { start -= 1 }
    let (previous, _) = decodeScalar(at: start)
    return previous < 0x600 || 0x1E00..<0x2000 ~= previous
  }
}

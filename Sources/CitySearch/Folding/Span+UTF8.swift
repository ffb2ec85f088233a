extension Span<UInt8> {
  /// The scalar that begins at an index, and its length in bytes.
  ///
  /// The bytes should be UTF-8, but need not be: a byte that does not begin a well-formed scalar counts as
  /// U+FFFD, a separator. Surrogates are not rejected, because they are separators too.
  @inline(__always)
  package func decodeScalar(at index: Int) -> (scalar: UInt32, length: Int) {
    let lead = UInt32(self[index])
    switch lead {
    case 0x00..<0x80:
      return (lead, 1)
    case 0xC2..<0xE0:
      guard let second = continuation(at: index + 1) else { break }
      return ((lead & 0x1F) << 6 | second, 2)
    case 0xE0..<0xF0:
      guard let second = continuation(at: index + 1), let third = continuation(at: index + 2)
      else { break }
      let scalar = (lead & 0x0F) << 12 | second << 6 | third
      if scalar >= 0x800 { return (scalar, 3) }
    case 0xF0..<0xF5:
      guard let second = continuation(at: index + 1), let third = continuation(at: index + 2),
        let fourth = continuation(at: index + 3)
      else { break }
      let scalar = (lead & 0x07) << 18 | second << 12 | third << 6 | fourth
      if 0x1_0000..<0x11_0000 ~= scalar { return (scalar, 4) }
    default:
      break
    }
    return (0xFFFD, 1)
  }

  /// The six bits of the continuation byte at an index, if there is one.
  @inline(__always)
  private func continuation(at index: Int) -> UInt32? {
    guard index < count, self[index] & 0xC0 == 0x80 else { return nil }
    return UInt32(self[index] & 0x3F)
  }

  /// The number of code units of this UTF-8 text in UTF-16.
  ///
  /// - Complexity: O(*n*) where *n* is the number of bytes.
  var utf16Count: Int {
    var count = 0
    for index in indices {
      // One for each scalar's first byte, and one more for a scalar of four bytes.
      let byte = self[index]
      count += (byte & 0xC0 != 0x80 ? 1 : 0) + (byte >= 0xF0 ? 1 : 0)
    }
    return count
  }
}

// MARK: - Grapheme clusters

extension Span<UInt8> {
  /// Whether the bytes on both sides of an offset, which is after a scalar of well-formed UTF-8 and before
  /// another one, show that it is a boundary of grapheme clusters.
  ///
  /// Below U+0300, in the blocks of accented Latin and Greek letters, and among quotation marks and dashes,
  /// no scalar joins the one before it, except LF after CR. Below U+0600, and in those blocks, none joins
  /// the one after it. Both are rules of every version of Unicode (UAX #29).
  @inline(__always)
  func isEvidentGraphemeBoundary(_ offset: Int) -> Bool {
    let next = self[offset]
    // The first bytes of U+0300 and U+0600 are 0xCC and 0xD8.
    guard next < 0xCC ? next != 0x0A : beginsSeparateScalar(at: offset) else { return false }
    var start = offset &- 1
    if self[start] < 0x80 { return true }
    while start > 0, self[start] & 0xC0 == 0x80 { start &-= 1 }
    return self[start] < 0xD8 || beginsSeparateScalar(at: start)
  }

  /// Whether a scalar is one of U+1E00 to U+1FFF, accented letters, or U+2010 to U+2027, punctuation.
  @inline(never)
  private func beginsSeparateScalar(at offset: Int) -> Bool {
    guard offset &+ 2 < count else { return false }
    switch (self[offset], self[offset &+ 1]) {
    case (0xE1, 0xB8...): return true
    case (0xE2, 0x80): return 0x90..<0xA8 ~= self[offset &+ 2]
    default: return false
    }
  }
}

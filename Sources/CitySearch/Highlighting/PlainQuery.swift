/// A short query of letters, and of spaces between them, for marking most names at a glance.
///
/// A name that begins with the same ASCII letters and spaces, in whatever case, and does not go on
/// with a combining mark, is marked as far as the query goes: every byte is one character and one
/// UTF-16 unit. Eight bytes of the name are enough to tell.
struct PlainQuery: Sendable {
  /// The query in the low bytes of a word.
  private let word: UInt64
  /// The bytes of a name that have to agree: all bits of the query's letters, and of the byte behind
  /// them the bit that tells whether it is ASCII.
  private let mask: UInt64
  /// What a name is marked by.
  private let highlight: HighlightRange

  private static let lowerCase: UInt64 = 0x2020_2020_2020_2020

  /// `nil` if the query is empty, has more than seven bytes, or others than letters and spaces.
  init?(_ query: FoldedQuery) {
    guard !query.isEmpty, query.count < 8, !query.endsInSeparator else { return nil }
    var word: UInt64 = 0
    for index in 0..<query.count {
      let byte = query[index]
      guard (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || byte == asciiSpace else {
        return nil
      }
      word |= UInt64(byte) << UInt64(index * 8)
    }
    let end = UInt64(query.count * 8)
    self.word = word
    mask = (1 << end) - 1 | 0x80 << end
    highlight = HighlightRange(location: 0, length: query.count)
  }

  /// The mark of a name, by its first eight bytes.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - start: The bytes of the name and of whatever lies behind it, the first one lowest.
  /// - Returns: `nil` if it takes more to tell.
  @inline(__always)
  func highlight(in name: String, beginningWith start: UInt64) -> HighlightRange? {
    // Only capital letters become small ones by this bit, and only NUL, a separator, becomes a space.
    (start | Self.lowerCase) & mask == word && highlight.length <= name.utf8.count ? highlight : nil
  }
}

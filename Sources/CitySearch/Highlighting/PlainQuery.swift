/// A query of letters, and of spaces between them, for marking most names at a glance.
///
/// A name that begins with the same ASCII letters and spaces, in whatever case, and does not go on
/// with a combining mark, is marked as far as the query goes: every byte is one character and one
/// UTF-16 unit. Sixteen bytes of the name are enough to tell, two words.
struct PlainQuery: Sendable {
  /// Sixteen bytes, the first one lowest.
  typealias Bytes = (low: UInt64, high: UInt64)

  /// The query.
  private let bytes: Bytes
  /// The bytes of a name that have to agree: all bits of the query's letters, and of the byte behind
  /// them the bit that tells whether it is ASCII.
  private let mask: Bytes
  /// What a name is marked by.
  private let highlight: HighlightRange

  /// `nil` if the query is empty, has more than fifteen bytes, or others than letters and spaces.
  init?(_ query: FoldedQuery) {
    guard !query.isEmpty, query.count < 16, !query.endsInSeparator else { return nil }
    let used = (low: Self.lowBytes(query.count), high: Self.lowBytes(query.count &- 8))
    let first = query.firstBytes
    bytes = (first.low & used.low, first.high & used.high)
    guard Self.areLettersAndSpaces(bytes.low, among: used.low),
      Self.areLettersAndSpaces(bytes.high, among: used.high)
    else { return nil }
    let behind: UInt64 = 0x80 &<< UInt64(truncatingIfNeeded: query.count &* 8)
    mask = query.count < 8 ? (used.low | behind, 0) : (used.low, used.high | behind)
    highlight = HighlightRange(location: 0, length: query.count)
  }

  /// The mark of a name, by its first sixteen bytes.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - start: The bytes of the name and of whatever lies behind it.
  /// - Returns: `nil` if it takes more to tell.
  @inline(__always)
  func highlight(in name: String, beginningWith start: Bytes) -> HighlightRange? {
    let spaces: UInt64 = 0x2020_2020_2020_2020
    // Only capital letters become small ones by this bit, and only NUL, a separator, becomes a space.
    // `|` and `^` have one precedence: without parentheses the second `^` would take back the first.
    let difference =
      ((start.low | spaces) & mask.low ^ bytes.low)
      | ((start.high | spaces) & mask.high ^ bytes.high)
    return difference == 0 && highlight.length <= name.utf8.count ? highlight : nil
  }

  /// All bits of the `count` low bytes.
  @inline(__always)
  private static func lowBytes(_ count: Int) -> UInt64 {
    count <= 0 ? 0 : UInt64.max >> UInt64(max(0, 64 - count * 8))
  }

  /// Whether the bytes of `word` that `mask` selects are small ASCII letters or spaces, all at once.
  @inline(__always)
  private static func areLettersAndSpaces(_ word: UInt64, among mask: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highBits: UInt64 = 0x8080_8080_8080_8080
    // The sum of a byte below 128 and a number up to 127 does not reach the next byte.
    let low = word & ~highBits
    let fromA = low &+ ones &* (0x80 - 0x61)
    let beyondZ = low &+ ones &* (0x7F - 0x7A)
    let otherThanSpace = (low ^ ones &* 0x20) &+ ones &* 0x7F
    let wanted = highBits & mask
    return (fromA & ~beyondZ | ~otherThanSpace) & ~word & wanted == wanted
  }
}

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

// MARK: - Grapheme clusters

extension HighlightRange {
  /// A name up to an offset after one of its letters, or up to the end of the cluster around it.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - text: The name in UTF-8.
  ///   - end: The offset in UTF-8; 0 for nothing.
  ///   - length: The offset in UTF-16.
  @inline(__always)
  init(of name: String, _ text: Span<UInt8>, to end: Int, length: Int) {
    let isBoundary = end == 0 || end == text.count || text.isEvidentGraphemeBoundary(end)
    self.init(
      location: 0, length: isBoundary ? length : name.clusterLength(text, to: end, length))
  }
}

extension String {
  /// The length in UTF-16 of the grapheme clusters before the one around an offset before a letter.
  func lengthOfClusters(_ text: Span<UInt8>, before offset: Int) -> Int {
    if offset == 0 || text.isEvidentGraphemeBoundary(offset) {
      return text.extracting(first: offset).utf16Count
    }
    let target = utf8.index(utf8.startIndex, offsetBy: offset)
    let start = indices.last { $0 <= target } ?? startIndex
    return utf16.distance(from: utf16.startIndex, to: start)
  }

  /// The length in UTF-16 of the shortest run of whole grapheme clusters that reaches an offset after a
  /// letter.
  ///
  /// - Complexity: O(*m*), where *m* is the length of the run; O(1) if only accents follow the letter.
  @inline(never)
  fileprivate func clusterLength(_ text: Span<UInt8>, to offset: Int, _ length: Int) -> Int {
    // Every scalar from U+0300 to U+036F joins the letter before it.
    var (end, marks) = (offset, 0)
    while end < text.count, text[end] == 0xCC || text[end] == 0xCD && text[end + 1] < 0xB0 {
      (end, marks) = (end + 2, marks + 1)
    }
    if marks > 0, end == text.count || text.isEvidentGraphemeBoundary(end) { return length + marks }

    let target = utf8.index(utf8.startIndex, offsetBy: offset)
    var index = startIndex
    while index < target { formIndex(after: &index) }
    return utf16.distance(from: utf16.startIndex, to: index)
  }
}

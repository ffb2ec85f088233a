internal import PrefixSearch

/// Texts that many cities share, each stored once with a number.
struct StringList: Sendable {
  private let region: ByteRegion
  /// The number of texts.
  let count: Int

  /// Reads a list; `nil` if the region cannot hold it, or if texts overlap.
  ///
  /// - Complexity: O(*n*), where *n* is the number of texts.
  init?(_ region: ByteRegion) {
    count = Int(clamping: region.uint32(at: 0))
    self.region = region
    let content = region.count - ByteRegion.padding
    guard content >= 8, count <= (content - 8) / 4,
      (0..<count).allSatisfy({ end(of: $0 - 1) <= end(of: $0) })
    else { return nil }
  }

  /// Where a text ends, which is where the next one begins.
  private func end(of number: Int) -> Int {
    Int(truncatingIfNeeded: region.uint32(at: 8 + number * 4))
  }

  /// The text with a number; empty if there is none.
  subscript(number: Int) -> String {
    region.text(in: range(of: number))
  }

  /// Where a text lies; an empty range if there is none.
  private func range(of number: Int) -> Range<Int> {
    guard number >= 0, number < count else { return 0..<0 }
    let start = 8 + count * 4
    // They ascended when the list was opened, but a mapped file may have changed since then.
    let (lower, upper) = (start &+ end(of: number - 1), start &+ end(of: number))
    return lower..<max(lower, upper)
  }

  /// Whether both texts exist, are not empty and differ in their bytes.
  func haveDifferentTexts(_ one: Int, _ two: Int) -> Bool {
    let (one, two) = (range(of: one), range(of: two))
    guard !one.isEmpty, !two.isEmpty else { return false }
    return one.count != two.count
      || zip(one, two).contains { region.byte(at: $0) != region.byte(at: $1) }
  }

  /// All texts.
  ///
  /// - Complexity: O(*b*), where *b* is the length of all texts in bytes.
  var strings: [String] { (0..<count).map { self[$0] } }

  /// The stored form of `strings`.
  static func bytes(of strings: [String]) -> [UInt8] {
    var writer = ByteRegionWriter()
    writer.append(strings.count, width: 4)
    var end = 0
    writer.append(end, width: 4)
    for string in strings {
      end += string.utf8.count
      writer.append(end, width: 4)
    }
    for string in strings { writer.append(string.utf8) }
    return writer.bytes
  }
}

extension [String] {
  /// The position of `string` among texts that ascend by their UTF-8 bytes.
  func position(of string: String) -> Int? {
    let position = indices.partitioningIndex { !self[$0].utf8Precedes(string) }
    return position < count && self[position] == string ? position : nil
  }
}

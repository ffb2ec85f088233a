package import PrefixSearch

/// The fastest known structure, at the cost of memory: a hash table of all prefixes of up to eight
/// bytes, each with its range of rows.
///
/// A prefix is one word, so most queries take one multiplication and one access to memory. Longer ones
/// are searched for among the keys within the range of their first eight bytes. It takes ten times the
/// bytes of the radix tree over the cities shipped, and has no nodes to walk.
///
/// An entry has 16 bytes, and at least half of the places are free: 32 bytes for each different
/// prefix. Finding one of *m* bytes is O(*m*) up to eight, else O(*m* log *n*), where *n* is the number
/// of rows that share its first eight bytes. Building is O(*b*) after sorting, where *b* is the number of
/// bytes of the keys of all rows.
package struct PrefixHash: PrefixIndex {
  /// A prefix and the rows below it.
  private struct Entry {
    var word: UInt64 = 0
    var lower: UInt32 = 0
    /// The end of the rows, and in the highest bits the length of the prefix, since two prefixes that differ
    /// only in zero bytes have the same word; 0 for a free place.
    var upperAndLength: UInt32 = 0

    static let lengthShift: UInt32 = 28
    static let mostRows = 1 << 28
  }

  /// The longest prefix that is stored, in bytes: a word.
  private static let longest = 8

  private let keys: BinarySearch
  private let entries: [Entry]

  package var count: Int { keys.count }

  /// Stores all prefixes of fewer than 2 to the power of 28 rows.
  package init(_ keys: SortedKeys) {
    precondition(keys.count < Entry.mostRows, "The number of \(keys.count) rows needs 29 bits.")
    self.keys = BinarySearch(keys)
    let prefixes = Self.prefixes(of: keys)
    var entries = [Entry](repeating: Entry(), count: max(1, 2 * prefixes.count))
    for prefix in prefixes {
      var place = Self.place(of: prefix.word, among: entries.count)
      while entries[place].upperAndLength != 0 {
        place = place + 1 == entries.count ? 0 : place + 1
      }
      entries[place] = prefix
    }
    self.entries = entries
  }

  package func range(of prefix: Span<UInt8>) -> Range<Int> {
    guard prefix.count > 0 else { return 0..<count }
    let length = min(prefix.count, Self.longest)
    var word: UInt64 = 0
    for index in 0..<length { word = word &<< 8 | UInt64(prefix[index]) }
    let rows = rows(of: word, length: length)
    guard prefix.count > Self.longest, !rows.isEmpty else { return rows }
    return keys.range(of: prefix, within: rows)
  }

  package var memoryFootprint: MemoryFootprint {
    MemoryFootprint(
      [MemoryFootprint.Part("entries", storageOf: entries)] + keys.memoryFootprint.parts)
  }

  @inline(__always)
  private func rows(of word: UInt64, length: Int) -> Range<Int> {
    let entries = entries.span
    var place = Self.place(of: word, among: entries.count)
    while true {
      let entry = entries[place]
      guard entry.upperAndLength != 0 else { return 0..<0 }
      if entry.word == word, Int(entry.upperAndLength &>> Entry.lengthShift) == length {
        let upper = entry.upperAndLength & (1 &<< Entry.lengthShift &- 1)
        return Int(entry.lower)..<Int(upper)
      }
      place = place &+ 1 == entries.count ? 0 : place &+ 1
    }
  }

  /// Where the search for a word begins: a hash as a share of the table, so that any size will do.
  @inline(__always)
  private static func place(of word: UInt64, among count: Int) -> Int {
    let hash = (word ^ word &>> 32) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: hash.multipliedFullWidth(by: UInt64(count)).high)
  }

  /// All different prefixes of up to eight bytes, each with its rows.
  private static func prefixes(of keys: SortedKeys) -> [Entry] {
    var prefixes: [Entry] = []
    // The prefixes of the key before: its bytes, and the row that each prefix begins at.
    var last: [UInt8] = []
    var starts: [Int] = []
    func close(downTo length: Int, at row: Int) {
      var word: UInt64 = 0
      for index in last.indices {
        word = word << 8 | UInt64(last[index])
        guard index >= length else { continue }
        prefixes.append(
          Entry(
            word: word, lower: UInt32(starts[index]),
            upperAndLength: UInt32(row) | UInt32(index + 1) << Entry.lengthShift))
      }
    }
    for rank in 0..<keys.distinctCount {
      let row = keys.rows(ofRank: rank).lowerBound
      let key = Array(keys.bytes[keys.byteRange(ofRank: rank)].prefix(longest))
      let shared = zip(key, last).prefix { $0 == $1 }.count
      close(downTo: shared, at: row)
      starts = starts.prefix(shared) + Array(repeating: row, count: key.count - shared)
      last = key
    }
    close(downTo: 0, at: keys.count)
    return prefixes
  }
}

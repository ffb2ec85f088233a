/// Keys in ascending order: the validated input that every engine is built from.
///
/// Keys are compared as unsigned bytes, and a key sorts before every longer one that begins with it.
/// Equal keys are allowed by default. They are stored once, with the number of their first row, so
/// that a million equal keys take no more memory than one.
///
/// Each key has two numbers. Its *row* counts every key; its *rank* counts distinct keys.
public struct SortedKeys: Sendable {
  /// The distinct keys, one after the other.
  package let bytes: [UInt8]
  /// Where in `bytes` the key of each rank begins, and the end of the last.
  package let offsets: [UInt32]
  /// The first row of each rank, and the number of rows.
  package let firstRows: [UInt32]

  /// The most bytes that all distinct keys together may have: 4,294,967,295, or the greatest `Int` if
  /// that is less.
  package static let maximumByteCount = Int(clamping: UInt32.max)

  /// The most rows: 4,294,967,295, or the greatest `Int` if that is less.
  package static let maximumCount = Int(clamping: UInt32.max)

  package init(bytes: [UInt8], offsets: [UInt32], firstRows: [UInt32]) {
    self.bytes = bytes
    self.offsets = offsets
    self.firstRows = firstRows
  }

  /// Takes keys that are in ascending order.
  ///
  /// - Parameters:
  ///   - keys: The keys; the position of each is its row.
  ///   - areUnique: Whether to reject equal keys.
  /// - Throws: ``SortedKeysError`` for the first invalid key.
  /// - Complexity: O(*b*), where *b* is the length of all keys in bytes.
  public init(
    _ keys: some Sequence<some Collection<UInt8>>, areUnique: Bool = false
  ) throws(SortedKeysError) {
    var builder = Builder(areUnique: areUnique)
    for key in keys { try builder.append(Array(key).span) }
    self = builder.finish()
  }

  /// The number of rows, equal keys counted each.
  ///
  /// - Complexity: O(1).
  public var count: Int { Int(firstRows[distinctCount]) }

  /// The number of different keys.
  ///
  /// - Complexity: O(1).
  public var distinctCount: Int { offsets.count - 1 }
}

extension SortedKeys {
  /// Where in `bytes` the key of `rank` lies.
  package func byteRange(ofRank rank: Int) -> Range<Int> {
    Int(offsets[rank])..<Int(offsets[rank + 1])
  }

  /// The rows that share the key of `rank`.
  package func rows(ofRank rank: Int) -> Range<Int> {
    Int(firstRows[rank])..<Int(firstRows[rank + 1])
  }

  /// Looks up the key of `row`.
  ///
  /// - Parameter row: A number from 0 to `count` - 1.
  /// - Returns: A copy of its bytes.
  /// - Complexity: O(log *d* + *m*), where *d* is the number of distinct keys and *m* the length of
  ///   the key in bytes.
  public func key(atRow row: Int) -> [UInt8] {
    precondition(row >= 0 && row < count, "row must be in 0..<\(count), got \(row).")
    let rank = (0..<distinctCount).partitioningIndex { Int(firstRows[$0 + 1]) > row }
    return Array(bytes[byteRange(ofRank: rank)])
  }
}

extension SortedKeys {
  /// The byte at `depth` of the key of `rank`, which must be longer than that.
  @inline(__always)
  func byte(_ depth: Int, ofRank rank: Int) -> UInt8 { bytes[Int(offsets[rank]) + depth] }

  /// The end of the run of ranks from `start` on whose keys have `byte` at `depth`.
  ///
  /// - Complexity: O(log *r*), where *r* is the length of the run.
  func end(ofRanksFrom start: Int, to limit: Int, with byte: UInt8, at depth: Int) -> Int {
    (start + 1..<limit).gallopingPartitioningIndex { self.byte(depth, ofRank: $0) != byte }
  }

  /// The byte in which all keys end, if no key ends in two of it; `nil` if there is no such byte.
  var commonTerminator: UInt8? {
    var terminator: UInt8?
    for rank in 0..<distinctCount {
      let range = byteRange(ofRank: rank)
      guard let end = range.last, terminator == nil || terminator == bytes[end],
        range.count < 2 || bytes[end - 1] != bytes[end]
      else { return nil }
      terminator = bytes[end]
    }
    return terminator
  }
}

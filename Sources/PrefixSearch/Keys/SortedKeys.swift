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
  package var distinctCount: Int { offsets.count - 1 }
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
    var terminators = Terminators()
    for rank in 0..<distinctCount {
      terminators.add(bytes.span.extracting(byteRange(ofRank: rank)))
    }
    return terminators.common
  }
}

/// Whether all keys so far end in the same byte, and none in two of it.
struct Terminators: Sendable {
  /// The byte; `nil` if there is none.
  private(set) var common: UInt8?
  private var areEqual = true

  mutating func add(_ key: Span<UInt8>) {
    guard areEqual else { return }
    let end = key.count - 1
    if end >= 0, common == nil || common == key[end], end == 0 || key[end - 1] != key[end] {
      common = key[end]
    } else {
      (areEqual, common) = (false, nil)
    }
  }
}

// MARK: - Building

extension SortedKeys {
  /// Collects keys one at a time, without an array of arrays.
  package struct Builder: Sendable {
    private var bytes: [UInt8] = []
    private var offsets: [UInt32] = [0]
    private var firstRows: [UInt32] = []
    private var count = 0
    private let areUnique: Bool
    private let maximumByteCount: Int
    private let maximumCount: Int

    /// Creates a builder without keys.
    ///
    /// - Parameter areUnique: Whether to reject equal keys.
    package init(areUnique: Bool = false) {
      self.init(
        areUnique: areUnique, maximumByteCount: SortedKeys.maximumByteCount,
        maximumCount: SortedKeys.maximumCount)
    }

    /// Creates a builder with smaller limits, which tests can reach in little memory.
    package init(areUnique: Bool, maximumByteCount: Int, maximumCount: Int) {
      self.areUnique = areUnique
      self.maximumByteCount = maximumByteCount
      self.maximumCount = maximumCount
    }

    /// Reserves memory for keys.
    ///
    /// - Parameters:
    ///   - count: The number of distinct keys.
    ///   - byteCount: The number of bytes that they have together.
    package mutating func reserveCapacity(count: Int, byteCount: Int) {
      bytes.reserveCapacity(byteCount)
      offsets.reserveCapacity(count + 1)
      firstRows.reserveCapacity(count + 1)
    }

    /// Appends the key of the next row.
    ///
    /// A rejected key leaves the builder unchanged.
    ///
    /// - Parameter key: The bytes of the key; it must not sort before the one appended last.
    /// - Throws: ``SortedKeysError`` if the key is invalid.
    /// - Complexity: O(*m*) amortized, where *m* is the length of the key in bytes.
    package mutating func append(_ key: Span<UInt8>) throws(SortedKeysError) {
      guard count < maximumCount else { throw .tooManyKeys(limit: maximumCount) }
      switch orderAfterLast(key) {
      case .before:
        throw .outOfOrder(row: count, key: key.array, previous: lastKey)
      case .equal:
        if areUnique { throw .duplicate(row: count, key: key.array) }
      case .after:
        guard key.count <= maximumByteCount - bytes.count else {
          throw .tooManyBytes(row: count, limit: maximumByteCount)
        }
        for index in key.indices { bytes.append(key[index]) }
        offsets.append(UInt32(bytes.count))
        firstRows.append(UInt32(count))
      }
      count += 1
    }

    /// Returns the keys appended so far.
    ///
    /// - Complexity: O(1), if the builder is not used again.
    package consuming func finish() -> SortedKeys {
      firstRows.append(UInt32(count))
      return SortedKeys(bytes: bytes, offsets: offsets, firstRows: firstRows)
    }
  }
}

extension SortedKeys.Builder {
  private enum Order { case before, equal, after }

  /// The first byte of the key appended last.
  private var lastStart: Int { Int(offsets[offsets.count - 2]) }

  private var lastKey: [UInt8] { Array(bytes[lastStart...]) }

  private func orderAfterLast(_ key: Span<UInt8>) -> Order {
    guard count > 0 else { return .after }
    let last = bytes.span.extracting(lastStart..<bytes.count)
    let shared = last.sharedLength(with: key)
    if shared < min(last.count, key.count) {
      return last[shared] < key[shared] ? .after : .before
    }
    if last.count == key.count { return .equal }
    return last.count < key.count ? .after : .before
  }
}

/// Why a key is invalid.
@nonexhaustive
public enum SortedKeysError: Error, Sendable, Hashable {
  /// The key at `row` sorts before the previous one.
  case outOfOrder(row: Int, key: [UInt8], previous: [UInt8])
  /// The key at `row` equals the previous one, and keys must be unique.
  case duplicate(row: Int, key: [UInt8])
  /// With the key at `row` the distinct keys have more than `limit` bytes.
  case tooManyBytes(row: Int, limit: Int)
  /// There are more than `limit` keys.
  case tooManyKeys(limit: Int)
}

extension SortedKeysError: CustomStringConvertible {
  /// A sentence with the row, the key and the rule.
  public var description: String {
    switch self {
    case .outOfOrder(let row, let key, let previous):
      "Keys must ascend in the order of their bytes, but the key at row \(row), "
        + "\(Self.quoted(key)), sorts before the previous one, \(Self.quoted(previous))."
    case .duplicate(let row, let key):
      "Keys must be unique, but the key at row \(row), \(Self.quoted(key)), equals the previous "
        + "one."
    case .tooManyBytes(let row, let limit):
      "The distinct keys must have at most \(limit) bytes together, but have more with the key at "
        + "row \(row)."
    case .tooManyKeys(let limit):
      "There must be at most \(limit) keys, but there are more."
    }
  }

  /// The key as text, shortened to its beginning if it is long.
  private static func quoted(_ key: [UInt8]) -> String {
    let shown = String(decoding: key.prefix(40), as: UTF8.self).debugDescription
    return key.count > 40 ? "\(shown)… (\(key.count) bytes)" : shown
  }
}

extension SortedKeys {
  /// Collects keys one at a time, without an array of arrays.
  public struct Builder: Sendable {
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
    public init(areUnique: Bool = false) {
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
    public mutating func reserveCapacity(count: Int, byteCount: Int) {
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
    public mutating func append(_ key: Span<UInt8>) throws(SortedKeysError) {
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
    public consuming func finish() -> SortedKeys {
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
    let shared = min(last.count, key.count)
    for index in 0..<shared where last[index] != key[index] {
      return last[index] < key[index] ? .after : .before
    }
    if last.count == key.count { return .equal }
    return last.count < key.count ? .after : .before
  }
}

extension Span<UInt8> {
  /// A copy of the bytes.
  fileprivate var array: [UInt8] { indices.map { self[$0] } }
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

/// The rule that a key broke.
public enum SortedKeysError: Error, Sendable, Hashable {
  /// The key at `row` sorts before the one ahead of it.
  case outOfOrder(row: Int, key: [UInt8], previous: [UInt8])
  /// The key at `row` equals the one ahead of it, and keys must be unique.
  case duplicate(row: Int, key: [UInt8])
  /// With the key at `row` the distinct keys have more than `limit` bytes.
  case tooManyBytes(row: Int, limit: Int)
  /// There are more than `limit` keys.
  case tooManyKeys(limit: Int)
}

extension SortedKeysError: CustomStringConvertible {
  /// What is wrong and where, as a sentence.
  public var description: String {
    switch self {
    case .outOfOrder(let row, let key, let previous):
      "The key at row \(row), \(Self.quoted(key)), sorts before the one ahead of it, "
        + "\(Self.quoted(previous)); keys must ascend in the order of their bytes."
    case .duplicate(let row, let key):
      "The key at row \(row), \(Self.quoted(key)), equals the one ahead of it; "
        + "keys must be unique here."
    case .tooManyBytes(let row, let limit):
      "The distinct keys must have at most \(limit) bytes together, and with the key at row \(row) "
        + "they have more."
    case .tooManyKeys(let limit):
      "There must be at most \(limit) keys, and there are more."
    }
  }

  /// The key as text, shortened to its beginning if it is long.
  private static func quoted(_ key: [UInt8]) -> String {
    let shown = String(decoding: key.prefix(40), as: UTF8.self).debugDescription
    return key.count > 40 ? "\(shown)… (\(key.count) bytes)" : shown
  }
}

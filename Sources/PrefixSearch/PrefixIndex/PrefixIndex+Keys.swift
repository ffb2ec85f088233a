/// The keys of any index, found by walks.
///
/// Most callers hold an index as `any PrefixIndex`, and a step through a protocol witness costs several
/// times as much as the step itself. Therefore the functions are specialized for the default engine,
/// `RadixTree`, and for `TopKTree`, which wraps it.
extension PrefixIndex {
  /// Finds the position of `prefix`, one step for each byte.
  ///
  /// - Parameter prefix: Any bytes; they need not be UTF-8.
  /// - Returns: The position, or `nil` if no key begins with `prefix`; the root for no bytes.
  /// - Complexity: *m* steps, where *m* is the length of `prefix` in bytes.
  public func position(of prefix: Span<UInt8>) -> Position? { position(of: prefix, from: root) }

  /// Finds the position that some bytes lead to from another position, one step for each byte.
  ///
  /// - Parameters:
  ///   - bytes: The bytes to append.
  ///   - position: Where to begin.
  /// - Returns: The position, or `nil` if no key continues with the bytes.
  /// - Complexity: *m* steps, where *m* is the number of bytes.
  public func position(of bytes: Span<UInt8>, from position: Position) -> Position? {
    var position = position
    for index in bytes.indices {
      guard let child = child(of: position, by: bytes[index]) else { return nil }
      position = child
    }
    return position
  }

  /// Spells the key of a row, which no index stores in one piece.
  ///
  /// - Parameter row: A number from 0 to `count` - 1.
  /// - Returns: The bytes of the key.
  /// - Complexity: *m* steps, where *m* is the length of the key in bytes.
  public func key(atRow row: Int) -> [UInt8] {
    key(atRow: row, startingWith: [UInt8]().span)
  }

  /// Spells the key of a row whose first bytes are known or guessed.
  ///
  /// A step by a known byte is cheaper than one that searches for the child that contains a row.
  ///
  /// - Parameters:
  ///   - row: A number from 0 to `count` - 1.
  ///   - hint: Bytes that the key may begin with, such as the prefix that found the row. They are
  ///     followed as far as they agree with the key; a wrong hint only costs time.
  /// - Returns: The bytes of the key.
  /// - Complexity: *m* steps, where *m* is the length of the key in bytes.
  @specialized(where Self == RadixTree)
  @specialized(where Self == TopKTree)
  package func key(atRow row: Int, startingWith hint: Span<UInt8>) -> [UInt8] {
    precondition(row >= 0 && row < count, "row must be in 0..<\(count), got \(row).")
    var (key, position) = ([UInt8](), root)
    key.reserveCapacity(hint.count + 16)
    for index in hint.indices {
      guard let child = child(of: position, by: hint[index]), rows(below: child).contains(row)
      else { break }
      key.append(hint[index])
      position = child
    }
    while let step = child(of: position, containing: row) {
      key.append(step.byte)
      position = step.child
    }
    return key
  }
}

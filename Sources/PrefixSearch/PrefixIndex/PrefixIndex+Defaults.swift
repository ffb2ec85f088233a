// What every index has, by the few functions that it defines itself.

extension PrefixIndex {
  /// Whether the index has no rows.
  ///
  /// - Complexity: O(1).
  package var isEmpty: Bool { count == 0 }

  /// The bytes by which `position` has a child.
  ///
  /// - Complexity: That of visiting the children.
  public func bytes(after position: Position) -> ByteSet {
    var bytes = ByteSet()
    forEachChild(of: position, in: .all) { byte, _ in bytes.insert(byte) }
    return bytes
  }

  /// Finds the rows whose key begins with `prefix`.
  ///
  /// - Parameter prefix: Any bytes; they need not be UTF-8.
  /// - Returns: The rows, or `0..<0` if there are none.
  /// - Complexity: That of the engine.
  public func range(of prefix: [UInt8]) -> Range<Int> {
    range(of: prefix.span)
  }

  /// Finds the rows whose key begins with the UTF-8 bytes of `prefix`.
  ///
  /// The text is compared byte by byte: nothing is folded or normalized.
  ///
  /// - Parameter prefix: The text to look up.
  /// - Returns: The rows, or `0..<0` if there are none.
  /// - Complexity: That of the engine, and O(*m*) to convert a text that is not stored as UTF-8, where
  ///   *m* is its length in bytes.
  public func range(of prefix: String) -> Range<Int> {
    range(of: prefix.utf8.span)
  }
}

// MARK: - Keys

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

/// A key that begins with a prefix, and its rows.
public struct Completion: Sendable, Equatable {
  /// The whole key, the prefix included.
  public let key: [UInt8]
  /// The rows that have this key.
  public let rows: Range<Int>

  package init(key: [UInt8], rows: Range<Int>) {
    self.key = key
    self.rows = rows
  }
}

extension PrefixIndex {
  /// Lists the distinct keys that begin with `prefix`, in order.
  ///
  /// - Parameters:
  ///   - prefix: Any bytes; they need not be UTF-8.
  ///   - limit: The greatest number of keys, none if it is negative; `nil` for all.
  /// - Returns: The first keys, each with its rows.
  /// - Complexity: *b* steps, where *b* is the length of the listed keys in bytes, without the prefix that
  ///   each shares with the one before it.
  @specialized(where Self == RadixTree)
  @specialized(where Self == TopKTree)
  package func completions(of prefix: Span<UInt8>, limit: Int? = nil) -> [Completion] {
    guard let start = position(of: prefix) else { return [] }
    let limit = limit ?? .max
    // The positions from the prefix down to the current one, and the bytes that lead there.
    var path = [start]
    var bytes = prefix.indices.map { prefix[$0] }
    var row = rows(below: start).lowerBound
    var completions: [Completion] = []
    while let position = path.last, completions.count < limit {
      let own = rows(endingAt: position)
      if own.contains(row) {
        completions.append(Completion(key: bytes, rows: own))
        row = own.upperBound
      } else if let step = child(of: position, containing: row) {
        path.append(step.child)
        bytes.append(step.byte)
      } else {
        // All keys below are listed. In a damaged index, rows without a key are skipped.
        path.removeLast()
        if !path.isEmpty { bytes.removeLast() }
        row = max(row, rows(below: position).upperBound)
      }
    }
    return completions
  }

  /// Lists the distinct keys that begin with `prefix`, in order.
  ///
  /// - Parameters:
  ///   - prefix: Any bytes; they need not be UTF-8.
  ///   - limit: The greatest number of keys, none if it is negative; `nil` for all.
  /// - Returns: The first keys, each with its rows.
  /// - Complexity: As for a span.
  package func completions(of prefix: [UInt8], limit: Int? = nil) -> [Completion] {
    completions(of: prefix.span, limit: limit)
  }

  /// Lists the distinct keys that begin with the UTF-8 bytes of `prefix`, in order.
  ///
  /// - Parameters:
  ///   - prefix: The text to complete; nothing is folded or normalized.
  ///   - limit: The greatest number of keys, none if it is negative; `nil` for all.
  /// - Returns: The first keys, each with its rows.
  /// - Complexity: *b* steps, where *b* is the length of the listed keys in bytes.
  public func completions(of prefix: String, limit: Int? = nil) -> [Completion] {
    completions(of: prefix.utf8.span, limit: limit)
  }
}

// MARK: - The walk by lookups

/// A prefix and its rows: the position type of every index that defines none of its own.
public struct PrefixPosition: Sendable {
  /// The bytes that lead here.
  package let bytes: [UInt8]
  /// The rows whose key begins with them.
  package let rows: Range<Int>
}

/// The walk of an index that only implements ``PrefixIndex/range(of:)-(Span<UInt8>)``.
///
/// A step by a known byte looks up one prefix. A step that has to find the byte looks up as many as
/// 256.
extension PrefixIndex where Position == PrefixPosition {
  /// The position of the empty prefix.
  ///
  /// - Complexity: O(1).
  public var root: Position { PrefixPosition(bytes: [], rows: 0..<count) }

  /// The rows whose key begins with the bytes that lead to `position`.
  ///
  /// - Complexity: O(1).
  public func rows(below position: Position) -> Range<Int> { position.rows }

  /// The rows whose key ends at `position`: those before the rows of the first child.
  ///
  /// - Complexity: Up to 256 lookups.
  public func rows(endingAt position: Position) -> Range<Int> {
    for byte in UInt8.min...UInt8.max {
      if let child = child(of: position, by: byte) {
        return position.rows.clamped(to: 0..<child.rows.lowerBound)
      }
    }
    return position.rows
  }

  /// The position one byte further, or `nil` if no key continues with `byte`.
  ///
  /// - Complexity: One lookup, and O(*m*) for the length *m* of its prefix in bytes.
  public func child(of position: Position, by byte: UInt8) -> Position? {
    let bytes = position.bytes + [byte]
    let rows = range(of: bytes).clamped(to: position.rows)
    return rows.isEmpty ? nil : PrefixPosition(bytes: bytes, rows: rows)
  }

  /// The child of `position` whose rows contain `row`, and the byte that leads to it.
  ///
  /// - Complexity: Up to 256 lookups.
  public func child(
    of position: Position, containing row: Int
  ) -> (byte: UInt8, child: Position)? {
    guard position.rows.contains(row) else { return nil }
    for byte in UInt8.min...UInt8.max {
      if let child = child(of: position, by: byte), child.rows.contains(row) {
        return (byte, child)
      }
    }
    return nil
  }

  /// Visits the children of `position` by the bytes in `bytes`, in ascending order.
  ///
  /// - Complexity: One lookup for each of `bytes`.
  public func forEachChild(
    of position: Position, in bytes: ByteSet, _ body: (UInt8, Position) -> Void
  ) {
    for byte in bytes {
      if let child = child(of: position, by: byte) { body(byte, child) }
    }
  }
}

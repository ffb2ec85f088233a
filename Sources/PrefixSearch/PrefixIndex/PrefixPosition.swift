/// A prefix and its rows: the position type of every index that defines none of its own.
public struct PrefixPosition: Sendable, Hashable {
  /// The bytes that lead here.
  public let bytes: [UInt8]
  /// The rows whose key begins with them.
  public let rows: Range<Int>
}

/// The walk of an index that only implements ``PrefixIndex/range(of:)-(Span<UInt8>)``.
///
/// A step by a known byte looks up one prefix. A step that has to find the byte looks up as many as
/// 256.
extension PrefixIndex where Position == PrefixPosition {
  /// The position of the empty prefix.
  ///
  /// - Complexity: O(1).
  public var root: PrefixPosition { PrefixPosition(bytes: [], rows: 0..<count) }

  /// The rows whose key begins with the bytes that lead to `position`.
  ///
  /// - Complexity: O(1).
  public func rows(below position: PrefixPosition) -> Range<Int> { position.rows }

  /// The rows whose key ends at `position`: those before the rows of the first child.
  ///
  /// - Complexity: Up to 256 lookups.
  public func rows(endingAt position: PrefixPosition) -> Range<Int> {
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
  public func child(of position: PrefixPosition, by byte: UInt8) -> PrefixPosition? {
    let bytes = position.bytes + [byte]
    let rows = range(of: bytes).clamped(to: position.rows)
    return rows.isEmpty ? nil : PrefixPosition(bytes: bytes, rows: rows)
  }

  /// The child of `position` whose rows contain `row`, and the byte that leads to it.
  ///
  /// - Complexity: Up to 256 lookups.
  public func child(
    of position: PrefixPosition, containing row: Int
  ) -> (byte: UInt8, child: PrefixPosition)? {
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
    of position: PrefixPosition, in bytes: ByteSet, _ body: (UInt8, PrefixPosition) -> Void
  ) {
    for byte in bytes {
      if let child = child(of: position, by: byte) { body(byte, child) }
    }
  }
}

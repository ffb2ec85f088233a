extension PrefixIndex {
  /// Whether the index has no rows.
  ///
  /// - Complexity: O(1).
  public var isEmpty: Bool { count == 0 }

  /// The number that was stored for a position: none.
  ///
  /// - Complexity: O(1).
  public func annotation(at position: Position) -> UInt32? { nil }

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
  /// The text is compared byte by byte: nothing is folded or normalised.
  ///
  /// - Parameter prefix: The text to look up.
  /// - Returns: The rows, or `0..<0` if there are none.
  /// - Complexity: That of the engine, and O(*m*) to bring a text that is not stored as UTF-8 into
  ///   that form, where *m* is its length in bytes.
  public func range(of prefix: String) -> Range<Int> {
    range(of: prefix.utf8.span)
  }
}

/// What a person typed, folded: the bytes that the keys of all matches begin with.
///
/// A query of ordinary length, up to 48 bytes, is stored in the value itself, so that making one and
/// passing it on allocates nothing.
public struct FoldedQuery: Sendable {
  private let storage: FoldedBytes

  /// The query that matches every name.
  public init() { storage = FoldedBytes() }

  /// Folds what was typed.
  ///
  /// The query ends in a space only if the text ended in a separator. A text of separators only
  /// folds to nothing.
  ///
  /// - Complexity: O(*n*) where *n* is the length of the text in bytes; O(*n* log *n*) if it
  ///   contains long runs of marks in disorder.
  public init(_ text: String) { storage = FoldedBytes.folded(text.utf8.span) }

  /// Takes bytes that are folded already.
  package init(copying bytes: Span<UInt8>) {
    var storage = FoldedBytes()
    for index in bytes.indices { storage.append(bytes[index]) }
    self.storage = storage
  }

  /// The number of bytes.
  public var count: Int { storage.count }

  /// Whether the query matches every name.
  public var isEmpty: Bool { count == 0 }

  /// Whether the last word of the query is complete, that is, followed by a separator.
  public var endsInSeparator: Bool { !isEmpty && self[count - 1] == asciiSpace }

  /// The bytes, copied.
  ///
  /// - Complexity: O(`count`)
  public var bytes: [UInt8] { (0..<count).map { self[$0] } }

  /// The byte at an index, which is less than `count`.
  subscript(index: Int) -> UInt8 { storage[index] }

  /// Calls a closure with the bytes, in place.
  ///
  /// - Parameter body: A closure that reads the bytes, which are valid until it returns.
  /// - Returns: What the closure returns.
  /// - Throws: What the closure throws.
  public func withBytes<Result, Failure>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try storage.withSpan(body)
  }
}

extension FoldedQuery: Hashable {
  /// Whether both queries have the same bytes, and therefore the same matches.
  ///
  /// - Complexity: O(`count`)
  public static func == (left: FoldedQuery, right: FoldedQuery) -> Bool {
    left.count == right.count && (0..<left.count).allSatisfy { left[$0] == right[$0] }
  }

  /// Feeds the bytes to a hasher.
  ///
  /// - Complexity: O(`count`)
  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for index in 0..<count { hasher.combine(self[index]) }
  }
}

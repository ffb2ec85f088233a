/// What a person typed, folded: the bytes that the keys of all matches begin with.
///
/// A query of ordinary length is stored in the value itself, so that making one and passing it on
/// allocates nothing.
public struct FoldedQuery: Sendable {
  /// The number of bytes that need no allocation.
  private static let inlineCapacity = 48

  /// The first bytes; zero behind them.
  private var inlineBytes = InlineArray<48, UInt8>(repeating: 0)
  /// All bytes, once they are more than fit into `inlineBytes`.
  private var overflow: [UInt8]?
  private var inlineCount = 0

  /// The query that matches every name.
  public init() {}

  /// Folds what was typed.
  ///
  /// The query ends in a space only if the text ended in a separator. A text of separators only
  /// folds to nothing.
  ///
  /// - Complexity: O(*n*) where *n* is the length of the text in bytes; O(*n* log *n*) if it
  ///   contains long runs of marks in disorder.
  public init(_ text: String) {
    var folder = Folder(appendingTo: self)
    folder.fold(text.utf8.span, into: &self)
    folder.finish(&self)
    if folder.hasPendingSeparator { append(asciiSpace) }
  }

  /// The number of bytes.
  public var count: Int { overflow?.count ?? inlineCount }

  /// Whether the query matches every name.
  public var isEmpty: Bool { count == 0 }

  /// Whether the last word of the query is complete, that is, followed by a separator.
  public var endsInSeparator: Bool { !isEmpty && self[count - 1] == asciiSpace }

  /// The bytes, copied.
  public var bytes: [UInt8] {
    overflow
      ?? [UInt8](capacity: inlineCount) { output in
        for index in 0..<inlineCount { output.append(inlineBytes[index]) }
      }
  }

  /// The byte at an index, which is less than `count`.
  subscript(index: Int) -> UInt8 {
    if let overflow { return overflow[index] }
    return inlineBytes[index]
  }

  /// Calls a closure with the bytes, in place.
  ///
  /// - Parameter body: A closure that reads the bytes, which are valid until it returns.
  /// - Returns: What the closure returns.
  /// - Throws: What the closure throws.
  public func withBytes<Result, Failure>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if let overflow { return try body(overflow.span) }
    return try body(inlineBytes.span.extracting(first: inlineCount))
  }
}

extension FoldedQuery: FoldingOutput {
  mutating func append(_ byte: UInt8) {
    if inlineCount < Self.inlineCapacity {
      inlineBytes[inlineCount] = byte
      inlineCount += 1
    } else {
      appendToOverflow(byte)
    }
  }

  @inline(never)
  private mutating func appendToOverflow(_ byte: UInt8) {
    if overflow == nil { overflow = bytes }
    overflow?.append(byte)
  }

  mutating func orderMarks(from start: Int) {
    let ordered = withBytes { canonicallyOrderedMarks(in: $0.extracting(start...)) }
    if overflow != nil {
      overflow?.replaceSubrange(start..., with: ordered)
    } else {
      for index in ordered.indices { inlineBytes[start + index] = ordered[index] }
    }
  }
}

extension FoldedQuery: Hashable {
  /// Whether both queries have the same bytes, and therefore the same matches.
  ///
  /// - Complexity: O(*m*) where *m* is the length of the queries in bytes.
  public static func == (left: FoldedQuery, right: FoldedQuery) -> Bool {
    left.count == right.count && (0..<left.count).allSatisfy { left[$0] == right[$0] }
  }

  /// Feeds the bytes to a hasher.
  ///
  /// - Complexity: O(*m*) where *m* is the length of the query in bytes.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for index in 0..<count { hasher.combine(self[index]) }
  }
}

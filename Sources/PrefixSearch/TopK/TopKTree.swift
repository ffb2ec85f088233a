/// A radix tree whose larger nodes are annotated with their top-k lists: one call leads from a prefix to its
/// best rows.
///
/// It is a class, so that calls from other modules read both structures in place. A struct of this size
/// would be copied to the stack and its memory retained for each call, which costs more than the call.
@usableFromInline package final class TopKTree: PrefixIndex {
  package let radixTree: RadixTree
  package let topK: TopKIndex

  /// Combines a tree and the lists of its rows.
  package init(_ radixTree: RadixTree, _ topK: TopKIndex) {
    self.radixTree = radixTree
    self.topK = topK
  }

  /// Builds a tree without best rows, because no row has a weight.
  @usableFromInline package convenience init(_ keys: SortedKeys) {
    self.init(
      RadixTree(keys),
      TopKIndex(EqualRows(), k: 1, lcpArray: Array(repeating: 0, count: keys.count)))
  }

  /// The list of the rows below a position; `nil` for up to *k* rows, or if the list is damaged.
  ///
  /// - Complexity: O(1) with an annotation, otherwise that of ``TopKIndex/list(of:)``.
  package func list(at position: RadixTree.Position) -> TopKIndex.List? {
    topK.list(of: radixTree.rows(below: position), at: position, in: radixTree)
  }
}

extension TopKTree {
  /// The position of a prefix, and its list.
  package struct Lookup {
    package let position: RadixTree.Position
    package let list: TopKIndex.List?
  }

  /// Finds the position of a prefix and its list at once.
  ///
  /// - Returns: Both; `nil` if no key begins with the prefix.
  /// - Complexity: O(*m*), where *m* is the length of the prefix in bytes.
  package func lookup(_ prefix: Span<UInt8>) -> Lookup? {
    guard let position = radixTree.descend(prefix) else { return nil }
    return Lookup(position: position, list: list(at: position))
  }
}

// MARK: - Intervals

extension TopKTree {
  /// The rows below a position, and how far the list of the best of them was read.
  @usableFromInline package struct Interval: Sendable {
    @usableFromInline let position: RadixTree.Position
    @usableFromInline let best: TopKIndex.Selection
    /// Whether the list has all groups, so that the children have no others.
    @usableFromInline let isWhole: Bool
    @usableFromInline var readCount = 0

    @inlinable
    init(at position: RadixTree.Position, best: TopKIndex.Selection, isWhole: Bool) {
      self.position = position
      self.best = best
      self.isWhole = isWhole
    }

    /// The next row of the list; `nil` after the last.
    @inlinable
    mutating func nextRow(in index: TopKIndex) -> Int? {
      guard readCount < best.count else { return nil }
      defer { readCount &+= 1 }
      return index.row(readCount, of: best)
    }
  }

  /// The interval of all rows of one prefix; `nil` if the rows are not those of a prefix.
  ///
  /// - Complexity: O(*m*), where *m* is the length of the prefix.
  @inlinable
  func interval(of rows: Range<Int>, by ranked: some RankedRows) -> Interval? {
    position(of: rows).flatMap { interval(at: $0, by: ranked) }
  }

  /// The interval at a position; `nil` if its list is damaged.
  @inlinable
  func interval(at position: RadixTree.Position, by ranked: some RankedRows) -> Interval? {
    let rows = rows(below: position)
    guard rows.count <= TopKIndex.Permutation.longest else { return listed(at: position) }
    return index.selection(nil, of: rows, by: ranked).map {
      Interval(at: position, best: $0, isWhole: true)
    }
  }

  @usableFromInline var index: TopKIndex { topK }

  /// The interval at a position that has a list.
  @usableFromInline func listed(at position: RadixTree.Position) -> Interval? {
    list(at: position).map {
      Interval(at: position, best: $0.best, isWhole: $0.groupCount <= $0.best.count)
    }
  }

  /// The position of the prefix that has these rows and no others.
  @usableFromInline func position(of rows: Range<Int>) -> RadixTree.Position? {
    var position = root
    while true {
      let below = self.rows(below: position)
      if below == rows { return position }
      guard below.lowerBound <= rows.lowerBound, rows.upperBound <= below.upperBound,
        let next = radixTree.child(of: position, containing: rows.lowerBound)
      else { return nil }
      position = next.child
    }
  }

  /// The positions at which the rows below a position diverge, and the rows of the key that ends before
  /// them.
  @usableFromInline func parts(
    of position: RadixTree.Position
  ) -> (ending: Range<Int>, children: [RadixTree.Position]) {
    let rows = rows(below: position)
    var (position, children) = (position, [RadixTree.Position]())
    while true {
      children.removeAll(keepingCapacity: true)
      let bytes = radixTree.bytes(after: position)
      radixTree.forEachChild(of: position, in: bytes) { children.append($1) }
      // A label leads to one position after the other with the same rows.
      guard children.count == 1, self.rows(below: children[0]) == rows else {
        return (radixTree.rows(endingAt: position), children)
      }
      position = children[0]
    }
  }
}

/// The lists, see ``TopKIndex``.
extension TopKTree {
  package func list(of rows: Range<Int>) -> TopKIndex.List? { topK.list(of: rows) }

  package func variant(_ number: Int, of base: TopKIndex.List) -> TopKIndex.List {
    topK.variant(number, of: base)
  }
}

/// The tree.
extension TopKTree {
  @usableFromInline package var count: Int { radixTree.count }

  /// The bytes of the tree and of the lists.
  @usableFromInline package var memoryFootprint: MemoryFootprint {
    MemoryFootprint(
      parts: radixTree.memoryFootprint.parts + [.init("lists", byteCount: topK.region.count)])
  }

  @usableFromInline package var root: RadixTree.Position { radixTree.root }

  @usableFromInline package func range(of prefix: Span<UInt8>) -> Range<Int> {
    radixTree.range(of: prefix)
  }

  @usableFromInline package func position(of prefix: Span<UInt8>) -> RadixTree.Position? {
    radixTree.descend(prefix)
  }

  @usableFromInline package func position(
    of bytes: Span<UInt8>, from position: RadixTree.Position
  ) -> RadixTree.Position? {
    radixTree.position(of: bytes, from: position)
  }

  @usableFromInline package func rows(below position: RadixTree.Position) -> Range<Int> {
    radixTree.rows(below: position)
  }

  @usableFromInline package func rows(endingAt position: RadixTree.Position) -> Range<Int> {
    radixTree.rows(endingAt: position)
  }

  @usableFromInline package func child(of position: RadixTree.Position, by byte: UInt8) -> RadixTree
    .Position?
  {
    radixTree.child(of: position, by: byte)
  }

  @usableFromInline package func child(
    of position: RadixTree.Position, containing row: Int
  ) -> (byte: UInt8, child: RadixTree.Position)? {
    radixTree.child(of: position, containing: row)
  }

  @usableFromInline package func bytes(after position: RadixTree.Position) -> ByteSet {
    radixTree.bytes(after: position)
  }

  @usableFromInline package func forEachChild(
    of position: RadixTree.Position, in bytes: ByteSet,
    _ body: (UInt8, RadixTree.Position) -> Void
  ) {
    radixTree.forEachChild(of: position, in: bytes, body)
  }

  /// As ``RadixTree/spell(_:from:into:at:)``.
  package func spell(
    _ row: Int, from position: RadixTree.Position, into buffer: inout MutableSpan<UInt8>,
    at start: Int
  ) -> Int? {
    radixTree.spell(row, from: position, into: &buffer, at: start)
  }
}

/// Rows without weights.
private struct EqualRows: RankedRows {
  func weight(ofRow row: Int) -> UInt64 { 0 }
  func group(ofRow row: Int) -> UInt32 { UInt32(truncatingIfNeeded: row) }
  func precedence(ofRow row: Int) -> UInt8 { 0 }
}

extension TopKIndex {
  /// The list of a range, found by the annotation of its node; otherwise by the range.
  ///
  /// - Parameters:
  ///   - rows: The rows below `position`.
  ///   - position: A position of `tree`.
  ///   - tree: The tree over the keys of the rows; it may have no annotations.
  /// - Returns: The list; `nil` if the range has none.
  /// - Complexity: O(1) with an annotation, otherwise that of ``list(of:)``.
  @inline(__always)
  package func list(
    of rows: Range<Int>, at position: RadixTree.Position, in tree: RadixTree
  ) -> List? {
    guard rows.count > layout.k else { return nil }
    if let place = tree.annotation(at: position),
      let list = list(at: Int(truncatingIfNeeded: place), of: rows)
    {
      return list
    }
    return list(of: rows)
  }
}

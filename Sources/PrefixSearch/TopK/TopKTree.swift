/// A radix tree whose larger nodes are annotated with their top-k lists: one call leads from a prefix to its
/// best rows.
///
/// A class, so that calls from other modules read both structures in place. A structure of this size is
/// copied to the stack for each call, and its memory retained, which costs more than the call.
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

/// The lists, see ``TopKIndex``.
extension TopKTree {
  package func list(of rows: Range<Int>) -> TopKIndex.List? { topK.list(of: rows) }

  package func first(
    _ wanted: Int, of rows: Range<Int>, by ranked: some RankedRows, where isIncluded: (Int) -> Bool
  ) -> [UInt32] {
    topK.first(wanted, of: rows, by: ranked, where: isIncluded)
  }

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
      radixTree.memoryFootprint.parts + [.init("lists", byteCount: topK.region.count)])
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

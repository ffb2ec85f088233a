internal import FlatStorage

extension SortedArray {
  /// The keys that share their first bytes.
  public struct Position: Sendable {
    /// The ranks of the keys; never empty, except at the root of an empty array.
    fileprivate let ranks: Range<Int>
    /// How many bytes they are known to share.
    fileprivate let depth: Int
  }

  /// The position of the empty prefix.
  ///
  /// - Complexity: O(1).
  public var root: Position { Position(ranks: 0..<layout.distinctCount, depth: 0) }

  /// The rows whose key begins with the bytes that lead to `position`.
  ///
  /// - Complexity: O(1).
  public func rows(below position: Position) -> Range<Int> {
    rows(ofRanks: position.ranks)
  }

  /// The rows whose key ends at `position`.
  ///
  /// - Complexity: O(1).
  public func rows(endingAt position: Position) -> Range<Int> {
    let first = position.ranks.lowerBound
    if !position.ranks.isEmpty, byte(at: position.depth, ofRank: first) == nil {
      return rows(ofRanks: first..<first &+ 1)
    }
    let rows = rows(below: position)
    return rows.lowerBound..<rows.lowerBound
  }

  /// The position one byte further, or `nil` if no key goes on with `byte`.
  ///
  /// - Complexity: O(1) for the first two bytes, and O(log *k*) beyond, where *k* is the number of
  ///   distinct keys below `position`.
  public func child(of position: Position, by byte: UInt8) -> Position? {
    let (ranks, depth) = (position.ranks, position.depth)
    guard depth >= Self.tableBytes else {
      let known = depth == 0 ? byte : self.byte(at: 0, ofRank: ranks.lowerBound) ?? 0
      let first: InlineArray<2, UInt8> = [known, byte]
      let below = ranksInTable(first.span.extracting(first: depth &+ 1)).clamped(to: ranks)
      return below.isEmpty ? nil : Position(ranks: below, depth: depth &+ 1)
    }
    let lower = firstRank(in: ranks) { rank in
      self.byte(at: depth, ofRank: rank).map { $0 >= byte } ?? false
    }
    guard ranks.contains(lower), self.byte(at: depth, ofRank: lower) == byte else { return nil }
    let end = end(ofRanksFrom: lower, to: ranks.upperBound, with: byte, at: depth)
    return Position(ranks: lower..<end, depth: depth &+ 1)
  }

  /// The child of `position` whose rows contain `row`, and the byte that leads to it.
  ///
  /// - Complexity: O(log *k*), where *k* is the number of distinct keys below `position`.
  public func child(
    of position: Position, containing row: Int
  ) -> (byte: UInt8, child: Position)? {
    guard rows(below: position).contains(row) else { return nil }
    let after = firstRank(in: position.ranks) {
      layout.firstRows.value(at: $0, in: region) > row
    }
    guard after > position.ranks.lowerBound,
      let byte = byte(at: position.depth, ofRank: after &- 1),
      let child = child(of: position, by: byte), rows(below: child).contains(row)
    else { return nil }
    return (byte, child)
  }

  /// Visits the children of `position` that a byte in `bytes` leads to, in ascending order.
  ///
  /// - Complexity: O(*c* log *k*), where *c* is the number of children with a byte up to the highest
  ///   of `bytes`, and *k* that of distinct keys below each.
  public func forEachChild(
    of position: Position, in bytes: ClosedRange<UInt8>, _ body: (UInt8, Position) -> Void
  ) {
    let limit = position.ranks.upperBound
    var rank = position.ranks.lowerBound
    while rank < limit {
      guard let byte = byte(at: position.depth, ofRank: rank) else {
        rank &+= 1
        continue
      }
      guard byte <= bytes.upperBound else { return }
      let end = end(ofRanksFrom: rank, to: limit, with: byte, at: position.depth)
      if byte >= bytes.lowerBound {
        body(byte, Position(ranks: rank..<end, depth: position.depth &+ 1))
      }
      rank = end
    }
  }
}

extension SortedArray {
  /// The byte at `depth` of a key; `nil` where the key has ended.
  @inline(__always)
  private func byte(at depth: Int, ofRank rank: Int) -> UInt8? {
    let place = layout.textStart &+ layout.keyOffsets.value(at: rank, in: region) &+ depth
    let end = layout.textStart &+ layout.keyOffsets.value(at: rank &+ 1, in: region)
    // Wrong bytes may let a key end behind the text.
    return place < min(end, layout.end) ? region.byte(at: place) : nil
  }

  /// The end of the ranks from `start` on whose key has `byte` at `depth`: gallops, then halves.
  private func end(ofRanksFrom start: Int, to limit: Int, with byte: UInt8, at depth: Int) -> Int {
    var (low, step) = (start, 1)
    while step < limit &- low, self.byte(at: depth, ofRank: low &+ step) == byte {
      low &+= step
      step &*= 2
    }
    let high = low &+ min(step, limit &- low)
    return firstRank(in: low &+ 1..<high) { self.byte(at: depth, ofRank: $0) != byte }
  }
}

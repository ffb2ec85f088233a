extension SortedArray {
  /// Finds the rows whose key begins with `prefix`.
  ///
  /// - Parameter prefix: Any bytes; they need not be UTF-8.
  /// - Returns: The rows, or `0..<0` if there are none.
  /// - Complexity: O(1) for up to two bytes, O(log *p*) for up to ten, and O(*m* log *p*) beyond,
  ///   where *m* is the length of `prefix` in bytes and *p* the number of distinct keys that share
  ///   its first two.
  public func range(of prefix: Span<UInt8>) -> Range<Int> {
    guard prefix.count > 0 else { return 0..<count }
    var ranks = ranksInTable(prefix)
    if prefix.count > Self.tableBytes, !ranks.isEmpty {
      if let head = Head(prefix) {
        ranks = narrowed(ranks, to: head)
        if prefix.count > Self.headEnd { ranks = narrowed(ranks, to: prefix, from: Self.headEnd) }
      } else {
        ranks = narrowed(ranks, to: prefix, from: Self.tableBytes)
      }
    }
    return ranks.isEmpty ? 0..<0 : rows(ofRanks: ranks)
  }

  /// The rows of the keys of `ranks`, clamped to the rows that exist.
  @inline(__always)
  func rows(ofRanks ranks: Range<Int>) -> Range<Int> {
    let lower = layout.firstRows.value(at: ranks.lowerBound, in: region)
    let upper = layout.firstRows.value(at: ranks.upperBound, in: region)
    return (lower..<max(lower, upper)).clamped(to: 0..<count)
  }

  /// The ranks of the keys that share the first two bytes of `prefix`, or its only byte.
  @inline(__always)
  func ranksInTable(_ prefix: Span<UInt8>) -> Range<Int> {
    let row = Int(region.uint16(at: layout.firstClassStart &+ Int(prefix[0]) &* 2))
    guard row > 0 else { return 0..<0 }
    var cell = (row &- 1) &* layout.columnCount
    var end = cell &+ layout.columnCount
    if prefix.count > 1 {
      let column = Int(region.uint16(at: layout.secondClassStart &+ Int(prefix[1]) &* 2))
      guard column > 0 else { return 0..<0 }
      cell &+= column
      end = cell &+ 1
    }
    let lower = layout.pairRanks.value(at: cell, in: region)
    return lower..<max(lower, layout.pairRanks.value(at: end, in: region))
  }
}

extension SortedArray {
  /// The heads that keys with a certain prefix can have.
  private struct Head {
    let lowest: UInt64
    let highest: UInt64

    /// Takes bytes 3 to 10 of `prefix`, or as many as it has.
    ///
    /// `nil` if one of them is zero: a head is padded with zeros, so a key that continues with a zero
    /// has the same head as one that ends there.
    @inline(__always)
    init?(_ prefix: Span<UInt8>) {
      let count = min(prefix.count, SortedArray.headEnd) &- SortedArray.tableBytes
      let missing = UInt64(truncatingIfNeeded: (8 &- count) &* 8)
      let word = prefix.word(at: SortedArray.tableBytes, first: prefix.firstWord)
      lowest = word.byteSwapped
      let rest: UInt64 = (1 &<< missing) &- 1
      highest = lowest | rest
      // The lowest zero byte gets its top bit set; higher bytes may get theirs in error.
      let ones: UInt64 = 0x0101_0101_0101_0101
      guard (highest &- ones) & ~highest & (ones &<< 7) == 0 else { return nil }
    }
  }

  @inline(__always)
  private func head(ofRank rank: Int) -> UInt64 {
    region.uint64(at: layout.headStart &+ rank &* 8)
  }

  /// The ranks among `ranks` whose head lies in `head`.
  ///
  /// The upper end is searched by galloping from the lower one, because most prefixes match few keys.
  @inline(__always)
  private func narrowed(_ ranks: Range<Int>, to head: Head) -> Range<Int> {
    let lower = ranks.partitioningIndex { self.head(ofRank: $0) >= head.lowest }
    return
      lower..<(lower..<ranks.upperBound).gallopingPartitioningIndex {
        self.head(ofRank: $0) > head.highest
      }
  }

  /// The ranks among `ranks` whose key continues like `prefix` from `depth` on; up to `depth`, all keys
  /// agree with it.
  private func narrowed(
    _ ranks: Range<Int>, to prefix: Span<UInt8>, from depth: Int
  ) -> Range<Int> {
    let lower = ranks.partitioningIndex { order(ofRank: $0, to: prefix, from: depth) >= 0 }
    return
      lower..<(lower..<ranks.upperBound).partitioningIndex {
        order(ofRank: $0, to: prefix, from: depth) > 0
      }
  }

  /// Compares a key with `prefix`, both from `depth` on.
  ///
  /// - Returns: -1 if the key sorts before the prefix, 0 if it begins with it, 1 otherwise.
  private func order(ofRank rank: Int, to prefix: Span<UInt8>, from depth: Int) -> Int {
    let start = layout.textStart &+ layout.keyOffsets.value(at: rank, in: region)
    let end = layout.textStart &+ layout.keyOffsets.value(at: rank &+ 1, in: region)
    var position = depth
    while position < prefix.count {
      guard start &+ position < end else { return -1 }
      let byte = region.byte(at: start &+ position)
      if byte != prefix[position] { return byte < prefix[position] ? -1 : 1 }
      position &+= 1
    }
    return 0
  }
}

extension SortedArray {
  /// The keys that share their first bytes.
  public struct Position: Sendable {
    /// The ranks of the keys; never empty, except at the root of an empty array.
    fileprivate let ranks: Range<Int>
    /// How many bytes the keys share at least.
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

  /// The position one byte further, or `nil` if no key continues with `byte`.
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
    let lower = ranks.partitioningIndex { rank in
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
    let after = position.ranks.partitioningIndex {
      layout.firstRows.value(at: $0, in: region) > row
    }
    guard after > position.ranks.lowerBound,
      let byte = byte(at: position.depth, ofRank: after &- 1),
      let child = child(of: position, by: byte), rows(below: child).contains(row)
    else { return nil }
    return (byte, child)
  }

  /// Visits the children of `position` by the bytes in `bytes`, in ascending order.
  ///
  /// - Complexity: O(*c* log *k*), where *c* is the number of children, 256 at most, and *k* that of
  ///   distinct keys below each.
  public func forEachChild(
    of position: Position, in bytes: ByteSet, _ body: (UInt8, Position) -> Void
  ) {
    let limit = position.ranks.upperBound
    var rank = position.ranks.lowerBound
    while rank < limit {
      guard let byte = byte(at: position.depth, ofRank: rank) else {
        rank &+= 1
        continue
      }
      let end = end(ofRanksFrom: rank, to: limit, with: byte, at: position.depth)
      if bytes.contains(byte) {
        body(byte, Position(ranks: rank..<end, depth: position.depth &+ 1))
      }
      rank = end
    }
  }
}

extension SortedArray {
  /// The byte at `depth` of a key; `nil` after the end of the key.
  @inline(__always)
  private func byte(at depth: Int, ofRank rank: Int) -> UInt8? {
    let place = layout.textStart &+ layout.keyOffsets.value(at: rank, in: region) &+ depth
    let end = layout.textStart &+ layout.keyOffsets.value(at: rank &+ 1, in: region)
    // In a damaged array, a key may end after the text.
    return place < min(end, layout.end) ? region.byte(at: place) : nil
  }

  /// The end of the run of ranks from `start` on whose keys have `byte` at `depth`.
  private func end(ofRanksFrom start: Int, to limit: Int, with byte: UInt8, at depth: Int) -> Int {
    (start &+ 1..<limit).gallopingPartitioningIndex { self.byte(at: depth, ofRank: $0) != byte }
  }
}

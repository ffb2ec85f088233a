internal import FlatStorage

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

  /// The rows of the keys of `ranks`, as far as they exist.
  @inline(__always)
  func rows(ofRanks ranks: Range<Int>) -> Range<Int> {
    let lower = layout.firstRows.value(at: ranks.lowerBound, in: region)
    let upper = layout.firstRows.value(at: ranks.upperBound, in: region)
    return (lower..<max(lower, upper)).clamped(to: 0..<count)
  }

  /// The ranks of the keys that share the first two bytes of `prefix`, or its only one.
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
    /// `nil` if one of them is zero: a head has zeros where a key has ended, so it cannot tell a key
    /// that goes on with a zero from one that ends there.
    @inline(__always)
    init?(_ prefix: Span<UInt8>) {
      let count = min(prefix.count, SortedArray.headEnd) &- SortedArray.tableBytes
      let missing = UInt64(truncatingIfNeeded: (8 &- count) &* 8)
      let word = prefix.word(at: SortedArray.tableBytes, first: prefix.firstWord)
      lowest = word.byteSwapped
      let rest: UInt64 = (1 &<< missing) &- 1
      highest = lowest | rest
      // The lowest byte that is zero gets its top bit set; bytes above it may get theirs in error.
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
  /// The upper end is searched by galloping from the lower one: most prefixes match a few keys.
  @inline(__always)
  private func narrowed(_ ranks: Range<Int>, to head: Head) -> Range<Int> {
    let lower = firstRank(in: ranks) { self.head(ofRank: $0) >= head.lowest }
    var (low, step) = (lower, 1)
    while UInt(bitPattern: step) <= UInt(bitPattern: ranks.upperBound &- low),
      self.head(ofRank: low &+ step &- 1) <= head.highest
    {
      low &+= step
      step &*= 2
    }
    let high = low &+ min(step &- 1, ranks.upperBound &- low)
    return lower..<firstRank(in: low..<high) { self.head(ofRank: $0) > head.highest }
  }

  /// The ranks among `ranks` whose key goes on like `prefix` from `depth` on; before that all agree.
  private func narrowed(
    _ ranks: Range<Int>, to prefix: Span<UInt8>, from depth: Int
  ) -> Range<Int> {
    let lower = firstRank(in: ranks) { order(ofRank: $0, to: prefix, from: depth) >= 0 }
    return
      lower..<firstRank(in: lower..<ranks.upperBound) {
        order(ofRank: $0, to: prefix, from: depth) > 0
      }
  }

  /// The first of `ranks` that fulfils `condition`, or their end; all after it fulfil it too.
  @inline(__always)
  func firstRank(in ranks: Range<Int>, where condition: (Int) -> Bool) -> Int {
    var low = ranks.lowerBound
    var length = ranks.count
    while length > 0 {
      let half = length &>> 1
      let isBefore = !condition(low &+ half)
      low = isBefore ? low &+ half &+ 1 : low
      length = isBefore ? length &- half &- 1 : half
    }
    return low
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

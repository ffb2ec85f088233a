/// A search of some ranges of rows that finds one row after the other, the best first.
///
/// It opens the block with the greatest maximum, see ``TopKIndex``, until a row is better than all
/// blocks. So the first rows cost little however many rows there are, and the others are found when
/// they are asked for. (Hjaltason and Samet, *Distance Browsing in Spatial Databases*, 1999, search
/// trees like this.) A range that has all rows of one prefix is searched by the list of its node
/// instead, and after the end of that list by the lists of the children. A list has its rows in order,
/// whereas all rows of a block must be weighed.
@usableFromInline package struct BestFirstSearch<Ranked: RankedRows> {
  @usableFromInline let index: TopKIndex
  @usableFromInline let ranked: Ranked
  /// The tree with the lists; `nil` to search by blocks only.
  @usableFromInline let tree: TopKTree?
  @usableFromInline var streams: [Stream] = []
  @usableFromInline var frontier = PriorityQueue<Item>()
  /// The intervals whose lists are read.
  @usableFromInline var intervals: [TopKTree.Interval] = []
  /// The number of rows so far that did not fulfill the condition of ``next(where:)``.
  @usableFromInline package var rejectedCount = 0
  /// The number of rejected rows after which the search gives up, so that the caller can continue in
  /// another way.
  @usableFromInline package var patience = Int.max
  /// Whether the search has given up.
  @inlinable package var hasGivenUp: Bool { rejectedCount > patience }

  /// Rows whose weights are raised by the same number.
  @usableFromInline struct Stream: Sendable {
    @usableFromInline let rows: Range<Int>
    @usableFromInline let bonus: UInt64

    @inlinable init(rows: Range<Int>, bonus: UInt64) {
      self.rows = rows
      self.bonus = bonus
    }
  }

  /// A row, and which of the ranges it was found in.
  @usableFromInline package struct Found {
    @usableFromInline package let rank: RowRank
    /// The number of the range, in the order in which they were added.
    @usableFromInline package let stream: Int

    @inlinable init(rank: RowRank, stream: Int) {
      self.rank = rank
      self.stream = stream
    }
  }

  /// A block or row that was not visited yet; the lesser is visited first.
  @usableFromInline struct Item: Comparable, Sendable {
    @usableFromInline let rank: RowRank
    @usableFromInline let stream: UInt32
    @usableFromInline let block: UInt32
    /// The level of a block, 0 for a row, and ``listed`` for the next row of an interval's list.
    @usableFromInline let level: UInt8

    /// Marks the next row of a list; no block has this level.
    @inlinable static var listed: UInt8 { .max }
    @inlinable var isBlock: Bool { level > 0 && level < Self.listed }

    @inlinable init(rank: RowRank, stream: Int, block: Int, level: Int) {
      self.rank = rank
      self.stream = UInt32(truncatingIfNeeded: stream)
      self.block = UInt32(truncatingIfNeeded: block)
      self.level = UInt8(truncatingIfNeeded: level)
    }

    @inlinable static func < (one: Item, two: Item) -> Bool {
      if one.rank.weight != two.rank.weight { return one.rank.weight > two.rank.weight }
      // Blocks precede rows of their weight, so that all of these are found before one is taken.
      if one.isBlock != two.isBlock { return one.isBlock }
      if one.rank < two.rank { return true }
      if two.rank < one.rank { return false }
      return (one.stream, one.block) < (two.stream, two.block)
    }

    @inlinable static func == (one: Item, two: Item) -> Bool { !(one < two) && !(two < one) }
  }

  /// Begins a search without ranges.
  ///
  /// - Parameters:
  ///   - index: The index with the maxima of blocks.
  ///   - ranked: The weights and groups that it was built from.
  ///   - tree: The tree with the lists of the index; `nil` to search by blocks only.
  @inlinable
  package init(in index: TopKIndex, by ranked: Ranked, tree: TopKTree? = nil) {
    self.index = index
    self.ranked = ranked
    self.tree = tree
  }

  /// Prepares for a number of ranges.
  @inlinable
  package mutating func reserveCapacity(_ count: Int) {
    streams.reserveCapacity(count)
    frontier.reserveCapacity(2 * count)
  }

  /// Adds a range.
  ///
  /// - Parameters:
  ///   - rows: The rows; those that do not exist are left out.
  ///   - bonus: What is added to all weights that are not 0.
  /// - Complexity: O(1) without a tree: a few blocks cover the range. With a tree, O(*m*), where *m* is
  ///   the length in bytes of the longest prefix that the rows share.
  @inlinable
  package mutating func add(_ rows: Range<Int>, bonus: UInt64 = 0) {
    let rows = rows.clamped(to: 0..<index.rowCount)
    streams.append(Stream(rows: rows, bonus: bonus))
    guard !rows.isEmpty else { return }
    if let interval = tree?.interval(of: rows, by: ranked) {
      intervals.append(interval)
      addNextRow(ofInterval: intervals.count - 1, of: streams.count - 1)
      return
    }
    addBlocks(of: rows, of: streams.count - 1)
  }

  /// Adds the blocks that cover some rows of a range; they may have other rows of it, too.
  @inlinable
  mutating func addBlocks(of rows: Range<Int>, of stream: Int) {
    guard !rows.isEmpty else { return }
    var level = 1
    while level < index.levelCount, TopKIndex.blocks(of: rows, at: level).count > Self.fewBlocks {
      level += 1
    }
    for block in TopKIndex.blocks(of: rows, at: level) { add(block, at: level, of: stream) }
  }

  /// The greatest number of blocks that are added at once, unless there are no larger ones.
  @inlinable static var fewBlocks: Int { 8 }

  /// Finds the next row.
  ///
  /// A row of several ranges is found in each of them.
  ///
  /// - Parameter isIncluded: Whether a row takes part, given the row and the number of its range. With
  ///   the lists of a tree, it must hold for the best row of a group in a range if it holds for any row
  ///   of the group there.
  /// - Returns: The row; `nil` after the last, and if the search has given up.
  /// - Complexity: O(*s* log *n*), where *s* is the number of rows that are visited, and *n* that of the
  ///   rows and blocks that were visited before.
  @inlinable
  package mutating func next(where isIncluded: (Int, Int) -> Bool) -> Found? {
    while !hasGivenUp, let best = frontier.popFirst() {
      let stream = Int(best.stream)
      if best.level == Item.listed {
        let row = best.rank.row
        addNextRow(ofInterval: Int(best.block), of: stream)
        if isIncluded(row, stream) { return Found(rank: best.rank, stream: stream) }
        rejectedCount &+= 1
        continue
      }
      guard best.level > 0 else { return Found(rank: best.rank, stream: stream) }
      let level = Int(best.level) &- 1
      let parts = TopKIndex.parts(ofBlock: Int(best.block))
        .clamped(to: TopKIndex.blocks(of: streams[stream].rows, at: level))
      if level > 0 {
        for block in parts { add(block, at: level, of: stream) }
        continue
      }
      let bonus = streams[stream].bonus
      for row in parts {
        guard isIncluded(row, stream) else {
          rejectedCount &+= 1
          continue
        }
        let rank = ranked.rank(ofRow: row)
        guard rank.weight > 0 else { continue }
        frontier.add(Item(rank: rank.raised(by: bonus), stream: stream, block: row, level: 0))
      }
    }
    return nil
  }

  /// Adds the next row of the list of an interval; after the last, those of its children.
  ///
  /// The lists of the children begin with rows that were found before, or with others of their groups.
  @inlinable
  mutating func addNextRow(ofInterval number: Int, of stream: Int) {
    if add(number, of: stream) || intervals[number].isWhole { return }
    guard let tree else { return }
    let parts = tree.parts(of: intervals[number].position)
    addBlocks(of: parts.ending, of: stream)
    for position in parts.children {
      guard let child = tree.interval(at: position, by: ranked) else {
        addBlocks(of: tree.rows(below: position), of: stream)
        continue
      }
      intervals.append(child)
      _ = add(intervals.count - 1, of: stream)
    }
  }

  /// Adds the next row of the list of an interval; false if there is none.
  @inlinable
  mutating func add(_ number: Int, of stream: Int) -> Bool {
    guard let row = intervals[number].nextRow(in: index) else { return false }
    let rank = ranked.rank(ofRow: row)
    guard rank.weight > 0 else { return false }
    let raised = rank.raised(by: streams[stream].bonus)
    frontier.add(Item(rank: raised, stream: stream, block: number, level: Int(Item.listed)))
    return true
  }

  /// Adds a block, unless no row of it has a weight.
  @inlinable
  mutating func add(_ block: Int, at level: Int, of stream: Int) {
    // A block without a maximum has all rows.
    let weight = index.maximum(ofBlock: block, at: level).map(ranked.bound) ?? 1 << 62
    guard weight > 0 else { return }
    let rank = RowRank(weight: weight &+ streams[stream].bonus, group: 0, choice: 0)
    frontier.add(Item(rank: rank, stream: stream, block: block, level: level))
  }
}

extension BestFirstSearch: Sendable where Ranked: Sendable {}

extension TopKIndex {
  /// The number of rows.
  @usableFromInline var rowCount: Int { layout.rowCount }
  /// The number of sizes of blocks.
  @usableFromInline var levelCount: Int { layout.maximumStarts.count }

  /// The blocks of a level that contain some of the rows; at level 0 the rows themselves.
  @inlinable
  static func blocks(of rows: Range<Int>, at level: Int) -> Range<Int> {
    let bits = level &* blockBits
    return rows.lowerBound &>> bits..<((rows.upperBound &- 1) &>> bits) &+ 1
  }

  /// The smaller blocks of a block, or its rows.
  @inlinable
  static func parts(ofBlock block: Int) -> Range<Int> {
    block &<< blockBits..<(block &+ 1) &<< blockBits
  }

  /// The greatest weight in a block; `nil` if none is stored.
  @usableFromInline
  func maximum(ofBlock block: Int, at level: Int) -> UInt64? {
    guard level <= layout.maximumStarts.count else { return nil }
    let start = layout.maximumStarts[level - 1] + block * layout.weightWidth
    guard start < layout.listStarts.start else { return nil }
    return region.uint64(at: start) & UInt64.max >> UInt64(64 - 8 * layout.weightWidth)
  }

  /// Finds the best rows of distinct groups in a range among those that fulfill a condition.
  ///
  /// - Parameters:
  ///   - wanted: The greatest number of rows.
  ///   - rows: The range, which is clamped to the rows that exist.
  ///   - ranked: The weights and groups that the index was built from.
  ///   - isIncluded: Which rows take part.
  /// - Returns: The rows, the best first.
  /// - Complexity: O((*k* + *s*) log *n*), where *k* is the number of rows found, *s* the number of rows
  ///   that are visited and not found, and *n* that of the range.
  package func first(
    _ wanted: Int, of rows: Range<Int>, by ranked: some RankedRows,
    where isIncluded: (Int) -> Bool = { _ in true }
  ) -> [UInt32] {
    var search = BestFirstSearch(in: self, by: ranked)
    search.add(rows)
    var (found, groups) = ([UInt32](), Set<UInt32>())
    while found.count < wanted, let best = search.next(where: { row, _ in isIncluded(row) }) {
      guard groups.insert(best.rank.group).inserted else { continue }
      found.append(UInt32(truncatingIfNeeded: best.rank.row))
    }
    return found
  }
}

extension TopKIndex {
  /// The stored list of an interval: its best rows of distinct groups, in order.
  ///
  /// It takes three words, so that it is returned in registers.
  package struct List: Sendable {
    /// The best rows.
    package let best: Selection
    /// Whether lists of variants follow.
    package let hasVariants: Bool
    private let storedGroupCount: UInt32

    /// Reads the list whose number of groups lies at a place.
    @inline(__always)
    init(
      at place: Int, width: Int, of rows: Range<Int>, k: Int, hasVariants: Bool,
      in region: ByteRegion
    ) {
      let numbers = PackedNumbers(start: place, width: width)
      let groupCount = min(numbers.value(at: 0, in: region), rows.count)
      best = Selection(
        min(groupCount, k), of: rows, word: UInt64(truncatingIfNeeded: place &+ width), width: width
      )
      self.hasVariants = hasVariants
      storedGroupCount = UInt32(truncatingIfNeeded: groupCount)
    }

    /// The number of different groups in the interval.
    package var groupCount: Int { Int(storedGroupCount) }

    /// Where the list ends.
    @inline(__always)
    var end: Int { Int(truncatingIfNeeded: best.word) &+ best.count &* Int(best.width) }
  }

  /// Looks up the list of an interval; `nil` if it has none.
  ///
  /// - Complexity: O(*l*), where *l* is the number of lists that begin in the same block of 32 rows.
  package func list(of rows: Range<Int>) -> List? {
    place(of: rows).flatMap { list(at: $0, of: rows) }
  }

  /// Reads the list at a place from ``place(of:)``; `nil` if the list there is that of another interval.
  ///
  /// - Complexity: O(1).
  @inline(__always)
  package func list(at place: Int, of rows: Range<Int>) -> List? {
    let start = layout.start &+ place
    let head = ListHeader(rows)
    let word = region.uint64(at: start)
    guard start < layout.end, word & head.mask == head.word else { return nil }
    return List(
      at: start &+ 1 &+ head.width, width: head.width, of: rows, k: layout.k,
      hasVariants: word & ListHeader.variantFlag != 0, in: region)
  }

  /// Reads the list of a variant.
  ///
  /// - Parameters:
  ///   - number: The number of the variant; 0 for none.
  ///   - base: The list of the interval.
  /// - Returns: The list; `base` for a variant that is not stored, because it has the same best rows.
  /// - Complexity: O(1).
  package func variant(_ number: Int, of base: List) -> List {
    guard base.hasVariants, number > 0 else { return base }
    let present = Int(region.byte(at: base.end))
    guard present & 1 << number != 0 else { return base }
    var place = base.end &+ 1
    for other in 1...number where present & 1 << other != 0 {
      let list = List(
        at: place, width: Int(base.best.width), of: base.best.rows, k: layout.k,
        hasVariants: false, in: region)
      if other == number { return list }
      place = list.end
    }
    return base
  }

  /// Where the list of an interval lies, counted from the first list; `nil` if it has none.
  ///
  /// - Complexity: That of ``list(of:)``.
  @inline(__always)
  package func place(of rows: Range<Int>) -> Int? {
    guard rows.count > layout.k, rows.upperBound <= layout.rowCount else { return nil }
    let head = ListHeader(rows)
    let block = rows.lowerBound &>> Layout.blockBits
    var place = layout.start &+ layout.listStarts.value(at: block, in: region)
    let end = min(
      layout.start &+ layout.listStarts.value(at: block &+ 1, in: region), layout.end)
    while place < end {
      let word = region.uint64(at: place)
      if word & head.mask == head.word { return place &- layout.start }
      place = self.end(ofListAt: place, word)
    }
    return nil
  }

  /// Where the list at a place ends, with its variants.
  private func end(ofListAt place: Int, _ word: UInt64) -> Int {
    let width = ListHeader.width(in: word)
    var end = end(ofRowsAt: place &+ 1 &+ width, width: width)
    guard word & ListHeader.variantFlag != 0 else { return end }
    let present = Int(region.byte(at: end))
    end &+= 1
    for number in 1...ListVariant.highestNumber where present & 1 << number != 0 {
      end = self.end(ofRowsAt: end, width: width)
    }
    return end
  }

  /// Where the rows end whose number of groups lies at a place.
  @inline(__always)
  private func end(ofRowsAt place: Int, width: Int) -> Int {
    let groupCount = PackedNumbers(start: place, width: width).value(at: 0, in: region)
    return place &+ (1 &+ min(groupCount, layout.k)) &* width
  }
}

extension TopKIndex {
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
    _ wanted: Int, of rows: Range<Int>, by ranked: some RankedRows, where isIncluded: (Int) -> Bool
  ) -> [UInt32] {
    let rows = rows.clamped(to: 0..<layout.rowCount)
    guard wanted > 0 else { return [] }
    if rows.count <= 1 << Layout.blockBits || wanted >= rows.count {
      return Self.sorted(rows, wanted: wanted, by: ranked, where: isIncluded)
    }
    var queue = Frontier()
    for level in stride(from: layout.maximumStarts.count, through: 0, by: -1) {
      // Smaller blocks cover the ends of the range that larger ones do not.
      let inner = blocks(in: rows, at: level)
      let larger = level < layout.maximumStarts.count ? blocks(in: rows, at: level + 1) : 0..<0
      let covered =
        larger.isEmpty ? inner.upperBound..<inner.upperBound : Layout.parts(of: larger)
      for block in inner.lowerBound..<covered.lowerBound {
        add(block, at: level, ranked, isIncluded, to: &queue)
      }
      for block in covered.upperBound..<inner.upperBound {
        add(block, at: level, ranked, isIncluded, to: &queue)
      }
    }
    var found: [UInt32] = []
    var groups: Set<UInt32> = []
    while found.count < wanted, let best = queue.popFirst() {
      guard best.level > 0 else {
        if groups.insert(best.rank.group).inserted {
          found.append(UInt32(truncatingIfNeeded: best.rank.row))
        }
        continue
      }
      for part in Layout.parts(of: best.block..<best.block + 1) {
        add(part, at: best.level - 1, ranked, isIncluded, to: &queue)
      }
    }
    return found
  }

  /// Sorts a whole range.
  private static func sorted(
    _ rows: Range<Int>, wanted: Int, by ranked: some RankedRows, where isIncluded: (Int) -> Bool
  ) -> [UInt32] {
    let ranks = rows.lazy.filter(isIncluded).map { ranked.rank(ofRow: $0) }
      .filter { $0.weight > 0 }.sorted()
    var groups = Set<UInt32>(minimumCapacity: min(wanted, ranks.count))
    var found: [UInt32] = []
    for rank in ranks where groups.insert(rank.group).inserted {
      found.append(UInt32(truncatingIfNeeded: rank.row))
      if found.count == wanted { break }
    }
    return found
  }

  /// The blocks of a level that lie wholly in `rows`; at level 0 the rows themselves.
  private func blocks(in rows: Range<Int>, at level: Int) -> Range<Int> {
    let bits = level * Layout.blockBits
    let lower = (rows.lowerBound + 1 << bits - 1) >> bits
    return lower..<max(lower, rows.upperBound >> bits)
  }

  private func add(
    _ block: Int, at level: Int, _ ranked: some RankedRows, _ isIncluded: (Int) -> Bool,
    to queue: inout Frontier
  ) {
    if level == 0 {
      guard block < layout.rowCount, isIncluded(block) else { return }
      let rank = ranked.rank(ofRow: block)
      if rank.weight > 0 { queue.add(Frontier.Item(rank: rank, level: 0, block: block)) }
    } else {
      let start = layout.maximumStarts[level - 1] + block * layout.weightWidth
      guard start < layout.listStarts.start else { return }
      let mask = UInt64.max >> UInt64(64 - 8 * layout.weightWidth)
      // A block precedes every row of its weight, so that it is opened before such a row is taken.
      let rank = RowRank(weight: region.uint64(at: start) & mask, group: 0, choice: 0)
      if rank.weight > 0 { queue.add(Frontier.Item(rank: rank, level: level, block: block)) }
    }
  }
}

/// The frontier of a best-first search: blocks and rows, as a heap with the best at its root.
private struct Frontier {
  struct Item {
    let rank: RowRank
    /// 0 for a row.
    let level: Int
    let block: Int

    /// Whether this is visited before `other`.
    func precedes(_ other: Item) -> Bool {
      if rank.weight != other.rank.weight { return rank.weight > other.rank.weight }
      if (level > 0) != (other.level > 0) { return level > 0 }
      return rank < other.rank
    }
  }

  private var heap: [Item] = []

  mutating func add(_ item: Item) {
    heap.append(item)
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard heap[child].precedes(heap[parent]) else { return }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  mutating func popFirst() -> Item? {
    guard let first = heap.first else { return nil }
    let last = heap.removeLast()
    if !heap.isEmpty {
      heap[0] = last
      // `siftDown` moves down an element that precedes its children, so the order is reversed.
      heap.siftDown { $1.precedes($0) }
    }
    return first
  }
}

extension TopKIndex {
  /// Finds the intervals of more than *k* rows, and writes lists and maxima.
  struct Builder<Rows: RankedRows> {
    private let rows: Rows
    private let k: Int
    private let count: Int
    private var lists: [List] = []

    init(_ rows: Rows, k: Int, count: Int) {
      self.rows = rows
      self.k = k
      self.count = count
    }

    /// The list of an interval, and its variants.
    private struct List {
      let interval: Range<Int>
      let base: Ranking
      /// The variants that differ, by their numbers.
      let variants: [(number: Int, ranking: Ranking)]
    }

    /// The best rows of an interval in one of its variants.
    private struct Ranking: Equatable {
      let groupCount: Int
      let rows: [Int]
    }

    /// An LCP interval whose end is not reached yet.
    private struct OpenInterval {
      /// The length of the common prefix of all keys of the interval.
      let length: Int
      let lower: Int
      var best: BestRows
      /// The rows with a weight.
      var rowCount = 0
      /// The rows whose group has an earlier row in the interval.
      var duplicateCount = 0

      init(length: Int, lower: Int, k: Int) {
        self.length = length
        self.lower = lower
        best = BestRows(limit: k)
      }

      mutating func add(_ rank: RowRank) {
        guard rank.weight > 0 else { return }
        best.add(rank)
        rowCount += 1
      }

      mutating func absorb(_ other: OpenInterval) {
        for rank in other.best.ranks { best.add(rank) }
        rowCount += other.rowCount
        duplicateCount += other.duplicateCount
      }
    }
  }
}

extension TopKIndex.Builder {
  /// Finds the LCP intervals of more than *k* rows.
  ///
  /// One pass over the LCP array, with a stack of the open intervals, each with a longer common prefix
  /// than the one below it. An interval that ends passes its best rows to the enclosing one. Groups are
  /// counted by pairs of consecutive rows of one group: each pair makes one group fewer in every interval
  /// that contains both rows.
  mutating func findIntervals(_ lcpArray: [UInt32]) {
    guard count > 0 else { return }
    var open = [OpenInterval(length: 0, lower: 0, k: k)]
    // The last row of each group so far.
    var lastRows: [UInt32: Int] = [:]
    lastRows.reserveCapacity(count / 4)
    var last: RowRank?
    for row in 0..<count {
      if let last { place(last, in: &open, sharing: Int(lcpArray[row]), before: row) }
      let rank = rows.rank(ofRow: row)
      last = rank
      guard rank.weight > 0 else { continue }
      guard let earlier = lastRows.updateValue(row, forKey: rank.group) else { continue }
      // The innermost interval that contains both rows: the topmost one that begins early enough.
      let holder = open.lastIndex { $0.lower <= earlier } ?? 0
      open[holder].duplicateCount += 1
    }
    if let last { place(last, in: &open, sharing: 0, before: count) }
    while let root = open.popLast() { addList(ofAll: root, prefixLengths: 0, before: count) }
  }

  /// Adds a row to the innermost interval that contains it, given the length of the common prefix of its
  /// key and the next one; and closes the intervals with a longer common prefix.
  private mutating func place(
    _ rank: RowRank, in open: inout [OpenInterval], sharing length: Int, before row: Int
  ) {
    if open[open.count - 1].length < length {
      open.append(OpenInterval(length: length, lower: row - 1, k: k))
    }
    open[open.count - 1].add(rank)
    while open[open.count - 1].length > length {
      let closed = open.removeLast()
      let above = max(open[open.count - 1].length, length)
      addList(ofAll: closed, prefixLengths: above + 1, before: row)
      if open[open.count - 1].length < length {
        open.append(OpenInterval(length: length, lower: closed.lower, k: k))
      }
      open[open.count - 1].absorb(closed)
    }
  }

  private mutating func addList(
    ofAll closed: OpenInterval, prefixLengths shortest: Int, before row: Int
  ) {
    guard row - closed.lower > k else { return }
    addList(of: closed.lower..<row, closed, prefixLengths: shortest...closed.length)
  }

  private mutating func addList(
    of interval: Range<Int>, _ found: OpenInterval, prefixLengths: ClosedRange<Int>
  ) {
    let base = Ranking(
      groupCount: found.rowCount - found.duplicateCount,
      rows: found.best.ranks.map { $0.row })
    let variants = rows.variants(of: interval, prefixLengths: prefixLengths)
      .sorted { $0.number < $1.number }
      .map { (number: $0.number, ranking: ranking($0, of: interval, base)) }
      .filter { $0.ranking != base }
    lists.append(List(interval: interval, base: base, variants: variants))
  }

  /// The best rows with the weights of a variant.
  ///
  /// Weights only grow, so of the rows that keep theirs only the best of the base matter.
  private func ranking(
    _ variant: ListVariant, of interval: Range<Int>, _ base: Ranking
  ) -> Ranking {
    var best = BestRows(limit: k)
    for row in base.rows where !variant.rows.contains(row) { best.add(rows.rank(ofRow: row)) }
    var newGroups: Set<UInt32> = []
    for row in variant.rows {
      let rank = rows.rank(ofRow: row, weight: variant.weight(row))
      guard rank.weight > 0 else { continue }
      best.add(rank)
      if rows.weight(ofRow: row) == 0 { newGroups.insert(rank.group) }
    }
    if !newGroups.isEmpty {
      for row in interval where rows.weight(ofRow: row) > 0 {
        newGroups.remove(rows.group(ofRow: row))
      }
    }
    return Ranking(
      groupCount: base.groupCount + newGroups.count, rows: best.ranks.map { $0.row })
  }
}

extension TopKIndex.Builder {
  private typealias Layout = TopKIndex.Layout
  private typealias ListHeader = TopKIndex.ListHeader

  /// Writes header, maxima and lists.
  func write() -> (ByteRegion, TopKIndex.Layout) {
    let lists = lists.sorted {
      ($0.interval.lowerBound, $0.interval.upperBound)
        < ($1.interval.lowerBound, $1.interval.upperBound)
    }
    let weights = (0..<count).map { rows.weight(ofRow: $0) }
    let greatest = weights.max() ?? 0
    let layout = Layout(
      rowCount: count, listByteCount: lists.reduce(0) { $0 + Self.size(of: $1) }, k: k,
      weightWidth: max(1, (UInt64.bitWidth - greatest.leadingZeroBitCount + 7) / 8))
    var writer = ByteRegionWriter()
    layout.store(to: &writer)
    appendMaxima(of: weights, layout, to: &writer)
    appendListStarts(of: lists, layout, to: &writer)
    for list in lists {
      let head = ListHeader(list.interval)
      let flag = list.variants.isEmpty ? 0 : ListHeader.variantFlag
      writer.append(head.word | flag, width: 1 + head.width)
      append(list.base, of: list.interval, width: head.width, to: &writer)
      guard !list.variants.isEmpty else { continue }
      writer.append(list.variants.reduce(0) { $0 | 1 << $1.number }, width: 1)
      for variant in list.variants {
        append(variant.ranking, of: list.interval, width: head.width, to: &writer)
      }
    }
    return (writer.finish(), layout)
  }

  private func append(
    _ ranking: Ranking, of interval: Range<Int>, width: Int, to writer: inout ByteRegionWriter
  ) {
    writer.append(ranking.groupCount, width: width)
    for row in ranking.rows { writer.append(row - interval.lowerBound, width: width) }
  }

  private static func size(of list: List) -> Int {
    let width = ListHeader(list.interval).width
    let rankings = [list.base] + list.variants.map { $0.ranking }
    return 1 + width + (list.variants.isEmpty ? 0 : 1)
      + rankings.reduce(0) { $0 + (1 + $1.rows.count) * width }
  }

  private func appendMaxima(
    of weights: [UInt64], _ layout: TopKIndex.Layout, to writer: inout ByteRegionWriter
  ) {
    var parts = weights
    let size = 1 << Layout.blockBits
    // A block of all rows would be opened by every search.
    while parts.count > size {
      parts = stride(from: 0, to: parts.count, by: size).map { start in
        parts[start..<min(start + size, parts.count)].max() ?? 0
      }
      for maximum in parts { writer.append(maximum, width: layout.weightWidth) }
    }
  }

  /// Writes where the lists of each block of rows begin.
  private func appendListStarts(
    of lists: [List], _ layout: TopKIndex.Layout, to writer: inout ByteRegionWriter
  ) {
    let width = layout.listStarts.stride
    var (position, next) = (0, 0)
    for block in 0..<Layout.blockCount(of: count) {
      writer.append(position, width: width)
      let end = Layout.parts(of: block..<block + 1).upperBound
      while next < lists.count, lists[next].interval.lowerBound < end {
        position += Self.size(of: lists[next])
        next += 1
      }
    }
    writer.append(position, width: width)
  }
}

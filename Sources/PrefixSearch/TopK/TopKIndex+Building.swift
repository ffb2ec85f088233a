extension TopKIndex {
  /// Finds the intervals of more than *k* rows, and writes lists and maxima.
  ///
  /// The lists are written when their intervals end, so that no more than their bytes are in memory.
  package struct Builder<Rows: RankedRows> {
    private let rows: Rows
    private let k: Int
    private let count: Int
    /// The lists, in the order in which their intervals end.
    private var lists: [List] = []
    private var listBytes: [UInt8] = []
    /// The greatest weight of each block of rows.
    private var maxima: [UInt64] = []
    /// The intervals that have begun.
    private var open: [OpenInterval]
    private var lastRows: LastRows
    private var last: RowRank?
    private var next = 0

    /// Begins an index.
    ///
    /// - Parameters:
    ///   - rows: Weights and groups.
    ///   - k: The length of a list, 1 to 255.
    ///   - count: The number of rows.
    package init(_ rows: Rows, k: Int, count: Int) {
      precondition((1...255).contains(k), "k must be between 1 and 255, got \(k).")
      self.rows = rows
      self.k = k
      self.count = count
      open = [OpenInterval(length: 0, lower: 0, k: k)]
      lastRows = LastRows(rowCount: Rows.hasGroups ? count : 0)
    }

    /// A list that is written.
    private struct List {
      /// The first row of its interval.
      let lower: UInt32
      let byteCount: UInt32
      /// Where it lies among all lists.
      let start: Int
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

    /// The last row of each group so far.
    private struct LastRows {
      /// The last row of each group whose number is less than the number of rows, plus one; 0 for none.
      ///
      /// Cities are such groups.
      private var dense: [UInt32] = []
      private var others: [UInt32: UInt32] = [:]
      private let rowCount: Int

      init(rowCount: Int) { self.rowCount = rowCount }

      /// Stores a row as the last one of its group, and returns the one before it.
      mutating func update(_ row: Int, ofGroup group: UInt32) -> Int? {
        let stored = UInt32(row + 1)
        guard group < rowCount else {
          return others.updateValue(stored, forKey: group).map { Int($0) - 1 }
        }
        while dense.count <= group { dense.append(0) }
        defer { dense[Int(group)] = stored }
        return dense[Int(group)] > 0 ? Int(dense[Int(group)]) - 1 : nil
      }
    }
  }
}

extension TopKIndex.Builder {
  /// Adds the next row, whose key shares the first `length` bytes with the one before it; 0 for the first.
  ///
  /// One pass over the LCP array, with a stack of the open intervals, each with a longer common prefix
  /// than the one below it. An interval that ends passes its best rows to the enclosing one. Groups are
  /// counted by pairs of consecutive rows of one group: each pair makes one group fewer in every interval
  /// that contains both rows.
  package mutating func append(sharing length: Int) {
    let row = next
    if let last { place(last, sharing: length, before: row) }
    let rank = rows.rank(ofRow: row)
    (last, next) = (rank, row + 1)
    if row & (1 << Layout.blockBits - 1) == 0 { maxima.append(0) }
    maxima[maxima.count - 1] = max(maxima[maxima.count - 1], rank.weight)
    guard Rows.hasGroups, rank.weight > 0,
      let earlier = lastRows.update(row, ofGroup: rank.group)
    else { return }
    // The innermost interval that contains both rows: the topmost one that begins early enough.
    let holder = open.lastIndex { $0.lower <= earlier } ?? 0
    open[holder].duplicateCount += 1
  }

  /// Ends the intervals after the last row.
  private mutating func closeAll() {
    precondition(next == count, "There must be \(count) rows, got \(next).")
    guard let last else { return }
    place(last, sharing: 0, before: count)
    while let root = open.popLast() { addList(ofAll: root, prefixLengths: 0, before: count) }
  }

  /// Adds a row to the innermost interval that contains it, given the length of the common prefix of its
  /// key and the next one; and closes the intervals with a longer common prefix.
  private mutating func place(
    _ rank: RowRank, sharing length: Int, before row: Int
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
    append(base, variants, of: interval)
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

  /// Writes a list.
  private mutating func append(
    _ base: Ranking, _ variants: [(number: Int, ranking: Ranking)], of interval: Range<Int>
  ) {
    let start = listBytes.count
    let head = ListHeader(interval)
    listBytes.append(
      head.word | (variants.isEmpty ? 0 : ListHeader.variantFlag), width: 1 + head.width)
    append(base, of: interval, width: head.width)
    if !variants.isEmpty {
      listBytes.append(variants.reduce(0 as UInt64) { $0 | 1 << UInt64($1.number) }, width: 1)
      for variant in variants { append(variant.ranking, of: interval, width: head.width) }
    }
    lists.append(
      List(
        lower: UInt32(interval.lowerBound), byteCount: UInt32(listBytes.count - start),
        start: start))
  }

  private mutating func append(_ ranking: Ranking, of interval: Range<Int>, width: Int) {
    listBytes.append(UInt64(ranking.groupCount), width: width)
    for row in ranking.rows { listBytes.append(UInt64(row - interval.lowerBound), width: width) }
  }

  /// Writes header, maxima and lists.
  package consuming func finish() -> TopKIndex {
    closeAll()
    lastRows = LastRows(rowCount: 0)
    // Of intervals with the same first row, the smaller one ended before the larger one.
    lists.sort { ($0.lower, $0.start) < ($1.lower, $1.start) }
    let greatest = maxima.max() ?? 0
    let layout = Layout(
      rowCount: count, listByteCount: listBytes.count, k: k,
      weightWidth: max(1, (UInt64.bitWidth - greatest.leadingZeroBitCount + 7) / 8))
    var writer = ByteRegionWriter()
    writer.reserveCapacity(layout.end)
    layout.store(to: &writer)
    appendMaxima(layout, to: &writer)
    appendListStarts(layout, to: &writer)
    for list in lists {
      writer.append(listBytes.span.extracting(list.start..<list.start + Int(list.byteCount)))
    }
    return TopKIndex(region: writer.finish(), layout: layout)
  }

  private func appendMaxima(_ layout: TopKIndex.Layout, to writer: inout ByteRegionWriter) {
    // A block of all rows would be opened by every search.
    guard count > 1 << Layout.blockBits else { return }
    var parts = maxima
    let size = 1 << Layout.blockBits
    for maximum in parts { writer.append(maximum, width: layout.weightWidth) }
    while parts.count > size {
      parts = stride(from: 0, to: parts.count, by: size).map { start in
        parts[start..<min(start + size, parts.count)].max() ?? 0
      }
      for maximum in parts { writer.append(maximum, width: layout.weightWidth) }
    }
  }

  /// Writes where the lists of each block of rows begin.
  private func appendListStarts(_ layout: TopKIndex.Layout, to writer: inout ByteRegionWriter) {
    let width = layout.listStarts.stride
    var (position, next) = (0, 0)
    for block in 0..<Layout.blockCount(of: count) {
      writer.append(position, width: width)
      let end = Layout.parts(of: block..<block + 1).upperBound
      while next < lists.count, Int(lists[next].lower) < end {
        position += Int(lists[next].byteCount)
        next += 1
      }
    }
    writer.append(position, width: width)
  }
}

extension [UInt8] {
  /// Appends the `width` low bytes of a number in little-endian order.
  package mutating func append(_ number: UInt64, width: Int) {
    for index in 0..<width { append(UInt8(truncatingIfNeeded: number >> UInt64(8 * index))) }
  }
}

extension TopKIndex {
  /// The best rows of distinct groups in a range, in order, without an array: those of a stored list, or
  /// the permutation of a few rows in one word.
  @usableFromInline package struct Selection: Sendable {
    /// The first row of the range.
    @usableFromInline let lower: UInt32
    /// The number of its rows.
    @usableFromInline let rowCount: UInt32
    /// Where the rows of a stored list begin; without a list, the permutation: four bits for each row, the
    /// best one lowest.
    @usableFromInline let word: UInt64
    /// The bytes of each row of the list; 0 without one.
    @usableFromInline let width: UInt8
    /// The number of selected rows: less than 256, as *k* is.
    @usableFromInline let selectedCount: UInt8

    @inlinable @inline(__always)
    init(_ count: Int, of rows: Range<Int>, word: UInt64, width: Int) {
      lower = UInt32(truncatingIfNeeded: rows.lowerBound)
      rowCount = UInt32(truncatingIfNeeded: rows.count)
      self.word = word
      self.width = UInt8(truncatingIfNeeded: width)
      selectedCount = UInt8(truncatingIfNeeded: count)
    }

    /// Selects rows of a range of up to ten.
    ///
    /// - Parameters:
    ///   - count: The number of rows.
    ///   - rows: The range.
    ///   - row: The row at each position.
    @inline(__always)
    package init(_ count: Int, of rows: Range<Int>, _ row: (Int) -> Int) {
      var word: UInt64 = 0
      for position in (0..<count).reversed() {
        word = word &<< 4 | UInt64(truncatingIfNeeded: row(position) &- rows.lowerBound)
      }
      self.init(count, of: rows, word: word, width: 0)
    }

    /// No rows.
    @inlinable package static var none: Selection { Selection(0, of: 0..<0, word: 0, width: 0) }

    /// The number of selected rows.
    @inlinable package var count: Int { Int(selectedCount) }

    /// The range.
    @inlinable package var rows: Range<Int> { Int(lower)..<Int(lower) + Int(rowCount) }
  }

  /// The row at a position of a selection of this index, which lies in the range even if the list is
  /// damaged.
  @inlinable @inline(__always)
  package func row(_ position: Int, of selection: Selection) -> Int {
    let (lower, width) = (Int(selection.lower), Int(selection.width))
    guard width > 0 else { return lower &+ Permutation(word: selection.word)[position] }
    let place = Int(truncatingIfNeeded: selection.word) &+ position &* width
    let mask = UInt32.max &>> UInt32(truncatingIfNeeded: 32 &- 8 &* width)
    return lower &+ Int(min(region.uint32(at: place) & mask, selection.rowCount &- 1))
  }

  /// Selects the best rows of distinct groups in a range, if that takes no search.
  ///
  /// - Parameters:
  ///   - limit: The greatest number of rows; `nil` for all.
  ///   - rows: The range, of rows that exist.
  ///   - ranked: The weights and groups that the index was built from.
  /// - Returns: The rows; `nil` if the range has many rows, and no list or one of fewer than `limit`.
  /// - Complexity: That of ``list(of:)``; O(1) for up to ten rows.
  @inlinable @inline(__always)
  package func selection(
    _ limit: Int?, of rows: Range<Int>, by ranked: some RankedRows
  ) -> Selection? {
    let limit = max(0, limit ?? rows.count)
    guard rows.count <= Permutation.longest else { return listed(limit, of: rows) }
    var permutation = Permutation()
    let count = permutation.sort(rows, by: ranked)
    return Selection(min(limit, count), of: rows, word: permutation.word, width: 0)
  }

  /// Selects the first rows of the list of an interval.
  @usableFromInline func listed(_ limit: Int, of rows: Range<Int>) -> Selection? {
    guard min(limit, rows.count) <= layout.k, let best = list(of: rows)?.best else { return nil }
    return Selection(
      min(limit, best.count), of: rows, word: best.word, width: Int(best.width))
  }

  /// Finds the best rows of distinct groups in a range.
  ///
  /// - Parameters:
  ///   - limit: The greatest number of rows; `nil` for all.
  ///   - rows: The range, which is clamped to the rows that exist.
  ///   - ranked: The weights and groups that the index was built from.
  /// - Returns: The rows, the best first.
  /// - Complexity: O(*k*) if a list has them; otherwise O((*k* + *s*) log *n*), where *k* is the number of
  ///   rows found, *s* the number of rows that are visited and not found, and *n* that of the range.
  package func first(
    _ limit: Int?, of rows: Range<Int>, by ranked: some RankedRows
  ) -> [UInt32] {
    let rows = rows.clamped(to: 0..<layout.rowCount)
    guard let selection = selection(limit, of: rows, by: ranked) else {
      return first(limit ?? rows.count, of: rows, by: ranked) { _ in true }
    }
    return (0..<selection.count).map { UInt32(truncatingIfNeeded: row($0, of: selection)) }
  }

  /// The order of a few rows in one word: the number of each in its range, in four bits, the best one
  /// lowest.
  @usableFromInline struct Permutation {
    @usableFromInline var word: UInt64

    /// Ranges of up to this many rows, which seldom have a list, are sorted.
    @inlinable static var longest: Int { 10 }

    @inlinable @inline(__always)
    init(word: UInt64 = 0) { self.word = word }

    @inlinable @inline(__always)
    subscript(position: Int) -> Int {
      Int(truncatingIfNeeded: word &>> UInt64(truncatingIfNeeded: 4 &* position) & 15)
    }

    @inlinable @inline(__always)
    mutating func insert(_ number: Int, at position: Int) {
      let shift = UInt64(truncatingIfNeeded: 4 &* position)
      let better = word & (1 &<< shift &- 1)
      word = better | UInt64(truncatingIfNeeded: number) &<< shift | (word ^ better) &<< 4
    }

    /// Sorts the rows that have a weight, by insertion, and leaves out all but the first of a group.
    ///
    /// - Returns: The number of rows that are left.
    @inlinable @inline(__always)
    mutating func sort<Ranked: RankedRows>(_ rows: Range<Int>, by ranked: Ranked) -> Int {
      var ranks = InlineArray<10, RowRank>(repeating: RowRank(weight: 0, group: 0, choice: 0))
      var count = 0
      for number in 0..<rows.count {
        let rank = ranked.rank(ofRow: rows.lowerBound &+ number)
        guard rank.weight > 0 else { continue }
        ranks[number] = rank
        var position = count
        while position > 0, rank < ranks[self[position &- 1]] { position &-= 1 }
        insert(number, at: position)
        count &+= 1
      }
      return Ranked.hasGroups ? removeDuplicates(among: count, ranks) : count
    }

    @inlinable
    mutating func removeDuplicates(among count: Int, _ ranks: InlineArray<10, RowRank>) -> Int {
      var kept = Permutation()
      var keptCount = 0
      for position in 0..<count {
        let group = ranks[self[position]].group
        if (0..<keptCount).contains(where: { ranks[kept[$0]].group == group }) { continue }
        kept.insert(self[position], at: keptCount)
        keptCount += 1
      }
      self = kept
      return keptCount
    }
  }
}

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
    package var groupCount: Int { Int(clamping: storedGroupCount) }

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

// MARK: - Selections

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

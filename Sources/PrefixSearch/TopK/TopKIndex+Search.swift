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

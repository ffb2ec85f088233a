internal import FlatStorage

extension SortedArray {
  #if InternalChecks
  /// Checks that heads and table ascend, and that every key is found.
  ///
  /// - Complexity: O(*b* log *d*), where *b* is the length of all distinct keys in bytes and *d*
  ///   their number.
  @inline(never)
  package func checkInvariants(_ keys: SortedKeys) {
    precondition(count == keys.count, "\(count) rows, but \(keys.count) keys.")
    for rank in 1..<max(1, layout.distinctCount) {
      let rows = (rank - 1...rank).map { layout.firstRows.value(at: $0, in: region) }
      precondition(rows[0] < rows[1], "Ranks \(rank - 1) and \(rank) begin at rows \(rows).")
    }
    let cells = (layout.keyOffsets.start - layout.pairRanks.start) / layout.pairRanks.stride
    let ranks = (0..<cells).map { layout.pairRanks.value(at: $0, in: region) }
    precondition(ranks.last == layout.distinctCount, "The table ends at \(ranks.suffix(1)).")
    for (cell, (lower, upper)) in zip(ranks, ranks.dropFirst()).enumerated() {
      precondition(lower <= upper, "Cell \(cell) of the table has ranks \(lower) to \(upper).")
      let heads = (lower..<upper).map { region.uint64(at: layout.headStart + $0 * 8) }
      precondition(
        zip(heads, heads.dropFirst()).allSatisfy(<=), "The heads of cell \(cell) do not ascend.")
    }
    keys.checkExactMatches(of: self)
  }
  #else
  /// Does nothing in a build without the trait `InternalChecks`.
  @inline(__always)
  package func checkInvariants(_ keys: SortedKeys) {}
  #endif
}

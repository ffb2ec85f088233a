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
    keys.checkExactMatches(of: self)
  }
  #else
  /// Does nothing in a build without the trait `InternalChecks`.
  @inline(__always)
  package func checkInvariants(_ keys: SortedKeys) {}
  #endif
}

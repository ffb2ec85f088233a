#if InternalChecks
extension SortedKeys {
  /// Checks that `index` finds the rows of every key, and nothing for a key with one byte more.
  package func checkExactMatches(of index: some PrefixIndex) {
    for rank in 0..<distinctCount {
      var key = Array(bytes[byteRange(ofRank: rank)])
      let rows = rows(ofRank: rank)
      let found = index.range(of: key)
      precondition(
        found.lowerBound == rows.lowerBound && found.upperBound >= rows.upperBound,
        "The key at rows \(rows) is found at \(found).")
      key.append(0)
      let longer = index.range(of: key)
      precondition(
        longer.isEmpty || longer.lowerBound >= rows.upperBound,
        "The key at rows \(rows) is found at \(longer) by a longer prefix.")
    }
  }
}
#endif

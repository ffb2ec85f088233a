/// Whether this build checks every structure completely after building it.
///
/// The trait `InternalChecks` turns the checks on. They visit every key, so the documented complexities
/// do not hold, and a benchmark must not measure such a build.
package enum InvariantChecks {
  #if InternalChecks
  /// Whether the checks are compiled in.
  package static let areEnabled = true
  #else
  /// Whether the checks are compiled in.
  package static let areEnabled = false
  #endif
}

#if InternalChecks
extension SortedKeys {
  /// Checks that `index` finds the rows of every key, and nothing for a key with one byte more, and
  /// that a walk over all its positions visits the same keys.
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
    checkWalk(of: index)
  }

  /// Checks that a walk over all positions of `index` visits the keys in order, and nothing else.
  private func checkWalk<Index: PrefixIndex>(of index: Index) {
    var pending: [(position: Index.Position, depth: Int, byte: UInt8)] = [(index.root, 0, 0)]
    var (key, rank) = ([UInt8](), 0)
    while let (position, depth, byte) = pending.popLast() {
      if depth > 0 {
        key.removeSubrange((depth - 1)...)
        key.append(byte)
      }
      let (rows, own) = (index.rows(below: position), index.rows(endingAt: position))
      precondition(own.lowerBound == rows.lowerBound, "Rows \(own) end at a position with \(rows).")
      if !own.isEmpty {
        precondition(
          rank < distinctCount && own == self.rows(ofRank: rank)
            && key[...] == bytes[byteRange(ofRank: rank)],
          "The walk visits a key at rows \(own), which is not that of rank \(rank).")
        rank += 1
      }
      var (end, children) = (own.upperBound, pending.prefix(0))
      index.forEachChild(of: position, in: .all) { byte, child in
        let below = index.rows(below: child)
        precondition(
          below.lowerBound == end && !below.isEmpty, "A child has rows \(below) after \(end).")
        end = below.upperBound
        children.append((child, depth + 1, byte))
        precondition(
          index.child(of: position, by: byte).map(index.rows(below:)) == below,
          "The child by byte \(byte) does not have rows \(below).")
        let found = index.child(of: position, containing: below.lowerBound)
        precondition(
          found?.byte == byte && found.map { index.rows(below: $0.child) } == below,
          "The child that contains row \(below.lowerBound) is not that by byte \(byte).")
      }
      precondition(end == rows.upperBound, "Children end at row \(end) of \(rows).")
      pending.append(contentsOf: children.reversed())
    }
    precondition(rank == distinctCount, "The walk visits \(rank) of \(distinctCount) keys.")
  }
}
#endif

internal import FlatStorage

extension HeaviestRows {
  /// Finds the heaviest rows of a range.
  ///
  /// - Parameters:
  ///   - limit: The most rows to give; `nil` for all.
  ///   - rows: The range; what of it does not exist is left out.
  ///   - weights: The weights that this was built for.
  /// - Returns: The heaviest first; equal ones in the order of rows.
  /// - Complexity: O(*k*) for up to ten rows of the range of a prefix, besides the number of shorter
  ///   prefixes whose range begins in the same block; else O(*k* log *k* log *n*), where *n* is the
  ///   number of rows and *k* the smaller of *n* and `limit`; O(*n* log *n*) for all.
  package func first(
    _ limit: Int?, of rows: Range<Int>, by weights: RowWeights
  ) -> [UInt32] {
    let rows = rows.clamped(to: 0..<layout.rowCount)
    let wanted = max(0, min(limit ?? rows.count, rows.count))
    if rows.count <= Self.listLength { return Self.sorted(rows, by: weights, wanted: wanted) }
    if wanted <= Self.listLength, let list = list(of: rows) {
      return self.rows(of: list, in: rows, wanted: wanted)
    }
    return narrowed(to: wanted, of: rows, by: weights).map(WeightKey.index)
  }

  /// Sorts a range that is no longer than a list, by insertion.
  private static func sorted(
    _ rows: Range<Int>, by weights: RowWeights, wanted: Int
  ) -> [UInt32] {
    var keys = InlineArray<10, UInt64>(repeating: 0)
    var count = 0
    for row in rows {
      let key = WeightKey(weights[row], at: row).value
      var place = count
      while place > 0, keys[place &- 1] > key {
        keys[place] = keys[place &- 1]
        place &-= 1
      }
      keys[place] = key
      count &+= 1
    }
    var sorted = [UInt32](repeating: 0, count: wanted)
    for place in sorted.indices { sorted[place] = WeightKey.index(of: keys[place]) }
    return sorted
  }
}

extension HeaviestRows {
  /// Where a list's rows begin, and how many bytes each takes.
  private struct List {
    var start: Int
    var width: Int
  }

  /// Finds the list of an interval.
  @inline(__always)
  private func list(of rows: Range<Int>) -> List? {
    let head = ListHead(rows)
    let block = rows.lowerBound &>> Layout.blockBits
    var place = layout.start &+ layout.listStarts.value(at: block, in: region)
    let end = min(
      layout.start &+ layout.listStarts.value(at: block &+ 1, in: region), layout.end)
    while place < end {
      let word = region.uint64(at: place)
      if word & head.mask == head.word {
        return List(start: place &+ 1 &+ head.width, width: head.width)
      }
      place &+= ListHead.listSize(width: ListHead.width(in: word))
    }
    return nil
  }

  /// Reads the first rows of a list, none of which lies outside of the interval.
  @inline(__always)
  private func rows(of list: List, in rows: Range<Int>, wanted: Int) -> [UInt32] {
    let mask = UInt32.max &>> UInt32(truncatingIfNeeded: 32 &- 8 &* list.width)
    let first = UInt32(truncatingIfNeeded: rows.lowerBound)
    let last = UInt32(truncatingIfNeeded: rows.count &- 1)
    var found = [UInt32](repeating: 0, count: wanted)
    var place = list.start
    for index in found.indices {
      found[index] = first &+ min(region.uint32(at: place) & mask, last)
      place &+= list.width
    }
    return found
  }
}

extension HeaviestRows {
  /// Finds the words of the `wanted` heaviest rows, in order.
  ///
  /// At each size of blocks, from the largest down, the heaviest blocks are kept and opened. What of
  /// the range lies in none of them joins in at the edges.
  private func narrowed(
    to wanted: Int, of rows: Range<Int>, by weights: RowWeights
  ) -> [UInt64] {
    var level = layout.maximumStarts.count
    // Where blocks are no more than are wanted, nothing would be left out.
    while level > 0, blocks(in: rows, at: level).count <= wanted { level -= 1 }
    var opened = blocks(in: rows, at: level)
    var keys: [UInt64] = []
    append(opened, at: level, weights, to: &keys)
    while level > 0 {
      let heaviest = keys.first(wanted, by: <)
      level -= 1
      let parts = blocks(in: rows, at: level)
      let inner = Layout.parts(of: opened)
      keys.removeAll(keepingCapacity: true)
      append(parts.lowerBound..<inner.lowerBound, at: level, weights, to: &keys)
      append(inner.upperBound..<parts.upperBound, at: level, weights, to: &keys)
      for key in heaviest {
        let block = Int(WeightKey.index(of: key))
        append(Layout.parts(of: block..<block + 1), at: level, weights, to: &keys)
      }
      opened = parts
    }
    return keys.first(wanted, by: <)
  }

  /// The blocks of a level that lie wholly in `rows`; at level 0 the rows themselves.
  private func blocks(in rows: Range<Int>, at level: Int) -> Range<Int> {
    let bits = level * Layout.blockBits
    let lower = (rows.lowerBound + 1 << bits - 1) >> bits
    return lower..<max(lower, rows.upperBound >> bits)
  }

  /// Appends the words of blocks of a level, or of rows.
  private func append(
    _ blocks: Range<Int>, at level: Int, _ weights: RowWeights, to keys: inout [UInt64]
  ) {
    if level == 0 {
      for row in blocks { keys.append(WeightKey(weights[row], at: row).value) }
    } else {
      let start = layout.maximumStarts[level - 1]
      for block in blocks {
        keys.append(WeightKey(region.uint32(at: start + block * 4), at: block).value)
      }
    }
  }
}

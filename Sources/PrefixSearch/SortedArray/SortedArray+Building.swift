extension SortedArray {
  /// Writes description, heads, table, offsets, rows and text into one region.
  static func layOut(_ keys: SortedKeys) -> ByteRegion {
    let table = PairTable(keys)
    let layout = Layout(
      rowCount: keys.count, distinctCount: keys.distinctCount,
      rowClassCount: table.rowCount, columnCount: table.columnCount,
      textByteCount: keys.bytes.count)
    var writer = ByteRegionWriter()
    layout.store(to: &writer)
    for rank in 0..<keys.distinctCount { writer.append(head(of: keys, rank: rank), width: 8) }
    for value in table.firstClasses { writer.append(value, width: 2) }
    for value in table.secondClasses { writer.append(value, width: 2) }
    for rank in table.ranks { writer.append(rank, width: layout.pairRanks.stride) }
    for offset in keys.offsets { writer.append(offset, width: layout.keyOffsets.stride) }
    for row in keys.firstRows { writer.append(row, width: layout.firstRows.stride) }
    writer.append(keys.bytes)
    return writer.finish()
  }

  /// Bytes 3 to 10 of a key as a big-endian number, padded with zeros.
  private static func head(of keys: SortedKeys, rank: Int) -> UInt64 {
    let range = keys.byteRange(ofRank: rank)
    return (tableBytes..<headEnd).reduce(0) { head, depth in
      head << 8 | (depth < range.count ? UInt64(keys.bytes[range.lowerBound + depth]) : 0)
    }
  }

  /// The lowest rank for each pair of first bytes that occurs.
  ///
  /// The classes of bytes ascend with the bytes, so the cells of the table ascend with the keys, and
  /// the ranks of a cell end where those of the next cell begin.
  private struct PairTable {
    var firstClasses = [UInt16](repeating: 0, count: 256)
    var secondClasses = [UInt16](repeating: 0, count: 256)
    var rowCount = 0
    var columnCount = 1
    var ranks: [UInt32] = []

    init(_ keys: SortedKeys) {
      for rank in 0..<keys.distinctCount {
        let length = keys.byteRange(ofRank: rank).count
        if length > 0 { firstClasses[Int(keys.byte(0, ofRank: rank))] = 1 }
        if length > 1 { secondClasses[Int(keys.byte(1, ofRank: rank))] = 1 }
      }
      for byte in 0..<256 where firstClasses[byte] > 0 {
        rowCount += 1
        firstClasses[byte] = UInt16(rowCount)
      }
      for byte in 0..<256 where secondClasses[byte] > 0 {
        secondClasses[byte] = UInt16(columnCount)
        columnCount += 1
      }
      ranks.reserveCapacity(rowCount * columnCount + 1)
      for rank in 0..<keys.distinctCount {
        let length = keys.byteRange(ofRank: rank).count
        guard length > 0 else { continue }
        let row = Int(firstClasses[Int(keys.byte(0, ofRank: rank))]) - 1
        let column = length > 1 ? Int(secondClasses[Int(keys.byte(1, ofRank: rank))]) : 0
        while ranks.count <= row * columnCount + column { ranks.append(UInt32(rank)) }
      }
      while ranks.count <= rowCount * columnCount { ranks.append(UInt32(keys.distinctCount)) }
    }
  }
}

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

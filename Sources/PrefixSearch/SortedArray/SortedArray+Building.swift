internal import FlatStorage

extension SortedArray {
  /// Writes table, heads, offsets, rows and text into one region.
  static func layOut(_ keys: SortedKeys) -> (ByteRegion, Layout) {
    var writer = ByteRegionWriter()
    var sectionEnds: [(name: String, end: Int)] = []
    func end(_ name: String) { sectionEnds.append((name, writer.position)) }

    let heads = (0..<keys.distinctCount).map { head(of: keys, rank: $0) }
    let headStart = writer.position
    for head in heads { writer.append(head, width: 8) }
    end("heads")

    let table = PairTable(keys)
    let rankWidth = PackedNumbers.width(for: keys.distinctCount)
    let firstClassStart = writer.position
    for value in table.firstClasses { writer.append(value, width: 2) }
    let secondClassStart = writer.position
    for value in table.secondClasses { writer.append(value, width: 2) }
    let pairStart = writer.position
    for rank in table.ranks { writer.append(rank, width: rankWidth) }
    end("table")

    let offsetWidth = PackedNumbers.width(for: keys.bytes.count)
    let offsetStart = writer.position
    for offset in keys.offsets { writer.append(offset, width: offsetWidth) }
    end("key offsets")

    let rowWidth = PackedNumbers.width(for: keys.count)
    let rowStart = writer.position
    for row in keys.firstRows { writer.append(row, width: rowWidth) }
    end("rows")

    let textStart = writer.position
    writer.append(keys.bytes)
    end("text")

    let layout = Layout(
      rowCount: keys.count, distinctCount: keys.distinctCount,
      firstClassStart: firstClassStart, secondClassStart: secondClassStart,
      columnCount: table.columnCount,
      pairRanks: PackedNumbers(start: pairStart, width: rankWidth),
      headStart: headStart,
      keyOffsets: PackedNumbers(start: offsetStart, width: offsetWidth),
      firstRows: PackedNumbers(start: rowStart, width: rowWidth),
      textStart: textStart, sectionEnds: sectionEnds)
    return (writer.finish(), layout)
  }

  /// Bytes 3 to 10 of a key as a big-endian number, zeros where the key has ended.
  private static func head(of keys: SortedKeys, rank: Int) -> UInt64 {
    let range = keys.byteRange(ofRank: rank)
    return (tableBytes..<headEnd).reduce(0) { head, depth in
      head << 8 | (depth < range.count ? UInt64(keys.bytes[range.lowerBound + depth]) : 0)
    }
  }

  /// The lowest rank for each pair of first bytes that occurs.
  ///
  /// The classes of bytes ascend with the bytes, so the cells of the table ascend with the keys, and
  /// the ranks of a cell end where the next cell's begin.
  private struct PairTable {
    var firstClasses = [UInt16](repeating: 0, count: 256)
    var secondClasses = [UInt16](repeating: 0, count: 256)
    var columnCount = 1
    var ranks: [UInt32] = []

    init(_ keys: SortedKeys) {
      var firstCount = 0
      for rank in 0..<keys.distinctCount {
        let length = keys.byteRange(ofRank: rank).count
        if length > 0 { firstClasses[Int(keys.byte(0, ofRank: rank))] = 1 }
        if length > 1 { secondClasses[Int(keys.byte(1, ofRank: rank))] = 1 }
      }
      for byte in 0..<256 where firstClasses[byte] > 0 {
        firstCount += 1
        firstClasses[byte] = UInt16(firstCount)
      }
      for byte in 0..<256 where secondClasses[byte] > 0 {
        secondClasses[byte] = UInt16(columnCount)
        columnCount += 1
      }
      ranks.reserveCapacity(firstCount * columnCount + 1)
      for rank in 0..<keys.distinctCount {
        let length = keys.byteRange(ofRank: rank).count
        guard length > 0 else { continue }
        let row = Int(firstClasses[Int(keys.byte(0, ofRank: rank))]) - 1
        let column = length > 1 ? Int(secondClasses[Int(keys.byte(1, ofRank: rank))]) : 0
        while ranks.count <= row * columnCount + column { ranks.append(UInt32(rank)) }
      }
      while ranks.count <= firstCount * columnCount { ranks.append(UInt32(keys.distinctCount)) }
    }
  }
}

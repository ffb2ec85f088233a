internal import FlatStorage

extension RadixTree {
  /// Makes the table on the first two bytes out of the root and its children.
  struct JumpTableWriter {
    private struct Entry {
      var first: UInt8
      var second: UInt8
      var rows: Range<UInt32>
      var place: Int
      var flags: UInt32
    }

    private let split: Splitter
    private var entries: [Entry] = []
    /// Tails of edges that the table stands for, each with its length before it.
    private var tails: [UInt8] = []

    init(_ writer: Writer) {
      split = writer.split
      let root = split.nodes[0]
      for edge in root.edges {
        let rows = rows(of: edge, in: root, endingBy: UInt32(split.keys.count))
        if let child = split.edges[edge].node, writer.isInJumpTable(child) {
          let node = split.nodes[child]
          for below in node.edges {
            add(
              edge, second: split.edges[below].byte, target: split.edges[below], depth: 1,
              rows: self.rows(of: below, in: node, endingBy: rows.upperBound),
              positions: writer.positions)
          }
        } else if let second = secondByte(below: edge) {
          // The second byte lies within a label or a tail: the walk begins there, at byte 1.
          add(
            edge, second: second, target: split.edges[edge], depth: 0, rows: rows,
            positions: writer.positions)
        }
      }
    }
  }
}

extension RadixTree.JumpTableWriter {
  private func rows(
    of edge: Int, in node: RadixTree.SplitNode, endingBy end: UInt32
  ) -> Range<UInt32> {
    let firstRows = split.keys.firstRows
    let isLast = edge + 1 == node.edges.upperBound
    return firstRows[
      split.edges[edge].rank]..<(isLast ? end : firstRows[split.edges[edge + 1].rank])
  }

  /// The byte that follows the first one on the way down an edge of the root, if there is one.
  private func secondByte(below edge: Int) -> UInt8? {
    let key = split.keys.byteRange(ofRank: split.edges[edge].rank)
    return key.count > 1 ? split.keys.bytes[key.lowerBound + 1] : nil
  }

  private mutating func add(
    _ edge: Int, second: UInt8, target: RadixTree.SplitEdge, depth: Int, rows: Range<UInt32>,
    positions: [Int]
  ) {
    var flags = depth == 1 ? RadixTree.Landing.pairFlag : 0
    var place = tails.count
    if let node = target.node {
      flags |= RadixTree.Landing.nodeFlag
      place = positions[node]
    } else {
      let tail = split.tail(of: target, depth: depth)
      tails.append(UInt8(tail.count))
      tails.append(contentsOf: split.keys.bytes[tail])
    }
    entries.append(
      Entry(
        first: split.edges[edge].byte, second: second, rows: rows, place: place, flags: flags))
  }

  /// Writes what is known of each first byte, entries and tails.
  func write(to writer: inout ByteRegionWriter, layout: inout RadixTree.Layout) {
    var columns = [[UInt8]](repeating: [], count: 256)
    for entry in entries { columns[Int(entry.first)].append(entry.second) }
    let displacement = RadixTree.RowDisplacement(columns: columns)

    var firstRows = [Range<UInt32>](repeating: 0..<0, count: 256)
    let root = split.nodes[0]
    for edge in root.edges {
      firstRows[Int(split.edges[edge].byte)] = rows(
        of: edge, in: root, endingBy: UInt32(split.keys.count))
    }
    for (rows, shift) in zip(firstRows, displacement.shifts) {
      writer.append(rows.lowerBound, width: 4)
      writer.append(rows.upperBound, width: 4)
      writer.append(Int32(shift), width: 4)
    }

    var places = [Entry?](repeating: nil, count: displacement.placeCount)
    for entry in entries {
      places[displacement.shifts[Int(entry.first)] + Int(entry.second)] = entry
    }
    writer.align(to: RadixTree.Landing.byteCount)
    layout.entryStart = writer.position
    for entry in places { append(entry, to: &writer) }
    layout.tailStart = writer.position
    writer.append(tails)
    layout.nodeStart = writer.position
  }

  private func append(_ entry: Entry?, to writer: inout ByteRegionWriter) {
    guard let entry else {
      writer.append(repeatElement(0, count: RadixTree.Landing.byteCount))
      return
    }
    // Places are counted from where the tails begin; the nodes come after them.
    let isNode = entry.flags & RadixTree.Landing.nodeFlag != 0
    let owner = (UInt32(entry.first) + 1) << RadixTree.Landing.ownerShift
    writer.append(entry.rows.lowerBound, width: 4)
    writer.append(entry.rows.upperBound, width: 4)
    writer.append(owner | entry.flags, width: 4)
    writer.append(isNode ? tails.count + entry.place : entry.place, width: 4)
  }
}

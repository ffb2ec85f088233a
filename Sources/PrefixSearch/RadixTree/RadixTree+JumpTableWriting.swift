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

  /// Writes classes, rows of first bytes, slots, entries and tails.
  func write(to writer: inout ByteRegionWriter, layout: inout RadixTree.Layout) {
    let roots = split.edges[split.nodes[0].edges]
    var firstClasses = [UInt16](repeating: 0, count: 256)
    for (number, edge) in roots.enumerated() { firstClasses[Int(edge.byte)] = UInt16(number + 1) }
    var secondClasses = [UInt16](repeating: 0, count: 256)
    for entry in entries { secondClasses[Int(entry.second)] = 1 }
    for byte in secondClasses.indices where secondClasses[byte] > 0 {
      layout.secondClassCount += 1
      secondClasses[byte] = UInt16(layout.secondClassCount)
    }
    for value in firstClasses { writer.append(value, width: 2) }
    for value in secondClasses { writer.append(value, width: 2) }
    for edge in roots { writer.append(split.keys.firstRows[edge.rank], width: 4) }
    writer.append(split.keys.count, width: 4)

    var slots = [Int](repeating: 0, count: roots.count * layout.secondClassCount)
    for (number, entry) in entries.enumerated() {
      let row = Int(firstClasses[Int(entry.first)]) - 1
      let column = Int(secondClasses[Int(entry.second)]) - 1
      slots[row * layout.secondClassCount + column] = number + 1
    }
    layout.slotStart = writer.position
    layout.slotWidth = PackedNumbers.width(for: entries.count)
    for slot in slots { writer.append(slot, width: layout.slotWidth) }

    writer.align(to: 16)
    layout.entryStart = writer.position
    for entry in entries {
      // Places are counted from where the tails begin; the nodes come after them.
      let place =
        entry.flags & RadixTree.Landing.nodeFlag == 0 ? entry.place : tails.count + entry.place
      writer.append(entry.rows.lowerBound, width: 4)
      writer.append(entry.rows.upperBound, width: 4)
      writer.append(entry.flags, width: 4)
      writer.append(place, width: 4)
    }
    layout.tailStart = writer.position
    writer.append(tails)
    layout.nodeStart = writer.position
  }
}

extension RadixTree.Builder {
  /// Makes the table on the first two bytes out of the finished nodes and edges.
  struct JumpTableBuilder {
    private typealias Table = RadixTree.JumpTable

    private struct Entry {
      var first: UInt8
      var second: UInt8
      var rows: Range<UInt32>
      var target: UInt32
      var flags: UInt32
    }

    private var entries: [Entry] = []
    private var rootEdges: [UInt8] = []

    init(_ tree: RadixTree.Builder) {
      /// How many edges before each of the first ones lead to nodes.
      var nodeEdges = 0
      var targets: [(isNode: Bool, number: Int)] = []
      /// Only the root's edges and those of its children are looked at; they come first.
      func target(of edge: Int) -> (isNode: Bool, number: Int) {
        while targets.count <= edge {
          let isNode = tree.edgeLeadsToNode[targets.count]
          if isNode { nodeEdges += 1 }
          targets.append((isNode, isNode ? nodeEdges : targets.count - nodeEdges))
        }
        return targets[edge]
      }
      func rows(of edge: Int, endingBy end: UInt32, lastEdge: Int) -> Range<UInt32> {
        tree.edgeRows[edge]..<(edge < lastEdge ? tree.edgeRows[edge + 1] : end)
      }

      let rootEnd = Int(tree.nodeFirstEdges[1])
      rootEdges = Array(tree.edgeBytes[..<rootEnd])
      for edge in 0..<rootEnd {
        let edgeRows = rows(
          of: edge, endingBy: UInt32(tree.keys.count), lastEdge: rootEnd - 1)
        let (isNode, number) = target(of: edge)
        let flag = isNode ? Table.nodeFlag : 0
        func add(_ second: UInt8, _ rows: Range<UInt32>, _ target: Int, _ flags: UInt32) {
          entries.append(
            Entry(
              first: tree.edgeBytes[edge], second: second, rows: rows, target: UInt32(target),
              flags: flags))
        }
        if isNode, tree.nodeLabelLengths[number] == 0 {
          let children = Int(tree.nodeFirstEdges[number])..<Int(tree.nodeFirstEdges[number + 1])
          for child in children {
            let target = target(of: child)
            add(
              tree.edgeBytes[child],
              rows(of: child, endingBy: edgeRows.upperBound, lastEdge: children.upperBound - 1),
              target.number, Table.pairFlag | (target.isNode ? Table.nodeFlag : 0))
          }
        } else if let second = Self.secondByte(below: number, isNode: isNode, in: tree) {
          // The second byte lies within a label or a tail: the walk begins there, at byte 1.
          add(second, edgeRows, number, flag)
        }
      }
    }

    /// The byte that follows the first on the way down an edge of the root, if there is one.
    private static func secondByte(
      below number: Int, isNode: Bool, in tree: RadixTree.Builder
    ) -> UInt8? {
      if isNode { return tree.labels[Int(tree.nodeLabelOffsets[number])] }
      var offset = Int(tree.tailOffsets[number / RadixTree.tailsPerOffset])
      for _ in 0..<number % RadixTree.tailsPerOffset { offset += Int(tree.tails[offset]) + 1 }
      return tree.tails[offset] > 0 ? tree.tails[offset + 1] : nil
    }
  }
}

extension RadixTree.Builder.JumpTableBuilder {
  /// Writes classes, slots and entries.
  func write(to writer: inout ByteRegionWriter) -> RadixTree.JumpTable {
    var secondClasses = [UInt16](repeating: 0, count: 256)
    for entry in entries { secondClasses[Int(entry.second)] = 1 }
    var secondClassCount = 0
    for byte in secondClasses.indices where secondClasses[byte] > 0 {
      secondClassCount += 1
      secondClasses[byte] = UInt16(secondClassCount)
    }
    var table = RadixTree.JumpTable(
      isPresent: entries.count <= Int(UInt16.max), firstClassStart: writer.position,
      secondClassStart: 0, secondClassCount: secondClassCount, slotStart: 0, entryStart: 0)
    guard table.isPresent else { return table }

    var firstClasses = [UInt16](repeating: 0, count: 256)
    for (edge, byte) in rootEdges.enumerated() { firstClasses[Int(byte)] = UInt16(edge + 1) }
    var slots = [UInt16](repeating: 0, count: rootEdges.count * secondClassCount)
    for (number, entry) in entries.enumerated() {
      let row = Int(firstClasses[Int(entry.first)]) - 1
      let column = Int(secondClasses[Int(entry.second)]) - 1
      slots[row * secondClassCount + column] = UInt16(number + 1)
    }

    for value in firstClasses { writer.append(value, width: 2) }
    table.secondClassStart = writer.position
    for value in secondClasses { writer.append(value, width: 2) }
    table.slotStart = writer.position
    for value in slots { writer.append(value, width: 2) }
    writer.align(to: 16)
    table.entryStart = writer.position
    for entry in entries {
      for word in [entry.rows.lowerBound, entry.rows.upperBound, entry.target, entry.flags] {
        writer.append(word, width: 4)
      }
    }
    return table
  }
}

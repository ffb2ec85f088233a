extension RadixTree {
  /// Lays nodes and edges out in depth-first order.
  struct Writer {
    let split: Splitter
    /// What each node takes by itself, in bytes; 0 for those that the jump table stands for.
    private var sizes: [Int] = []
    /// What each node takes with all below it.
    private var subtreeSizes: [Int] = []
    /// Where each node begins, counted from the first.
    private(set) var positions: [Int] = []
    /// The width of the distances in each node.
    private var distanceWidths: [Int] = []

    init(_ split: Splitter) {
      self.split = split
      measure()
      place()
    }
  }
}

extension RadixTree.Writer {
  private typealias Node = RadixTree.Node

  /// Whether the jump table stands for a node: the root, and its children without a label.
  func isInJumpTable(_ number: Int) -> Bool {
    number == 0 || split.nodes[number].parent == 0 && split.nodes[number].labelLength == 0
  }

  /// The number of rows of a node.
  private func rowCount(of node: RadixTree.SplitNode) -> Int {
    Int(split.keys.firstRows[node.ranks.upperBound])
      - Int(split.keys.firstRows[node.ranks.lowerBound])
  }

  private func hasOwnKey(_ node: RadixTree.SplitNode) -> Bool {
    split.edges[node.edges.lowerBound].rank > node.ranks.lowerBound
  }

  /// The nodes that the edges of `node` lead to.
  private func children(of node: RadixTree.SplitNode) -> some Collection<Int> {
    split.edges[node.edges].lazy.compactMap(\.node)
  }

  /// Measures all nodes, the lower before the upper, since the distance to a child depends on the
  /// sizes of its elder siblings.
  private mutating func measure() {
    sizes = Array(repeating: 0, count: split.nodes.count)
    subtreeSizes = sizes
    distanceWidths = sizes
    for number in split.nodes.indices.reversed() {
      let node = split.nodes[number]
      let below = children(of: node).reduce(0) { $0 + subtreeSizes[$1] }
      if !isInJumpTable(number) {
        let (size, width) = size(of: node, below: below)
        (sizes[number], distanceWidths[number]) = (size, width)
      }
      subtreeSizes[number] = sizes[number] + below
    }
  }

  private func size(
    of node: RadixTree.SplitNode, below: Int
  ) -> (size: Int, distanceWidth: Int) {
    let edges = node.edges.count
    var size = 1 + (edges > 15 ? 1 : 0) + edges
    if node.labelLength > 0 { size += 1 + node.labelLength }
    size += (hasOwnKey(node) ? edges : edges - 1) * Node.rowWidth(rowCount: rowCount(of: node))
    for edge in split.edges[node.edges] where edge.node == nil {
      size += 1 + split.tail(of: edge, depth: node.end).count
    }
    var (childCount, last) = (0, 0)
    for child in children(of: node) { (childCount, last) = (childCount + 1, child) }
    guard childCount > 0 else { return (size, 0) }
    size += (edges + 7) / 8
    let width = [1, 2, 4].first { width in
      let distance = size + childCount * width + below - subtreeSizes[last]
      return width == 4 || distance < 1 << (8 * width)
    }
    return (size + childCount * (width ?? 4), width ?? 4)
  }

  /// Places the nodes: each before its children, and these in order.
  private mutating func place() {
    positions = Array(repeating: 0, count: split.nodes.count)
    for number in split.nodes.indices {
      var position = positions[number] + sizes[number]
      for child in children(of: split.nodes[number]) {
        positions[child] = position
        position += subtreeSizes[child]
      }
    }
  }

  /// Writes the whole tree.
  func write() -> ByteRegion {
    var layout = RadixTree.Layout()
    layout.rowCount = split.keys.count
    layout.nodeCount = split.nodes.count
    layout.edgeCount = split.edges.count
    layout.terminator = split.terminator.map(Int.init) ?? 256
    var writer = ByteRegionWriter()
    writer.append(layout.bytes)
    RadixTree.JumpTableWriter(self).write(to: &writer, layout: &layout)
    layout.nodeStart = writer.position
    var nodes = [UInt8](repeating: 0, count: subtreeSizes[0])
    for number in split.nodes.indices where !isInJumpTable(number) {
      let bytes = bytes(ofNode: number)
      precondition(bytes.count == sizes[number], "Node \(number) has not the size it was given.")
      nodes.replaceSubrange(positions[number]..<positions[number] + bytes.count, with: bytes)
    }
    writer.append(nodes)
    layout.end = writer.position
    writer.overwrite(at: 0, with: layout.bytes)
    return writer.finish()
  }

  /// The bytes of a node, as described at ``RadixTree/Node``.
  private func bytes(ofNode number: Int) -> [UInt8] {
    let node = split.nodes[number]
    let edges = split.edges[node.edges]
    let width = distanceWidths[number]
    var writer = ByteRegionWriter()
    writer.append(
      min(edges.count - 1, 15) << 4 | (node.labelLength > 0 ? Node.labelFlag : 0)
        | (hasOwnKey(node) ? Node.ownKeyFlag : 0) | (width == 4 ? 3 : width), width: 1)
    if edges.count > 15 { writer.append(edges.count - 1, width: 1) }
    if node.labelLength > 0 {
      let start = split.keys.byteRange(ofRank: node.ranks.lowerBound).lowerBound + node.depth
      writer.append(node.labelLength, width: 1)
      writer.append(split.keys.bytes[start..<start + node.labelLength])
    }
    writer.append(edges.map(\.byte))
    let firstRow = split.keys.firstRows[node.ranks.lowerBound]
    for edge in hasOwnKey(node) ? edges : edges.dropFirst() {
      writer.append(
        split.keys.firstRows[edge.rank] - firstRow,
        width: Node.rowWidth(rowCount: rowCount(of: node)))
    }
    if width > 0 {
      var kinds = [UInt8](repeating: 0, count: (edges.count + 7) / 8)
      for (index, edge) in edges.enumerated() where edge.node != nil {
        kinds[index / 8] |= 1 << UInt8(index % 8)
      }
      writer.append(kinds)
      for child in children(of: node) {
        writer.append(positions[child] - positions[number], width: width)
      }
    }
    let tails = edges.lazy.filter { $0.node == nil }.map {
      split.tail(of: $0, depth: node.end)
    }
    for tail in tails { writer.append(tail.count, width: 1) }
    for tail in tails { writer.append(split.keys.bytes[tail]) }
    return writer.bytes
  }
}

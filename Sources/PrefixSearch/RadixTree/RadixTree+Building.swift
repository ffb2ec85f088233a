extension RadixTree {
  /// Splits sorted keys into nodes and edges, level by level.
  ///
  /// Node 0 is the root, whose label is empty. The edges of a node are adjacent, and the nodes that they
  /// lead to ascend by number.
  struct Splitter {
    let keys: SortedKeys
    /// The last byte of every key if all end alike and none ends so twice.
    let terminator: UInt8?

    private(set) var nodes: [SplitNode] = []
    private(set) var edges: [SplitEdge] = []

    init(_ keys: SortedKeys) {
      self.keys = keys
      terminator = keys.commonTerminator
      split()
    }
  }

  /// A node to be written: keys that share their first bytes and diverge after the label.
  struct SplitNode {
    /// The keys.
    var ranks: Range<Int>
    /// Where the label begins within the keys.
    var depth: Int
    /// The number of bytes of the label.
    var labelLength = 0
    /// The edges.
    var edges = 0..<0

    /// Where the label ends within the keys.
    var end: Int { depth + labelLength }
  }

  /// An edge to be written: from a node to another, or to the rest of a single key.
  struct SplitEdge {
    /// The byte.
    var byte: UInt8
    /// The first of the keys below.
    var rank: Int
    /// The node that it leads to; `nil` if it owns a tail.
    var node: Int?
  }
}

extension RadixTree.Splitter {
  private mutating func split() {
    nodes.append(RadixTree.SplitNode(ranks: 0..<keys.distinctCount, depth: 0))
    var number = 0
    while number < nodes.count {
      var node = nodes[number]
      if number > 0 { node.labelLength = sharedLength(of: node) }
      let firstEdge = edges.count
      var rank = node.ranks.lowerBound
      // Only the first key can end here: keys are distinct, and a prefix sorts first.
      if !node.ranks.isEmpty, keys.byteRange(ofRank: rank).count == node.end { rank += 1 }
      while rank < node.ranks.upperBound {
        let byte = keys.byte(node.end, ofRank: rank)
        let end = keys.end(
          ofRanksFrom: rank, to: node.ranks.upperBound, with: byte, at: node.end)
        addEdge(byte, to: rank..<end, depth: node.end + 1)
        rank = end
      }
      node.edges = firstEdge..<edges.count
      nodes[number] = node
      number += 1
    }
  }

  private mutating func addEdge(_ byte: UInt8, to ranks: Range<Int>, depth: Int) {
    let rest = keys.byteRange(ofRank: ranks.lowerBound).count - depth
    let isTail = ranks.count == 1 && rest <= RadixTree.longestRun
    edges.append(
      RadixTree.SplitEdge(
        byte: byte, rank: ranks.lowerBound, node: isTail ? nil : nodes.count))
    if !isTail {
      nodes.append(RadixTree.SplitNode(ranks: ranks, depth: depth))
    }
  }

  /// The number of bytes that all keys of `node` share after its depth, at most that of a label.
  ///
  /// The keys are sorted, so all share what the first and the last share.
  private func sharedLength(of node: RadixTree.SplitNode) -> Int {
    let first = keys.byteRange(ofRank: node.ranks.lowerBound).dropFirst(node.depth)
    let last = keys.byteRange(ofRank: node.ranks.upperBound - 1).dropFirst(node.depth)
    let limit = min(first.count, last.count, RadixTree.longestRun)
    var length = 0
    while length < limit,
      keys.bytes[first.lowerBound + length] == keys.bytes[last.lowerBound + length]
    {
      length += 1
    }
    return length
  }

  /// The stored part of the tail of `edge`, as a range in the bytes of the keys; `depth` is that of the
  /// byte of the edge.
  func tail(of edge: RadixTree.SplitEdge, depth: Int) -> Range<Int> {
    let rest = keys.byteRange(ofRank: edge.rank).dropFirst(depth + 1)
    return terminator == nil ? rest : rest.dropLast()
  }
}

extension RadixTree {
  /// Writes nodes and edges in depth-first order.
  struct Writer {
    let split: Splitter
    /// The size of each node in bytes.
    private var sizes: [Int] = []
    /// The size of each node and all nodes below it.
    private var subtreeSizes: [Int] = []
    /// Where each node begins, counted from the first.
    private(set) var positions: [Int] = []
    /// The size of the child offsets of each node.
    private var childOffsetWidths: [Int] = []
    private let annotations: Annotations?

    init(_ split: Splitter, annotations: Annotations?) {
      self.split = split
      self.annotations = annotations
      measure()
      place()
    }
  }
}

extension RadixTree.Writer {
  private typealias Node = RadixTree.Node

  /// The size of all nodes in bytes.
  var nodeByteCount: Int { subtreeSizes[0] }

  /// The rows of a node.
  func rows(of node: RadixTree.SplitNode) -> Range<Int> {
    Int(
      split.keys.firstRows[node.ranks.lowerBound])..<Int(
        split.keys.firstRows[node.ranks.upperBound])
  }

  /// The number of rows of a node.
  private func rowCount(of node: RadixTree.SplitNode) -> Int { rows(of: node).count }

  private func hasOwnKey(_ node: RadixTree.SplitNode) -> Bool {
    split.edges[node.edges.lowerBound].rank > node.ranks.lowerBound
  }

  /// The nodes that the edges of `node` lead to.
  private func children(of node: RadixTree.SplitNode) -> some Collection<Int> {
    split.edges[node.edges].lazy.compactMap(\.node)
  }

  /// Measures all nodes, children before parents, because the distance to a child depends on the sizes
  /// of its preceding siblings.
  private mutating func measure() {
    sizes = Array(repeating: 0, count: split.nodes.count)
    subtreeSizes = sizes
    childOffsetWidths = sizes
    for number in split.nodes.indices.reversed() {
      let node = split.nodes[number]
      let below = children(of: node).reduce(0) { $0 + subtreeSizes[$1] }
      let (size, width) = size(of: node, below: below)
      (sizes[number], childOffsetWidths[number]) = (size, width)
      subtreeSizes[number] = annotationSize(ofNode: number) + sizes[number] + below
    }
  }

  /// The size of the annotation before a node; 0 unless the node has many rows.
  private func annotationSize(ofNode number: Int) -> Int {
    let node = split.nodes[number]
    guard let annotations, !node.edges.isEmpty, rowCount(of: node) > annotations.threshold
    else { return 0 }
    return RadixTree.annotationSize
  }

  private func size(
    of node: RadixTree.SplitNode, below: Int
  ) -> (size: Int, childOffsetWidth: Int) {
    let edges = node.edges.count
    // Only a root can have no edges; an empty tail takes its place.
    guard edges > 0 else { return (1, 1) }
    var size = 1 + (edges > 15 ? 1 : 0) + edges
    if node.labelLength > 0 { size += 1 + node.labelLength }
    size += (hasOwnKey(node) ? edges : edges - 1) * Node.rowWidth(rowCount: rowCount(of: node))
    for edge in split.edges[node.edges] where edge.node == nil {
      size += 1 + split.tail(of: edge, depth: node.end).count
    }
    let widths = [1, 2, 4]
    let width = widths.first { width in
      // The farthest target is the last child or, without children, the last tail.
      let farthest = size + edges * width + below
      return UInt64(farthest) * 2 < 1 << UInt64(8 * width)
    }
    guard let width else { preconditionFailure("A tree must take less than 2 GiB.") }
    return (size + edges * width, width)
  }

  /// Assigns the positions of the nodes: each before its children, and these in order.
  private mutating func place() {
    positions = Array(repeating: 0, count: split.nodes.count)
    positions[0] = annotationSize(ofNode: 0)
    for number in split.nodes.indices {
      var position = positions[number] + sizes[number]
      for child in children(of: split.nodes[number]) {
        positions[child] = position + annotationSize(ofNode: child)
        position += subtreeSizes[child]
      }
    }
  }

  /// Where the tail of each edge of a node begins; `nil` for edges that lead to nodes.
  func tailPlaces(ofNode number: Int) -> [Int?] {
    let node = split.nodes[number]
    let lengths = split.edges[node.edges].map { edge in
      edge.node == nil ? 1 + split.tail(of: edge, depth: node.end).count : 0
    }
    // Tails are stored at the end of a node.
    var place = positions[number] + sizes[number] - lengths.reduce(0, +)
    return lengths.map { length in
      defer { place += length }
      return length > 0 ? place : nil
    }
  }

  /// Writes the whole tree.
  ///
  /// - Parameter jumpTableSize: The greatest size of the jump table in bytes; `nil` for the default.
  /// - Returns: The region.
  func write(jumpTableSize: Int?) -> ByteRegion {
    var layout = RadixTree.Layout()
    layout.rowCount = split.keys.count
    layout.nodeCount = split.nodes.count
    layout.edgeCount = split.edges.count
    layout.terminator = split.terminator.map(Int.init) ?? 256
    layout.annotationThreshold = annotations?.threshold ?? 0
    var writer = ByteRegionWriter()
    writer.append(layout.bytes)
    RadixTree.JumpTableWriter(self, byteCount: jumpTableSize).write(to: &writer, layout: &layout)
    layout.root = writer.position + positions[0]
    var nodes = [UInt8](repeating: 0, count: subtreeSizes[0])
    for number in split.nodes.indices {
      let bytes = bytes(ofNode: number)
      precondition(
        bytes.count == sizes[number],
        "Node \(number) must have \(sizes[number]) bytes, got \(bytes.count).")
      nodes.replaceSubrange(positions[number]..<positions[number] + bytes.count, with: bytes)
      if let annotations, annotationSize(ofNode: number) > 0 {
        let rows = rows(of: split.nodes[number])
        var annotation = ByteRegionWriter()
        annotation.append(annotations.number(rows), width: RadixTree.annotationSize)
        nodes.replaceSubrange(
          positions[number] - RadixTree.annotationSize..<positions[number],
          with: annotation.bytes)
      }
    }
    writer.append(nodes)
    precondition(
      writer.position <= UInt32.max,
      "A tree must have at most 4 GiB, got \(writer.position) bytes.")
    layout.end = writer.position
    writer.overwrite(at: 0, with: layout.bytes)
    return writer.finish()
  }

  /// The bytes of a node, as described at ``RadixTree/Node``.
  private func bytes(ofNode number: Int) -> [UInt8] {
    let node = split.nodes[number]
    let edges = split.edges[node.edges]
    guard !edges.isEmpty else { return [0] }
    let width = childOffsetWidths[number]
    var writer = ByteRegionWriter()
    writer.append(
      min(edges.count - 1, 15) << 4 | (node.labelLength > 0 ? Node.labelFlag : 0)
        | (hasOwnKey(node) ? Node.ownKeyFlag : 0) | width >> 1, width: 1)
    if edges.count > 15 { writer.append(edges.count - 1, width: 1) }
    if node.labelLength > 0 {
      let start = split.keys.byteRange(ofRank: node.ranks.lowerBound).lowerBound + node.depth
      writer.append(node.labelLength, width: 1)
      writer.append(split.keys.bytes[start..<start + node.labelLength])
    }
    writer.append(edges.map(\.byte))
    for (edge, tailPlace) in zip(edges, tailPlaces(ofNode: number)) {
      let target = tailPlace ?? edge.node.map { positions[$0] } ?? 0
      writer.append(
        (target - positions[number]) << 1 | (edge.node == nil ? 0 : 1), width: width)
    }
    let firstRow = split.keys.firstRows[node.ranks.lowerBound]
    for edge in hasOwnKey(node) ? edges : edges.dropFirst() {
      writer.append(
        split.keys.firstRows[edge.rank] - firstRow,
        width: Node.rowWidth(rowCount: rowCount(of: node)))
    }
    for edge in edges where edge.node == nil {
      let tail = split.tail(of: edge, depth: node.end)
      writer.append(tail.count, width: 1)
      writer.append(split.keys.bytes[tail])
    }
    return writer.bytes
  }
}

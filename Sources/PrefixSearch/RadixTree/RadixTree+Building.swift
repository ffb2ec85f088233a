extension RadixTree {
  /// Writes nodes from keys in descending order, the last byte first.
  ///
  /// In the tree, each node lies before the nodes below it (depth-first order). The builder reads the
  /// keys from the last to the first, so a node is complete once all nodes below it are written. It
  /// also writes the bytes from the last to the first, which puts the node directly before them. So
  /// every node is written once, in its final form, and only the nodes of one path are open at a time.
  package struct Builder {
    private let terminator: UInt8?
    private let annotations: Annotations?
    /// The nodes that are finished, the last byte first.
    private var reversed: [UInt8] = []
    /// The nodes of the path to the last key, the root first.
    private var open: [OpenNode] = []
    /// The edges of the open nodes: those of the root first, of each node the last edge first.
    private var edges: [Edge] = []
    /// The tails of the open nodes, in the order of their edges.
    private var tails: [UInt8] = []
    /// The key that was added last, and its rows.
    private var last: [UInt8] = []
    private var lastRows: Range<Int>
    private let rowCount: Int
    private var (nodeCount, edgeCount) = (0, 0)
    private var scratch: [UInt8] = []

    /// A node that is not complete: its first keys are not added yet.
    fileprivate struct OpenNode {
      /// Where its label ends within its keys.
      var end: Int
      /// Its rows so far.
      var rows: Range<Int>
      /// Whether a key ends here.
      var hasOwnKey = false
      let firstEdge: Int
      let firstTail: Int
      /// The size of the nodes that are finished and not below it, in bytes.
      let byteCountBefore: Int
    }

    /// An edge: to a node, or to the rest of a single key.
    private struct Edge {
      let byte: UInt8
      /// The length of the tail, or `nil` if it leads to a node.
      let tailLength: UInt8?
      let row: Int
      /// How many bytes lie from the beginning of the node to the end of the tree.
      let distance: Int
    }

    /// Begins a tree.
    ///
    /// - Parameters:
    ///   - rowCount: The number of rows.
    ///   - terminator: The byte in which all keys end, if no key ends in two of it; `nil` if there is
    ///     no such byte.
    ///   - annotations: The number of each node with many rows; `nil` for a tree without numbers.
    package init(rowCount: Int, terminator: UInt8?, annotations: Annotations?) {
      self.rowCount = rowCount
      self.terminator = terminator
      self.annotations = annotations
      lastRows = rowCount..<rowCount
      open = [
        OpenNode(
          end: 0, rows: lastRows, firstEdge: 0, firstTail: 0, byteCountBefore: 0)
      ]
    }
  }
}

extension RadixTree.Builder {
  private typealias Node = RadixTree.Node

  /// Adds the key of the rows before those that were added; it may equal the key that was added last.
  package mutating func prepend(_ key: Span<UInt8>, rowCount: Int = 1) {
    let rows = lastRows.lowerBound - rowCount..<lastRows.lowerBound
    if lastRows.isEmpty {
      lastRows = rows
      last.replace(from: 0, with: key)
      return
    }
    let shared = last.span.sharedLength(with: key)
    if shared == key.count, shared == last.count {
      lastRows = rows.lowerBound..<lastRows.upperBound
      return
    }
    closeNodes(sharing: shared)
    lastRows = rows
    last.replace(from: shared, with: key)
  }

  /// Adds the last key to its node, and closes the nodes whose keys share more than `length` bytes,
  /// which is what the last key and the next one share.
  private mutating func closeNodes(sharing length: Int) {
    if open[open.count - 1].end < length {
      open.append(
        OpenNode(
          end: length, rows: lastRows, firstEdge: edges.count,
          firstTail: tails.count, byteCountBefore: reversed.count))
    }
    addLastKey()
    while open[open.count - 1].end > length {
      let node = open.removeLast()
      if open[open.count - 1].end < length {
        open.append(
          OpenNode(
            end: length, rows: node.rows, firstEdge: node.firstEdge,
            firstTail: node.firstTail, byteCountBefore: node.byteCountBefore))
      }
      add(node)
    }
  }

  /// Adds the last key to the innermost node.
  private mutating func addLastKey() {
    let depth = open[open.count - 1].end + 1
    open[open.count - 1].extendRows(to: lastRows.lowerBound)
    guard last.count >= depth else {
      open[open.count - 1].hasOwnKey = true
      return
    }
    var node = OpenNode(
      end: 0, rows: lastRows, firstEdge: edges.count, firstTail: tails.count,
      byteCountBefore: reversed.count)
    let starts = chainStarts(from: depth, to: last.count)
    let rest = starts.last.map { $0 + RadixTree.longestRun + 1 } ?? depth
    let tail = last[rest...].dropLast(terminator == nil ? 0 : 1)
    tails.append(contentsOf: tail)
    addEdge(last[rest - 1], to: lastRows, tailLength: tail.count, distance: 0)
    addChain(starts, above: &node)
  }

  /// Adds a node to the innermost open one.
  private mutating func add(_ node: OpenNode) {
    let depth = open[open.count - 1].end + 1
    open[open.count - 1].extendRows(to: node.rows.lowerBound)
    let starts = chainStarts(from: depth, to: node.end)
    let start = starts.last.map { $0 + RadixTree.longestRun + 1 } ?? depth
    var node = node
    addEdge(last[start - 1], to: node.rows, distance: write(node, depth: start))
    addChain(starts, above: &node)
  }

  /// Splits bytes that are too many for one label or tail into a chain of nodes: where each label
  /// begins, without the last label or tail.
  private func chainStarts(from depth: Int, to end: Int) -> [Int] {
    end - depth > RadixTree.longestRun
      ? Array(stride(from: depth, to: end - RadixTree.longestRun, by: RadixTree.longestRun + 1))
      : []
  }

  /// Writes the nodes of a chain, which have one edge each, the last one first.
  private mutating func addChain(_ starts: [Int], above node: inout OpenNode) {
    node.hasOwnKey = false
    for start in starts.reversed() {
      node.end = start + RadixTree.longestRun
      addEdge(last[start - 1], to: node.rows, distance: write(node, depth: start))
    }
  }

  private mutating func addEdge(
    _ byte: UInt8, to rows: Range<Int>, tailLength: Int? = nil, distance: Int
  ) {
    edgeCount += 1
    edges.append(
      Edge(
        byte: byte, tailLength: tailLength.map { UInt8($0) }, row: rows.lowerBound,
        distance: distance))
  }

  /// Writes a node and its annotation before the nodes below it, and removes its edges.
  ///
  /// - Parameters:
  ///   - node: The node.
  ///   - depth: Where its label begins within its keys.
  /// - Returns: How many bytes lie from its beginning to the end of the tree.
  private mutating func write(_ node: OpenNode, depth: Int) -> Int {
    nodeCount += 1
    // Only a root can have no edges; an empty tail takes its place.
    guard edges.count > node.firstEdge else {
      reversed.append(0)
      return reversed.count
    }
    let size = layOut(node, depth: depth)
    reversed.append(contentsOf: scratch.reversed())
    precondition(
      scratch.count == size, "A node must have \(size) bytes, got \(scratch.count).")
    let distance = reversed.count
    if let annotations, node.rows.count > annotations.threshold {
      let number = annotations.number(node.rows)
      reversed.append(UInt64(number.byteSwapped), width: RadixTree.annotationSize)
    }
    edges.removeLast(edges.count - node.firstEdge)
    tails.removeLast(tails.count - node.firstTail)
    return distance
  }

  /// Lays out the bytes of a node, as described at ``RadixTree/Node``; returns how many there must be.
  private mutating func layOut(_ node: OpenNode, depth: Int) -> Int {
    let count = edges.count - node.firstEdge
    let label = last[depth..<node.end]
    let rowWidth = Node.rowWidth(rowCount: node.rows.count)
    let tailCount = edges[node.firstEdge...].count { $0.tailLength != nil }
    let tailByteCount = tailCount + tails.count - node.firstTail
    var size = 1 + (count > 15 ? 1 : 0) + count + tailByteCount
    if !label.isEmpty { size += 1 + label.count }
    size += (node.hasOwnKey ? count : count - 1) * rowWidth
    let below = reversed.count - node.byteCountBefore
    // The farthest target is the last child or, without children, the last tail.
    let width = [1, 2, 4].first { UInt64(size + count * $0 + below) * 2 < 1 << UInt64(8 * $0) }
    guard let width else { preconditionFailure("A tree must take less than 2 GiB.") }
    size += count * width

    scratch.removeAll(keepingCapacity: true)
    scratch.append(
      UInt8(
        min(count - 1, 15) << 4 | (label.isEmpty ? 0 : Node.labelFlag)
          | (node.hasOwnKey ? Node.ownKeyFlag : 0) | width >> 1))
    if count > 15 { scratch.append(UInt8(count - 1)) }
    if !label.isEmpty {
      scratch.append(UInt8(label.count))
      scratch.append(contentsOf: label)
    }
    let ascending = edges[node.firstEdge...].reversed()
    for edge in ascending { scratch.append(edge.byte) }
    var tailPlace = size - tailByteCount
    for edge in ascending {
      if let length = edge.tailLength {
        scratch.append(UInt64(tailPlace << 1), width: width)
        tailPlace += 1 + Int(length)
      } else {
        scratch.append(UInt64((reversed.count + size - edge.distance) << 1 | 1), width: width)
      }
    }
    for edge in node.hasOwnKey ? ascending[...] : ascending.dropFirst() {
      scratch.append(UInt64(edge.row - node.rows.lowerBound), width: rowWidth)
    }
    var tailEnd = tails.count
    for case let length? in ascending.lazy.map({ $0.tailLength }) {
      scratch.append(length)
      scratch.append(contentsOf: tails[tailEnd - Int(length)..<tailEnd])
      tailEnd -= Int(length)
    }
    return size
  }
}

extension RadixTree {
  /// A tree in two parts, to be written to a file one after the other, so that the nodes need not be
  /// copied.
  package struct Parts {
    /// The header and the jump table.
    package let head: [UInt8]
    /// The nodes.
    package let nodes: ByteRegion

    /// The whole tree in one region.
    package var region: ByteRegion {
      var writer = ByteRegionWriter()
      writer.reserveCapacity(head.count + nodes.count)
      writer.append(head)
      nodes.withContent { writer.append($0) }
      return writer.finish()
    }
  }
}

extension RadixTree.Builder {
  /// Finishes the tree after all keys were added.
  ///
  /// - Parameter jumpTableSize: The greatest size of the jump table in bytes; `nil` for the default.
  /// - Returns: The tree.
  package consuming func finish(jumpTableSize: Int? = nil) -> RadixTree.Parts {
    if !lastRows.isEmpty { closeNodes(sharing: 0) }
    var layout = RadixTree.Layout()
    layout.rowCount = rowCount
    layout.edgeCount = edgeCount
    layout.terminator = terminator.map(Int.init) ?? 256
    layout.annotationThreshold = annotations?.threshold ?? 0
    let rootDistance = write(open[0], depth: 0)
    layout.nodeCount = nodeCount
    reversed.reverse()
    // Where the root begins among the nodes.
    layout.root = reversed.count - rootDistance
    let nodes = ByteRegion(copying: reversed)
    reversed = []
    var writer = ByteRegionWriter()
    writer.append(layout.bytes)
    RadixTree.JumpTableWriter(nodes, layout, byteCount: jumpTableSize)
      .write(to: &writer, layout: &layout)
    layout.root += writer.position
    layout.end = writer.position + nodes.count - ByteRegion.padding
    precondition(
      layout.end <= UInt32.max, "A tree must have at most 4 GiB, got \(layout.end) bytes.")
    writer.overwrite(at: 0, with: layout.bytes)
    return RadixTree.Parts(head: writer.bytes, nodes: nodes)
  }
}

extension RadixTree.Builder.OpenNode {
  fileprivate mutating func extendRows(to lower: Int) { rows = lower..<rows.upperBound }
}

extension [UInt8] {
  /// Replaces the bytes from `start` on by those of a key.
  fileprivate mutating func replace(from start: Int, with key: Span<UInt8>) {
    removeLast(count - start)
    for index in start..<key.count { append(key[index]) }
  }
}

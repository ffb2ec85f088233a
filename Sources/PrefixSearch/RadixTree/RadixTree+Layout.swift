extension RadixTree {
  /// Where in the region each array lies, and how wide its numbers are.
  struct Layout: Sendable {
    /// The number of rows.
    var rowCount: Int
    /// The number of nodes, the root included.
    var nodeCount: Int
    /// The number of edges.
    var edgeCount: Int

    /// The first edge of each node, and the number of edges after the last.
    var firstEdges: PackedNumbers
    /// Where in the labels that of each node begins.
    var labelOffsets: PackedNumbers
    /// Where the first node's label length lies; they stand as far apart as the nodes.
    var labelLengthStart: Int

    /// The first byte of each edge.
    var edgeByteStart: Int
    /// The first row below each edge, and the number of rows after the last.
    var edgeRows: PackedNumbers
    /// The blocks of `kinds`, eight bytes for 32 edges each.
    var edgeKindStart: Int

    /// The labels, each once.
    var labelStart: Int
    /// Where every sixteenth tail begins, counted from `tailStart`.
    var tailOffsets: PackedNumbers
    /// The tails, each with its length in the byte before it.
    var tailStart: Int

    /// The table on the first two bytes.
    var jumps: JumpTable

    /// Names and ends of the sections, in the order in which they lie.
    var sectionEnds: [(name: String, end: Int)]
  }

  /// How many tails share one entry of `tailOffsets`.
  static let tailsPerOffset = 16

  /// The longest label or tail, in bytes.
  static let longestRun = 255
}

extension RadixTree.Layout {
  /// What lies at the lower end of an edge.
  enum EdgeTarget {
    /// A node, by its number.
    case node(Int)
    /// The rest of a single key, by its number.
    case tail(Int)
  }

  /// Finds what `edge` leads to.
  ///
  /// A block of the directory has two words: how many edges before the block lead to nodes, and one
  /// bit for each of the 32 edges of the block, set if it leads to a node.
  @inline(__always)
  func target(ofEdge edge: Int, in region: ByteRegion) -> EdgeTarget {
    let block = region.uint64(at: edgeKindStart &+ (edge &>> 5) &* 8)
    let bits = UInt32(truncatingIfNeeded: block &>> 32)
    let position = UInt32(truncatingIfNeeded: edge & 31)
    let before = bits & ((1 &<< position) &- 1)
    let nodeEdges = Int(UInt32(truncatingIfNeeded: block)) &+ before.nonzeroBitCount
    return bits &>> position & 1 == 1 ? .node(nodeEdges &+ 1) : .tail(edge &- nodeEdges)
  }
}

/// A path-compressed tree in one region of bytes: small, fast, and the default engine.
///
/// Where `PointerTrie` has an object for every byte of every key, this tree has a node only where
/// keys diverge (Morrison's PATRICIA, 1968; Knuth 6.3), and no references at all. The layout is designed
/// for the cache: all that a step needs (the label of a node, the first bytes of its edges, their rows
/// and child offsets) is contiguous, mostly within one cache line, and what follows from the path to a
/// node is not stored.
///
/// - A *node* has a *label*, the bytes that all keys below it share from there on, and its edges.
/// - An *edge* has the first byte of what follows, and the first row below it, which mostly takes one
///   byte, because it is counted from the first row of the node. The rows of an edge end where those of
///   its next sibling begin, or where those of its parent end. The key that ends at a node, if there is
///   one, has the rows before those of the first edge.
/// - An edge leads to a node if at least two keys lie below it; else it owns a *tail*, the rest of
///   its only key, which is stored in the node. A last byte that all keys share, the *terminator*, is
///   left out of the tails.
/// - Nodes are stored in depth-first order, so a child offset is short: mostly one byte.
/// - Labels and tails have at most 255 bytes. Longer ones become a chain of nodes with one edge each, so
///   the length of a key is not limited.
/// - Most walks do not begin at the root: a *jump table* leads from the first bytes of a prefix, four
///   at most, to the node or tail in which they end, with one lookup. It has entries for the prefixes
///   with the most rows, as many as fit; lookups of other prefixes take some more steps. Its size is
///   the only parameter, see ``init(_:jumpTableSize:)``.
///
/// The article <doc:RadixTreeFormat> shows the bytes of an example.
///
/// ## Resource usage
///
/// For the 197,338 distinct keys of 234,908 cities the tree takes less memory than their text, and its
/// jump table a tenth of the size of the nodes. Building temporarily needs twice the size of the nodes
/// in addition.
public struct RadixTree: PrefixIndex {
  package let region: ByteRegion
  let layout: Layout

  /// The number of rows, equal keys counted each.
  ///
  /// - Complexity: O(1).
  public var count: Int { layout.rowCount }

  /// Builds the tree, with a jump table of at most a tenth of the size of the nodes, and at most 256 kB.
  ///
  /// A small tree has no jump table.
  ///
  /// - Precondition: The tree takes less than 2 GiB, which holds unless the distinct keys have about as
  ///   many bytes.
  /// - Complexity: O(*b*) time and space, where *b* is the length of all distinct keys in bytes.
  public init(_ keys: SortedKeys) { self.init(keys, jumpTableSize: nil, annotations: nil) }

  /// Builds the tree with a larger or smaller jump table, or none.
  ///
  /// More entries make lookups faster, with diminishing returns: the article <doc:RadixTreeFormat> has
  /// the curve. The size does not change what is found.
  ///
  /// - Parameters:
  ///   - keys: The keys.
  ///   - jumpTableSize: The greatest size of the jump table in bytes; 0 for none. The table is smaller
  ///     if all prefixes of one to four bytes have their entries, which take 17 bytes each on average.
  /// - Precondition: `jumpTableSize` is not negative, and the tree takes less than 2 GiB, as in
  ///   ``init(_:)``.
  /// - Complexity: That of ``init(_:)``.
  public init(_ keys: SortedKeys, jumpTableSize: Int) {
    precondition(jumpTableSize >= 0, "jumpTableSize must be at least 0, got \(jumpTableSize).")
    self.init(keys, jumpTableSize: jumpTableSize, annotations: nil)
  }

  /// Builds a tree that stores a number at each of its larger nodes, such as the offset of data about the
  /// rows of that node.
  ///
  /// - Parameters:
  ///   - keys: The keys.
  ///   - jumpTableSize: The greatest size of the jump table in bytes; `nil` for that of ``init(_:)``.
  ///   - annotations: The number of each node with many rows; `nil` for a tree without numbers.
  /// - Complexity: That of ``init(_:)``.
  package init(_ keys: SortedKeys, jumpTableSize: Int? = nil, annotations: Annotations?) {
    var builder = Builder(
      rowCount: keys.count, terminator: keys.commonTerminator, annotations: annotations)
    for rank in (0..<keys.distinctCount).reversed() {
      builder.prepend(
        keys.bytes.span.extracting(keys.byteRange(ofRank: rank)),
        rowCount: keys.rows(ofRank: rank).count)
    }
    region = builder.finish(jumpTableSize: jumpTableSize).region
    layout = Layout(of: region)
    checkInvariants(keys)
  }

  /// Numbers for the nodes that have more rows than a threshold.
  package struct Annotations {
    /// Nodes with more rows than this have a number; at least 1.
    let threshold: Int
    /// The number of the node with the given rows.
    let number: (Range<Int>) -> UInt32

    package init(threshold: Int, number: @escaping (Range<Int>) -> UInt32) {
      precondition(threshold >= 1, "threshold must be at least 1, got \(threshold).")
      self.threshold = threshold
      self.number = number
    }
  }

  /// The number stored for the node of a position; `nil` if the node has few rows, or if the tree was
  /// built without numbers.
  ///
  /// - Complexity: O(1).
  @inline(__always)
  package func annotation(at position: Position) -> UInt32? {
    guard layout.annotationThreshold > 0, let node = position.node,
      rows(below: position).count > layout.annotationThreshold
    else { return nil }
    return region.uint32(at: node &- Self.annotationSize)
  }

  /// The size in bytes of an annotation, each of which is stored before its node.
  static let annotationSize = 4

  /// Takes a region as it is, even if its bytes are damaged.
  ///
  /// - Complexity: O(1).
  package init(region: ByteRegion) {
    self.region = region
    layout = Layout(of: region)
  }
}

extension RadixTree {
  /// The header of the tree, in the first bytes of its region.
  struct Layout: Sendable, Equatable {
    /// The number of rows.
    var rowCount = 0
    /// The number of nodes, the root included.
    var nodeCount = 0
    /// The number of edges.
    var edgeCount = 0
    /// The last byte of all keys, which tails leave out; 256 if there is no such byte.
    var terminator = 256
    /// The number of bits of a hash that select a pilot.
    var bucketBits = 0
    /// The number of slots of the jump table, including free ones; 0 without a table.
    var slotCount = 0
    /// Where the pilots of the jump table begin.
    var pilotStart = 0
    /// Where the entries of the jump table begin.
    var slotStart = 0
    /// Where the root begins: the first node, or an empty tail if there are no edges.
    var root = 0
    /// Where the tree ends.
    var end = 0
    /// Nodes with more rows than this have an annotation; 0 for a tree without annotations.
    var annotationThreshold = 0

    /// The shift of a hash that leaves the bits which select a pilot; not stored.
    private(set) var bucketShift: UInt64 = 0
  }

  /// The greatest length of a label or tail in bytes.
  static let longestRun = 255
}

extension RadixTree.Layout {
  /// Visits the fields in the order in which they are stored, four bytes each.
  private mutating func visitFields(_ visit: (inout Int) -> Void) {
    visit(&rowCount)
    visit(&nodeCount)
    visit(&edgeCount)
    visit(&terminator)
    visit(&bucketBits)
    visit(&slotCount)
    visit(&pilotStart)
    visit(&slotStart)
    visit(&root)
    visit(&end)
    visit(&annotationThreshold)
  }

  /// The size of the header in bytes.
  static let byteCount = 11 * 4

  /// Reads the header of the tree in `region`.
  init(of region: ByteRegion) {
    var offset = 0
    visitFields { field in
      field = Int(clamping: region.uint32(at: offset))
      offset += 4
    }
    bucketShift = UInt64(truncatingIfNeeded: 64 &- bucketBits)
  }

  /// The stored form.
  var bytes: [UInt8] {
    var (copy, writer) = (self, ByteRegionWriter())
    copy.visitFields { writer.append($0, width: 4) }
    return writer.bytes
  }
}

extension RadixTree {
  /// The exact number of bytes that the tree keeps in memory, by part.
  ///
  /// - Complexity: O(1).
  public var memoryFootprint: MemoryFootprint {
    MemoryFootprint(
      sections: [
        ("format", layout.pilotStart),
        ("pilots", layout.slotStart),
        ("jump table", layout.slotStart &+ layout.slotCount &* JumpEntry.byteCount),
        ("nodes", layout.end),
      ],
      of: region, description: MemoryLayout<RadixTree>.size)
  }

  /// The number of nodes, the root included.
  ///
  /// - Complexity: O(1).
  package var nodeCount: Int { layout.nodeCount }

  /// The number of edges.
  ///
  /// - Complexity: O(1).
  package var edgeCount: Int { layout.edgeCount }
}

extension RadixTree {
  /// Checks the shape of every node, and that the tree finds every key and nothing else.
  ///
  /// Without the trait `InternalChecks`, it does nothing.
  ///
  /// - Complexity: O(*b*), where *b* is the length of all distinct keys in bytes.
  package func checkInvariants(_ keys: SortedKeys) {
    #if InternalChecks
    precondition(count == keys.count, "\(count) rows, but \(keys.count) keys.")
    precondition(layout.end <= region.count, "The tree ends at \(layout.end) of \(region.count).")
    var pending: [(start: Int, rows: Rows)] = []
    if rootTarget.isNode { pending.append((layout.root, Rows(lower: 0, upper: count))) }
    while let (start, rows) = pending.popLast() {
      let node = Node(at: start, in: region)
      precondition(start >= layout.root && start < layout.end, "A node at \(start).")
      let bytes = (0..<node.edgeCount).map { region.byte(at: node.edgeStart + $0) }
      precondition(zip(bytes, bytes.dropFirst()).allSatisfy(<), "Edges \(bytes) do not ascend.")
      var end = rows.lower
      for edge in 0..<node.edgeCount {
        let below = node.rows(ofEdge: edge, of: rows, in: region)
        precondition(
          below.lower == end || edge == 0 && node.ownKeyCount == 1 && below.lower > end,
          "Edge \(edge) of the node at \(start) has rows \(below) after \(end).")
        precondition(below.lower < below.upper && below.upper <= rows.upper, "Rows \(below).")
        end = below.upper
        let target = node.target(ofEdge: edge, in: region)
        precondition(
          target.place > start,
          "The node at \(start) has a child offset to \(target.place), before it.")
        if target.isNode { pending.append((target.place, below)) }
      }
      precondition(end == rows.upper, "The edges at \(start) end at row \(end) of \(rows).")
    }
    checkJumps(below: root, [])
    keys.checkExactMatches(of: self)
    #endif
  }

  #if InternalChecks
  /// Checks that a lookup of each prefix that the jump table may hold gives the same rows as a walk.
  private func checkJumps(below position: Position, _ bytes: [UInt8]) {
    let (found, walked) = (range(of: bytes), rows(below: position))
    precondition(found == walked, "Rows \(found) of \(bytes), but a walk finds \(walked).")
    guard bytes.count < JumpEntry.longestKey else { return }
    forEachChild(of: position, in: .all) { checkJumps(below: $1, bytes + [$0]) }
  }
  #endif
}

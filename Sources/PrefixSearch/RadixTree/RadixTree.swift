package import FlatStorage

/// A path-compressed tree in one region of bytes: small, fast, and the default engine.
///
/// Where ``PointerTrie`` has an object for every byte of every key, this tree has a node only where
/// keys part (Morrison's PATRICIA, 1968; Knuth 6.3), and no references at all. What made the layout is
/// the cache: all that a step needs (the label of a node, the first bytes of its edges, their rows,
/// the way on) lies in one run of bytes, mostly in one cache line, and whatever can be known from the
/// way down is not stored.
///
/// - A *node* has a *label*, the bytes that all keys below it share from there on, and its edges.
/// - An *edge* has the first byte of what follows, and the first row below it, counted from the first
///   row of the node. Rows are thus as narrow as the node is small: one byte, mostly. An edge's rows
///   end where its next sibling's begin, or where its parent's end. A node's own key, if it has one,
///   has the rows before those of its first edge.
/// - An edge leads to a node if at least two keys lie below it; else it owns a *tail*, the rest of
///   its only key, which lies in the node. A last byte that all keys share is left out of the tails.
/// - Nodes lie in depth-first order, so the way on is a short distance: one byte, mostly.
/// - Labels and tails have at most 255 bytes. What is longer becomes a chain of nodes with one edge
///   each, so a key may be as long as it likes.
/// - Most walks do not begin at the root: a *jump table* leads from the first bytes of a prefix, four at
///   most, to the node or tail in which they end, with one lookup. It has entries for the beginnings of
///   the most keys, as many as it has room for; the others cost some steps more. How much room that is
///   is the one choice to make: ``init(_:jumpTableSize:)``.
///
/// The article <doc:RadixTreeFormat> draws the bytes.
///
/// ## Resource usage
///
/// Over the 197,338 distinct keys of 234,908 cities the tree takes less memory than their text, and its
/// jump table a tenth of what the nodes take.
/// Building needs about 70 bytes more for each edge, for as long as it lasts.
public struct RadixTree: PrefixIndex {
  package let region: ByteRegion
  let layout: Layout

  /// The number of rows, equal keys counted each.
  ///
  /// - Complexity: O(1).
  public var count: Int { layout.rowCount }

  /// Builds the tree, with a jump table that takes at most a tenth of what the nodes take, and 256 kB:
  /// few keys have none.
  ///
  /// - Precondition: The tree takes less than 2 GiB: that is so unless the distinct keys have about as
  ///   many bytes.
  /// - Complexity: O(*b*) time and space, where *b* is the length of all distinct keys in bytes.
  public init(_ keys: SortedKeys) { self.init(keys, jumpTableSize: nil, annotations: nil) }

  /// Builds the tree with a larger or smaller jump table, or none.
  ///
  /// More entries make lookups faster, each less than the one before: the article
  /// <doc:RadixTreeFormat> has the curve. What is found is the same.
  ///
  /// - Parameters:
  ///   - keys: The keys.
  ///   - jumpTableSize: The most bytes that the jump table may take; 0 for none. It takes less if all
  ///     beginnings of one to four bytes have their entries, 17 bytes each in the mean.
  /// - Precondition: `jumpTableSize` is not negative, and that of ``init(_:)``.
  /// - Complexity: That of ``init(_:)``.
  public init(_ keys: SortedKeys, jumpTableSize: Int) {
    precondition(jumpTableSize >= 0, "A table cannot take \(jumpTableSize) bytes.")
    self.init(keys, jumpTableSize: jumpTableSize, annotations: nil)
  }

  /// Builds a tree that has a number at each of its larger nodes, which leads on to whatever is stored
  /// for the rows of that node.
  ///
  /// - Parameters:
  ///   - keys: The keys.
  ///   - jumpTableSize: The most bytes that the jump table may take; `nil` for that of ``init(_:)``.
  ///   - annotations: The number of each node with many rows; `nil` for a tree without numbers.
  /// - Complexity: That of ``init(_:)``.
  package init(_ keys: SortedKeys, jumpTableSize: Int? = nil, annotations: Annotations?) {
    let writer = Writer(Splitter(keys), annotations: annotations)
    region = writer.write(jumpTableSize: jumpTableSize)
    layout = Layout(of: region)
    checkInvariants(keys)
  }

  /// Numbers for the nodes that have more than some rows.
  package struct Annotations {
    /// Nodes with more rows than this have a number; at least 1.
    let threshold: Int
    /// The number of the node that has some rows.
    let number: (Range<Int>) -> UInt32

    package init(threshold: Int, number: @escaping (Range<Int>) -> UInt32) {
      precondition(threshold >= 1, "A threshold must be at least 1, got \(threshold).")
      self.threshold = threshold
      self.number = number
    }
  }

  /// The number that was stored for the node in which a position lies; `nil` if it has few rows, or if
  /// the tree was built without numbers.
  ///
  /// - Complexity: O(1).
  @inline(__always)
  public func annotation(at position: Position) -> UInt32? {
    guard layout.annotationThreshold > 0, let node = position.node,
      rows(below: position).count > layout.annotationThreshold
    else { return nil }
    return region.uint32(at: node &- Self.annotationSize)
  }

  /// The bytes of an annotation, which lies before its node.
  static let annotationSize = 4

  /// Takes a region as it is, even if its bytes are wrong.
  ///
  /// - Complexity: O(1).
  package init(region: ByteRegion) {
    self.region = region
    layout = Layout(of: region)
  }
}

extension RadixTree {
  /// What has to be known of a region to read the tree in it; it stands in the region's first bytes.
  struct Layout: Sendable, Equatable {
    /// The number of rows.
    var rowCount = 0
    /// The number of nodes, the root included.
    var nodeCount = 0
    /// The number of edges.
    var edgeCount = 0
    /// The last byte of every key if all end alike, which tails leave out; else 256.
    var terminator = 256
    /// The number of bits of a hash that name a pilot.
    var bucketBits = 0
    /// The number of slots of the jump table, free ones included; 0 without a table.
    var slotCount = 0
    /// Where the pilots of the jump table begin.
    var pilotStart = 0
    /// Where the entries of the jump table begin.
    var slotStart = 0
    /// Where the root begins: the first node, or an empty tail if there are no edges.
    var root = 0
    /// Where the tree ends.
    var end = 0
    /// Nodes with more rows than this have an annotation; 0 if there are none at all.
    var annotationThreshold = 0

    /// How far a hash is shifted until the bits are left that name a pilot; not stored.
    private(set) var bucketShift: UInt64 = 0
  }

  /// The longest label or tail, in bytes.
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

  /// The size of a stored description in bytes.
  static let byteCount = 11 * 4

  /// Reads the description of the tree that lies in `region`.
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
  public var nodeCount: Int { layout.nodeCount }

  /// The number of edges.
  ///
  /// - Complexity: O(1).
  public var edgeCount: Int { layout.edgeCount }
}

extension RadixTree {
  #if InternalChecks
  /// Checks the shape of every node, and that the tree finds every key and nothing else.
  ///
  /// - Complexity: O(*b*), where *b* is the length of all distinct keys in bytes.
  @inline(never)
  package func checkInvariants(_ keys: SortedKeys) {
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
        precondition(target.place > start, "The node at \(start) leads up to \(target.place).")
        if target.isNode { pending.append((target.place, below)) }
      }
      precondition(end == rows.upper, "The edges at \(start) end at row \(end) of \(rows).")
    }
    checkJumps(below: root, [])
    keys.checkExactMatches(of: self)
  }

  /// Checks that the rows of each beginning which the jump table may have are those that a walk finds.
  private func checkJumps(below position: Position, _ bytes: [UInt8]) {
    let (found, walked) = (range(of: bytes), rows(below: position))
    precondition(found == walked, "Rows \(found) of \(bytes), but a walk finds \(walked).")
    guard bytes.count < JumpEntry.longestKey else { return }
    forEachChild(of: position, in: 0...255) { checkJumps(below: $1, bytes + [$0]) }
  }
  #else
  /// Does nothing in a build without the trait `InternalChecks`.
  @inline(__always)
  package func checkInvariants(_ keys: SortedKeys) {}
  #endif
}

extension RadixTree {
  /// A node as it lies in the region.
  ///
  /// In this order, without gaps:
  ///
  /// | bytes | content |
  /// |---|---|
  /// | 1 | the number of edges less one, 15 for more than 15, in the high four bits; bit 3: the node has a label; bit 2: it has a key of its own; bits 1 and 0: the width of a distance, 0 for no edge to a node, else 1, 2 or 4 bytes |
  /// | 0 or 1 | the number of edges less one, if there are more than 15 |
  /// | 0 or 1 + *l* | length and bytes of the label |
  /// | *n* | the first byte of each edge, ascending |
  /// | (*n* or *n* - 1) · *w* | where the rows of each edge begin, counted from the node's first row; that of the first edge is 0 and left out unless the node has a key of its own |
  /// | 0 or ⌈*n* / 8⌉ | a bit for each edge, set if it leads to a node |
  /// | *c* · *d* | the distance from the start of this node to each of those nodes |
  /// | *n* - *c* | the length of the tail of each other edge |
  /// | the rest | the tails |
  struct Node {
    /// Where the node begins.
    let start: Int
    /// The number of edges, at least 1.
    let edgeCount: Int
    /// Whether a key ends after the label.
    let hasOwnKey: Bool
    /// The bytes of a distance to a node; 0 if no edge leads to one.
    let distanceWidth: Int
    /// The number of bytes of the label.
    let labelLength: Int
    /// Where the label begins.
    let labelStart: Int

    /// Reads the node that begins at `start`.
    @inline(__always)
    init(at start: Int, in region: ByteRegion) {
      let head = region.uint64(at: start)
      let kind = Int(truncatingIfNeeded: head & 0xFF)
      var (position, shift) = (start &+ 1, UInt64(8))
      var count = kind &>> 4
      if count == 15 {
        count = Int(truncatingIfNeeded: head &>> shift & 0xFF)
        (position, shift) = (position &+ 1, 16)
      }
      var length = 0
      if kind & Self.labelFlag != 0 {
        length = Int(truncatingIfNeeded: head &>> shift & 0xFF)
        position &+= 1
      }
      self.start = start
      edgeCount = count &+ 1
      hasOwnKey = kind & Self.ownKeyFlag != 0
      distanceWidth = (1 &<< (kind & 3)) &>> 1
      labelLength = length
      labelStart = position
    }

    static let labelFlag = 8
    static let ownKeyFlag = 4

    /// The bytes that the rows of the edges of a node take each; the node has `rowCount` rows.
    @inline(__always)
    static func rowWidth(rowCount: Int) -> Int {
      rowCount <= 0x100 ? 1 : rowCount <= 0x1_0000 ? 2 : rowCount <= 0x100_0000 ? 3 : 4
    }
  }
}

extension RadixTree.Node {
  /// Where the first bytes of the edges begin.
  @inline(__always)
  var edgeStart: Int { labelStart &+ labelLength }

  /// Finds the edge that begins with `byte`, eight edges at a time (Lamport, 1975).
  @inline(__always)
  func edge(beginningWith byte: UInt8, in region: ByteRegion) -> Int? {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let wanted = UInt64(byte) &* ones
    var edge = 0
    repeat {
      let difference = region.uint64(at: edgeStart &+ edge) ^ wanted
      // The lowest byte that is zero gets its top bit set; bytes above it may get theirs in error.
      let zeros = (difference &- ones) & ~difference & (ones &<< 7)
      if zeros != 0 {
        let found = edge &+ zeros.trailingZeroBitCount &>> 3
        return found < edgeCount ? found : nil
      }
      edge &+= 8
    } while edge < edgeCount
    return nil
  }

  /// Where the rows of the edges begin that have theirs stored, less those of a first edge that does
  /// not.
  @inline(__always)
  private func rowStart(width: Int) -> Int {
    edgeStart &+ edgeCount &- (hasOwnKey ? 0 : width)
  }

  /// The rows of `edge`, of those of the node.
  @inline(__always)
  func rows(ofEdge edge: Int, of rows: Range<Int>, in region: ByteRegion) -> Range<Int> {
    let width = Self.rowWidth(rowCount: rows.count)
    let mask = UInt32.max &>> UInt32(truncatingIfNeeded: 32 &- 8 &* width)
    let offset = rowStart(width: width) &+ edge &* width
    var lower = 0
    if edge > 0 || hasOwnKey { lower = Int(region.uint32(at: offset) & mask) }
    var upper = rows.count
    if edge &+ 1 < edgeCount { upper = Int(region.uint32(at: offset &+ width) & mask) }
    let start = rows.lowerBound &+ lower
    return start..<max(start, rows.lowerBound &+ upper)
  }

  /// Finds what `edge` leads to; the node has `rowCount` rows.
  @inline(__always)
  func target(ofEdge edge: Int, rowCount: Int, in region: ByteRegion) -> RadixTree.Target {
    let width = Self.rowWidth(rowCount: rowCount)
    let kindStart = rowStart(width: width) &+ edgeCount &* width
    guard distanceWidth > 0 else {
      return tail(edge, lengthStart: kindStart, tailCount: edgeCount, in: region)
    }
    var (nodeEdges, before) = (0, 0)
    var isNode = false
    var first = 0
    repeat {
      let bits = region.uint64(at: kindStart &+ first &>> 3)
      let inWord = min(edgeCount &- first, 64)
      let used = bits & UInt64.max &>> UInt64(truncatingIfNeeded: 64 &- inWord)
      let position = edge &- first
      if position < 64, position >= 0 {
        let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: position)
        before = nodeEdges &+ (used & (bit &- 1)).nonzeroBitCount
        isNode = used & bit != 0
      }
      nodeEdges &+= used.nonzeroBitCount
      first &+= 64
    } while first < edgeCount
    let distanceStart = kindStart &+ (edgeCount &+ 7) &>> 3
    if isNode {
      let mask = UInt32.max &>> UInt32(truncatingIfNeeded: 32 &- 8 &* distanceWidth)
      let distance = region.uint32(at: distanceStart &+ before &* distanceWidth) & mask
      return .node(start &+ Int(distance))
    }
    return tail(
      edge &- before, lengthStart: distanceStart &+ nodeEdges &* distanceWidth,
      tailCount: edgeCount &- nodeEdges, in: region)
  }

  /// Finds the tail numbered `tail` of the node: it begins after those before it.
  @inline(__always)
  private func tail(
    _ tail: Int, lengthStart: Int, tailCount: Int, in region: ByteRegion
  ) -> RadixTree.Target {
    let before = region.sum(ofBytesAt: lengthStart, count: tail)
    let length = Int(region.byte(at: lengthStart &+ tail))
    return .tail(start: lengthStart &+ tailCount &+ before, length: length)
  }
}

extension RadixTree {
  /// What lies at the lower end of an edge.
  enum Target {
    /// A node, by where it begins.
    case node(Int)
    /// The rest of a single key: where it begins and how many bytes of it are stored.
    case tail(start: Int, length: Int)
  }
}

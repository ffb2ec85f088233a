extension RadixTree {
  /// Finds the rows whose key begins with `prefix`.
  ///
  /// - Parameter prefix: Any bytes; they need not be UTF-8.
  /// - Returns: The rows, or `0..<0` if there are none.
  /// - Complexity: O(*m*), where *m* is the length of `prefix` in bytes: up to four bytes are looked up in
  ///   the jump table, each other byte is compared with a label or a tail once, or searched among at most
  ///   256 edges, sixteen at a time.
  public func range(of prefix: Span<UInt8>) -> Range<Int> {
    guard !prefix.isEmpty else { return 0..<count }
    guard let location = locate(prefix) else { return 0..<0 }
    return clamped(location.rows)
  }

  /// Finds the position of `prefix` at once.
  ///
  /// - Parameter prefix: Any bytes; they need not be UTF-8.
  /// - Returns: The position, or `nil` if no key begins with `prefix`; the root for no bytes.
  /// - Complexity: O(*m*), where *m* is the length of `prefix` in bytes.
  public func position(of prefix: Span<UInt8>) -> Position? { descend(prefix) }

  /// The same as ``position(of:)``, inlined.
  @inline(__always)
  func descend(_ prefix: Span<UInt8>) -> Position? {
    guard !prefix.isEmpty else { return root }
    guard let location = locate(prefix) else { return nil }
    return child(
      of: root, with: location.rows, at: location.target, offset: prefix.count &- location.start,
      // The root has no byte above it. No prefix ends in it, unless the tree is damaged.
      by: location.start > 0 ? prefix[location.start &- 1] : 0)
  }

  /// Where a prefix ends in the tree.
  private struct Location {
    var rows: Rows
    /// The node or tail in which the prefix ends.
    var target: Target
    /// How many bytes of the prefix lie above the target.
    var start: Int
  }

  /// Descends along `prefix`, which is not empty, to the node or tail in which it ends.
  @inline(__always)
  private func locate(_ prefix: Span<UInt8>) -> Location? {
    let first = prefix.firstWord
    var (rows, target, start) = (Rows(lower: 0, upper: count), rootTarget, 0)
    var length = layout.slotCount > 0 ? min(prefix.count, JumpEntry.longestKey) : 0
    while length > 0 {
      if let jump = jumpTarget(for: first, length: length) {
        (rows, target, start) = (jump.rows, jump.target, jump.consumed)
        if prefix.count == length { return Location(rows: rows, target: target, start: start) }
        break
      }
      // Prefixes of few keys have no entry; a shorter prefix has more keys.
      length &-= 1
    }
    // A tree whose root is not a node has no key but the empty one.
    guard length > 0 || target.isNode else { return nil }
    while start < prefix.count {
      guard target.isNode else {
        return tail(at: target.place, beginsWith: prefix, first: first, from: start)
          ? Location(rows: rows, target: target, start: start) : nil
      }
      let node = Node(at: target.place, in: region)
      let shared = min(node.labelLength, prefix.count &- start)
      guard region.equals(node.labelStart, prefix, first: first, from: start, count: shared)
      else { return nil }
      let position = start &+ shared
      guard position < prefix.count else { break }
      let next = UInt8(truncatingIfNeeded: prefix.word(at: position, first: first))
      guard let edge = node.edge(beginningWith: next, in: region) else { return nil }
      start = position &+ 1
      target = node.target(ofEdge: edge, in: region)
      rows = node.rows(ofEdge: edge, of: rows, in: region)
    }
    return Location(rows: rows, target: target, start: start)
  }

  /// The rows, clamped to those that exist; a negative bound is a huge unsigned number.
  @inline(__always)
  private func clamped(_ rows: Rows) -> Range<Int> {
    let upper = min(UInt(bitPattern: rows.upper), UInt(bitPattern: count))
    let lower = min(UInt(bitPattern: rows.lower), upper)
    return Int(bitPattern: lower)..<Int(bitPattern: upper)
  }

  /// Whether a tail begins with the bytes of `prefix` from `position` on.
  ///
  /// The terminator, which tails leave out, follows every tail, except an empty tail after an edge whose
  /// byte is the terminator: there the key has ended.
  @inline(__always)
  private func tail(
    at place: Int, beginsWith prefix: Span<UInt8>, first: UInt64, from position: Int
  ) -> Bool {
    let length = Int(region.byte(at: place))
    let rest = prefix.count &- position
    guard rest > length else {
      return region.equals(place &+ 1, prefix, first: first, from: position, count: rest)
    }
    return rest == length &+ 1 && Int(prefix[position &+ length]) == layout.terminator
      && !(length == 0 && Int(prefix[position &- 1]) == layout.terminator)
      && region.equals(place &+ 1, prefix, first: first, from: position, count: length)
  }
}

extension RadixTree {
  /// A node, as it is stored in the region.
  ///
  /// In this order, without gaps:
  ///
  /// | bytes | content |
  /// |---|---|
  /// | 1 | the number of edges less one, 15 for more than 15, in the high four bits; bit 3: the node has a label; bit 2: a key ends after the label; bits 1 and 0: the width *d* of a child offset, 0 to 2 for 1, 2 or 4 bytes |
  /// | 0 or 1 | the number of edges less one, if there are more than 15 |
  /// | 0 or 1 + *l* | length and bytes of the label |
  /// | *n* | the first byte of each edge, ascending |
  /// | *n* · *d* | the child offset of each edge: its lowest bit is set for a node and clear for a tail, the others are the distance from the start of this node to that node or tail |
  /// | *n* · *w*, or (*n* - 1) · *w* | where the rows of each edge begin, counted from the node's first row; that of the first edge is stored only if a key ends after the label, and is 0 otherwise |
  /// | the rest | the tails, each with its length in the byte before it |
  struct Node {
    /// Where the node begins.
    let start: Int
    /// The number of edges, at least 1.
    let edgeCount: Int
    /// 1 if a key ends after the label, else 0.
    let ownKeyCount: Int
    /// The size of a child offset in bytes: 1, 2 or 4.
    let childOffsetWidth: Int
    /// The number of bytes of the label.
    let labelLength: Int
    /// Where the label begins.
    let labelStart: Int

    static let labelFlag = 8
    static let ownKeyFlag = 4

    /// Reads the node that begins at `start`.
    ///
    /// Whether there is a label cannot be predicted, so this is branchless.
    @inline(__always)
    init(at start: Int, in region: ByteRegion) {
      var head = region.uint64(at: start)
      let kind = Int(truncatingIfNeeded: head & 0xFF)
      head = head &>> 8
      var position = start &+ 1
      var count = kind &>> 4
      if count == 15 {
        count = Int(truncatingIfNeeded: head & 0xFF)
        head = head &>> 8
        position &+= 1
      }
      let hasLabel = (kind & Self.labelFlag) &>> 3
      self.start = start
      edgeCount = count &+ 1
      ownKeyCount = (kind & Self.ownKeyFlag) &>> 2
      childOffsetWidth = 1 &<< (kind & 3)
      labelLength = Int(truncatingIfNeeded: head & 0xFF) & (0 &- hasLabel)
      labelStart = position &+ hasLabel
    }

    /// The size in bytes of the first row of an edge, in a node with `rowCount` rows.
    @inline(__always)
    static func rowWidth(rowCount: Int) -> Int {
      let highest = UInt64(truncatingIfNeeded: rowCount &- 1) | 1
      return min((63 &- highest.leadingZeroBitCount) &>> 3 &+ 1, 4)
    }
  }
}

extension RadixTree.Node {
  /// Where the first bytes of the edges begin.
  @inline(__always)
  var edgeStart: Int { labelStart &+ labelLength }

  /// Finds the edge that begins with `byte`, sixteen edges at a time (Lamport, 1975).
  @inline(__always)
  func edge(beginningWith byte: UInt8, in region: ByteRegion) -> Int? {
    let wanted = UInt64(byte) &* 0x0101_0101_0101_0101
    var edge = 0
    repeat {
      let low = Self.firstZero(in: region.uint64(at: edgeStart &+ edge) ^ wanted)
      let high = Self.firstZero(in: region.uint64(at: edgeStart &+ edge &+ 8) ^ wanted)
      // Which word holds the byte cannot be predicted, so this is branchless: `low` is 8 if the first
      // one does not.
      let found = low &+ (high & (0 &- (low &>> 3)))
      if found < 16 {
        let edge = edge &+ found
        return edge < edgeCount ? edge : nil
      }
      edge &+= 16
    } while edge < edgeCount
    return nil
  }

  /// The number of bytes below the lowest zero byte; 8 if there is none.
  @inline(__always)
  private static func firstZero(in word: UInt64) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    // The lowest zero byte gets its top bit set; higher bytes may get theirs in error.
    return ((word &- ones) & ~word & (ones &<< 7)).trailingZeroBitCount &>> 3
  }

  /// Finds the rows of `edge`, given the rows of the node.
  @inline(__always)
  func rows(ofEdge edge: Int, of rows: RadixTree.Rows, in region: ByteRegion) -> RadixTree.Rows {
    let rowCount = rows.upper &- rows.lower
    let width = Self.rowWidth(rowCount: rowCount)
    let bits = UInt64(truncatingIfNeeded: 8 &* width)
    let mask = (1 &<< bits) &- 1
    let stored = edge &+ ownKeyCount &- 1
    // One word holds the first row of the edge, if it is stored, and that of the next edge.
    let word = region.uint64(
      at: edgeStart &+ edgeCount &* (1 &+ childOffsetWidth) &+ stored &* width)
    // Whether it is stored cannot be predicted, so this is branchless: the mask clears all bits if
    // `stored` is negative.
    let lower = Int(truncatingIfNeeded: word & mask) & ~(stored &>> (Int.bitWidth &- 1))
    let next = Int(truncatingIfNeeded: word &>> bits & mask)
    let upper = edge &+ 1 < edgeCount ? next : rowCount
    return RadixTree.Rows(lower: rows.lower &+ lower, upper: rows.lower &+ upper)
  }

  /// Finds the edge whose rows contain `row`; `nil` for a row of the key that ends at the node.
  @inline(__always)
  func edge(containing row: Int, of rows: RadixTree.Rows, in region: ByteRegion) -> Int? {
    let next = (1..<edgeCount).partitioningIndex {
      self.rows(ofEdge: $0, of: rows, in: region).lower > row
    }
    let below = self.rows(ofEdge: next &- 1, of: rows, in: region)
    return below.lower <= row && row < below.upper ? next &- 1 : nil
  }

  /// The node or tail at the lower end of `edge`.
  @inline(__always)
  func target(ofEdge edge: Int, in region: ByteRegion) -> RadixTree.Target {
    let offset = edgeStart &+ edgeCount &+ edge &* childOffsetWidth
    let mask = UInt32.max &>> UInt32(truncatingIfNeeded: 32 &- 8 &* childOffsetWidth)
    let childOffset = region.uint32(at: offset) & mask
    return RadixTree.Target(
      place: start &+ Int(truncatingIfNeeded: childOffset &>> 1), isNode: childOffset & 1 != 0)
  }
}

extension RadixTree {
  /// The bounds of a range of rows as read from a region, which are not checked yet.
  struct Rows {
    var lower: Int
    var upper: Int
  }

  /// The lower end of an edge: a node, or the rest of a single key.
  struct Target {
    /// Where it begins.
    var place: Int
    /// Whether it is a node; otherwise it is a tail, whose first byte is its length.
    var isNode: Bool
  }
}

internal import FlatStorage

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
    guard let arrival = arrival(of: prefix) else { return 0..<0 }
    return clamped(arrival.rows)
  }

  /// Finds the position of `prefix` at once.
  ///
  /// - Parameter prefix: Any bytes; they need not be UTF-8.
  /// - Returns: The position, or `nil` if no key begins with `prefix`; the root for no bytes.
  /// - Complexity: O(*m*), where *m* is the length of `prefix` in bytes.
  public func position(of prefix: Span<UInt8>) -> Position? {
    guard !prefix.isEmpty else { return root }
    guard let arrival = arrival(of: prefix) else { return nil }
    return child(
      of: root, with: arrival.rows, at: arrival.target, offset: prefix.count &- arrival.start,
      // Nothing lies above the root, in which no prefix ends unless the bytes are wrong.
      by: arrival.start > 0 ? prefix[arrival.start &- 1] : 0)
  }

  /// Where the bytes of a prefix lead.
  private struct Arrival {
    var rows: Rows
    /// The node or tail in which the prefix ends.
    var target: Target
    /// How many bytes of the prefix lie above the target.
    var start: Int
  }

  /// Follows `prefix`, which is not empty, down to the node or tail in which it ends.
  @inline(__always)
  private func arrival(of prefix: Span<UInt8>) -> Arrival? {
    let first = prefix.firstWord
    var (rows, target, start) = (Rows(lower: 0, upper: count), rootTarget, 0)
    var length = layout.slotCount > 0 ? min(prefix.count, JumpEntry.longestKey) : 0
    while length > 0 {
      if let landing = landing(for: first, length: length) {
        (rows, target, start) = (landing.rows, landing.target, landing.consumed)
        if prefix.count == length { return Arrival(rows: rows, target: target, start: start) }
        break
      }
      // Beginnings of few keys have no entry; those of fewer bytes have more keys.
      length &-= 1
    }
    // A root that is no node has no keys below it.
    guard length > 0 || target.isNode else { return nil }
    while start < prefix.count {
      guard target.isNode else {
        return tail(at: target.place, beginsWith: prefix, first: first, from: start)
          ? Arrival(rows: rows, target: target, start: start) : nil
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
    return Arrival(rows: rows, target: target, start: start)
  }

  /// The rows as far as they exist, whatever bytes the region holds; a negative number is a huge one.
  @inline(__always)
  private func clamped(_ rows: Rows) -> Range<Int> {
    let upper = min(UInt(bitPattern: rows.upper), UInt(bitPattern: count))
    let lower = min(UInt(bitPattern: rows.lower), upper)
    return Int(bitPattern: lower)..<Int(bitPattern: upper)
  }

  /// Tells whether a tail begins with what `prefix` has from `position` on.
  ///
  /// The terminator, which tails leave out, follows every tail but an empty one after an edge that
  /// is the terminator itself: there the key has ended.
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
  /// A node as it lies in the region.
  ///
  /// In this order, without gaps:
  ///
  /// | bytes | content |
  /// |---|---|
  /// | 1 | the number of edges less one, 15 for more than 15, in the high four bits; bit 3: the node has a label; bit 2: it has a key of its own; bits 1 and 0: the width *d* of a way on, 0 to 2 for 1, 2 or 4 bytes |
  /// | 0 or 1 | the number of edges less one, if there are more than 15 |
  /// | 0 or 1 + *l* | length and bytes of the label |
  /// | *n* | the first byte of each edge, ascending |
  /// | *n* · *d* | the way on from each edge: its lowest bit is set if it leads to a node, the others are the distance from the start of this node to that node or to the tail |
  /// | *n* · *w*, or (*n* - 1) · *w* | where the rows of each edge begin, counted from the node's first row; that of the first edge is 0, and is left out unless the node has a key of its own |
  /// | the rest | the tails, each with its length in the byte before it |
  struct Node {
    /// Where the node begins.
    let start: Int
    /// The number of edges, at least 1.
    let edgeCount: Int
    /// 1 if a key ends after the label, else 0.
    let ownKeyCount: Int
    /// The bytes of a way on: 1, 2 or 4.
    let wayWidth: Int
    /// The number of bytes of the label.
    let labelLength: Int
    /// Where the label begins.
    let labelStart: Int

    static let labelFlag = 8
    static let ownKeyFlag = 4

    /// Reads the node that begins at `start`.
    ///
    /// A label is present at random, so this is branchless.
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
      wayWidth = 1 &<< (kind & 3)
      labelLength = Int(truncatingIfNeeded: head & 0xFF) & (0 &- hasLabel)
      labelStart = position &+ hasLabel
    }

    /// The bytes that the first row of an edge takes in a node that has `rowCount` rows.
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
      // Which of the two has it cannot be predicted: `low` is 8 if it is not there.
      let found = low &+ (high & (0 &- (low &>> 3)))
      if found < 16 {
        let edge = edge &+ found
        return edge < edgeCount ? edge : nil
      }
      edge &+= 16
    } while edge < edgeCount
    return nil
  }

  /// The number of bytes below the lowest one that is zero; 8 if none is.
  @inline(__always)
  private static func firstZero(in word: UInt64) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    // The lowest byte that is zero gets its top bit set; bytes above it may get theirs in error.
    return ((word &- ones) & ~word & (ones &<< 7)).trailingZeroBitCount &>> 3
  }

  /// Finds the rows of `edge`, of those of the node.
  @inline(__always)
  func rows(ofEdge edge: Int, of rows: RadixTree.Rows, in region: ByteRegion) -> RadixTree.Rows {
    let rowCount = rows.upper &- rows.lower
    let width = Self.rowWidth(rowCount: rowCount)
    let bits = UInt64(truncatingIfNeeded: 8 &* width)
    let mask = (1 &<< bits) &- 1
    let stored = edge &+ ownKeyCount &- 1
    // One word holds where the edge begins, if that is stored, and where the next one does.
    let word = region.uint64(
      at: edgeStart &+ edgeCount &* (1 &+ wayWidth) &+ stored &* width)
    // Whether it is stored cannot be predicted: all bits are set unless `stored` is negative.
    let lower = Int(truncatingIfNeeded: word & mask) & ~(stored &>> (Int.bitWidth &- 1))
    let next = Int(truncatingIfNeeded: word &>> bits & mask)
    let upper = edge &+ 1 < edgeCount ? next : rowCount
    return RadixTree.Rows(lower: rows.lower &+ lower, upper: rows.lower &+ upper)
  }

  /// Finds the edge whose rows contain `row`, by halving; `nil` for a row of the node's own key.
  @inline(__always)
  func edge(containing row: Int, of rows: RadixTree.Rows, in region: ByteRegion) -> Int? {
    let next = (1..<edgeCount).partitioningIndex {
      self.rows(ofEdge: $0, of: rows, in: region).lower > row
    }
    let below = self.rows(ofEdge: next &- 1, of: rows, in: region)
    return below.lower <= row && row < below.upper ? next &- 1 : nil
  }

  /// Finds what `edge` leads to.
  @inline(__always)
  func target(ofEdge edge: Int, in region: ByteRegion) -> RadixTree.Target {
    let offset = edgeStart &+ edgeCount &+ edge &* wayWidth
    let mask = UInt32.max &>> UInt32(truncatingIfNeeded: 32 &- 8 &* wayWidth)
    let way = region.uint32(at: offset) & mask
    return RadixTree.Target(
      place: start &+ Int(truncatingIfNeeded: way &>> 1), isNode: way & 1 != 0)
  }
}

extension RadixTree {
  /// Two bounds that a region gave, and that nobody has compared yet.
  struct Rows {
    var lower: Int
    var upper: Int
  }

  /// What lies at the lower end of an edge: a node, or the rest of a single key.
  struct Target {
    /// Where it begins.
    var place: Int
    /// Whether it is a node; else it is a tail, its length in its first byte.
    var isNode: Bool
  }
}

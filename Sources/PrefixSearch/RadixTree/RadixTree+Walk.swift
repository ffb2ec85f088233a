internal import FlatStorage

extension RadixTree {
  /// A place on the way down the tree: between two bytes of a label, of a tail, or at the edges of a
  /// node.
  ///
  /// It owns nothing and takes 16 bytes. Its rows lie among those of the position above it, and what
  /// it leads to lies behind what has led to it. So a walk ends, whatever bytes the region holds.
  public struct Position: Sendable {
    /// The first row.
    fileprivate let lower: UInt32
    /// The end of the rows.
    fileprivate let upper: UInt32
    /// Where the node or tail begins; nothing in the jump table.
    fileprivate let place: UInt32
    /// How many bytes of the label or tail lie above.
    fileprivate var offset: UInt16
    fileprivate let kind: Kind
    /// The byte that has led into the node or tail, or to the level below the root.
    fileprivate let byte: UInt8

    fileprivate enum Kind: UInt8 {
      /// Nothing consumed: the children are first bytes.
      case root
      /// One byte consumed: the children are entries of the jump table.
      case firstByte
      /// In a label, or at the edges behind it.
      case node
      /// In the rest of a single key.
      case tail
    }

    /// Where in the region the node begins in which the position lies; `nil` in a tail, and on the
    /// two levels that the jump table stands for.
    package var node: Int? { kind == .node ? Int(truncatingIfNeeded: place) : nil }

    @inline(__always)
    fileprivate var rows: Rows {
      Rows(lower: Int(truncatingIfNeeded: lower), upper: Int(truncatingIfNeeded: upper))
    }

    /// The position one byte further in the same label or tail.
    @inline(__always)
    fileprivate var next: Position {
      var next = self
      next.offset &+= 1
      return next
    }
  }

  /// The position of the empty prefix.
  ///
  /// - Complexity: O(1).
  public var root: Position {
    Position(
      lower: 0, upper: UInt32(truncatingIfNeeded: count), place: 0, offset: 0, kind: .root, byte: 0)
  }

  /// The rows whose key begins with the bytes that lead to `position`.
  ///
  /// - Complexity: O(1).
  @inline(__always)
  public func rows(below position: Position) -> Range<Int> {
    position.rows.lower..<position.rows.upper
  }

  /// The rows whose key ends at `position`.
  ///
  /// - Complexity: O(1); near the root up to 256 entries of the jump table are read.
  public func rows(endingAt position: Position) -> Range<Int> {
    let rows = position.rows
    var end = rows.lower
    switch position.kind {
    case .root, .firstByte:
      end = firstChildInTable(of: position) { _ in true }?.child.rows.lower ?? rows.upper
    case .node:
      let node = Node(at: Int(truncatingIfNeeded: position.place), in: region)
      if Int(position.offset) >= node.labelLength {
        end = node.rows(ofEdge: 0, of: rows, in: region).lower
      }
    case .tail:
      if byte(inTailOf: position) == nil { end = rows.upper }
    }
    return rows.lower..<max(rows.lower, min(end, rows.upper))
  }

  /// The position one byte further, or `nil` if no key goes on with `byte`.
  ///
  /// - Complexity: O(1): among the edges of a node, 256 at most, eight are compared at a time.
  @inline(__always)
  public func child(of position: Position, by byte: UInt8) -> Position? {
    switch position.kind {
    case .root, .firstByte:
      return childInTable(of: position, by: byte, from: position.lower)
    case .node:
      let node = Node(at: Int(truncatingIfNeeded: position.place), in: region)
      if let next = node.byte(inLabelAt: position.offset, in: region) {
        return next == byte ? position.next : nil
      }
      guard let edge = node.edge(beginningWith: byte, in: region) else { return nil }
      return child(of: position, along: edge, of: node, by: byte, from: position.lower)
    case .tail:
      return self.byte(inTailOf: position) == byte ? position.next : nil
    }
  }

  /// The child of `position` whose rows contain `row`, and the byte that leads to it.
  ///
  /// - Complexity: O(log *e*), where *e* is the number of edges of a node, 256 at most; near the root
  ///   up to 256 entries of the jump table are read.
  @inline(__always)
  public func child(
    of position: Position, containing row: Int
  ) -> (byte: UInt8, child: Position)? {
    guard rows(below: position).contains(row) else { return nil }
    switch position.kind {
    case .root, .firstByte:
      return firstChildInTable(of: position) { rows(below: $0).contains(row) }
    case .node:
      let node = Node(at: Int(truncatingIfNeeded: position.place), in: region)
      if let next = node.byte(inLabelAt: position.offset, in: region) {
        return (next, position.next)
      }
      guard let edge = node.edge(containing: row, of: position.rows, in: region) else {
        return nil
      }
      let byte = region.byte(at: node.edgeStart &+ edge)
      return child(of: position, along: edge, of: node, by: byte, from: position.lower)
        .map { (byte, $0) }
    case .tail:
      return byte(inTailOf: position).map { ($0, position.next) }
    }
  }

  /// Visits the children of `position` that a byte in `bytes` leads to, in ascending order.
  ///
  /// The rows of each begin where those of the one before end at the earliest, even if the bytes of
  /// the region are wrong: no row is visited twice.
  ///
  /// - Complexity: O(*e*), where *e* is the number of edges of a node, 256 at most; near the root an
  ///   entry of the jump table is read for each byte.
  @inline(__always)
  public func forEachChild(
    of position: Position, in bytes: ClosedRange<UInt8>, _ body: (UInt8, Position) -> Void
  ) {
    var end = position.lower
    switch position.kind {
    case .root, .firstByte:
      var start = Int(bytes.lowerBound)
      while end < position.upper,
        let byte = nextInTable(of: position, from: start, through: bytes.upperBound)
      {
        start = Int(byte) &+ 1
        guard let child = childInTable(of: position, by: byte, from: end) else { continue }
        end = child.upper
        body(byte, child)
      }
    case .node:
      let node = Node(at: Int(truncatingIfNeeded: position.place), in: region)
      if let next = node.byte(inLabelAt: position.offset, in: region) {
        if bytes.contains(next) { body(next, position.next) }
        return
      }
      for edge in 0..<node.edgeCount {
        let byte = region.byte(at: node.edgeStart &+ edge)
        guard byte >= bytes.lowerBound else { continue }
        guard byte <= bytes.upperBound else { return }
        guard let child = child(of: position, along: edge, of: node, by: byte, from: end) else {
          continue
        }
        end = child.upper
        body(byte, child)
      }
    case .tail:
      if let next = byte(inTailOf: position), bytes.contains(next) { body(next, position.next) }
    }
  }
}

extension RadixTree {
  /// A position below `position`, unless it has no rows from `lower` on.
  @inline(__always)
  func child(
    of position: Position, with rows: Rows, at target: Target, offset: Int, by byte: UInt8,
    from lower: UInt32 = 0
  ) -> Position? {
    // A negative number is a huge one.
    let upper = min(UInt(bitPattern: rows.upper), UInt(position.upper))
    let lower = max(UInt(bitPattern: rows.lower), UInt(lower))
    guard lower < upper, UInt(bitPattern: target.place) < UInt(bitPattern: layout.end) else {
      return nil
    }
    return Position(
      lower: UInt32(truncatingIfNeeded: lower), upper: UInt32(truncatingIfNeeded: upper),
      place: UInt32(truncatingIfNeeded: target.place),
      offset: UInt16(truncatingIfNeeded: offset), kind: target.isNode ? .node : .tail, byte: byte)
  }

  /// The child of a position at the edges of `node`.
  @inline(__always)
  private func child(
    of position: Position, along edge: Int, of node: Node, by byte: UInt8, from lower: UInt32
  ) -> Position? {
    let target = node.target(ofEdge: edge, in: region)
    // What does not lie behind the edges would lead in a circle.
    guard target.place >= node.edgeStart &+ node.edgeCount else { return nil }
    return child(
      of: position, with: node.rows(ofEdge: edge, of: position.rows, in: region), at: target,
      offset: 0, by: byte, from: lower)
  }

  /// The child of one of the two positions that the jump table stands for.
  @inline(__always)
  private func childInTable(
    of position: Position, by byte: UInt8, from lower: UInt32
  ) -> Position? {
    if position.kind == .root {
      let rows = rows(of: byte)
      let upper = min(UInt32(truncatingIfNeeded: rows.upper), position.upper)
      let lower = max(UInt32(truncatingIfNeeded: rows.lower), lower)
      guard lower < upper else { return nil }
      return Position(lower: lower, upper: upper, place: 0, offset: 0, kind: .firstByte, byte: byte)
    }
    guard let landing = landing(for: position.byte, byte) else { return nil }
    // An entry that has not used up the second byte leads into a label or tail that begins with it.
    let isWithin = landing.consumed < 2
    return child(
      of: position, with: landing.rows, at: landing.target, offset: isWithin ? 1 : 0,
      by: isWithin ? position.byte : byte, from: lower)
  }

  /// The next byte that may lead on from one of the two positions that the jump table stands for.
  ///
  /// Most bytes do not, and are passed by here with a read and a comparison each. Whether the byte
  /// found does is left to ``childInTable(of:by:from:)``.
  @inline(__always)
  private func nextInTable(
    of position: Position, from start: Int, through last: UInt8
  ) -> UInt8? {
    var byte = start
    if position.kind == .root {
      // Both ends of the rows are equal where no key begins with the byte.
      var place = Layout.firstByteStart &+ byte &* Layout.firstByteSize
      while byte <= Int(last) {
        let word = region.uint64(at: place)
        if word != word &<< 32 | word &>> 32 { break }
        byte &+= 1
        place &+= Layout.firstByteSize
      }
    } else {
      var place = ownerPlace(of: position.byte, start)
      while byte <= Int(last) {
        if region.uint32(at: place) &>> Landing.ownerShift == UInt32(position.byte) &+ 1 { break }
        byte &+= 1
        place &+= Landing.byteCount
      }
    }
    return byte <= Int(last) ? UInt8(truncatingIfNeeded: byte) : nil
  }

  /// The first child that fulfils `condition` of one of those two positions, and its byte.
  @inline(__always)
  private func firstChildInTable(
    of position: Position, where condition: (Position) -> Bool
  ) -> (byte: UInt8, child: Position)? {
    var start = 0
    while let byte = nextInTable(of: position, from: start, through: .max) {
      if let child = childInTable(of: position, by: byte, from: position.lower), condition(child) {
        return (byte, child)
      }
      start = Int(byte) &+ 1
    }
    return nil
  }

  /// The byte that follows in a tail; `nil` where the key ends.
  ///
  /// The terminator, which tails leave out, follows every tail but an empty one after an edge that
  /// is the terminator itself: there the key has ended.
  @inline(__always)
  private func byte(inTailOf position: Position) -> UInt8? {
    let place = Int(truncatingIfNeeded: position.place)
    let (offset, length) = (Int(position.offset), Int(region.byte(at: place)))
    if offset < length { return region.byte(at: place &+ 1 &+ offset) }
    guard offset == length, !(length == 0 && Int(position.byte) == layout.terminator) else {
      return nil
    }
    return UInt8(exactly: layout.terminator)
  }
}

extension RadixTree {
  /// Spells the key of a row that begins with some bytes, of which most are copied run by run.
  ///
  /// - Parameters:
  ///   - row: A number from 0 to `count` - 1.
  ///   - prefix: What the key may begin with.
  /// - Returns: The bytes of the key.
  /// - Complexity: O(*m* + *n*), where *m* is the length of the key in bytes and *n* the number of nodes
  ///   on the way to it.
  package func spelledKey(ofRow row: Int, startingWith prefix: Span<UInt8>) -> [UInt8] {
    guard prefix.count > 1, let start = position(of: prefix), rows(below: start).contains(row)
    else { return key(ofRow: row, startingWith: prefix) }
    var key: [UInt8] = []
    key.reserveCapacity(48)
    for index in prefix.indices { key.append(prefix[index]) }
    var position = start
    while true {
      let place = Int(truncatingIfNeeded: position.place)
      let offset = Int(position.offset)
      switch position.kind {
      case .node:
        let node = Node(at: place, in: region)
        if offset < node.labelLength {
          append(region, node.labelStart &+ offset, count: node.labelLength &- offset, to: &key)
          position.offset = UInt16(truncatingIfNeeded: node.labelLength)
        }
      case .tail:
        let length = Int(region.byte(at: place))
        if offset < length {
          append(region, place &+ 1 &+ offset, count: length &- offset, to: &key)
          position.offset = UInt16(truncatingIfNeeded: length)
        }
      case .root, .firstByte: break
      }
      guard let step = child(of: position, containing: row) else { return key }
      key.append(step.byte)
      position = step.child
    }
  }

  private func append(_ region: ByteRegion, _ start: Int, count: Int, to key: inout [UInt8]) {
    for index in 0..<count { key.append(region.byte(at: start &+ index)) }
  }
}

extension RadixTree.Node {
  /// The byte at `offset` of the label; `nil` behind it.
  @inline(__always)
  fileprivate func byte(inLabelAt offset: UInt16, in region: ByteRegion) -> UInt8? {
    Int(offset) < labelLength ? region.byte(at: labelStart &+ Int(offset)) : nil
  }
}

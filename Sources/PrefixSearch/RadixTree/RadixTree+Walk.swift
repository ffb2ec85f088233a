extension RadixTree {
  /// A position in the tree: between two bytes of a label or of a tail, or at the edges of a node.
  ///
  /// It holds no reference and takes 16 bytes. Its rows lie within those of its parent, and its node or
  /// tail lies after that of its parent. So a walk terminates, even in a damaged tree.
  public struct Position: Sendable {
    /// The first row.
    fileprivate let lower: UInt32
    /// The end of the rows.
    fileprivate let upper: UInt32
    /// Where the node or tail begins.
    fileprivate let place: UInt32
    /// How many bytes of the label or tail were read.
    fileprivate var offset: UInt16
    /// Whether the position is in a label or at the edges after it; otherwise it is in a tail.
    fileprivate let isInNode: Bool
    /// The byte of the edge to the node or tail; 0 for the root.
    fileprivate let byte: UInt8

    /// The offset of the node of the position in the region; `nil` in a tail.
    package var node: Int? { isInNode ? Int(truncatingIfNeeded: place) : nil }

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
    let target = rootTarget
    return Position(
      lower: 0, upper: UInt32(truncatingIfNeeded: count),
      place: UInt32(truncatingIfNeeded: target.place), offset: 0, isInNode: target.isNode, byte: 0)
  }

  /// The root: a node, or an empty tail if there are no edges.
  @inline(__always)
  var rootTarget: Target { Target(place: layout.root, isNode: layout.edgeCount > 0) }

  /// The rows whose key begins with the bytes that lead to `position`.
  ///
  /// - Complexity: O(1).
  @inline(__always)
  public func rows(below position: Position) -> Range<Int> {
    position.rows.lower..<position.rows.upper
  }

  /// The rows whose key ends at `position`.
  ///
  /// - Complexity: O(1).
  public func rows(endingAt position: Position) -> Range<Int> {
    let rows = position.rows
    var end = rows.lower
    if let place = position.node {
      let node = Node(at: place, in: region)
      if Int(position.offset) >= node.labelLength {
        end = node.rows(ofEdge: 0, of: rows, in: region).lower
      }
    } else if byte(inTailOf: position) == nil {
      end = rows.upper
    }
    return rows.lower..<max(rows.lower, min(end, rows.upper))
  }

  /// The position one byte further, or `nil` if no key continues with `byte`.
  ///
  /// - Complexity: O(1): among the edges of a node, 256 at most, sixteen are compared at a time.
  @inline(__always)
  public func child(of position: Position, by byte: UInt8) -> Position? {
    guard let place = position.node else {
      return self.byte(inTailOf: position) == byte ? position.next : nil
    }
    let node = Node(at: place, in: region)
    if let next = node.byte(inLabelAt: position.offset, in: region) {
      return next == byte ? position.next : nil
    }
    guard let edge = node.edge(beginningWith: byte, in: region) else { return nil }
    return child(of: position, along: edge, of: node, by: byte, from: position.lower)
  }

  /// How many of some keys continue with a byte.
  package enum Continuation { case none, some, all }

  /// How many of the keys below `position` continue with `byte`, without their rows.
  ///
  /// - Complexity: That of ``child(of:by:)``.
  @inline(__always)
  package func continuation(of position: Position, by byte: UInt8) -> Continuation {
    guard let place = position.node else {
      return self.byte(inTailOf: position) == byte ? .all : .none
    }
    let node = Node(at: place, in: region)
    if let next = node.byte(inLabelAt: position.offset, in: region) {
      return next == byte ? .all : .none
    }
    guard node.edge(beginningWith: byte, in: region) != nil else { return .none }
    // With one edge, keys end at the node, unless it is the root or a label was too long for one node.
    return node.edgeCount == 1 && rows(endingAt: position).isEmpty ? .all : .some
  }

  /// The child of `position` whose rows contain `row`, and the byte that leads to it.
  ///
  /// - Complexity: O(log *e*), where *e* is the number of edges of a node, 256 at most.
  @inline(__always)
  public func child(
    of position: Position, containing row: Int
  ) -> (byte: UInt8, child: Position)? {
    guard rows(below: position).contains(row) else { return nil }
    guard let place = position.node else {
      return byte(inTailOf: position).map { ($0, position.next) }
    }
    let node = Node(at: place, in: region)
    if let next = node.byte(inLabelAt: position.offset, in: region) { return (next, position.next) }
    guard let edge = node.edge(containing: row, of: position.rows, in: region) else { return nil }
    let byte = region.byte(at: node.edgeStart &+ edge)
    return child(of: position, along: edge, of: node, by: byte, from: position.lower)
      .map { (byte, $0) }
  }

  /// Visits the children of `position` by the bytes in `bytes`, in ascending order.
  ///
  /// The rows of a child never begin before those of the previous child end, even in a damaged tree: no
  /// row is visited twice.
  ///
  /// - Complexity: O(*e*), where *e* is the number of edges of a node, 256 at most.
  @inline(__always)
  public func forEachChild(
    of position: Position, in bytes: ByteSet, _ body: (UInt8, Position) -> Void
  ) {
    guard let place = position.node else {
      if let next = byte(inTailOf: position), bytes.contains(next) { body(next, position.next) }
      return
    }
    let node = Node(at: place, in: region)
    if let next = node.byte(inLabelAt: position.offset, in: region) {
      if bytes.contains(next) { body(next, position.next) }
      return
    }
    var end = position.lower
    for edge in 0..<node.edgeCount {
      let byte = region.byte(at: node.edgeStart &+ edge)
      guard bytes.contains(byte),
        let child = child(of: position, along: edge, of: node, by: byte, from: end)
      else { continue }
      end = child.upper
      body(byte, child)
    }
  }

  /// The bytes by which `position` has a child; in a damaged tree, some of them may have none.
  ///
  /// - Complexity: O(*e*), where *e* is the number of edges of a node, 256 at most.
  @inline(__always)
  public func bytes(after position: Position) -> ByteSet {
    var bytes = ByteSet()
    guard let place = position.node else {
      if let next = byte(inTailOf: position) { bytes.insert(next) }
      return bytes
    }
    let node = Node(at: place, in: region)
    if let next = node.byte(inLabelAt: position.offset, in: region) {
      bytes.insert(next)
      return bytes
    }
    for edge in 0..<node.edgeCount { bytes.insert(region.byte(at: node.edgeStart &+ edge)) }
    return bytes
  }
}

extension RadixTree {
  /// Finds the position that some bytes lead to from another position; labels and tails are compared
  /// eight bytes at a time.
  ///
  /// - Parameters:
  ///   - bytes: The bytes to append.
  ///   - position: Where to begin.
  /// - Returns: The position, or `nil` if no key continues with the bytes.
  /// - Complexity: O(*m*), where *m* is the number of bytes.
  public func position(of bytes: Span<UInt8>, from position: Position) -> Position? {
    // Most lookups fail, which `leads` finds sooner, because it computes no rows.
    guard leads(bytes, from: position) else { return nil }
    var (position, read) = (position, 0)
    let first = bytes.firstWord
    while read < bytes.count {
      guard let place = position.node else {
        let rest = bytes.count &- read
        guard tail(of: position, continuesWith: bytes, first: first, from: read) else { return nil }
        position.offset &+= UInt16(truncatingIfNeeded: rest)
        return position
      }
      let node = Node(at: place, in: region)
      let offset = Int(position.offset)
      let shared = max(0, min(node.labelLength &- offset, bytes.count &- read))
      guard
        region.equals(node.labelStart &+ offset, bytes, first: first, from: read, count: shared)
      else { return nil }
      position.offset &+= UInt16(truncatingIfNeeded: shared)
      read &+= shared
      guard read < bytes.count else { break }
      let next = UInt8(truncatingIfNeeded: bytes.word(at: read, first: first))
      guard let edge = node.edge(beginningWith: next, in: region),
        let child = child(of: position, along: edge, of: node, by: next, from: position.lower)
      else { return nil }
      position = child
      read &+= 1
    }
    return position
  }

  /// The position one byte further without its rows, which ``leads(_:from:)`` does not need; `nil` if no
  /// key continues with the byte.
  @inline(__always)
  func step(_ byte: UInt8, from position: Position) -> Position? {
    guard let place = position.node else {
      return self.byte(inTailOf: position) == byte ? position.next : nil
    }
    let node = Node(at: place, in: region)
    if let next = node.byte(inLabelAt: position.offset, in: region) {
      return next == byte ? position.next : nil
    }
    return target(of: node, by: byte)
  }

  /// The position after an edge of a node, without its rows; `nil` if no edge begins with the byte.
  @inline(__always)
  private func target(of node: Node, by byte: UInt8) -> Position? {
    guard let edge = node.edge(beginningWith: byte, in: region) else { return nil }
    let target = node.target(ofEdge: edge, in: region)
    // A target before the end of the edges could make a cycle.
    guard target.place >= node.edgeStart &+ node.edgeCount else { return nil }
    return Position(
      lower: 0, upper: 0, place: UInt32(truncatingIfNeeded: target.place), offset: 0,
      isInNode: target.isNode, byte: byte)
  }

  /// Whether some bytes lead from a position to another one, which may have no rows in a damaged tree.
  @inline(__always)
  func leads(_ bytes: Span<UInt8>, from position: Position) -> Bool {
    var (position, read) = (position, 0)
    let first = bytes.firstWord
    while read < bytes.count {
      guard let place = position.node else {
        return tail(of: position, continuesWith: bytes, first: first, from: read)
      }
      let node = Node(at: place, in: region)
      let offset = Int(position.offset)
      if offset < node.labelLength {
        let shared = min(node.labelLength &- offset, bytes.count &- read)
        guard
          region.equals(node.labelStart &+ offset, bytes, first: first, from: read, count: shared)
        else { return false }
        read &+= shared
        guard read < bytes.count else { return true }
      }
      guard let next = target(of: node, by: bytes[read]) else { return false }
      position = next
      read &+= 1
    }
    return true
  }

  /// Whether a tail continues with the bytes from `start` on, of which there is at least one.
  @inline(__always)
  private func tail(
    of position: Position, continuesWith bytes: Span<UInt8>, first: UInt64, from start: Int
  ) -> Bool {
    let place = Int(truncatingIfNeeded: position.place)
    let (length, offset) = (Int(region.byte(at: place)), Int(position.offset))
    let (left, rest) = (length &- offset, bytes.count &- start)
    let text = place &+ 1 &+ offset
    guard rest > left else {
      return region.equals(text, bytes, first: first, from: start, count: rest)
    }
    // The terminator, which tails leave out, follows as in `byte(inTailOf:)`.
    return left >= 0 && rest == left &+ 1 && Int(bytes[start &+ left]) == layout.terminator
      && !(length == 0 && Int(position.byte) == layout.terminator)
      && region.equals(text, bytes, first: first, from: start, count: left)
  }

  /// A position below `position`; `nil` if it has no rows from `lower` on.
  @inline(__always)
  func child(
    of position: Position, with rows: Rows, at target: Target, offset: Int, by byte: UInt8,
    from lower: UInt32 = 0
  ) -> Position? {
    // As unsigned numbers: a negative bound is a huge one.
    let upper = min(UInt(bitPattern: rows.upper), UInt(position.upper))
    let lower = max(UInt(bitPattern: rows.lower), UInt(lower))
    guard lower < upper, UInt(bitPattern: target.place) < UInt(bitPattern: layout.end) else {
      return nil
    }
    return Position(
      lower: UInt32(truncatingIfNeeded: lower), upper: UInt32(truncatingIfNeeded: upper),
      place: UInt32(truncatingIfNeeded: target.place),
      offset: UInt16(truncatingIfNeeded: offset), isInNode: target.isNode, byte: byte)
  }

  /// The child of a position at the edges of `node`.
  @inline(__always)
  private func child(
    of position: Position, along edge: Int, of node: Node, by byte: UInt8, from lower: UInt32
  ) -> Position? {
    let target = node.target(ofEdge: edge, in: region)
    // A target before the end of the edges could make a cycle.
    guard target.place >= node.edgeStart &+ node.edgeCount else { return nil }
    return child(
      of: position, with: node.rows(ofEdge: edge, of: position.rows, in: region), at: target,
      offset: 0, by: byte, from: lower)
  }

  /// The next byte of a tail; `nil` at the end of the key.
  ///
  /// The terminator, which tails leave out, follows every tail, except an empty tail after an edge whose
  /// byte is the terminator: there the key has ended.
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
  /// Spells the rest of the key of a row, from a position above it; labels and tails are copied whole.
  ///
  /// - Parameters:
  ///   - row: One of the rows below `position`.
  ///   - position: Where to begin.
  ///   - buffer: Receives the bytes.
  ///   - start: The index of the first one in `buffer`.
  /// - Returns: The end of the key in `buffer`; `nil` if `buffer` is too small, or if `row` is not below
  ///   `position`.
  /// - Complexity: O(*m* + *n*), where *m* is the length of the rest in bytes and *n* the number of nodes
  ///   on the path.
  package func spell(
    _ row: Int, from position: Position, into buffer: inout MutableSpan<UInt8>, at start: Int
  ) -> Int? {
    guard rows(below: position).contains(row) else { return nil }
    var (position, end) = (position, start)
    while true {
      let (place, offset) = (Int(truncatingIfNeeded: position.place), Int(position.offset))
      var (run, length) = (place, 0)
      if position.isInNode {
        let node = Node(at: place, in: region)
        (run, length) = (node.labelStart, node.labelLength)
      } else {
        (run, length) = (place &+ 1, Int(region.byte(at: place)))
      }
      if offset < length {
        guard length &- offset <= buffer.count &- end else { return nil }
        for index in offset..<length {
          buffer[end] = region.byte(at: run &+ index)
          end &+= 1
        }
        position.offset = UInt16(truncatingIfNeeded: length)
      }
      guard let step = child(of: position, containing: row) else { return end }
      guard end < buffer.count else { return nil }
      buffer[end] = step.byte
      end &+= 1
      position = step.child
    }
  }
}

extension RadixTree.Node {
  /// The byte at `offset` of the label; `nil` after its end.
  @inline(__always)
  fileprivate func byte(inLabelAt offset: UInt16, in region: ByteRegion) -> UInt8? {
    Int(offset) < labelLength ? region.byte(at: labelStart &+ Int(offset)) : nil
  }
}

extension PointerTrie {
  /// A node of the trie.
  ///
  /// Sendable without the compiler's check: nodes are read only through the trie that gave the
  /// position, and while that lives nobody writes them.
  public struct Position: @unchecked Sendable {
    fileprivate let node: Node
  }

  /// The position of the empty prefix.
  ///
  /// - Complexity: O(1).
  public var root: Position { Position(node: tree.root) }

  /// The rows whose key begins with the bytes that lead to `position`.
  ///
  /// - Complexity: O(1).
  public func rows(below position: Position) -> Range<Int> {
    Int(position.node.rows.lowerBound)..<Int(position.node.rows.upperBound)
  }

  /// The rows whose key ends at `position`: those before the rows of the first child.
  ///
  /// - Complexity: O(1).
  public func rows(endingAt position: Position) -> Range<Int> {
    let rows = position.node.rows
    let end = position.node.children.first?.rows.lowerBound ?? rows.upperBound
    return Int(rows.lowerBound)..<Int(end)
  }

  /// The position one byte further, or `nil` if no key goes on with `byte`.
  ///
  /// - Complexity: O(log *c*), where *c* is the number of children, 256 at most.
  public func child(of position: Position, by byte: UInt8) -> Position? {
    position.node.child(for: byte).map(Position.init)
  }

  /// The child of `position` whose rows contain `row`, and the byte that leads to it.
  ///
  /// - Complexity: O(log *c*), where *c* is the number of children, 256 at most.
  public func child(
    of position: Position, containing row: Int
  ) -> (byte: UInt8, child: Position)? {
    let children = position.node.children
    var (low, high) = (0, children.count)
    while low < high {
      let middle = (low + high) / 2
      if Int(children[middle].rows.upperBound) <= row { low = middle + 1 } else { high = middle }
    }
    guard low < children.count else { return nil }
    let child = Position(node: children[low])
    return rows(below: child).contains(row) ? (position.node.bytes[low], child) : nil
  }

  /// Visits the children of `position` that a byte in `bytes` leads to, in ascending order.
  ///
  /// - Complexity: O(*c*), where *c* is the number of children, 256 at most.
  public func forEachChild(
    of position: Position, in bytes: ClosedRange<UInt8>, _ body: (UInt8, Position) -> Void
  ) {
    for (byte, child) in zip(position.node.bytes, position.node.children)
    where bytes.contains(byte) {
      body(byte, Position(node: child))
    }
  }
}

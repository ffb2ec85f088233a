/// A trie of objects linked by references, one byte a step: the textbook structure.
///
/// Every distinct prefix of every key is a node (Fredkin, *Trie Memory*, 1960), and a lookup follows
/// one reference for each byte. It is here as the reference for comparison: the structure that most
/// people would write first. A node keeps its children in two small sorted arrays, which are cheaper
/// than a dictionary. Still the trie takes tens of times the memory of ``RadixTree``, and each step
/// waits for the memory access of the one before it.
public struct PointerTrie: PrefixIndex {
  let tree: Tree

  /// The number of rows, equal keys counted each.
  ///
  /// - Complexity: O(1).
  public var count: Int { tree.root.rows.count }

  /// Builds the trie.
  ///
  /// - Complexity: O(*b*) time and space, where *b* is the length of all distinct keys in bytes.
  public init(_ keys: SortedKeys) {
    tree = Tree(keys)
    checkInvariants(keys)
  }
}

extension PointerTrie {
  /// A prefix of one key or more.
  final class Node {
    /// The rows of the keys that begin with this prefix.
    var rows: Range<UInt32>
    /// The first bytes of the children, ascending.
    var bytes: [UInt8] = []
    /// The children, in the order of `bytes`.
    var children: [Node] = []

    init(rows: Range<UInt32>) { self.rows = rows }
  }

  /// The owner of all nodes.
  ///
  /// Sendable without the compiler's check: nodes are written only inside `init`, before any other task
  /// has a reference to them, and inside `deinit`, when none has one.
  final class Tree: @unchecked Sendable {
    let root: Node
    let nodeCount: Int

    init(_ keys: SortedKeys) {
      (root, nodeCount) = PointerTrie.build(keys)
    }

    /// Frees the nodes one by one.
    ///
    /// By default, a node would free its children inside its own deinitialization, and a key of 10 kB
    /// would need ten thousand nested calls, more than the stack of a secondary thread holds.
    deinit {
      var nodes = [root]
      while let node = nodes.popLast() {
        nodes.append(contentsOf: node.children)
        node.children = []
      }
    }
  }
}

extension PointerTrie {
  /// Finds the rows whose key begins with `prefix`.
  ///
  /// - Parameter prefix: Any bytes; they need not be UTF-8.
  /// - Returns: The rows, or `0..<0` if there are none.
  /// - Complexity: O(*m* log *c*), where *m* is the length of `prefix` in bytes and *c* the number of
  ///   children of a node, 256 at most.
  public func range(of prefix: Span<UInt8>) -> Range<Int> {
    var node = tree.root
    for position in prefix.indices {
      guard let child = node.child(for: prefix[position]) else { return 0..<0 }
      node = child
    }
    return Int(node.rows.lowerBound)..<Int(node.rows.upperBound)
  }
}

extension PointerTrie.Node {
  /// The child by `byte`, found by binary search.
  func child(for byte: UInt8) -> PointerTrie.Node? {
    let index = bytes.indices.partitioningIndex { bytes[$0] >= byte }
    return index < bytes.count && bytes[index] == byte ? children[index] : nil
  }
}

extension PointerTrie {
  /// A node of the trie, which keeps all nodes alive.
  ///
  /// Sendable without the compiler's check: nodes are written only before ``init(_:)`` returns and when
  /// their tree is freed, and a position keeps its tree.
  public struct Position: @unchecked Sendable {
    fileprivate let node: Node
    private let tree: Tree

    fileprivate init(_ node: Node, of tree: Tree) {
      self.node = node
      self.tree = tree
    }

    /// The position of a child of the node.
    fileprivate func child(_ node: Node) -> Position { Position(node, of: tree) }
  }

  /// The position of the empty prefix.
  ///
  /// - Complexity: O(1).
  public var root: Position { Position(tree.root, of: tree) }

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

  /// The position one byte further, or `nil` if no key continues with `byte`.
  ///
  /// - Complexity: O(log *c*), where *c* is the number of children, 256 at most.
  public func child(of position: Position, by byte: UInt8) -> Position? {
    position.node.child(for: byte).map(position.child)
  }

  /// The child of `position` whose rows contain `row`, and the byte that leads to it.
  ///
  /// - Complexity: O(log *c*), where *c* is the number of children, 256 at most.
  public func child(
    of position: Position, containing row: Int
  ) -> (byte: UInt8, child: Position)? {
    let children = position.node.children
    let index = children.indices.partitioningIndex { Int(children[$0].rows.upperBound) > row }
    guard index < children.count else { return nil }
    let child = position.child(children[index])
    return rows(below: child).contains(row) ? (position.node.bytes[index], child) : nil
  }

  /// Visits the children of `position` by the bytes in `bytes`, in ascending order.
  ///
  /// - Complexity: O(*c*), where *c* is the number of children, 256 at most.
  public func forEachChild(
    of position: Position, in bytes: ByteSet, _ body: (UInt8, Position) -> Void
  ) {
    for (byte, child) in zip(position.node.bytes, position.node.children)
    where bytes.contains(byte) {
      body(byte, position.child(child))
    }
  }
}

extension PointerTrie {
  /// Builds the nodes in the order of the keys.
  ///
  /// Because keys are sorted, a key shares nodes only with the key before it, so the builder keeps no
  /// more than the path to the last key.
  static func build(_ keys: SortedKeys) -> (root: Node, nodeCount: Int) {
    let root = Node(rows: 0..<UInt32(keys.count))
    var path = [root]
    var last: ArraySlice<UInt8> = []
    var nodeCount = 1
    for rank in 0..<keys.distinctCount {
      let key = keys.bytes[keys.byteRange(ofRank: rank)]
      let shared = zip(last, key).prefix { $0 == $1 }.count
      let rows = keys.firstRows[rank]..<keys.firstRows[rank + 1]
      close(&path, downTo: shared, at: rows.lowerBound)
      for byte in key.dropFirst(shared) {
        let node = Node(rows: rows)
        path[path.count - 1].bytes.append(byte)
        path[path.count - 1].children.append(node)
        path.append(node)
        nodeCount += 1
      }
      last = key
    }
    close(&path, downTo: -1, at: UInt32(keys.count))
    return (root, nodeCount)
  }

  /// Ends the rows of the nodes below `depth`, and shrinks their arrays.
  private static func close(_ path: inout [Node], downTo depth: Int, at row: UInt32) {
    while path.count > depth + 1 {
      let node = path.removeLast()
      node.rows = node.rows.lowerBound..<row
      // A copy has no spare capacity; an array that grew has up to twice what it needs.
      node.bytes = node.bytes.exactCopy
      node.children = node.children.exactCopy
    }
  }
}

extension Array {
  /// A copy without spare capacity, except for what the allocator adds.
  fileprivate var exactCopy: [Element] {
    var copy: [Element] = []
    copy.reserveCapacity(count)
    copy.append(contentsOf: self)
    return copy
  }
}

extension PointerTrie {
  /// The exact number of bytes that the trie keeps in memory, by part.
  ///
  /// - Complexity: O(*n*), where *n* is the number of nodes: every node is visited.
  public var memoryFootprint: MemoryFootprint {
    var (bytes, references) = (0, 0)
    var nodes = [tree.root]
    while let node = nodes.popLast() {
      // Not the capacity: the allocator has rounded up what the arrays requested.
      bytes += MemoryFootprint.Part.bytes(ofArrayWith: node.bytes.count, of: UInt8.self)
      references += MemoryFootprint.Part.bytes(ofArrayWith: node.children.count, of: Node.self)
      nodes.append(contentsOf: node.children)
    }
    return MemoryFootprint(parts: [
      MemoryFootprint.Part("nodes", byteCount: nodeCount * Node.byteCount),
      MemoryFootprint.Part("arrays of bytes", byteCount: bytes),
      MemoryFootprint.Part("arrays of references", byteCount: references),
    ])
  }

  /// The number of nodes, the root included: one for each distinct prefix of the keys.
  ///
  /// - Complexity: O(1).
  package var nodeCount: Int { tree.nodeCount }
}

extension PointerTrie.Node {
  /// The bytes of a node: the header of an object, its rows, and two references to arrays.
  fileprivate static var byteCount: Int {
    let header = 2 * MemoryLayout<Int>.size
    return header + MemoryLayout<Range<UInt32>>.stride + 2 * MemoryLayout<[UInt8]>.stride
  }
}

extension PointerTrie {
  /// Walks the whole trie and checks its order and its rows, and that it finds every key.
  ///
  /// Without the trait `InternalChecks`, it does nothing.
  ///
  /// - Complexity: O(*b*), where *b* is the length of all distinct keys in bytes.
  package func checkInvariants(_ keys: SortedKeys) {
    #if InternalChecks
    precondition(count == keys.count, "\(count) rows, but \(keys.count) keys.")
    var visited = 0
    var nodes = [tree.root]
    while let node = nodes.popLast() {
      visited += 1
      precondition(
        node.bytes.count == node.children.count,
        "A node has \(node.bytes.count) bytes and \(node.children.count) children.")
      precondition(
        zip(node.bytes, node.bytes.dropFirst()).allSatisfy(<), "Bytes \(node.bytes) do not ascend.")
      var end = node.children.first?.rows.lowerBound ?? node.rows.upperBound
      precondition(node.rows.contains(end) || end == node.rows.upperBound, "Row \(end) is outside.")
      for child in node.children {
        precondition(child.rows.lowerBound == end, "A child begins at \(child.rows), not \(end).")
        precondition(!child.rows.isEmpty, "A node without rows.")
        end = child.rows.upperBound
      }
      precondition(end == node.rows.upperBound, "Children end at \(end), not \(node.rows).")
      nodes.append(contentsOf: node.children)
    }
    precondition(visited == nodeCount, "\(visited) of \(nodeCount) nodes.")
    keys.checkExactMatches(of: self)
    #endif
  }
}

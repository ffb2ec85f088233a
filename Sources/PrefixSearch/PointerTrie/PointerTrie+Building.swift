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
    return MemoryFootprint([
      MemoryFootprint.Part("nodes", byteCount: nodeCount * Node.byteCount),
      MemoryFootprint.Part("arrays of bytes", byteCount: bytes),
      MemoryFootprint.Part("arrays of references", byteCount: references),
    ])
  }

  /// The number of nodes, the root included: one for each distinct prefix of the keys.
  ///
  /// - Complexity: O(1).
  public var nodeCount: Int { tree.nodeCount }
}

extension PointerTrie.Node {
  /// The bytes of a node: the header of an object, its rows, and two references to arrays.
  fileprivate static var byteCount: Int {
    let header = 2 * MemoryLayout<Int>.size
    return header + MemoryLayout<Range<UInt32>>.stride + 2 * MemoryLayout<[UInt8]>.stride
  }
}

extension PointerTrie {
  #if InternalChecks
  /// Walks the whole trie and checks its order and its rows, and that it finds every key.
  ///
  /// - Complexity: O(*b*), where *b* is the length of all distinct keys in bytes.
  @inline(never)
  package func checkInvariants(_ keys: SortedKeys) {
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
  }
  #else
  /// Does nothing in a build without the trait `InternalChecks`.
  @inline(__always)
  package func checkInvariants(_ keys: SortedKeys) {}
  #endif
}

extension PointerTrie {
  /// The exact number of bytes that the trie keeps in memory, by part.
  ///
  /// - Complexity: O(*n*), where *n* is the number of nodes: every node is visited.
  public var memoryFootprint: MemoryFootprint {
    var (bytes, references) = (0, 0)
    var nodes = [tree.root]
    while let node = nodes.popLast() {
      // Not the capacity: the arrays asked for what they hold, and the allocator rounded it up.
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

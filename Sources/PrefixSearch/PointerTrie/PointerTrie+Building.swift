extension PointerTrie {
  /// Builds the nodes in the order of the keys.
  ///
  /// Sorted keys make this simple: a key shares nodes with the one before it and with no other that
  /// has ended, so the nodes of the last key, kept as a path, are all that is needed.
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

  /// Ends the rows of the nodes below `depth`, and gives back the room their arrays do not need.
  private static func close(_ path: inout [Node], downTo depth: Int, at row: UInt32) {
    while path.count > depth + 1 {
      let node = path.removeLast()
      node.rows = node.rows.lowerBound..<row
      // Copies have room for exactly what they hold; arrays that grew have up to twice that.
      node.bytes = node.bytes.exactCopy
      node.children = node.children.exactCopy
    }
  }
}

extension Array {
  /// A copy whose storage has room for these elements and no more than the allocator adds.
  fileprivate var exactCopy: [Element] {
    var copy: [Element] = []
    copy.reserveCapacity(count)
    copy.append(contentsOf: self)
    return copy
  }
}

extension RadixTree {
  /// Splits sorted keys into nodes and edges, level by level.
  ///
  /// Node 0 is the root, whose label is empty. The edges of a node are neighbours, and those that lead
  /// to nodes do so in the order in which nodes are numbered.
  struct Splitter {
    let keys: SortedKeys
    /// The last byte of every key if all end alike and none ends so twice.
    let terminator: UInt8?

    private(set) var nodes: [SplitNode] = []
    private(set) var edges: [SplitEdge] = []

    init(_ keys: SortedKeys) {
      self.keys = keys
      terminator = keys.commonTerminator
      split()
    }
  }

  /// Keys that share their first bytes and part then.
  struct SplitNode {
    /// The keys.
    var ranks: Range<Int>
    /// Where the label begins within the keys.
    var depth: Int
    /// The number of bytes of the label.
    var labelLength = 0
    /// The edges.
    var edges = 0..<0

    /// Where the label ends within the keys.
    var end: Int { depth + labelLength }
  }

  /// A byte that leads from a node to another, or to the rest of a single key.
  struct SplitEdge {
    /// The byte.
    var byte: UInt8
    /// The first of the keys below.
    var rank: Int
    /// The node that it leads to; `nil` if it owns a tail.
    var node: Int?
  }
}

extension RadixTree.Splitter {
  private mutating func split() {
    nodes.append(RadixTree.SplitNode(ranks: 0..<keys.distinctCount, depth: 0))
    var number = 0
    while number < nodes.count {
      var node = nodes[number]
      if number > 0 { node.labelLength = sharedLength(of: node) }
      let firstEdge = edges.count
      var rank = node.ranks.lowerBound
      // Only the first key can end here: keys are distinct, and a prefix sorts first.
      if !node.ranks.isEmpty, keys.byteRange(ofRank: rank).count == node.end { rank += 1 }
      while rank < node.ranks.upperBound {
        let byte = keys.byte(node.end, ofRank: rank)
        let end = keys.end(
          ofRanksFrom: rank, to: node.ranks.upperBound, with: byte, at: node.end)
        addEdge(byte, to: rank..<end, depth: node.end + 1)
        rank = end
      }
      node.edges = firstEdge..<edges.count
      nodes[number] = node
      number += 1
    }
  }

  private mutating func addEdge(_ byte: UInt8, to ranks: Range<Int>, depth: Int) {
    let rest = keys.byteRange(ofRank: ranks.lowerBound).count - depth
    let isTail = ranks.count == 1 && rest <= RadixTree.longestRun
    edges.append(
      RadixTree.SplitEdge(
        byte: byte, rank: ranks.lowerBound, node: isTail ? nil : nodes.count))
    if !isTail {
      nodes.append(RadixTree.SplitNode(ranks: ranks, depth: depth))
    }
  }

  /// How many bytes all keys of `node` share after its depth, as far as a label can hold them.
  ///
  /// The keys are sorted, so what the first and the last share is shared by all.
  private func sharedLength(of node: RadixTree.SplitNode) -> Int {
    let first = keys.byteRange(ofRank: node.ranks.lowerBound).dropFirst(node.depth)
    let last = keys.byteRange(ofRank: node.ranks.upperBound - 1).dropFirst(node.depth)
    let limit = min(first.count, last.count, RadixTree.longestRun)
    var length = 0
    while length < limit,
      keys.bytes[first.lowerBound + length] == keys.bytes[last.lowerBound + length]
    {
      length += 1
    }
    return length
  }

  /// Where in the keys' bytes the stored part of the tail of `edge` lies; `depth` is that of its byte.
  func tail(of edge: RadixTree.SplitEdge, depth: Int) -> Range<Int> {
    let rest = keys.byteRange(ofRank: edge.rank).dropFirst(depth + 1)
    return terminator == nil ? rest : rest.dropLast()
  }
}

extension SortedKeys {
  /// The byte at `depth` of the key of `rank`, which must be longer than that.
  @inline(__always)
  func byte(_ depth: Int, ofRank rank: Int) -> UInt8 { bytes[Int(offsets[rank]) + depth] }

  /// The end of the ranks from `start` on whose key has `byte` at `depth`.
  ///
  /// Gallops, then halves: O(log *r*), where *r* is the number of those ranks.
  func end(ofRanksFrom start: Int, to limit: Int, with byte: UInt8, at depth: Int) -> Int {
    var (low, step) = (start, 1)
    while low + step < limit, self.byte(depth, ofRank: low + step) == byte {
      low += step
      step *= 2
    }
    var high = min(low + step, limit)
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if self.byte(depth, ofRank: middle) == byte { low = middle } else { high = middle }
    }
    return high
  }

  /// The last byte of every key if all end alike and none ends so twice; `nil` otherwise.
  fileprivate var commonTerminator: UInt8? {
    var terminator: UInt8?
    for rank in 0..<distinctCount {
      let range = byteRange(ofRank: rank)
      guard let end = range.last, terminator == nil || terminator == bytes[end],
        range.count < 2 || bytes[end - 1] != bytes[end]
      else { return nil }
      terminator = bytes[end]
    }
    return terminator
  }
}

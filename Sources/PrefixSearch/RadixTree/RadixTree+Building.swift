extension RadixTree {
  /// Splits sorted keys level by level and collects the arrays of the tree.
  struct Builder {
    let keys: SortedKeys

    var nodeFirstEdges: [UInt32] = []
    var nodeLabelOffsets: [UInt32] = []
    var nodeLabelLengths: [UInt8] = []
    var edgeBytes: [UInt8] = []
    var edgeRows: [UInt32] = []
    var edgeLeadsToNode: [Bool] = []
    var labels: [UInt8] = []
    var tails: [UInt8] = []
    var tailOffsets: [UInt32] = []
    private var tailCount = 0

    private var labelOffsets: [[UInt8]: UInt32] = [:]

    /// Keys that share their first `depth` bytes and wait to become a node.
    private struct Group {
      var ranks: Range<Int>
      var depth: Int
    }

    init(_ keys: SortedKeys) { self.keys = keys }
  }
}

extension RadixTree.Builder {
  /// Makes all nodes and edges, in level order.
  ///
  /// The groups that become nodes stand in the order of the edges that lead to them, which is the
  /// order in which the nodes are numbered: the queue of a breadth-first walk.
  mutating func build() {
    var groups = [Group(ranks: 0..<keys.distinctCount, depth: 0)]
    var next = 0
    while next < groups.count {
      let group = groups[next]
      next += 1
      addNode(group, isRoot: next == 1, groups: &groups)
    }
    nodeFirstEdges.append(UInt32(edgeBytes.count))
    edgeRows.append(UInt32(keys.count))
  }

  private mutating func addNode(_ group: Group, isRoot: Bool, groups: inout [Group]) {
    let labelLength = isRoot ? 0 : sharedLength(of: group)
    addLabel(ofRank: group.ranks.lowerBound, from: group.depth, length: labelLength)
    nodeFirstEdges.append(UInt32(edgeBytes.count))

    let depth = group.depth + labelLength
    var rank = group.ranks.lowerBound
    // Only the first key of a group can end here: keys are distinct, and a prefix sorts first.
    if rank < group.ranks.upperBound, keys.byteRange(ofRank: rank).count == depth { rank += 1 }
    while rank < group.ranks.upperBound {
      let byte = keys.byte(depth, ofRank: rank)
      let end = keys.end(ofRanksFrom: rank, to: group.ranks.upperBound, with: byte, at: depth)
      addEdge(byte, Group(ranks: rank..<end, depth: depth + 1), groups: &groups)
      rank = end
    }
  }

  private mutating func addEdge(_ byte: UInt8, _ group: Group, groups: inout [Group]) {
    edgeBytes.append(byte)
    edgeRows.append(keys.firstRows[group.ranks.lowerBound])
    let rest = keys.byteRange(ofRank: group.ranks.lowerBound).dropFirst(group.depth)
    let isTail = group.ranks.count == 1 && rest.count <= RadixTree.longestRun
    edgeLeadsToNode.append(!isTail)
    guard isTail else { return groups.append(group) }
    if tailCount % RadixTree.tailsPerOffset == 0 { tailOffsets.append(UInt32(tails.count)) }
    tailCount += 1
    tails.append(UInt8(rest.count))
    tails.append(contentsOf: keys.bytes[rest])
  }

  /// How many bytes all keys of `group` share after its depth, as far as a label can hold them.
  ///
  /// The keys are sorted, so what the first and the last share is shared by all.
  private func sharedLength(of group: Group) -> Int {
    let first = keys.byteRange(ofRank: group.ranks.lowerBound).dropFirst(group.depth)
    let last = keys.byteRange(ofRank: group.ranks.upperBound - 1).dropFirst(group.depth)
    let limit = min(first.count, last.count, RadixTree.longestRun)
    var length = 0
    while length < limit,
      keys.bytes[first.lowerBound + length] == keys.bytes[last.lowerBound + length]
    {
      length += 1
    }
    return length
  }

  private mutating func addLabel(ofRank rank: Int, from depth: Int, length: Int) {
    nodeLabelLengths.append(UInt8(length))
    guard length > 0 else { return nodeLabelOffsets.append(0) }
    let start = keys.byteRange(ofRank: rank).lowerBound + depth
    let label = Array(keys.bytes[start..<start + length])
    let offset = labelOffsets[label] ?? UInt32(labels.count)
    if offset == UInt32(labels.count) {
      labelOffsets[label] = offset
      labels.append(contentsOf: label)
    }
    nodeLabelOffsets.append(offset)
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
}

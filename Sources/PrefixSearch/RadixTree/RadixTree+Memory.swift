internal import FlatStorage

extension RadixTree {
  /// The exact number of bytes that the tree keeps in memory, by part.
  ///
  /// - Complexity: O(1).
  public var memoryFootprint: MemoryFootprint {
    MemoryFootprint(
      sections: [
        ("format", layout.pilotStart),
        ("pilots", layout.slotStart),
        ("jump table", layout.slotStart &+ layout.slotCount &* JumpEntry.byteCount),
        ("nodes", layout.end),
      ],
      of: region, description: MemoryLayout<RadixTree>.size)
  }

  /// The number of nodes, the root included.
  ///
  /// - Complexity: O(1).
  public var nodeCount: Int { layout.nodeCount }

  /// The number of edges.
  ///
  /// - Complexity: O(1).
  public var edgeCount: Int { layout.edgeCount }
}

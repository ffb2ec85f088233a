internal import FlatStorage

extension RadixTree {
  /// What has to be known of a region to read the tree in it; it stands in the region's first bytes.
  struct Layout: Sendable, Equatable {
    /// The number of rows.
    var rowCount = 0
    /// The number of nodes, the root included.
    var nodeCount = 0
    /// The number of edges.
    var edgeCount = 0
    /// The last byte of every key if all end alike, which tails leave out; else 256.
    var terminator = 256
    /// The number of bits of a hash that name a pilot.
    var bucketBits = 0
    /// The number of slots of the jump table, free ones included; 0 without a table.
    var slotCount = 0
    /// Where the pilots of the jump table begin.
    var pilotStart = 0
    /// Where the entries of the jump table begin.
    var slotStart = 0
    /// Where the root begins: the first node, or an empty tail if there are no edges.
    var root = 0
    /// Where the tree ends.
    var end = 0
    /// Nodes with more rows than this have an annotation; 0 if there are none at all.
    var annotationThreshold = 0

    /// How far a hash is shifted until the bits are left that name a pilot; not stored.
    private(set) var bucketShift: UInt64 = 0
  }

  /// The longest label or tail, in bytes.
  static let longestRun = 255
}

extension RadixTree.Layout {
  /// Visits the fields in the order in which they are stored, four bytes each.
  private mutating func visitFields(_ visit: (inout Int) -> Void) {
    visit(&rowCount)
    visit(&nodeCount)
    visit(&edgeCount)
    visit(&terminator)
    visit(&bucketBits)
    visit(&slotCount)
    visit(&pilotStart)
    visit(&slotStart)
    visit(&root)
    visit(&end)
    visit(&annotationThreshold)
  }

  /// The size of a stored description in bytes.
  static let byteCount = 11 * 4

  /// Reads the description of the tree that lies in `region`.
  init(of region: ByteRegion) {
    var offset = 0
    visitFields { field in
      field = Int(clamping: region.uint32(at: offset))
      offset += 4
    }
    bucketShift = UInt64(truncatingIfNeeded: 64 &- bucketBits)
  }

  /// The stored form.
  var bytes: [UInt8] {
    var (copy, writer) = (self, ByteRegionWriter())
    copy.visitFields { writer.append($0, width: 4) }
    return writer.bytes
  }
}

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
    /// Where the entries of the jump table begin.
    var entryStart = 0
    /// Where the tails begin that belong to entries of the jump table.
    var tailStart = 0
    /// Where the nodes begin.
    var nodeStart = 0
    /// Where the tree ends.
    var end = 0
    /// Nodes with more rows than this have an annotation; 0 if there are none at all.
    var annotationThreshold = 0
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
    visit(&entryStart)
    visit(&tailStart)
    visit(&nodeStart)
    visit(&end)
    visit(&annotationThreshold)
  }

  /// The size of a stored description in bytes.
  static let byteCount = 9 * 4
  /// Where the jump table has what it knows of each of the 256 first bytes.
  static let firstByteStart = byteCount
  /// The size of that in bytes: lower row, upper row, and how far the byte's entries are shifted.
  static let firstByteSize = 12

  /// Reads the description of the tree that lies in `region`.
  init(of region: ByteRegion) {
    var offset = 0
    visitFields { field in
      field = Int(clamping: region.uint32(at: offset))
      offset += 4
    }
  }

  /// The stored form.
  var bytes: [UInt8] {
    var (copy, writer) = (self, ByteRegionWriter())
    copy.visitFields { writer.append($0, width: 4) }
    return writer.bytes
  }
}

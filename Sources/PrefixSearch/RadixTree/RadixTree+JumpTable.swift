internal import FlatStorage

extension RadixTree {
  /// Where a walk goes on after the first bytes of a prefix.
  struct Landing {
    var rows: Rows
    var target: Target
    /// How many bytes lie above the target.
    var consumed: Int
  }

  /// Looks up some bytes in the jump table.
  ///
  /// One lookup reads a pilot, by which the entry is found, and the entry, see ``PerfectHash``.
  ///
  /// - Parameters:
  ///   - word: The bytes, the first one lowest; others may lie above them.
  ///   - length: The number of bytes, 1 to 4.
  /// - Returns: Where the bytes lead; `nil` if there is no entry for them.
  @inline(__always)
  func landing(for word: UInt64, length: Int) -> Landing? {
    let others = UInt32(truncatingIfNeeded: 8 &* (JumpEntry.longestKey &- length))
    let key = (UInt32(truncatingIfNeeded: word) &<< others) &>> others
    let hash = PerfectHash.hash(of: key, length: length)
    let bucket = Int(truncatingIfNeeded: hash &>> layout.bucketShift)
    let pilot = region.uint16(at: layout.pilotStart &+ bucket &* PerfectHash.pilotSize)
    let slot = PerfectHash.slot(of: hash, pilot: pilot, slotCount: layout.slotCount)
    let place = layout.slotStart &+ slot &* JumpEntry.byteCount
    let entry = JumpEntry(
      boundsAndLengths: region.uint64(at: place), keyAndWay: region.uint64(at: place &+ 8))
    guard entry.belongs(to: key, length: length) else { return nil }
    return Landing(
      rows: entry.rows, target: entry.target(from: layout.root),
      // Wrong bytes must not consume more than there is.
      consumed: min(entry.consumed, length))
  }

  /// What the jump table has for some bytes that keys begin with.
  ///
  /// Two words. From the lowest bit on, the first has the length of the bytes less one (2 bits), the
  /// number of them that lie above the target less one (2 bits), and both bounds of the rows (30 bits
  /// each); the second has the bytes, zeros behind them, and the way on (4 bytes each): as in a node,
  /// it is twice the distance, here from the root, and one more if it leads to a node.
  struct JumpEntry {
    private let boundsAndLengths: UInt64
    private let keyAndWay: UInt64

    /// The size in bytes.
    static let byteCount = 16
    /// The most bytes that an entry is for.
    static let longestKey = 4
    /// The bits of a bound.
    static let boundBits: UInt64 = 30

    @inline(__always)
    init(boundsAndLengths: UInt64, keyAndWay: UInt64) {
      self.boundsAndLengths = boundsAndLengths
      self.keyAndWay = keyAndWay
    }

    /// Whether it is the entry of these bytes, not that of others in the place where these would be.
    @inline(__always)
    func belongs(to key: UInt32, length: Int) -> Bool {
      UInt32(truncatingIfNeeded: keyAndWay) == key
        && Int(truncatingIfNeeded: boundsAndLengths & 3) &+ 1 == length
    }

    /// The rows whose key begins with the bytes.
    @inline(__always)
    var rows: Rows {
      let mask = 1 &<< Self.boundBits &- 1 as UInt64
      return Rows(
        lower: Int(truncatingIfNeeded: boundsAndLengths &>> 4 & mask),
        upper: Int(truncatingIfNeeded: boundsAndLengths &>> (4 &+ Self.boundBits)))
    }

    /// The node or tail in which the bytes end.
    @inline(__always)
    func target(from root: Int) -> Target {
      let way = keyAndWay &>> 32
      return Target(place: root &+ Int(truncatingIfNeeded: way &>> 1), isNode: way & 1 != 0)
    }

    /// How many of the bytes lie above the target.
    @inline(__always)
    var consumed: Int { Int(truncatingIfNeeded: boundsAndLengths &>> 2 & 3) &+ 1 }
  }
}

extension RadixTree.JumpEntry {
  /// Makes an entry; all numbers must fit.
  init(
    key: UInt32, length: Int, consumed: Int, rows: Range<Int>, distance: Int, isNode: Bool
  ) {
    let (lower, upper) = (UInt64(rows.lowerBound), UInt64(rows.upperBound))
    boundsAndLengths =
      UInt64(length - 1) | UInt64(consumed - 1) << 2 | lower << 4 | upper << (4 + Self.boundBits)
    keyAndWay = UInt64(key) | UInt64(distance << 1 | (isNode ? 1 : 0)) << 32
  }

  /// Appends the stored form.
  func store(to writer: inout ByteRegionWriter) {
    writer.append(boundsAndLengths, width: 8)
    writer.append(keyAndWay, width: 8)
  }
}

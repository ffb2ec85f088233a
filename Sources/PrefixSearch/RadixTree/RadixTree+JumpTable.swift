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

extension RadixTree {
  /// Makes the jump table out of the nodes near the root.
  struct JumpTableWriter {
    private let beginnings: [Beginning]
    private let hash: PerfectHash

    /// Bytes that some keys begin with.
    private struct Beginning {
      var hash: UInt64
      var rowCount: Int
      var entry: JumpEntry
    }

    /// Unless told otherwise, a table takes at most one byte for so many of the nodes.
    private static let nodeBytesPerByte = 10
    /// Nor does it take more bytes than these, so that it stays in the second cache.
    private static let largestDefault = 256_000

    /// Chooses what gets an entry: the beginnings of the most rows.
    ///
    /// - Parameters:
    ///   - writer: What has placed the nodes.
    ///   - byteCount: The most bytes that the table may take; `nil` for the default.
    init(_ writer: Writer, byteCount: Int?) {
      let room =
        byteCount ?? min(writer.nodeByteCount / Self.nodeBytesPerByte, Self.largestDefault)
      let all = room < JumpEntry.byteCount ? [] : Self.beginnings(in: writer)
      let order = all.indices.sorted { (-all[$0].rowCount, $0) < (-all[$1].rowCount, $1) }
      let count = (0...min(all.count, room / JumpEntry.byteCount)).last { count in
        Self.byteCount(ofEntries: count) <= room
      }
      beginnings = order.prefix(count ?? 0).map { all[$0] }
      hash = PerfectHash(of: beginnings.map(\.hash))
    }
  }
}

extension RadixTree.JumpTableWriter {
  private typealias JumpEntry = RadixTree.JumpEntry

  /// The most that a table takes, in bytes: slots, pilots, and what aligns the slots.
  private static func byteCount(ofEntries count: Int) -> Int {
    guard count > 0 else { return 0 }
    return RadixTree.PerfectHash.slotCount(for: count) * JumpEntry.byteCount
      + RadixTree.PerfectHash.pilotSize << RadixTree.PerfectHash.bucketBits(for: count)
      + JumpEntry.byteCount - 4
  }

  /// All different beginnings of keys that an entry can be for.
  private static func beginnings(in writer: RadixTree.Writer) -> [Beginning] {
    let (split, limit) = (writer.split, JumpEntry.longestKey)
    // An entry has no room for the numbers of more rows.
    guard split.keys.count < 1 << JumpEntry.boundBits else { return [] }
    var all: [Beginning] = []
    /// Adds the beginnings that end in a node or tail: it lies below `depth` bytes and has those up to
    /// `end` of the key.
    func add(
      below depth: Int, through end: Int, rank: Int, rows: Range<Int>, _ target: RadixTree.Target
    ) {
      let key = split.keys.bytes[split.keys.byteRange(ofRank: rank)].prefix(min(end, limit))
      for length in 1...limit where length >= depth && length <= key.count {
        let word = key.prefix(length).reversed().reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
        all.append(
          Beginning(
            hash: RadixTree.PerfectHash.hash(of: word, length: length), rowCount: rows.count,
            entry: JumpEntry(
              key: word, length: length, consumed: depth, rows: rows,
              distance: target.place - writer.positions[0], isNode: target.isNode)))
      }
    }
    for (number, node) in split.nodes.enumerated() where node.depth <= limit {
      // No beginning ends in the root, which has no label.
      if number > 0 {
        add(
          below: node.depth, through: node.end, rank: node.ranks.lowerBound,
          rows: writer.rows(of: node),
          RadixTree.Target(place: writer.positions[number], isNode: true))
      }
      for (edge, place) in zip(node.edges, writer.tailPlaces(ofNode: number)) {
        guard let place else { continue }
        let rank = split.edges[edge].rank
        add(
          below: node.end + 1, through: limit, rank: rank, rows: split.keys.rows(ofRank: rank),
          RadixTree.Target(place: place, isNode: false))
      }
    }
    return all
  }

  /// Writes pilots and entries.
  func write(to writer: inout ByteRegionWriter, layout: inout RadixTree.Layout) {
    layout.pilotStart = writer.position
    let placed = zip(beginnings, hash.slots).compactMap { beginning, slot in
      slot.map { (slot: $0, entry: beginning.entry) }
    }
    if !placed.isEmpty {
      layout.slotCount = hash.slotCount
      layout.bucketBits = hash.bucketBits
      for pilot in hash.pilots { writer.append(pilot, width: RadixTree.PerfectHash.pilotSize) }
      writer.align(to: JumpEntry.byteCount)
    }
    layout.slotStart = writer.position
    guard let first = placed.first else { return }
    // Free slots repeat an entry, which nobody takes there for an answer: its bytes lead elsewhere.
    var slots = [JumpEntry](repeating: first.entry, count: hash.slotCount)
    for (slot, entry) in placed { slots[slot] = entry }
    for entry in slots { entry.store(to: &writer) }
  }
}

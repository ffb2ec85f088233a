extension RadixTree {
  /// The node or tail in which the first bytes of a prefix end.
  struct JumpTarget {
    var rows: Rows
    var target: Target
    /// How many bytes lie above the target.
    var consumed: Int
  }

  /// Looks up some bytes in the jump table.
  ///
  /// A lookup reads a pilot and then the entry that it selects, see ``PerfectHash``.
  ///
  /// - Parameters:
  ///   - word: The bytes, the first one lowest; higher bytes are ignored.
  ///   - length: The number of bytes, 1 to 4.
  /// - Returns: The node or tail and its rows; `nil` if there is no entry for the bytes.
  @inline(__always)
  func jumpTarget(for word: UInt64, length: Int) -> JumpTarget? {
    let others = UInt32(truncatingIfNeeded: 8 &* (JumpEntry.longestKey &- length))
    let key = (UInt32(truncatingIfNeeded: word) &<< others) &>> others
    let hash = PerfectHash.hash(of: key, length: length)
    let bucket = Int(truncatingIfNeeded: hash &>> layout.bucketShift)
    let pilot = region.uint16(at: layout.pilotStart &+ bucket &* PerfectHash.pilotSize)
    let slot = PerfectHash.slot(of: hash, pilot: pilot, slotCount: layout.slotCount)
    let place = layout.slotStart &+ slot &* JumpEntry.byteCount
    let entry = JumpEntry(
      boundsAndLengths: region.uint64(at: place), keyAndChildOffset: region.uint64(at: place &+ 8))
    guard entry.belongs(to: key, length: length) else { return nil }
    return JumpTarget(
      rows: entry.rows, target: entry.target(from: layout.root),
      // A damaged entry must not consume more than was looked up.
      consumed: min(entry.consumed, length))
  }

  /// An entry of the jump table, for a prefix of keys.
  ///
  /// Two words. From the lowest bit on, the first has the length of the prefix less one (2 bits), the
  /// number of its bytes above the target less one (2 bits), and both bounds of the rows (30 bits each);
  /// the second has the prefix, padded with zeros, and the child offset (4 bytes each): as in a node, it
  /// is twice the distance, here from the root, plus one for a node.
  struct JumpEntry {
    private let boundsAndLengths: UInt64
    private let keyAndChildOffset: UInt64

    /// The size in bytes.
    static let byteCount = 16
    /// The greatest length of a prefix in bytes.
    static let longestKey = 4
    /// The number of bits of a bound.
    static let boundBits: UInt64 = 30

    @inline(__always)
    init(boundsAndLengths: UInt64, keyAndChildOffset: UInt64) {
      self.boundsAndLengths = boundsAndLengths
      self.keyAndChildOffset = keyAndChildOffset
    }

    /// Whether this is the entry of these bytes, and not that of another prefix in the same slot.
    @inline(__always)
    func belongs(to key: UInt32, length: Int) -> Bool {
      UInt32(truncatingIfNeeded: keyAndChildOffset) == key
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
      let childOffset = keyAndChildOffset &>> 32
      return Target(
        place: root &+ Int(truncatingIfNeeded: childOffset &>> 1), isNode: childOffset & 1 != 0)
    }

    /// How many bytes of the prefix lie above the target.
    @inline(__always)
    var consumed: Int { Int(truncatingIfNeeded: boundsAndLengths &>> 2 & 3) &+ 1 }
  }
}

extension RadixTree.JumpEntry {
  /// Makes an entry; the numbers must fit into their bits.
  init(
    key: UInt32, length: Int, consumed: Int, rows: Range<Int>, distance: Int, isNode: Bool
  ) {
    let (lower, upper) = (UInt64(rows.lowerBound), UInt64(rows.upperBound))
    boundsAndLengths =
      UInt64(length - 1) | UInt64(consumed - 1) << 2 | lower << 4 | upper << (4 + Self.boundBits)
    keyAndChildOffset = UInt64(key) | UInt64(distance << 1 | (isNode ? 1 : 0)) << 32
  }

  /// Appends the stored form.
  func store(to writer: inout ByteRegionWriter) {
    writer.append(boundsAndLengths, width: 8)
    writer.append(keyAndChildOffset, width: 8)
  }
}

extension RadixTree {
  /// Builds the jump table from the nodes near the root, which are finished.
  struct JumpTableWriter {
    private let prefixes: [Candidate]
    private let hash: PerfectHash

    /// A prefix that may get an entry.
    private struct Candidate {
      var hash: UInt64
      var rowCount: Int
      var entry: JumpEntry
    }

    /// By default, the nodes have at least this many bytes for each byte of the table.
    private static let nodeBytesPerByte = 10
    /// The greatest default size in bytes, so that the table fits into the second-level cache.
    private static let largestDefault = 256_000

    /// Selects the prefixes with the most rows.
    ///
    /// - Parameters:
    ///   - nodes: The nodes.
    ///   - layout: The numbers of rows and edges, the terminator, and where the root begins among the nodes.
    ///   - byteCount: The greatest size of the table in bytes; `nil` for the default.
    init(_ nodes: ByteRegion, _ layout: Layout, byteCount: Int?) {
      let room =
        byteCount
        ?? min(
          (nodes.count - ByteRegion.padding) / Self.nodeBytesPerByte, Self.largestDefault)
      let all = room < JumpEntry.byteCount ? [] : Self.prefixes(in: nodes, layout)
      let order = all.indices.sorted { (-all[$0].rowCount, $0) < (-all[$1].rowCount, $1) }
      let count = (0...min(all.count, room / JumpEntry.byteCount)).last { count in
        Self.byteCount(ofEntries: count) <= room
      }
      prefixes = order.prefix(count ?? 0).map { all[$0] }
      hash = PerfectHash(of: prefixes.map { $0.hash })
    }
  }
}

extension RadixTree.JumpTableWriter {
  private typealias JumpEntry = RadixTree.JumpEntry
  private typealias Node = RadixTree.Node

  /// The greatest size of a table in bytes: slots, pilots, and alignment.
  private static func byteCount(ofEntries count: Int) -> Int {
    guard count > 0 else { return 0 }
    return PerfectHash.slotCount(for: count) * JumpEntry.byteCount
      + PerfectHash.pilotSize << PerfectHash.bucketBits(for: count)
      + JumpEntry.byteCount - 4
  }

  /// The first bytes of keys, as many as fit an entry.
  private struct Beginning {
    var bytes: UInt32 = 0
    var count = 0

    mutating func append(_ byte: UInt8) {
      guard count < JumpEntry.longestKey else { return }
      bytes |= UInt32(byte) << UInt32(8 * count)
      count += 1
    }

    /// The first of these bytes, padded with zeros.
    func prefix(_ length: Int) -> UInt32 { bytes & (.max >> UInt32(32 - 8 * length)) }
  }

  /// A node to be visited, and how the keys below it begin.
  private struct FoundNode {
    var place: Int
    var rows: RadixTree.Rows
    /// How many bytes of its keys lie above it.
    var depth: Int
    var beginning: Beginning
  }

  /// All distinct prefixes of keys that fit an entry: those that end in nodes and tails near the root, in
  /// breadth-first order.
  private static func prefixes(in nodes: ByteRegion, _ layout: RadixTree.Layout) -> [Candidate] {
    // An entry has 30 bits for the number of a row.
    guard layout.edgeCount > 0, layout.rowCount < 1 << JumpEntry.boundBits else { return [] }
    var all: [Candidate] = []
    /// Adds the prefixes that end in a node or tail, which lies below `depth` bytes.
    func add(
      _ beginning: Beginning, below depth: Int, rows: RadixTree.Rows, _ target: RadixTree.Target
    ) {
      guard depth <= beginning.count else { return }
      for length in depth...beginning.count {
        let key = beginning.prefix(length)
        all.append(
          Candidate(
            hash: PerfectHash.hash(of: key, length: length), rowCount: rows.upper - rows.lower,
            entry: JumpEntry(
              key: key, length: length, consumed: depth, rows: rows.lower..<rows.upper,
              distance: target.place - layout.root, isNode: target.isNode)))
      }
    }
    var found = [
      FoundNode(
        place: layout.root, rows: RadixTree.Rows(lower: 0, upper: layout.rowCount), depth: 0,
        beginning: Beginning())
    ]
    var next = 0
    while next < found.count {
      var (this, node) = (found[next], Node(at: found[next].place, in: nodes))
      for index in 0..<node.labelLength {
        this.beginning.append(nodes.byte(at: node.labelStart + index))
      }
      // No prefix ends in the root, which has no label.
      if next > 0 {
        add(
          this.beginning, below: this.depth, rows: this.rows,
          RadixTree.Target(place: this.place, isNode: true))
      }
      let depth = this.depth + node.labelLength + 1
      next += 1
      guard depth <= JumpEntry.longestKey else { continue }
      for edge in 0..<node.edgeCount {
        let (rows, target) = (
          node.rows(ofEdge: edge, of: this.rows, in: nodes), node.target(ofEdge: edge, in: nodes)
        )
        var beginning = this.beginning
        let byte = nodes.byte(at: node.edgeStart + edge)
        beginning.append(byte)
        guard !target.isNode else {
          found.append(
            FoundNode(place: target.place, rows: rows, depth: depth, beginning: beginning))
          continue
        }
        let length = Int(nodes.byte(at: target.place))
        for index in 0..<length { beginning.append(nodes.byte(at: target.place + 1 + index)) }
        // Tails leave the terminator out; after an edge that is it, the key has ended.
        if layout.terminator < 256, !(length == 0 && Int(byte) == layout.terminator) {
          beginning.append(UInt8(layout.terminator))
        }
        add(beginning, below: depth, rows: rows, target)
      }
    }
    return all
  }

  /// Writes pilots and entries.
  func write(to writer: inout ByteRegionWriter, layout: inout RadixTree.Layout) {
    layout.pilotStart = writer.position
    let placed = zip(prefixes, hash.slots).compactMap { prefix, slot in
      slot.map { (slot: $0, entry: prefix.entry) }
    }
    if !placed.isEmpty {
      layout.slotCount = hash.slotCount
      layout.bucketBits = hash.bucketBits
      for pilot in hash.pilots { writer.append(pilot, width: PerfectHash.pilotSize) }
      writer.align(to: JumpEntry.byteCount)
    }
    layout.slotStart = writer.position
    guard let first = placed.first else { return }
    // Free slots repeat an entry, which no lookup accepts there: its prefix has another slot.
    var slots = [JumpEntry](repeating: first.entry, count: hash.slotCount)
    for (slot, entry) in placed { slots[slot] = entry }
    for entry in slots { entry.store(to: &writer) }
  }
}

internal import FlatStorage

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

/// The folding of every scalar, as arrays that a program can keep in its constant data.
///
/// Each scalar has an entry of 16 bits. Entries stand in blocks; equal blocks are stored once, and
/// `blocks` says which block serves which scalars. What does not fit into an entry stands in `texts`.
struct FoldingTables {
  /// The numbers that stand for a folding; texts follow the last of them.
  enum Entry {
    static let kept: UInt16 = 0
    static let deleted: UInt16 = 1
    static let boundary: UInt16 = 2
    static let hangul: UInt16 = 3
    static let firstMark: UInt16 = 4
    static let separator: UInt16 = 0x20
    static let firstText: UInt16 = 0x80
  }

  /// The flag in the first byte of a text that contains marks.
  static let containsMarks: UInt8 = 0x80

  /// The binary logarithm of the number of scalars in a block.
  private(set) var blockBits = 0
  /// For each block of scalars, the position of its entries, in blocks.
  private(set) var blocks: [UInt16] = []
  /// The entries of the distinct blocks.
  private(set) var entries: [UInt16] = []
  /// UTF-8 texts, each behind a byte with its length and the flag.
  private(set) var texts: [UInt8] = []

  private var offsets: [[UInt8]: UInt16] = [:]

  /// Folds every scalar and looks for the size of blocks that makes the tables smallest.
  init(rules: FoldingRules) throws(GeneratorError) {
    let all = try entries(rules: rules)
    // Whatever lies behind the last scalar that is no separator needs no table.
    let used = all[...(all.lastIndex { $0 != Entry.separator } ?? 0)]
    // The first block holds all of ASCII: it is read without a look at `blocks`.
    for bits in 7...9 {
      let (blocks, entries) = Self.blocks(of: used, bits: bits)
      if blockBits == 0 || blocks.count + entries.count < self.blocks.count + self.entries.count {
        (blockBits, self.blocks, self.entries) = (bits, blocks, entries)
      }
    }
  }

  /// Cuts entries into blocks, and stores equal blocks once.
  private static func blocks(
    of all: ArraySlice<UInt16>, bits: Int
  ) -> (blocks: [UInt16], entries: [UInt16]) {
    var positions: [[UInt16]: UInt16] = [:]
    var blocks: [UInt16] = []
    var entries: [UInt16] = []
    for start in stride(from: 0, to: all.count, by: 1 << bits) {
      var block = Array(all[start...].prefix(1 << bits))
      block += repeatElement(Entry.separator, count: 1 << bits - block.count)
      let position = positions[block] ?? UInt16(positions.count)
      if positions.updateValue(position, forKey: block) == nil { entries += block }
      blocks.append(position)
    }
    return (blocks, entries)
  }
}

// MARK: - Entries

extension FoldingTables {
  private mutating func entries(rules: FoldingRules) throws(GeneratorError) -> [UInt16] {
    var foldings: [FoldedScalar] = []
    var classes: Set<UInt8> = []
    for scalar in 0..<UInt32(UnicodeDatabase.scalarCount) {
      let folding = try rules.folded(scalar)
      if case .mark(let combiningClass) = folding { classes.insert(combiningClass) }
      foldings.append(folding)
    }
    // Only the order of the classes matters to whoever sorts by them.
    let ranks = classes.sorted()
    guard ranks.count <= Int(Entry.separator - Entry.firstMark) else {
      throw .inexpressible(scalar: 0, reason: "\(ranks.count) combining classes are too many")
    }

    var entries: [UInt16] = []
    for (scalar, folding) in zip(UInt32(0)..., foldings) {
      switch folding {
      // Entries of ASCII are the folded byte, so that ASCII has one rule less.
      case .kept where scalar < 0x80: entries.append(UInt16(scalar))
      case .kept: entries.append(Entry.kept)
      case .deleted: entries.append(Entry.deleted)
      case .boundary: entries.append(Entry.boundary)
      case .hangul: entries.append(Entry.hangul)
      case .mark(let combiningClass):
        let rank = ranks.firstIndex(of: combiningClass) ?? ranks.endIndex
        entries.append(Entry.firstMark + UInt16(rank))
      case .text(let text, let containsMarks):
        entries.append(try entry(for: text, containsMarks: containsMarks, scalar: scalar))
      }
    }
    return entries
  }

  private mutating func entry(
    for scalars: [UInt32], containsMarks: Bool, scalar: UInt32
  ) throws(GeneratorError) -> UInt16 {
    if scalars.count == 1, scalars[0] < 0x80 { return UInt16(scalars[0]) }

    var text = String.UnicodeScalarView()
    for value in scalars {
      guard let scalar = Unicode.Scalar(value) else {
        throw .inexpressible(scalar: value, reason: "a surrogate stands in a mapping")
      }
      text.append(scalar)
    }
    let bytes = Array(String(text).utf8)
    if let offset = offsets[bytes] { return Entry.firstText + offset }

    guard bytes.count < Self.containsMarks,
      texts.count + Int(Entry.firstText) <= Int(UInt16.max)
    else {
      throw .inexpressible(scalar: scalar, reason: "its text does not fit into the tables")
    }
    let offset = UInt16(texts.count)
    texts.append(UInt8(bytes.count) | (containsMarks ? Self.containsMarks : 0))
    texts += bytes
    offsets[bytes] = offset
    return Entry.firstText + offset
  }
}

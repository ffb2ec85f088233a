/// The folding of every scalar, as constants in the data of a program.
///
/// Each scalar has an entry of 16 bits. Entries are grouped in blocks; equal blocks are stored once, and
/// `blocks` maps scalars to blocks. Foldings that do not fit into an entry are in `texts`.
struct FoldingTables {
  /// The numbers of foldings; those of texts follow the last of them.
  enum Entry {
    static let kept: UInt16 = 0
    static let deleted: UInt16 = 1
    static let boundary: UInt16 = 2
    static let hangul: UInt16 = 3
    static let firstMark: UInt16 = 4
    static let separator: UInt16 = 0x20
    static let firstText: UInt16 = 0x80
  }

  /// The flag in the first byte of a text that contains marks; a length is less.
  static let containsMarks: UInt8 = 0x40

  /// The entries of ASCII, all of which are single bytes.
  private(set) var ascii: [UInt16] = []
  /// The binary logarithm of the number of scalars in a block.
  private(set) var blockBits = 0
  /// Scalars that are separators, and that `blocks` leaves out.
  private(set) var gap = 0..<0
  /// The scalar after the last block.
  private(set) var end = 0
  /// For each block of scalars, the position of its entries, in blocks.
  private(set) var blocks: [UInt16] = []
  /// The entries of the distinct blocks.
  private(set) var entries: [UInt16] = []
  /// Texts, each after a scalar whose value is its length in UTF-8 and the flag.
  private(set) var texts: [Unicode.Scalar] = []

  private var textsLength = 0
  private var offsets: [[Unicode.Scalar]: UInt16] = [:]

  /// The size of the tables in bytes.
  var size: Int { ascii.count + 2 * blocks.count + 2 * entries.count + textsLength }

  /// Folds every scalar, and chooses the block size with the smallest tables.
  init(rules: FoldingRules) throws(GeneratorError) {
    let all = try entries(rules: rules)
    ascii = Array(all[..<0x80])
    let candidates = (4...8).map { bits in cut(all, bits: bits) }
    self = candidates.min { $0.size < $1.size } ?? self
  }

  /// The tables with these entries, in blocks of 2^`bits` scalars.
  private func cut(_ all: [UInt16], bits: Int) -> FoldingTables {
    var tables = self
    tables.blockBits = bits
    let starts = Array(stride(from: 0, to: all.count, by: 1 << bits))
    let isEmpty = starts.map { all[$0..<$0 + 1 << bits].allSatisfy { $0 == Entry.separator } }

    // Most unassigned code points lie in one gap before the last plane in use.
    let used = isEmpty[...(isEmpty.lastIndex(of: false) ?? 0)]
    var gap = 0..<0
    var first = 0
    for block in used.indices where !used[block] {
      if block - first > gap.count { gap = first..<block }
      first = block + 1
    }
    tables.gap = gap.lowerBound << bits..<gap.upperBound << bits
    tables.end = used.endIndex << bits

    var positions: [ArraySlice<UInt16>: UInt16] = [:]
    for block in used.indices where !gap.contains(block) {
      let entries = all[starts[block]..<starts[block] + 1 << bits]
      let position = positions[entries] ?? UInt16(positions.count)
      if positions.updateValue(position, forKey: entries) == nil { tables.entries += entries }
      tables.blocks.append(position)
    }
    return tables
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
    // For sorting, only the order of the classes matters.
    let ranks = classes.sorted()
    guard ranks.count <= Int(Entry.separator - Entry.firstMark) else {
      throw .inexpressible(
        scalar: 0,
        reason: "there must be at most \(Entry.separator - Entry.firstMark) combining classes, got "
          + "\(ranks.count)")
    }

    var entries: [UInt16] = []
    for (scalar, folding) in zip(UInt32(0)..., foldings) {
      switch folding {
      // An entry of ASCII is the folded byte, so that reading one needs no other case.
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

    var text: [Unicode.Scalar] = []
    for value in scalars {
      guard let scalar = Unicode.Scalar(value) else {
        throw .inexpressible(scalar: value, reason: "a mapping must not contain a surrogate")
      }
      text.append(scalar)
    }
    if let offset = offsets[text] { return Entry.firstText + offset }

    let length = text.map(UTF8.width).reduce(0, +)
    guard length < Self.containsMarks, textsLength + Int(Entry.firstText) <= Int(UInt16.max) else {
      throw .inexpressible(scalar: scalar, reason: "its text does not fit into the tables")
    }
    let offset = UInt16(textsLength)
    offsets[text] = offset
    texts.append(Unicode.Scalar(UInt8(length) | (containsMarks ? Self.containsMarks : 0)))
    texts += text
    textsLength += 1 + length
    return Entry.firstText + offset
  }
}

extension FoldingTables {
  /// A Swift file that declares the tables and the numbers needed to read them.
  ///
  /// Literals of many elements compile slowly, so numbers are packed into words and texts into one
  /// string. Neither needs code that runs before the first use.
  func swiftSource(unicodeVersion: String) -> String {
    """
    // swift-format-ignore-file
    // Generated by `maintain folding-tables` from Unicode \(unicodeVersion), do not edit. Command:
    // swift run maintain folding-tables UCD-FOLDER --output Sources/CitySearch/Folding/FoldingTables.swift

    /// The folding of every scalar: \(size) bytes.
    ///
    /// `blocks` and `entries` contain numbers of 16 bits, four in a word, the first in the lowest bits.
    enum FoldingTables {
      /// The version of Unicode that the tables are made from.
      static let unicodeVersion = "\(unicodeVersion)"

      /// An entry: the scalar stays.
      static let kept: UInt16 = \(Entry.kept)
      /// An entry: the scalar is deleted.
      static let deleted: UInt16 = \(Entry.deleted)
      /// An entry: the scalar is deleted, but marks are not reordered across it.
      static let boundary: UInt16 = \(Entry.boundary)
      /// An entry: the scalar is a Hangul syllable, and is decomposed.
      static let hangul: UInt16 = \(Entry.hangul)
      /// The entry of the marks with the lowest canonical combining class; those of others ascend.
      static let firstMark: UInt16 = \(Entry.firstMark)
      /// The entry of a separator, and the first of the entries that are one ASCII character.
      static let separator: UInt16 = \(Entry.separator)
      /// The entry of the first text; that of another is greater by its offset in `texts`.
      static let firstText: UInt16 = \(Entry.firstText)
      /// The flag in the length of a text that contains marks.
      static let containsMarks: UInt8 = \(Self.containsMarks)

      /// The binary logarithm of the number of scalars in a block.
      static let blockBits: UInt32 = \(blockBits)
      /// Scalars that are separators, and that `blocks` leaves out.
      static let gap: Range<UInt32> = \(gap.lowerBound)..<\(gap.upperBound)
      /// The scalar after the last block: from here on, all are separators.
      static let end: UInt32 = \(end)

      /// The entries of ASCII.
      static let ascii: [UInt8] = [
    \(lines(of: ascii.map(String.init), separator: ", ", lineEnd: ","))
      ]

      /// For each block of scalars, the position of its entries, in blocks.
      static let blocks: [UInt64] = [
    \(lines(of: words(of: blocks), separator: ", ", lineEnd: ","))
      ]

      /// The entries of the distinct blocks.
      static let entries: [UInt64] = [
    \(lines(of: words(of: entries), separator: ", ", lineEnd: ","))
      ]

      /// Texts, each after a byte with its length and the flag.
      static let texts = \"\"\"
    \(lines(of: texts.map { "\\u{\(hexadecimal($0.value))}" }, separator: "", lineEnd: "\\"))
        \"\"\"
    }

    """
  }
}

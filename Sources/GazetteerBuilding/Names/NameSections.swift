internal import CitySearch
internal import PrefixSearch

/// Writes the sections of names from names in the order of their keys.
///
/// Names are kept packed: the key without what it shares with the one before it, and four bytes for city,
/// kind and form of text.
struct NameSections: ~Copyable {
  private let cityCount: Int
  private var keys = PackedKeys()
  private var entries: [UInt32] = []
  /// The stored texts, and where those of every block of names begin.
  private var (texts, textStarts): ([UInt8], [UInt32]) = ([], [])
  private var filter = PrefixFilter.Builder()
  private var languages = LanguageTableBuilder()
  /// The scripts in which each city has names.
  private var scripts: ScriptShares.Counts
  /// Their Chinese characters.
  private var characters = HanForms.Characters()
  private var sounds: SoundIndexBuilder

  init(cityCount: Int, nameCount: Int) {
    self.cityCount = cityCount
    scripts = ScriptShares.Counts(cityCount: cityCount)
    sounds = SoundIndexBuilder(cityCount: cityCount)
    entries.reserveCapacity(nameCount)
  }

  /// Adds the next name.
  ///
  /// - Parameters:
  ///   - key: Its key.
  ///   - kind: Its kind.
  ///   - form: The form of its text.
  ///   - city: The row of its city.
  ///   - text: The bytes that the form needs.
  ///   - tags: The sets of languages of its spellings.
  mutating func append(
    key: Span<UInt8>, _ kind: StoredKind, _ form: TextForm, of city: CityRow, text: Span<UInt8>,
    tags: [(spelling: Int, languages: [String])]
  ) {
    let name = NameID(entries.count)
    if entries.count % NameTable.namesPerOffset == 0 { textStarts.append(UInt32(texts.count)) }
    if form.isStored {
      texts.append(UInt8(text.count & 0x7F | (text.count < 0x80 ? 0 : 0x80)))
      if text.count >= 0x80 { texts.append(UInt8(text.count >> 7)) }
      for index in text.indices { texts.append(text[index]) }
    }
    keys.append(key)
    entries.append(NameTable.Entry(city, kind, form).value)
    filter.append(key)
    scripts.add(key, of: city)
    characters.add(key)
    sounds.append(key, kind, of: city)
    for tag in tags {
      languages.append(
        city: city, name: kind == .own ? nil : name, spelling: tag.spelling,
        languages: tag.languages)
    }
  }

  /// Writes the sections, and forgets the names.
  ///
  /// - Parameters:
  ///   - populations: The population of each city.
  ///   - output: Where to write them.
  /// - Returns: What other sections are made of.
  /// - Throws: Errors of `output`; ``/CitySearch/GazetteerError/invalidFile(file:reason:)`` for too many languages.
  consuming func write(
    populations: [UInt32], to output: inout some SectionOutput
  ) throws(GazetteerError) -> (
    scripts: ScriptShares.Counts, characters: HanForms.Characters, soundIndex: [UInt8]
  ) {
    try writeEntries(to: &output)
    try writeTexts(to: &output)
    texts = []
    let topK = topK(populations: populations)
    let nameCount = entries.count
    let ownNames = OwnNames.bytes(count: nameCount) {
      NameTable.Entry(value: entries[$0]).isOwn
    }
    entries = []
    let tree = RadixTree.nodes(over: keys, listsIn: topK)
    keys = PackedKeys()
    try output.begin(.nameTree)
    try output.write(tree)
    try output.write(.nameTopK, topK.region)
    try output.write(.nameFilter, filter.finish().region)
    try output.write(.ownNames, ownNames)
    let tables = try languages.finish(cityCount: cityCount, nameCount: nameCount)
    try output.write(.languages, tables.languages)
    try output.write(.languageTags, tables.tags)
    return (scripts, characters, sounds.finish { populations[$0.rawValue] })
  }

  private func writeEntries(to output: inout some SectionOutput) throws(GazetteerError) {
    let width = NameTable.entryWidth(cityCount: cityCount)
    try output.begin(.nameEntries)
    var piece: [UInt8] = []
    piece.append(UInt64(entries.count), width: 4)
    for entry in entries {
      piece.append(UInt64(entry), width: width)
      try output.writeIfLarge(&piece)
    }
    try output.write(piece.span)
  }

  private func writeTexts(to output: inout some SectionOutput) throws(GazetteerError) {
    try output.begin(.nameTexts)
    var piece: [UInt8] = []
    piece.append(UInt64(texts.count), width: 4)
    let width = PackedNumbers.width(for: texts.count)
    for start in textStarts {
      piece.append(UInt64(start), width: width)
      try output.writeIfLarge(&piece)
    }
    try output.write(piece.span)
    try output.write(texts.span)
  }

  private func topK(populations: [UInt32]) -> TopKIndex {
    var builder = TopKIndex.Builder(
      PackedNameRanks(keys: keys, entries: entries, populations: populations),
      k: NameTable.listLength, count: entries.count)
    keys.forEach { _, shared in builder.append(sharing: shared) }
    return builder.finish()
  }
}

extension NameSections {
  /// How the text of a name is stored.
  ///
  /// - Parameters:
  ///   - kind: The kind of the name.
  ///   - texts: Its text, unless it is that of its city, and its further spellings.
  ///   - key: Its key.
  /// - Returns: The form, and the bytes that it needs.
  static func encode(
    _ kind: StoredKind, _ texts: [ArraySlice<UInt8>], key: ArraySlice<UInt8>
  ) -> (form: TextForm, bytes: [UInt8]) {
    if kind.isCode { return (.capitals, []) }
    guard !texts.isEmpty else { return (.verbatim, []) }
    return NameText.encode(texts, key: key.dropLast(), areOthers: kind.hasOwnText)
  }
}

extension RadixTree {
  /// The tree over keys whose larger nodes are annotated with the offsets of their lists.
  static func nodes(over keys: PackedKeys, listsIn topK: TopKIndex) -> RadixTree.Parts {
    var builder = Builder(
      rowCount: keys.count, terminator: keys.commonTerminator, listsIn: topK)
    keys.forEachReversed { builder.prepend($0) }
    return builder.finish()
  }
}

extension RadixTree.Builder {
  /// Begins a tree whose larger nodes are annotated with the offsets of their lists.
  init(rowCount: Int, terminator: UInt8?, listsIn topK: TopKIndex) {
    self.init(
      rowCount: rowCount, terminator: terminator,
      annotations: RadixTree.Annotations(threshold: topK.k) { rows in
        topK.place(of: rows).map { UInt32(truncatingIfNeeded: $0) } ?? .max
      })
  }
}

/// Scores of names before they are stored.
private struct PackedNameRanks: RankedRows {
  let keys: PackedKeys
  let entries: [UInt32]
  let populations: [UInt32]

  private func entry(_ row: Int) -> NameTable.Entry { NameTable.Entry(value: entries[row]) }

  func weight(ofRow row: Int) -> UInt64 {
    entry(row).kind.isCode ? 0 : weight(ofRow: row, bonus: 0)
  }

  private func weight(ofRow row: Int, bonus: Int) -> UInt64 {
    let entry = entry(row)
    return NameScore.weight(
      entry.kind, population: Int(clamping: populations[entry.city.rawValue]), bonus: bonus)
  }

  func group(ofRow row: Int) -> UInt32 { UInt32(entry(row).city.rawValue) }
  func precedence(ofRow row: Int) -> UInt8 { entry(row).kind.precedence }

  func variants(
    of interval: Range<Int>, prefixLengths lengths: ClosedRange<Int>
  ) -> [ListVariant] {
    let length = lengths.upperBound
    let (first, hasWords) = keys.withKey(atRow: interval.lowerBound) { key in
      (
        (0..<length).map { key[$0] },
        length < key.count && key[length] == asciiSpace
      )
    }
    var variants: [ListVariant] = []
    if length > 0 {
      if first[length - 1] == asciiSpace {
        let whole = rows(of: interval) { $0.count == length }
        if !whole.isEmpty {
          variants.append(variant(BonusVariant.end, whole: whole, words: whole))
        }
      } else if hasWords {
        let words = rows(of: interval) { $0.count > length && $0[length] == asciiSpace }
        let whole = rows(of: interval) { $0.count == length + 1 }
        variants.append(variant(BonusVariant.end, whole: whole, words: words))
      }
    }
    // Shorter prefixes that all keys continue in the same way.
    let ends = lengths.filter {
      $0 > 0 && $0 < length && first[$0] == asciiSpace && first[$0 - 1] != asciiSpace
    }
    let hasWhole =
      ends.last == length - 1 && !rows(of: interval, where: { $0.count == length }).isEmpty
    if hasWhole {
      let whole = rows(of: interval) { $0.count == length }
      variants.append(variant(BonusVariant.wholeNames, whole: whole, words: interval))
    }
    if ends.count > (hasWhole ? 1 : 0) {
      variants.append(variant(BonusVariant.words, whole: 0..<0, words: interval))
    }
    return variants
  }

  /// The rows at the beginning of an interval whose keys fulfill a condition.
  private func rows(
    of interval: Range<Int>, where condition: (Span<UInt8>) -> Bool
  ) -> Range<Int> {
    interval.lowerBound..<interval.partitioningIndex { !keys.withKey(atRow: $0, condition) }
  }

  private func variant(_ number: Int, whole: Range<Int>, words: Range<Int>) -> ListVariant {
    ListVariant(number, rows: words) { row in
      if whole.contains(row) { return weight(ofRow: row, bonus: NameScore.wholeBonus) }
      guard entry(row).kind == .own else { return weight(ofRow: row) }
      return weight(ofRow: row, bonus: NameScore.wordBonus)
    }
  }
}

package import PrefixSearch

/// All names of all cities, in the order of their keys: kind and city of each.
///
/// Keys are not stored here: the index over the names has them, and most of each text, see ``TextForm``.
/// A class, so that a search holds it by one reference.
package final class NameTable: Sendable {
  /// The names.
  private let entries: ByteRegion
  private let numbers: PackedNumbers
  /// The number of names.
  package let count: Int
  /// The number of cities.
  private let cityCount: Int
  private let texts: ByteRegion
  private let textStarts: PackedNumbers
  private let firstText: Int
  /// The radix tree over the keys, with the cities with the best scores of every prefix.
  package let tree: TopKTree
  /// The first letters of the keys, for the search with typos.
  package let filter: PrefixFilter
  /// Which names are the own names of cities.
  package let ownNames: OwnNames
  /// The languages of names.
  package let languages: LanguageTable
  /// The texts for which the tree lately had no similar name.
  let misses = MissCache()
  /// The first words of names, for abbreviated ones.
  let firstWords = FirstWordsCache()

  /// The greatest number of cities: of the 32 bits of an entry, 26 are for the row.
  package static let maximumCityCount = 1 << 26
  /// How many names share one stored offset of their texts.
  package static let namesPerOffset = 32
  /// The length *k* of the stored top-k lists.
  package static let listLength = 10

  /// The stored entry of a name.
  ///
  /// Kind and form share six bits, so that an entry of 234,908 cities has three bytes: the texts of most kinds have one
  /// form only.
  package struct Entry {
    /// The city in bits 6 and above, and kind and form of the text below.
    ///
    /// Bits 0 to 2 are the kind, and bits 3 to 5 the form; or bits 0 to 2 are 7, and bits 3 to 5 a kind whose texts have
    /// one form.
    package let value: UInt32

    /// The first of the kinds whose texts have one form.
    private static let firstOfOneForm = StoredKind.expansionOfOwn.rawValue

    @inline(__always)
    package init(value: UInt32) { self.value = value }

    package init(_ city: CityRow, _ kind: StoredKind, _ form: TextForm) {
      let low = min(kind.rawValue, Self.firstOfOneForm)
      let high = low < Self.firstOfOneForm ? form.rawValue : kind.rawValue - low
      value = UInt32(city.rawValue) << 6 | UInt32(high << 3 | low)
    }

    @inline(__always)
    package var city: CityRow { CityRow(Int(value &>> 6)) }
    @inline(__always)
    package var kind: StoredKind {
      let (low, high) = (UInt8(value & 7), UInt8(value &>> 3 & 7))
      // In a damaged file there may be a kind that does not exist.
      return StoredKind(rawValue: low < Self.firstOfOneForm ? low : low &+ high) ?? .later
    }
    /// Whether the name is the city's own.
    @inline(__always)
    package var isOwn: Bool { value & 7 == UInt32(StoredKind.own.rawValue) }
    @inline(__always)
    package var form: TextForm {
      guard value & 7 < Self.firstOfOneForm else { return kind.isCode ? .capitals : .verbatim }
      return TextForm(rawValue: UInt8(value &>> 3 & 7)) ?? .verbatim
    }
  }

  /// The parts of a file that names lie in.
  package struct Sections {
    package var entries: ByteRegion
    package var texts: ByteRegion
    package var tree: ByteRegion
    package var topK: ByteRegion
    package var filter: ByteRegion
    package var ownNames: ByteRegion
    package var languages: ByteRegion
    package var tags: ByteRegion
  }

  /// Reads the names of `cityCount` cities; `nil` if the sections do not fit each other.
  ///
  /// - Complexity: O(1).
  package init?(_ sections: Sections, cityCount: Int) {
    count = Int(clamping: sections.entries.uint32(at: 0))
    self.cityCount = cityCount
    entries = sections.entries
    texts = sections.texts
    let width = Self.entryWidth(cityCount: cityCount)
    numbers = PackedNumbers(start: 4, width: width)
    let textByteCount = Int(clamping: texts.uint32(at: 0))
    let blocks = (count + Self.namesPerOffset - 1) / Self.namesPerOffset
    textStarts = PackedNumbers(start: 4, width: PackedNumbers.width(for: textByteCount))
    firstText = 4 + blocks * textStarts.stride
    let tree = RadixTree(region: sections.tree)
    guard let topK = TopKIndex(region: sections.topK, count: count),
      let filter = PrefixFilter(region: sections.filter),
      let ownNames = OwnNames(region: sections.ownNames, nameCount: count, cityCount: cityCount),
      let languages = LanguageTable(
        languages: sections.languages, tags: sections.tags, cityCount: cityCount, nameCount: count)
    else { return nil }
    self.tree = TopKTree(tree, topK)
    self.filter = filter
    self.ownNames = ownNames
    self.languages = languages
    let padding = ByteRegion.padding
    guard topK.k == Self.listLength,
      Int64(entries.count - padding) == 4 + Int64(width) &* Int64(count),
      Int64(texts.count - padding) == Int64(firstText) + Int64(textByteCount),
      tree.count == count, count >= cityCount
    else { return nil }
  }

  /// The number of bytes of an entry.
  package static func entryWidth(cityCount: Int) -> Int {
    PackedNumbers.width(for: cityCount << 6 | 63)
  }

  /// The entry of a name; in a damaged file, a city that does not exist becomes the last one.
  @inline(__always)
  package subscript(name: NameID) -> Entry {
    let value = UInt32(truncatingIfNeeded: numbers.value(at: name.rawValue, in: entries))
    let city = Int(value &>> 6)
    guard city < cityCount else {
      return Entry(value: UInt32(truncatingIfNeeded: cityCount &- 1) &<< 6 | value & 63)
    }
    return Entry(value: value)
  }

  /// Calls a function with each of some names whose city is in a set.
  @inline(__always)
  func forEachName(in rows: Range<Int>, of cities: CitySet, _ body: (Int) -> Void) {
    let (numbers, entries, last) = (numbers, entries, cityCount &- 1)
    for row in rows {
      let city = numbers.value(at: row, in: entries) &>> 6
      // In a damaged file, a city that does not exist is the last one.
      if cities.contains(CityRow(min(city, last))) { body(row) }
    }
  }

  /// The list of the best names below a position, without bonuses; `nil` if the names are few.
  @inline(__always)
  package func list<Index: PrefixIndex>(at position: Index.Position, in index: Index) -> TopKIndex
    .List?
  {
    // Only this tree has annotations. Where the caller is specialized for it, the cast is resolved at
    // compile time; for other indexes one comparison skips it.
    if Index.self == TopKTree.self, let position = position as? RadixTree.Position {
      return tree.list(at: position)
    }
    return tree.list(of: index.rows(below: position))
  }

  /// The key of a name, without its final space.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - beginning: A known prefix of the key, which need not be spelled.
  /// - Returns: The bytes.
  /// - Complexity: O(*m*), where *m* is the length of the key in bytes.
  package func key(of name: NameID, beginningWith beginning: KnownPrefix) -> [UInt8] {
    if let key = shortKey(of: name, beginningWith: beginning) {
      return (0..<key.count).map { key.bytes[$0] }
    }
    var key = beginning.query.withBytes { tree.key(atRow: name.rawValue, startingWith: $0) }
    if key.last == asciiSpace { key.removeLast() }
    return key
  }

  /// The text of an alternate name or code, or the text that an expansion or saint form was made from.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - beginning: A known prefix of the key.
  ///   - typed: What was typed, which one of several spellings may fit.
  /// - Returns: The text; of several spellings, the one to show.
  /// - Complexity: O(*m*), where *m* is the length of the key in bytes, or of all spellings.
  package func text(of name: NameID, beginningWith beginning: KnownPrefix, typed: String) -> String
  {
    let form = self[name].form
    if form.isStored {
      let texts = texts(of: name, beginningWith: beginning)
      guard texts.count > 1 else { return texts.first ?? "" }
      return SpellingChoice(texts, tagged: taggedSpellings(of: name)).text(for: typed)
    }
    // Most texts are capitalized in place.
    guard var key = shortKey(of: name, beginningWith: beginning) else {
      let key = key(of: name, beginningWith: beginning)
      return String(decoding: NameText.capitalized(key[...], form), as: UTF8.self)
    }
    var text = key.bytes.mutableSpan
    NameText.capitalize(&text, count: key.count, form)
    return String(validating: key.bytes.span.extracting(first: key.count)) ?? ""
  }

  /// The stored texts of a name: all spellings of an alternate name; of an own name, the spellings other
  /// than the name of the city; of a name of another kind, its only text.
  package func texts(of name: NameID, beginningWith beginning: KnownPrefix) -> [String] {
    let entry = self[name]
    if entry.kind.hasOwnText, entry.form != .spellings { return [] }
    let key = key(of: name, beginningWith: beginning)
    let stored = entry.form.isStored ? storedText(of: name) : []
    return NameText.decode(entry.form, stored, key: key[...])
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// The numbers of the spellings of a name that have a language.
  private func taggedSpellings(of name: NameID) -> [Int] {
    var numbers: [Int] = []
    languages.forEachTag(of: self[name].city) { if $0.name == name { numbers.append($0.spelling) } }
    return numbers
  }

  /// A key of up to 128 bytes, spelled without allocation.
  private struct ShortKey {
    var bytes = InlineArray<128, UInt8>(repeating: 0)
    var count = 0
  }

  /// The key of a name without its final space; `nil` if it is long, or does not have the known prefix.
  private func shortKey(of name: NameID, beginningWith beginning: KnownPrefix) -> ShortKey? {
    var key = ShortKey()
    let query = beginning.query
    guard query.count < key.bytes.count,
      let position = beginning.position ?? query.withBytes({ tree.position(of: $0) })
    else { return nil }
    query.withBytes { bytes in
      for index in bytes.indices { key.bytes[index] = bytes[index] }
    }
    var buffer = key.bytes.mutableSpan
    guard let end = tree.spell(name.rawValue, from: position, into: &buffer, at: query.count)
    else { return nil }
    key.count = end > 0 && key.bytes[end - 1] == asciiSpace ? end - 1 : end
    return key
  }

  /// The stored bytes of the text of a name.
  private func storedText(of name: NameID) -> [UInt8] {
    let block = name.rawValue / Self.namesPerOffset
    var place = firstText &+ textStarts.value(at: block, in: texts)
    for other in block * Self.namesPerOffset..<name.rawValue
    where self[NameID(other)].form.isStored {
      let (length, size) = length(at: place)
      place &+= size &+ length
    }
    let (length, size) = length(at: place)
    let end = Swift.min(place &+ size &+ length, texts.count - ByteRegion.padding)
    return (place &+ size..<Swift.max(place &+ size, end)).map { texts.byte(at: $0) }
  }

  /// The length of the stored text at a place, and in how many bytes this length is stored, one or two.
  private func length(at place: Int) -> (length: Int, size: Int) {
    let low = Int(texts.byte(at: place))
    return low < 0x80 ? (low, 1) : (low & 0x7F | Int(texts.byte(at: place &+ 1)) << 7, 2)
  }
}

/// A known prefix of a key, and its position in the radix tree over names, if it is known.
package struct KnownPrefix: Sendable {
  package let query: FoldedQuery
  package var position: RadixTree.Position?

  package init(query: FoldedQuery, position: RadixTree.Position? = nil) {
    self.query = query
    self.position = position
  }
}

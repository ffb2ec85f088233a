internal import PrefixSearch

/// The names and regions that a gazetteer is built with.
///
/// The benchmark leaves out kinds of names for its ablation study; only the population is public.
package struct NameSelection: Sendable {
  /// The least population of cities whose other names are taken.
  package var otherNamesFromPopulation = 0
  /// The kinds of names that are taken; own names must be among them.
  package var kinds = Set(NameKind.allCases)
  /// Whether regions after names are recognized.
  package var hasRegions = true

  package init() {}
}

/// Collects the names of cities, and sorts them.
struct NameTableBuilder {
  private var rules = NameRules()
  private var names: [SortedNames.Name] = []
  /// Where the further spellings of names lie.
  private var spellings: [Range<Int>] = []
  /// The languages of names, by the numbers of the names before they are sorted.
  private var tags: [NameTag] = []
  private let cityCount: Int
  private let kinds: Set<NameKind>

  init(cityCount: Int, kinds: Set<NameKind>) {
    self.cityCount = cityCount
    self.kinds = kinds
    names.reserveCapacity(cityCount * 4)
  }

  /// Adds the names of a city.
  ///
  /// - Parameters:
  ///   - own: Its name.
  ///   - key: The key of its name.
  ///   - others: The other names of all cities.
  ///   - range: Which of them are those of this city.
  ///   - areGiven: Whether to take all of them.
  ///   - city: Its row.
  ///   - country: The code of its country.
  ///   - languages: Its names by language.
  ///   - codes: The codes of languages, by the numbers in these names.
  /// - Throws: ``GazetteerError/tooManyKeyBytes(limit:)``
  mutating func append(
    own: Span<UInt8>, key: Span<UInt8>, others: Span<UInt8>, _ range: Range<Int>, areGiven: Bool,
    of city: CityRow, country: CountryCode, languages: [LanguageNames.Name] = [],
    codes: [String] = []
  ) throws(GazetteerError) {
    rules.makeNames(
      own: own, key: key, others: others, range, areGiven: areGiven, country: country)
    try checkKeys()
    let found = languages.compactMap { name in
      rules.spelling(of: name.text, own: own, others: others).map { (name, $0) }
    }
    var numbers = [Int?](repeating: nil, count: rules.names.count)
    for (number, name) in rules.names.enumerated() where kinds.contains(name.kind.kind) {
      let further = rules.spellings.lazy.filter { $0.name == number }.map(\.text)
      numbers[number] = names.count
      append(
        SortedNames.Name(key: name.key, kind: name.kind, city: city, text: name.text), further)
    }
    for (name, place) in found {
      guard let number = numbers[place.name] else { continue }
      tags.append(
        NameTag(
          name: number, spelling: place.spelling, languages: name.languages.map { codes[Int($0)] }))
    }
  }

  private mutating func append(
    _ name: SortedNames.Name, _ further: some Sequence<Range<Int>>
  ) {
    let start = spellings.count
    spellings.append(contentsOf: further)
    var name = name
    name.spellings = start..<spellings.count
    names.append(name)
  }

  /// Adds a name of another gazetteer.
  ///
  /// - Parameters:
  ///   - key: Its key.
  ///   - kind: Its kind.
  ///   - texts: Where its text lies in the other names of all cities, unless it is that of the city, and its
  ///     further spellings.
  ///   - city: The row of its city.
  ///   - languages: The languages of its spellings.
  /// - Throws: ``GazetteerError/tooManyKeyBytes(limit:)``
  mutating func append(
    key: [UInt8], _ kind: StoredKind, texts: [Range<Int>], of city: CityRow,
    languages: [(spelling: Int, codes: [String])]
  ) throws(GazetteerError) {
    let range = rules.append(key: key)
    try checkKeys()
    for (spelling, codes) in languages {
      tags.append(NameTag(name: names.count, spelling: spelling, languages: codes))
    }
    let text = kind.hasOwnText ? 0..<0 : texts.first ?? 0..<0
    append(
      SortedNames.Name(key: range, kind: kind, city: city, text: text),
      kind.hasOwnText ? texts : Array(texts.dropFirst()))
  }

  private func checkKeys() throws(GazetteerError) {
    guard rules.keys.count <= SortedKeys.maximumByteCount else {
      throw .tooManyKeyBytes(limit: SortedKeys.maximumByteCount)
    }
  }

  /// Sorts the names and writes their sections.
  ///
  /// - Parameters:
  ///   - others: The other names that the texts are parts of.
  ///   - populations: The population of each city.
  /// - Returns: The sections.
  /// - Throws: ``GazetteerError/tooManyKeyBytes(limit:)``
  /// - Complexity: O(*b* + *n* log *n*), where *b* is the length of all keys in bytes and *n* the
  ///   number of names.
  consuming func finish(
    others: [UInt8], populations: [UInt32]
  ) throws(GazetteerError) -> NameTable.Sections {
    let (keys, names) = (rules.keys, names)
    // The first eight bytes decide most comparisons, and are kept beside the numbers as words.
    var order = names.indices.map { index in
      (head: CanonicalOrder.head(of: keys.span.extracting(names[index].key)), UInt32(index))
    }
    order.sort { first, second in
      if first.head != second.head { return first.head < second.head }
      let (one, two) = (names[Int(first.1)], names[Int(second.1)])
      let byKey = CanonicalOrder.compare(
        keys.span.extracting(one.key), keys.span.extracting(two.key))
      return byKey == 0 ? one.precedesWithEqualKey(two) : byKey < 0
    }
    var places = [Int](repeating: 0, count: names.count)
    for (place, number) in order.enumerated() { places[Int(number.1)] = place }
    var sorted = SortedNames(
      keys: keys, texts: others, names: order.map { names[Int($0.1)] }, spellings: spellings,
      cityCount: cityCount)
    sorted.tags = tags.map {
      NameTag(name: places[$0.name], spelling: $0.spelling, languages: $0.languages)
    }
    return try sorted.layOut(populations: populations)
  }
}

/// The languages of a spelling of a name.
struct NameTag {
  /// The number of the name.
  var name: Int
  var spelling: Int
  /// The codes of the languages.
  var languages: [String]
}

/// Names in the order of the index, before they are written, or after they were read for verification.
struct SortedNames {
  /// The keys of all names, in any order.
  var keys: [UInt8]
  /// The texts of the names whose text is not that of their city.
  var texts: [UInt8]
  /// The names.
  var names: [Name]
  /// Where the further spellings of names lie in the texts.
  var spellings: [Range<Int>]
  /// The languages of names.
  var tags: [NameTag] = []
  /// The number of cities.
  var cityCount: Int

  /// A name.
  struct Name {
    private let keyStart: UInt32
    private let keyLength: UInt32
    private let textStart: UInt32
    private let textLength: UInt32
    private let cityNumber: UInt32
    private var firstSpelling: UInt32 = 0
    private var spellingCount: UInt16 = 0
    let kind: StoredKind

    init(key: Range<Int>, kind: StoredKind, city: CityRow, text: Range<Int>) {
      keyStart = UInt32(key.lowerBound)
      keyLength = UInt32(key.count)
      textStart = UInt32(text.lowerBound)
      textLength = UInt32(text.count)
      cityNumber = UInt32(city.rawValue)
      self.kind = kind
    }

    /// Where the key lies, its final space included.
    var key: Range<Int> { Int(keyStart)..<Int(keyStart) + Int(keyLength) }
    /// Where the text lies; nowhere if it is that of the city.
    var text: Range<Int> { Int(textStart)..<Int(textStart) + Int(textLength) }
    var city: CityRow { CityRow(Int(cityNumber)) }
    /// The numbers of its further spellings.
    var spellings: Range<Int> {
      get { Int(firstSpelling)..<Int(firstSpelling) + Int(spellingCount) }
      set {
        firstSpelling = UInt32(newValue.lowerBound)
        spellingCount = UInt16(clamping: newValue.count)
      }
    }

    func precedesWithEqualKey(_ other: Name) -> Bool {
      (kind.precedence, cityNumber) < (other.kind.precedence, other.cityNumber)
    }
  }
}

extension SortedNames {
  /// Writes the sections.
  ///
  /// - Throws: ``GazetteerError/tooManyKeyBytes(limit:)``
  func layOut(populations: [UInt32]) throws(GazetteerError) -> NameTable.Sections {
    let (entries, texts) = layOutEntries()
    let topK = TopKIndex(
      Ranks(names: names, keys: keys, populations: populations), k: NameTable.listLength,
      lcpArray: lcpArray())
    let (languages, tags) = try layOutTags()
    return NameTable.Sections(
      entries: entries, texts: texts, tree: RadixTree(try sortedKeys(), listsIn: topK).region,
      topK: topK.region, filter: prefixFilter().region, languages: languages, tags: tags)
  }

  private func layOutTags() throws(GazetteerError) -> (languages: ByteRegion, tags: ByteRegion) {
    var builder = LanguageTableBuilder()
    for tag in tags {
      let name = names[tag.name]
      builder.append(
        LanguageTableBuilder.Tag(
          city: name.city, name: name.kind == .own ? nil : NameID(tag.name), spelling: tag.spelling,
          languages: tag.languages))
    }
    let sections = try builder.finish(cityCount: cityCount, nameCount: names.count)
    return (ByteRegion(copying: sections.languages), ByteRegion(copying: sections.tags))
  }

  private func prefixFilter() -> PrefixFilter {
    var builder = PrefixFilter.Builder()
    for name in names { builder.append(keys.span.extracting(name.key)) }
    return builder.finish()
  }

  private func sortedKeys() throws(GazetteerError) -> SortedKeys {
    var builder = SortedKeys.Builder()
    builder.reserveCapacity(count: names.count, byteCount: keys.count)
    for name in names {
      do throws(SortedKeysError) {
        try builder.append(keys.span.extracting(name.key))
      } catch {
        throw .tooManyKeyBytes(limit: SortedKeys.maximumByteCount)
      }
    }
    return builder.finish()
  }

  private func lcpArray() -> [UInt32] {
    var previous = 0..<0
    return names.map { name in
      defer { previous = name.key }
      return UInt32(
        keys.span.extracting(previous).commonPrefixLength(with: keys.span.extracting(name.key)))
    }
  }

  private func layOutEntries() -> (entries: ByteRegion, texts: ByteRegion) {
    let width = NameTable.entryWidth(cityCount: cityCount)
    var entries = ByteRegionWriter()
    entries.append(names.count, width: 4)
    var stored: [UInt8] = []
    var starts: [Int] = []
    for (index, name) in names.enumerated() {
      if index % NameTable.namesPerOffset == 0 { starts.append(stored.count) }
      var form = TextForm.verbatim
      if name.kind == .code {
        form = .capitals
      } else if !name.kind.hasOwnText || !name.spellings.isEmpty {
        let further = spellings[name.spellings].map { texts[$0] }
        let bytes: [UInt8]
        (form, bytes) = NameText.encode(
          name.kind.hasOwnText ? further : [texts[name.text]] + further,
          key: keys[name.key].dropLast(), areOthers: name.kind.hasOwnText)
        if form.isStored {
          stored.append(UInt8(bytes.count & 0x7F | (bytes.count < 0x80 ? 0 : 0x80)))
          if bytes.count >= 0x80 { stored.append(UInt8(bytes.count >> 7)) }
          stored.append(contentsOf: bytes)
        }
      }
      entries.append(NameTable.Entry(name.city, name.kind, form).value, width: width)
    }
    var writer = ByteRegionWriter()
    writer.append(stored.count, width: 4)
    let offsetWidth = PackedNumbers.width(for: stored.count)
    for start in starts { writer.append(start, width: offsetWidth) }
    writer.append(stored)
    return (entries.finish(), writer.finish())
  }
}

extension RadixTree {
  /// A tree whose larger nodes are annotated with the offsets of their lists.
  init(_ keys: SortedKeys, listsIn topK: TopKIndex) {
    self.init(
      keys,
      annotations: Annotations(threshold: topK.k) { rows in
        UInt32(truncatingIfNeeded: topK.place(of: rows) ?? Int(UInt32.max))
      })
  }
}

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
  /// - Throws: ``GazetteerError/tooManyKeyBytes(limit:)``
  mutating func append(
    own: Span<UInt8>, key: Span<UInt8>, others: Span<UInt8>, _ range: Range<Int>, areGiven: Bool,
    of city: CityRow, country: CountryCode
  ) throws(GazetteerError) {
    rules.makeNames(
      own: own, key: key, others: others, range, areGiven: areGiven, country: country)
    try checkKeys()
    for name in rules.names where kinds.contains(name.kind.kind) {
      names.append(
        SortedNames.Name(key: name.key, kind: name.kind, city: city, text: name.text))
    }
  }

  /// Adds a name of another gazetteer.
  ///
  /// - Parameters:
  ///   - key: Its key.
  ///   - kind: Its kind.
  ///   - text: Where its text lies in the other names of all cities, unless it is that of the city.
  ///   - city: The row of its city.
  /// - Throws: ``GazetteerError/tooManyKeyBytes(limit:)``
  mutating func append(
    key: [UInt8], _ kind: StoredKind, text: Range<Int>, of city: CityRow
  ) throws(GazetteerError) {
    let range = rules.append(key: key)
    try checkKeys()
    names.append(SortedNames.Name(key: range, kind: kind, city: city, text: text))
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
    let sorted = SortedNames(
      keys: keys, texts: others, names: order.map { names[Int($0.1)] }, cityCount: cityCount)
    return try sorted.layOut(populations: populations)
  }
}

/// Names in the order of the index, before they are written, or after they were read for verification.
struct SortedNames {
  /// The keys of all names, in any order.
  var keys: [UInt8]
  /// The texts of the names whose text is not that of their city.
  var texts: [UInt8]
  /// The names.
  var names: [Name]
  /// The number of cities.
  var cityCount: Int

  /// A name.
  struct Name {
    private let keyStart: UInt32
    private let keyLength: UInt32
    private let textStart: UInt32
    private let textLength: UInt32
    private let cityNumber: UInt32
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
    return NameTable.Sections(
      entries: entries, texts: texts, tree: RadixTree(try sortedKeys(), listsIn: topK).region,
      topK: topK.region, filter: prefixFilter().region)
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
    let codesOfPrefixes = codesOfPrefixes()
    let width = NameTable.entryWidth(cityCount: cityCount)
    var entries = ByteRegionWriter()
    entries.append(names.count, width: 4)
    var stored: [UInt8] = []
    var starts: [Int] = []
    for (index, name) in names.enumerated() {
      if index % NameTable.namesPerOffset == 0 { starts.append(stored.count) }
      var form = TextForm.verbatim
      if name.kind == .code {
        form = codesOfPrefixes.contains(index) ? .capitalsOfPrefix : .capitals
      } else if !name.kind.hasOwnText {
        let bytes: [UInt8]
        (form, bytes) = NameText.encode(texts[name.text], key: keys[name.key].dropLast())
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

  /// The codes that are prefixes of another name of their city.
  ///
  /// These cities are counted by their other names.
  private func codesOfPrefixes() -> Set<Int> {
    var codes: [UInt32: [Int]] = [:]
    for (index, name) in names.enumerated() where name.kind == .code {
      codes[UInt32(name.city.rawValue), default: []].append(index)
    }
    var found: Set<Int> = []
    for name in names where name.kind != .code {
      for code in codes[UInt32(name.city.rawValue)] ?? []
      where keys[name.key].starts(with: keys[names[code].key].dropLast()) {
        found.insert(code)
      }
    }
    return found
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

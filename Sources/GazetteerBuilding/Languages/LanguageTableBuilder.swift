internal import CitySearch
internal import PrefixSearch

/// The names of cities by language, as a file has them.
struct LanguageNames: Sendable {
  /// A name in some languages.
  struct Name: Sendable {
    var text: [UInt8]
    /// The numbers of the languages, ascending; none if another name comes first in its language.
    var languages: [UInt8]
    /// The numbers of languages in which another name comes first.
    var lesserLanguages: [UInt8] = []
  }

  /// The codes of the languages, in the order in which they occurred.
  private(set) var languages: [String] = []
  private var numbers: [String: UInt8] = [:]
  private var names: [UInt32: [Name]] = [:]

  /// The names of a city.
  func names(ofCity id: UInt32) -> [Name] { names[id] ?? [] }

  /// Whether a language is known, or another one may be added.
  func hasRoom(for language: String) -> Bool {
    numbers[language] != nil || languages.count < LanguageTable.maximumLanguageCount
  }

  /// Adds a name; there must be room for its language.
  ///
  /// Of several names in a language, the first is the name of the city there. The others are kept without it.
  mutating func append(_ text: [UInt8], in language: String, ofCity id: UInt32) {
    let number = numbers[language] ?? UInt8(languages.count)
    if numbers.updateValue(number, forKey: language) == nil { languages.append(language) }
    names[id, default: []].append(text, in: number)
  }
}

extension [LanguageNames.Name] {
  /// Adds a name of a city in a language; the first name in a language is that of the city there.
  mutating func append(_ text: [UInt8], in language: UInt8) {
    let isFirst = !contains { $0.languages.contains(language) }
    let index = index(of: text)
    if isFirst {
      self[index].add(language)
    } else {
      self[index].lesserLanguages.append(language)
    }
  }

  /// The position of a name, which is added if there is none.
  private mutating func index(of text: [UInt8]) -> Int {
    if let index = firstIndex(where: { $0.text == text }) { return index }
    append(LanguageNames.Name(text: text, languages: []))
    return count - 1
  }

  /// The keys of the names in some languages.
  func keys(inLanguages numbers: Set<UInt8>) -> Set<[UInt8]> {
    Set(
      lazy.filter { name in
        name.languages.contains(where: numbers.contains)
          || name.lesserLanguages.contains(where: numbers.contains)
      }.map { name in
        var key: [UInt8] = []
        Folding.appendKey(of: name.text.span, to: &key)
        return key
      })
  }

  /// These names, after those of GeoNames' file of alternate names, and without names that are not to be shown.
  func preceded(by alternate: AlternateNames.OfCity) -> [LanguageNames.Name] {
    if alternate.names.isEmpty, alternate.lesser.isEmpty { return self }
    var names: [LanguageNames.Name] = []
    for name in alternate.names {
      if let language = name.language { names.append(name.text, in: UInt8(language)) }
    }
    for name in self where !alternate.lesser.contains(name.text) {
      for language in name.languages { names.append(name.text, in: language) }
      let index = names.index(of: name.text)
      names[index].lesserLanguages += name.lesserLanguages
    }
    return names
  }
}

extension LanguageNames.Name {
  fileprivate mutating func add(_ language: UInt8) {
    let place = languages.indices.partitioningIndex { languages[$0] >= language }
    if place == languages.count || languages[place] != language {
      languages.insert(language, at: place)
    }
  }
}

/// The languages that are at home in a country: English, and those that are spoken there.
struct HomeLanguages {
  private var numbers: [CountryCode: Set<UInt8>] = [:]
  private var english: Set<UInt8> = []

  /// Finds the languages of countries among those with numbers; a language such as `pt_BR` or `sr@latin` counts as
  /// Portuguese or Serbian.
  ///
  /// - Parameters:
  ///   - spoken: The languages of countries, without countries and scripts.
  ///   - codes: The codes of all languages, by their numbers.
  init(_ spoken: [CountryCode: Set<String>], among codes: [String]) {
    var byCode: [String: Set<UInt8>] = [:]
    for (number, code) in codes.enumerated() {
      let language = code.prefix { $0 != "_" && $0 != "@" }
      byCode[String(language), default: []].insert(UInt8(clamping: number))
    }
    english = byCode["en"] ?? []
    numbers = spoken.mapValues { $0.reduce(into: english) { $0.formUnion(byCode[$1] ?? []) } }
  }

  /// The numbers of the languages of a country.
  func numbers(in country: CountryCode) -> Set<UInt8> { numbers[country] ?? english }
}

/// Writes the languages of names.
///
/// The section has five numbers of four bytes, see ``LanguageTable/Layout``; a bit for each city, whether it
/// has tags; the rank of every eighth word of these bits; where the lists of every sixteenth city with tags
/// begin, and the number of the first name; the lists; the numbers of names, packed in bits; where each set
/// begins; and the members of the sets.
///
/// A list begins with the number of tags: of the own name in the two low bits, of other names in the
/// others. If the low bits are 3, the number of tags of the own name follows. A tag is the number of its
/// set plus one; if its spelling is not the first, 0 and the number of the spelling precede it. Numbers
/// have seven bits in each byte. Frequent sets have small numbers.
struct LanguageTableBuilder {
  /// A name of a city in some languages.
  fileprivate struct Tag {
    let city: UInt32
    /// The number of the name plus one; 0 for the city's own, which comes first.
    let name: UInt32
    let spelling: UInt32
    /// The number of the set of languages.
    var set: UInt32

    init(city: CityRow, name: NameID?, spelling: Int, set: UInt32) {
      self.city = UInt32(city.rawValue)
      self.name = name.map { UInt32($0.rawValue + 1) } ?? 0
      self.spelling = UInt32(spelling)
      self.set = set
    }
  }

  private var tags: [Tag] = []
  /// The sets of languages, by the codes in any order.
  private var sets: [[String]: UInt32] = [:]

  /// Adds a name of a city in some languages.
  ///
  /// - Parameters:
  ///   - city: The row of the city.
  ///   - name: The number of the name; `nil` for the city's own.
  ///   - spelling: The number of the spelling.
  ///   - languages: The codes of the languages.
  mutating func append(city: CityRow, name: NameID?, spelling: Int, languages: [String]) {
    let number = sets[languages] ?? UInt32(sets.count)
    sets[languages] = number
    tags.append(Tag(city: city, name: name, spelling: spelling, set: number))
  }

  /// Writes both sections: the codes of languages, and the tags.
  ///
  /// - Throws: ``/CitySearch/GazetteerError/invalidFile(file:reason:)`` for too many languages.
  consuming func finish(
    cityCount: Int, nameCount: Int
  ) throws(GazetteerError) -> (languages: [UInt8], tags: [UInt8]) {
    let languages = Set(sets.keys.joined()).sorted { $0.utf8Precedes($1) }
    guard languages.count <= LanguageTable.maximumLanguageCount else {
      throw .invalidFile(
        file: "the gazetteer",
        reason:
          "it must have names in at most \(LanguageTable.maximumLanguageCount) languages, got "
          + "\(languages.count)")
    }
    let numbers = Dictionary(
      uniqueKeysWithValues: languages.enumerated().map { ($1, UInt8($0)) })
    tags.sort { ($0.city, $0.name, $0.spelling) < ($1.city, $1.name, $1.spelling) }
    // The same languages in another order are the same set.
    var members = [[UInt8]](repeating: [], count: sets.count)
    for (codes, number) in self.sets {
      members[Int(number)] = codes.compactMap { numbers[$0] }.sorted()
    }
    let sets = Self.byFrequency(tags.lazy.map { members[Int($0.set)] })
    let setNumbers = Dictionary(uniqueKeysWithValues: zip(sets, 0...))
    let numbersOfSets = members.map { setNumbers[$0] ?? 0 }

    var (words, ranks) = ([UInt64](repeating: 0, count: (cityCount + 63) / 64), ByteRegionWriter())
    var (offsets, lists) = (ByteRegionWriter(), ListWriter())
    var (start, taggedCount) = (0, 0)
    while start < tags.count {
      let city = tags[start].city
      let end = tags[start...].firstIndex { $0.city != city } ?? tags.count
      if taggedCount % LanguageTable.citiesPerOffset == 0 {
        offsets.append(lists.bytes.count, width: 4)
        offsets.append(lists.names.count, width: 4)
      }
      lists.append(tags[start..<end], sets: numbersOfSets)
      words[Int(city >> 6)] |= 1 << UInt64(city & 63)
      taggedCount += 1
      start = end
    }
    var rank = 0
    for (number, word) in words.enumerated() {
      if number % LanguageTable.wordsPerRank == 0 { ranks.append(rank, width: 4) }
      rank += word.nonzeroBitCount
    }
    let counts: InlineArray<5, Int> = [
      taggedCount, lists.names.count, lists.bytes.count, sets.count,
      sets.reduce(0) { $0 + $1.count },
    ]
    let layout = LanguageTable.Layout(counts, cityCount: cityCount, nameCount: nameCount)
    var writer = ByteRegionWriter()
    for index in counts.indices { writer.append(counts[index], width: 4) }
    for word in words { writer.append(word, width: 8) }
    writer.append(ranks.bytes)
    writer.append(offsets.bytes)
    writer.append(lists.bytes)
    var names = BitPackedNumbers.Writer(layout.names)
    for name in lists.names { names.append(Int(name)) }
    writer.append(names.bytes)
    var memberCount = 0
    for set in sets {
      writer.append(memberCount, width: layout.setStarts.stride)
      memberCount += set.count
    }
    writer.append(memberCount, width: layout.setStarts.stride)
    for set in sets { writer.append(set) }
    return (StringList.bytes(of: languages), writer.bytes)
  }

  /// The distinct sets, the most frequent first.
  private static func byFrequency(_ sets: some Sequence<[UInt8]>) -> [[UInt8]] {
    var counts: [[UInt8]: Int] = [:]
    for set in sets { counts[set, default: 0] += 1 }
    return counts.sorted { one, two in
      one.value == two.value
        ? one.key.lexicographicallyPrecedes(two.key) : one.value > two.value
    }.map(\.key)
  }
}

/// Collects lists of tags.
private struct ListWriter {
  private(set) var bytes: [UInt8] = []
  /// The numbers of names.
  private(set) var names: [UInt32] = []

  /// Adds the tags of a city, given the stored number of each set.
  mutating func append(_ tags: ArraySlice<LanguageTableBuilder.Tag>, sets: [Int]) {
    let ownCount = tags.count { $0.name == 0 }
    append((tags.count - ownCount) << 2 | min(ownCount, 3))
    if ownCount >= 3 { append(ownCount) }
    for tag in tags {
      if tag.spelling > 0 {
        append(0)
        append(Int(tag.spelling))
      }
      append(sets[Int(tag.set)] + 1)
      if tag.name > 0 { names.append(tag.name - 1) }
    }
  }

  private mutating func append(_ number: Int) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(rest & 0x7F | 0x80))
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}

package import PrefixSearch

/// The languages of the names of cities, as tags on names that are stored anyway.
///
/// A city with tags has a list of them: a name, a spelling of it, and a set of languages. Most cities
/// have none. So the cities with tags are marked in a set of bits, and the list of a city is found by its
/// rank among these. The lists are bytes, see ``LanguageTableBuilder``; the numbers of names are packed
/// in bits beside them.
package struct LanguageTable: Sendable {
  /// A name in some languages.
  package struct Tag: Sendable {
    /// The name; `nil` for the city's own.
    package var name: NameID?
    /// The number of the spelling: of an alternate name, the place among its spellings; of the own name, 0
    /// for the name of the city, and the place of another spelling plus one.
    package var spelling: Int
    /// The number of the set of languages.
    package var set: Int
  }

  /// The codes of the languages, ascending.
  package let languages: StringList
  private let region: ByteRegion
  private let cityCount: Int
  private let nameCount: Int
  private let layout: Layout

  /// How many cities with tags share one stored offset.
  package static let citiesPerOffset = 16
  /// How many words of bits share one stored rank.
  package static let wordsPerRank = 8
  /// The greatest number of languages: the number of one is a byte.
  package static let maximumLanguageCount = 256

  /// The numbers at the beginning of the section, and where its parts lie.
  package struct Layout: Sendable {
    /// The number of cities with tags, of tags with a name, of bytes of the lists, of sets, and of their
    /// members.
    package let counts: InlineArray<5, Int>
    package let words: Int
    package let ranks: Int
    package let offsets: Int
    package let lists: Int
    package let names: BitPackedNumbers
    package let sets: Int
    package let setStarts: PackedNumbers
    package let members: Int
    package let end: Int

    package init(_ counts: InlineArray<5, Int>, cityCount: Int, nameCount: Int) {
      self.counts = counts
      words = 4 * counts.count
      let wordCount = (cityCount + 63) / 64
      ranks = words + 8 * wordCount
      offsets =
        ranks + 4 * ((wordCount + LanguageTable.wordsPerRank - 1) / LanguageTable.wordsPerRank)
      let blocks = (counts[0] + LanguageTable.citiesPerOffset - 1) / LanguageTable.citiesPerOffset
      lists = offsets + 8 * blocks
      names = BitPackedNumbers(start: lists + counts[2], greatest: max(0, nameCount - 1))
      sets = names.start + names.byteCount(counts[1])
      setStarts = PackedNumbers(start: sets, width: PackedNumbers.width(for: counts[4]))
      members = sets + setStarts.stride * (counts[3] + 1)
      end = members + counts[4]
    }
  }

  /// Reads a table; `nil` if its sections do not fit each other, the cities and the names.
  package init?(languages: ByteRegion, tags: ByteRegion, cityCount: Int, nameCount: Int) {
    guard let languages = StringList(languages) else { return nil }
    self.languages = languages
    region = tags
    self.cityCount = cityCount
    self.nameCount = nameCount
    // Numbers greater than the size of the section could overflow the sums.
    var counts = InlineArray<5, Int>(repeating: 0)
    for index in counts.indices {
      let count = Int(clamping: tags.uint32(at: 4 * index))
      guard count <= tags.count else { return nil }
      counts[index] = count
    }
    layout = Layout(counts, cityCount: cityCount, nameCount: nameCount)
    guard layout.end == tags.count - ByteRegion.padding else { return nil }
  }

  /// Whether no name has a language.
  package var isEmpty: Bool { layout.counts[0] == 0 }

  /// The tags of a city, in the order of names.
  ///
  /// - Complexity: O(*t*), where *t* is the number of tags of sixteen cities.
  package func tags(of city: CityRow) -> [Tag] {
    var tags: [Tag] = []
    forEachTag(of: city) { tags.append($0) }
    return tags
  }

  /// Calls a function with each tag of a city, in the order of names.
  ///
  /// - Complexity: O(*t*), where *t* is the number of tags of sixteen cities.
  @inline(__always)
  package func forEachTag(of city: CityRow, _ body: (Tag) -> Void) {
    guard let rank = rank(of: city) else { return }
    let block = rank / Self.citiesPerOffset
    var list = ListReader(
      region,
      at: layout.lists
        &+ Int(truncatingIfNeeded: region.uint32(at: layout.offsets &+ 8 &* block)),
      name: Int(truncatingIfNeeded: region.uint32(at: layout.offsets &+ 8 &* block &+ 4)))
    let end = layout.names.start
    for _ in block * Self.citiesPerOffset..<rank { list.next(before: end) { _, _, _ in } }
    list.next(before: end) { number, spelling, set in
      body(Tag(name: number.map(name), spelling: spelling, set: set))
    }
  }

  /// The codes of the languages of a set, ascending.
  package func codes(ofSet number: Int) -> [String] {
    languages(ofSet: number).map { languages[$0] }
  }

  /// The languages of a set, ascending by their numbers.
  package func languages(ofSet number: Int) -> [Int] {
    guard 0..<layout.counts[3] ~= number else { return [] }
    let start = layout.setStarts.value(at: number, in: region)
    let end = min(layout.setStarts.value(at: number + 1, in: region), layout.counts[4])
    guard start <= end else { return [] }
    return (start..<end).map { Int(region.byte(at: layout.members &+ $0)) }
  }

  /// The position of a city among those with tags; `nil` if it has none.
  private func rank(of city: CityRow) -> Int? {
    guard city.rawValue < cityCount else { return nil }
    let word = city.rawValue >> 6
    let bits = region.uint64(at: layout.words &+ 8 &* word)
    let bit = UInt64(city.rawValue & 63)
    guard bits >> bit & 1 != 0 else { return nil }
    let group = word / Self.wordsPerRank
    var rank = Int(truncatingIfNeeded: region.uint32(at: layout.ranks &+ 4 &* group))
    for other in group * Self.wordsPerRank..<word {
      rank &+= region.uint64(at: layout.words &+ 8 &* other).nonzeroBitCount
    }
    rank &+= (bits & (1 << bit - 1)).nonzeroBitCount
    // In a damaged file, the rank may be any number.
    return 0..<layout.counts[0] ~= rank ? rank : nil
  }

  /// The name with a number among those of tags.
  private func name(_ number: Int) -> NameID {
    NameID(min(layout.names.value(at: number, in: region), max(nameCount - 1, 0)))
  }
}

/// Reads the lists of tags of consecutive cities.
private struct ListReader {
  private let region: ByteRegion
  private var place: Int
  /// The number of the next name of a tag.
  private var name: Int

  init(_ region: ByteRegion, at place: Int, name: Int) {
    self.region = region
    self.place = place
    self.name = name
  }

  /// Calls a function with each tag of the next city: the number of its name, `nil` for the own one, the
  /// number of the spelling, and that of the set.
  @inline(__always)
  mutating func next(before end: Int, _ body: (Int?, Int, Int) -> Void) {
    let header = number()
    // The tags of the own name come first.
    let ownCount = header & 3 < 3 ? header & 3 : number()
    let count = ownCount &+ header >> 2
    var index = 0
    while index < count, place < end {
      var (spelling, set) = (0, number())
      if set == 0 { (spelling, set) = (number(), number()) }
      let isOwn = index < ownCount
      body(isOwn ? nil : name, spelling, set - 1)
      if !isOwn { name &+= 1 }
      index &+= 1
    }
  }

  /// A number of seven bits in each byte, the lowest first.
  private mutating func number() -> Int {
    var (number, shift) = (0, 0)
    while shift < 28 {
      let byte = Int(region.byte(at: place))
      place &+= 1
      number |= (byte & 0x7F) << shift
      if byte < 0x80 { break }
      shift += 7
    }
    return number
  }
}

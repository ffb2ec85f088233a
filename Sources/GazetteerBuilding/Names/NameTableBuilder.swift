internal import CitySearch
internal import PrefixSearch

/// Collects the names of cities, and sorts them.
struct NameTableBuilder: ~Copyable {
  private var rules = NameRules()
  private var runs: NameRuns
  private let cityCount: Int
  /// The length of all keys so far.
  private var keyByteCount = 0
  /// The sets of languages of names, and their numbers.
  private var languageSets: [[String]] = []
  private var languageSetNumbers: [[String]: Int] = [:]

  init(cityCount: Int, in memory: WorkingMemory) {
    self.cityCount = cityCount
    runs = NameRuns(in: memory)
  }

  /// Adds the names of a city.
  ///
  /// - Parameters:
  ///   - own: Its name.
  ///   - key: The key of its name.
  ///   - others: The bytes that its other names lie in.
  ///   - range: Which of them are those of this city.
  ///   - areGiven: Whether to take all of them.
  ///   - city: Its row.
  ///   - country: The code of its country.
  ///   - airportCodes: Codes that stand for it, as others do among its other names.
  ///   - languages: Its names by language.
  ///   - alternate: Its names in GeoNames' file of alternate names.
  ///   - areSearched: Whether it is found by these, and by those by language that are in other scripts than Latin.
  ///   - codes: The codes of languages, by the numbers in these names.
  ///   - homeLanguages: The numbers of English and the languages of its country.
  /// - Throws: ``/CitySearch/GazetteerError/tooManyKeyBytes(limit:)``
  mutating func append(
    own: Span<UInt8>, key: Span<UInt8>, others: [UInt8], _ range: Range<Int>, areGiven: Bool,
    of city: CityRow, country: CountryCode, airportCodes: [[UInt8]] = [],
    languages: [LanguageNames.Name] = [],
    _ alternate: AlternateNames.OfCity = AlternateNames.OfCity(), areSearched: Bool = false,
    codes: [String] = [], homeLanguages: Set<UInt8> = []
  ) throws(GazetteerError) {
    let alternate = alternate.withoutNamesInUse(own: own)
    let languages = languages.preceded(by: alternate)
    let inUse = alternate.names.map(\.text)
    var (others, range) = (others, range)
    if !alternate.lesser.isEmpty {
      (others, range) = NameRules.list(others.span, range, without: Set(alternate.lesser))
    }
    if areSearched, !airportCodes.isEmpty {
      others = Array(others[range])
      for code in airportCodes { others += code + [NameRules.separator] }
      range = 0..<others.count
    }
    let more = rules.moreNames(
      inUse + languages.map(\.text), own: own, others: others.span, range)
    if !more.isEmpty { (others, range) = (Array(others[range]), 0..<range.count) }
    let searched = Set(areSearched ? inUse : [])
    func isSearched(_ name: [UInt8]) -> Bool {
      areSearched && (searched.contains(name) || name.span.hasLetterOfOtherScript)
    }
    for name in more where isSearched(name) {
      others += name + [NameRules.separator]
      range = 0..<others.count
    }
    var additions = NameRules.Additions()
    if areSearched {
      additions.codes = alternate.codes.map { others.appendRange(of: $0) }
      additions.lesser = alternate.lesser.map { others.appendRange(of: $0) }
    }
    rules.makeNames(
      own: own, key: key, others: others.span, range, areGiven: areGiven, country: country,
      homeKeys: languages.keys(inLanguages: homeLanguages), additions)
    // Those that are searched are spellings of other names, unless the rules leave them out.
    for name in more where !isSearched(name) || searched.contains(name) {
      rules.addShownName(others.appendRange(of: name))
    }
    let found = languages.compactMap { name in
      rules.spelling(of: name.text, own: own, others: others.span).map { (name, $0) }
    }
    for (number, name) in rules.names.enumerated() {
      let further = rules.spellings.lazy.filter { $0.name == number }.map { others[$0.text] }
      let tags = found.lazy.filter { $0.1.name == number }.map { name, place in
        (place.spelling, name.languages.map { codes[Int($0)] })
      }
      try append(
        key: rules.keys[name.key], name.kind,
        texts: (name.kind.hasOwnText ? [] : [others[name.text]]) + further, of: city,
        languages: Array(tags))
    }
  }

  /// Adds a name.
  ///
  /// - Parameters:
  ///   - key: Its key.
  ///   - kind: Its kind.
  ///   - texts: Its text, unless it is that of its city, and its further spellings.
  ///   - city: The row of its city.
  ///   - languages: The languages of its spellings.
  /// - Throws: ``/CitySearch/GazetteerError/tooManyKeyBytes(limit:)``
  mutating func append(
    key: ArraySlice<UInt8>, _ kind: StoredKind, texts: [ArraySlice<UInt8>], of city: CityRow,
    languages: [(spelling: Int, codes: [String])]
  ) throws(GazetteerError) {
    keyByteCount += key.count
    guard keyByteCount <= SortedKeys.maximumByteCount else {
      throw .tooManyKeyBytes(limit: SortedKeys.maximumByteCount)
    }
    let (form, bytes) = NameSections.encode(kind, texts, key: key)
    let tags = languages.map { NameRecord.Tag(spelling: $0.spelling, set: number(of: $0.codes)) }
    runs.append(key: key.span) { page in
      NameRecord.append(
        key: key.span, kind, form, city: city, text: bytes, tags: tags, to: &page)
    }
  }

  private mutating func number(of languages: [String]) -> Int {
    if let number = languageSetNumbers[languages] { return number }
    languageSets.append(languages)
    languageSetNumbers[languages] = languageSets.count - 1
    return languageSets.count - 1
  }

  /// Sorts the names.
  ///
  /// - Returns: What writes them.
  /// - Complexity: O(*b* + *n* log *n*), where *b* is the length of all keys in bytes and *n* the
  ///   number of names.
  consuming func finish(_ monitor: inout LoadingMonitor) throws(GazetteerError) -> NameSections {
    var sections = NameSections(cityCount: cityCount, nameCount: runs.count)
    let (sets, count) = (languageSets, runs.count)
    var (number, ownKey) = (0, [UInt8]())
    try runs.merge { name, page throws(GazetteerError) in
      if number % 16_384 == 0 { try monitor.reach(Double(number) / Double(count)) }
      number += 1
      // Of equal keys, those of own names come first.
      if name.kind == .own { ownKey = Array(page[name.key]) }
      let kind =
        !name.kind.isCode ? name.kind : page[name.key] == ownKey[...] ? .codeAndName : .code
      sections.append(
        key: page.span.extracting(name.key), kind, name.form, of: name.city,
        text: page.span.extracting(name.text),
        tags: name.tags(in: page).map { ($0.spelling, sets[$0.set]) })
    }
    return sections
  }
}

extension AlternateNames.OfCity {
  /// These names without lesser ones that are in use, too.
  fileprivate func withoutNamesInUse(own: Span<UInt8>) -> Self {
    guard !lesser.isEmpty else { return self }
    var city = self
    let inUse = Set(names.map(\.text)).union([own.indices.map { own[$0] }])
    city.lesser.removeAll { inUse.contains($0) }
    return city
  }
}

extension [UInt8] {
  /// Appends bytes, and returns where they lie.
  fileprivate mutating func appendRange(of bytes: [UInt8]) -> Range<Int> {
    append(contentsOf: bytes)
    return count - bytes.count..<count
  }
}

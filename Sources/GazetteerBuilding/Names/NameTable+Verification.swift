internal import CitySearch
internal import PrefixSearch

extension NameTable {
  /// Why the stored names are invalid.
  struct VerificationError: Error {
    var reason: String
  }

  /// All names, reconstructed from keys and texts, each checked against the rules.
  ///
  /// The original order of the other names of a city is not stored. So the names are checked one by one:
  /// the key of each is that of its text, each form is one of its text, and no name of the city is missing
  /// that follows from its own or from an alternate name.
  ///
  /// - Throws: ``VerificationError``, at the first invalid name.
  /// - Complexity: O(*b* + *n* log *n*), where *b* is the length of all keys in bytes and *n* the
  ///   number of names.
  func checkedNames(in gazetteer: Gazetteer) throws(VerificationError) -> SortedNames {
    var sorted = SortedNames(
      keys: [], texts: [], names: [], spellings: [], cityCount: gazetteer.count)
    sorted.names.reserveCapacity(count)
    for completion in tree.completions(of: []) {
      let start = sorted.keys.count
      let key = FoldedQuery(copying: completion.key.span)
      let beginning = KnownPrefix(query: key, position: tree.position(of: completion.key.span))
      sorted.keys.append(contentsOf: completion.key)
      for row in completion.rows {
        let name = NameID(row)
        guard row == sorted.names.count, isCityKnown(of: name) else {
          throw VerificationError(reason: "its section NENT is wrong at name \(row)")
        }
        let entry = self[name]
        let texts = entry.kind == .code ? [] : texts(of: name, beginningWith: beginning)
        let isSpelled = texts.isEmpty ? entry.kind.hasOwnText || entry.kind == .code : true
        guard isSpelled else {
          throw VerificationError(reason: "its section NTXT has no text for name \(row)")
        }
        sorted.append(
          key: start..<sorted.keys.count, entry.kind, of: entry.city,
          texts: texts.map { Array($0.utf8) })
      }
    }
    guard sorted.names.count == count else {
      throw VerificationError(reason: "its section NKEY does not hold \(count) names")
    }
    sorted.tags = try checkedTags(in: gazetteer)
    try sorted.checkOrder()
    try sorted.checkCities(in: gazetteer)
    return sorted
  }
}

extension NameTable {
  /// The languages of all names, each of which must be one of its city.
  private func checkedTags(in gazetteer: Gazetteer) throws(VerificationError) -> [NameTag] {
    let ownNames = Dictionary(
      (0..<count).lazy.map { NameID($0) }.filter { self[$0].isOwn }.map { (self[$0].city, $0) },
      uniquingKeysWith: { first, _ in first })
    var tags: [NameTag] = []
    for city in gazetteer.indices {
      for tag in languages.tags(of: city) {
        let codes = languages.codes(ofSet: tag.set)
        guard let name = tag.name ?? ownNames[city], self[name].city == city else {
          throw VerificationError(
            reason: "its section LTAG is wrong for the city at row \(city.rawValue)")
        }
        tags.append(NameTag(name: name.rawValue, spelling: tag.spelling, languages: codes))
      }
    }
    return tags
  }
}

extension SortedNames {
  fileprivate mutating func append(
    key: Range<Int>, _ kind: StoredKind, of city: CityRow, texts: [[UInt8]]
  ) {
    let ranges = texts.map { text in
      self.texts.append(contentsOf: text)
      return self.texts.count - text.count..<self.texts.count
    }
    let further = kind.hasOwnText ? ranges[...] : ranges.dropFirst()
    var name = Name(
      key: key, kind: kind, city: city, text: kind.hasOwnText ? 0..<0 : ranges.first ?? 0..<0)
    name.spellings = spellings.count..<spellings.count + further.count
    spellings.append(contentsOf: further)
    names.append(name)
  }

  /// Checks that names with the same key are in order, and no city has one twice.
  fileprivate func checkOrder() throws(NameTable.VerificationError) {
    var cities: Set<CityRow> = []
    for index in names.indices {
      if index > 0, names[index].key == names[index - 1].key {
        guard names[index - 1].precedesWithEqualKey(names[index]) else {
          throw NameTable.VerificationError(
            reason: "its section NENT is out of order at name \(index)")
        }
      } else {
        cities.removeAll(keepingCapacity: true)
      }
      guard cities.insert(names[index].city).inserted else {
        throw NameTable.VerificationError(reason: "its section NENT has the name \(index) twice")
      }
    }
  }

  /// Checks the names of each city.
  fileprivate func checkCities(in gazetteer: Gazetteer) throws(NameTable.VerificationError) {
    let byCity = names.indices.sorted { (names[$0].city, $0) < (names[$1].city, $1) }
    var start = 0
    for (row, city) in zip(gazetteer.indices, gazetteer) {
      var end = start
      while end < byCity.count, names[byCity[end]].city == row { end += 1 }
      var own = OwnNames(of: city)
      for index in byCity[start..<end]
      where !own.accept(
        key: Array(keys[names[index].key]), names[index].kind,
        texts: ([names[index].text] + spellings[names[index].spellings]).map { Array(texts[$0]) })
      {
        throw NameTable.VerificationError(
          reason: "its name \(index) is none of the city at row \(row.rawValue)")
      }
      guard own.isComplete else {
        throw NameTable.VerificationError(
          reason: "names of the city at row \(row.rawValue) are missing from its section NENT")
      }
      start = end
    }
  }
}

/// The names that a city must have, and those that it may have.
private struct OwnNames {
  private let country: CountryCode
  /// The names that follow from the city's own.
  private var expected: [[UInt8]: StoredKind] = [:]
  /// The keys that must exist, of any kind.
  private var required: Set<[UInt8]> = []
  private var found: Set<[UInt8]> = []
  private var saintKeys: Set<[UInt8]> = []
  private var alternateSaintForms: Set<[UInt8]> = []

  init(of city: City) {
    country = city.countryCode
    var rules = NameRules()
    let none: [UInt8] = []
    rules.makeNames(
      own: city.name.utf8.span, key: Folding.key(of: city.name).span, others: none.span, 0..<0,
      country: country)
    for name in rules.names { expected[Array(rules.keys[name.key])] = name.kind }
    required = Set(expected.keys)
  }

  /// Adds a name.
  ///
  /// - Parameters:
  ///   - key: Its key.
  ///   - kind: Its kind.
  ///   - texts: Its text, unless it is that of the city, and further spellings.
  /// - Returns: Whether the city may have it.
  mutating func accept(key: [UInt8], _ kind: StoredKind, texts: [[UInt8]]) -> Bool {
    found.insert(key)
    let text = texts[0]
    // Those of an own name may be names in other languages that are only shown.
    let areSpellings =
      kind == .own
      || texts.dropFirst().allSatisfy {
        Folding.key(of: String(decoding: $0, as: UTF8.self)) == key
      }
    guard areSpellings, texts.count == 1 || kind == .own || kind == .alternate else { return false }
    switch kind {
    case .own, .expansionOfOwn, .saintOfOwn, .later:
      return expected[key] == kind
    case .code:
      return (4...6).contains(key.count) && isFree(key)
    case .alternate:
      for text in texts { required.formUnion(forms(of: text)) }
      alternateSaintForms.formUnion(NameRules.saintForms(ofKey: key, country))
      return Folding.key(of: String(decoding: text, as: UTF8.self)) == key && isFree(key)
    case .expansionOfAlternate:
      // Historic names are of this kind, too.
      let isLesser = Folding.key(of: String(decoding: text, as: UTF8.self)) == key
      return (isLesser || expansion(of: text) == key) && isFree(key)
    case .saintOfAlternate:
      saintKeys.insert(key)
      let source = Folding.key(of: String(decoding: text, as: UTF8.self))
      return NameRules.saintForms(ofKey: source, country).contains(key) && isFree(key)
    }
  }

  /// Whether a key can be that of another name, which takes precedence over later words.
  private func isFree(_ key: [UInt8]) -> Bool { expected[key].map { $0 == .later } ?? true }

  /// The keys that follow from the text of an alternate name.
  private func forms(of text: [UInt8]) -> [[UInt8]] {
    let key = Folding.key(of: String(decoding: text, as: UTF8.self))
    return NameRules.saintForms(ofKey: key, country) + [expansion(of: text)].compactMap(\.self)
  }

  private func expansion(of text: [UInt8]) -> [UInt8]? {
    guard NameRules.umlautCountries.contains(country) else { return nil }
    var expanded: [UInt8] = []
    guard text.span.appendWithUmlautsWrittenOut(to: &expanded) else { return nil }
    return Folding.key(of: String(decoding: expanded, as: UTF8.self))
  }

  /// Whether no name is missing, and the source of each saint form exists.
  var isComplete: Bool {
    required.isSubset(of: found) && saintKeys.isSubset(of: alternateSaintForms)
  }
}

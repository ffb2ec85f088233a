internal import CitySearch
internal import PrefixSearch

/// The rules that derive the searchable names of a city from its own and alternate names.
///
/// In this order, and each key once: the own name; its expansion, the form without brackets at its end, and
/// its saint forms; other names and codes; expansions of other names; their saint forms; the own name from
/// each later word on. Another name whose key is known already is a further spelling.
struct NameRules {
  /// A derived name.
  struct Name {
    /// Where its key lies in ``keys``.
    var key: Range<Int>
    var kind: StoredKind
    /// Where its text lies in the bytes of the other names; empty for the texts of own names.
    var text: Range<Int>
  }

  /// The keys of the names of the last city, one after the other.
  private(set) var keys: [UInt8] = []
  /// The names of the last city.
  private(set) var names: [Name] = []
  /// The further spellings of its alternate names, in order: the number of the name, and where the text
  /// lies in the bytes of the other names.
  private(set) var spellings: [(name: Int, text: Range<Int>)] = []
  /// Where other names lie that have the key of the own name.
  private var ownSpellings: [Range<Int>] = []
  private var hashes: [UInt64] = []
  private var scratch: [UInt8] = []

  /// The byte after each of the other names of a city.
  static let separator: UInt8 = 0
  /// The longest key of an alternate name, in bytes, without its final space.
  private static let longestKey = 64

  /// Makes the names of a city.
  ///
  /// - Parameters:
  ///   - own: The own name, in UTF-8.
  ///   - key: Its key.
  ///   - others: The other names, each followed by ``separator``.
  ///   - range: Which bytes of `others` are those of this city.
  ///   - areGiven: Whether to take all of them; otherwise entries that people do not type are left out.
  ///   - country: The code of the country.
  ///   - homeKeys: The keys of its names in English and in the languages of its country.
  ///   - additions: Names beside the other names.
  mutating func makeNames(
    own: Span<UInt8>, key: Span<UInt8>, others: Span<UInt8>, _ range: Range<Int>,
    areGiven: Bool = false, country: CountryCode, homeKeys: Set<[UInt8]> = [],
    _ additions: Additions = Additions()
  ) {
    keys.removeAll(keepingCapacity: true)
    names.removeAll(keepingCapacity: true)
    spellings.removeAll(keepingCapacity: true)
    ownSpellings.removeAll(keepingCapacity: true)
    hashes.removeAll(keepingCapacity: true)
    let writesOutUmlauts = Self.umlautCountries.contains(country)
    add(.own, 0..<0) { keys in
      for index in key.indices { keys.append(key[index]) }
    }
    if writesOutUmlauts { addExpansion(of: own, .expansionOfOwn, 0..<0) }
    if let end = own.endBeforeBrackets {
      let text = own.extracting(..<end)
      // A name without letters before the brackets has no such form.
      add(.expansionOfOwn, 0..<0, unless: { $0.count < 2 }) { Folding.appendKey(of: text, to: &$0) }
    }
    addSaintForms(ofName: 0, .saintOfOwn, country)

    var alternates: [Int] = []
    var expandable: [(entry: Range<Int>, isAtHome: Bool)] = []
    var start = range.lowerBound
    while start < range.upperBound {
      var end = start
      while end < range.upperBound, others[end] != Self.separator { end += 1 }
      let entry = others.trimmed(start..<end)
      start = end + 1
      let text = others.extracting(entry)
      if text.isCode {
        let keyStart = keys.count
        Folding.appendKey(of: text, to: &keys)
        if let known = addKey(from: keyStart, .code, entry) {
          addSpelling(entry, of: known, others)
        }
        continue
      }
      guard areGiven || !text.isTransliteration && !text.isLink else { continue }
      let keyStart = keys.count
      Folding.appendKey(of: text, to: &keys)
      guard areGiven || keys.span.extracting(keyStart...).isKeyOfName(longest: Self.longestKey)
      else {
        keys.removeLast(keys.count - keyStart)
        continue
      }
      let isAtHome = !homeKeys.isEmpty && homeKeys.contains(Array(keys[keyStart...]))
      expandable.append((entry, isAtHome))
      if let known = addKey(from: keyStart, isAtHome ? .alternateAtHome : .alternate, entry) {
        addSpelling(entry, of: known, others)
      } else {
        alternates.append(names.count - 1)
      }
    }
    for code in additions.codes {
      let keyStart = keys.count
      Folding.appendKey(of: others.extracting(code), to: &keys)
      addKey(from: keyStart, .code, code)
    }
    if writesOutUmlauts {
      for (entry, isAtHome) in expandable {
        addExpansion(
          of: others.extracting(entry), isAtHome ? .expansionAtHome : .expansionOfAlternate, entry)
      }
    }
    for name in alternates {
      let isAtHome = names[name].kind == .alternateAtHome
      addSaintForms(ofName: name, isAtHome ? .saintAtHome : .saintOfAlternate, country)
    }
    for entry in additions.lesser { addLesserName(others.extracting(entry), entry) }
    addLaterWords()
  }
}

extension NameRules {
  /// Names that a city has besides its list of other names; each is a range of the bytes that hold this list.
  struct Additions {
    /// Codes of any length.
    var codes: [Range<Int>] = []
    /// Historic and colloquial names.
    var lesser: [Range<Int>] = []
  }

  /// The list of other names of a city without some of them.
  static func list(
    _ others: Span<UInt8>, _ range: Range<Int>, without names: Set<[UInt8]>
  ) -> ([UInt8], Range<Int>) {
    var kept: [UInt8] = []
    var start = range.lowerBound
    while start < range.upperBound {
      var end = start
      while end < range.upperBound, others[end] != separator { end += 1 }
      let name = others.trimmed(start..<end).map { others[$0] }
      if !names.contains(name) { kept += name + [separator] }
      start = end + 1
    }
    return (kept, 0..<kept.count)
  }

  /// Adds a historic or colloquial name, as a name of the kind that is found last: the format has none for these.
  private mutating func addLesserName(_ text: Span<UInt8>, _ range: Range<Int>) {
    guard !text.isTransliteration, !text.isLink else { return }
    let start = keys.count
    Folding.appendKey(of: text, to: &keys)
    if keys.span.extracting(start...).isKeyOfName(longest: Self.longestKey) {
      addKey(from: start, .expansionOfAlternate, range)
    } else {
      keys.removeLast(keys.count - start)
    }
  }

  /// The names by language of a city that are neither the own name nor another one.
  func moreNames(
    _ texts: [[UInt8]], own: Span<UInt8>, others: Span<UInt8>, _ range: Range<Int>
  ) -> [[UInt8]] {
    if texts.isEmpty { return [] }
    var known: Set<[UInt8]> = [(0..<own.count).map { own[$0] }]
    var start = range.lowerBound
    while start < range.upperBound {
      var end = start
      while end < range.upperBound, others[end] != Self.separator { end += 1 }
      known.insert(others.trimmed(start..<end).map { others[$0] })
      start = end + 1
    }
    return texts.filter { known.insert($0).inserted }
  }

  /// Adds a text that is shown as the name of the last city in a language, but not searched: a spelling of its own
  /// name.
  mutating func addShownName(_ text: Range<Int>) { ownSpellings.append(text) }

  /// Adds the name whose key a closure appends, unless the city has that key already.
  private mutating func add(
    _ kind: StoredKind, _ text: Range<Int>,
    unless isExcluded: (ArraySlice<UInt8>) -> Bool = { _ in false },
    _ append: (inout [UInt8]) -> Void
  ) {
    let start = keys.count
    append(&keys)
    if isExcluded(keys[start...]) {
      keys.removeLast(keys.count - start)
    } else {
      addKey(from: start, kind, text)
    }
  }

  /// Adds the name whose key is the end of ``keys``; or if the city has the key already, removes it there.
  ///
  /// - Returns: The number of the name that has the key already.
  @discardableResult
  private mutating func addKey(from start: Int, _ kind: StoredKind, _ text: Range<Int>) -> Int? {
    let key = start..<keys.count
    // Only keys with equal hashes are compared.
    var bytes = FNV1a()
    for index in key { bytes.add(keys[index]) }
    let hash = bytes.hash
    for number in hashes.indices
    where hashes[number] == hash && keys[names[number].key] == keys[key] {
      keys.removeLast(key.count)
      return number
    }
    hashes.append(hash)
    names.append(Name(key: key, kind: kind, text: text))
    return nil
  }

  /// Adds a spelling of an alternate name, unless it differs from one of its spellings only in case;
  /// keeps that of an own name for ``spelling(of:own:others:)``.
  private mutating func addSpelling(_ text: Range<Int>, of number: Int, _ others: Span<UInt8>) {
    switch names[number].kind {
    case .own: ownSpellings.append(text)
    case .alternate, .alternateAtHome:
      let known = [names[number].text] + spellings.filter { $0.name == number }.map(\.text)
      let isKnown = known.contains { other in
        others.extracting(other).isEqualButForCase(to: others.extracting(text))
      }
      if !isKnown { spellings.append((number, text)) }
    default: break
    }
  }

  /// The numbers of the name that has a text, and of this spelling of it.
  ///
  /// A text that has the key of the own name becomes a spelling of it: it is not searched and not shown as
  /// the name that matches, but it may be the name in some language.
  ///
  /// - Parameters:
  ///   - text: The text, in UTF-8.
  ///   - own: The own name.
  ///   - others: The bytes that the other names lie in.
  /// - Returns: The numbers; `nil` if no name of the last city has the text. Of an own name, the spelling
  ///   0 is the name of the city.
  mutating func spelling(
    of text: [UInt8], own: Span<UInt8>, others: Span<UInt8>
  ) -> (name: Int, spelling: Int)? {
    func isText(_ range: Range<Int>) -> Bool {
      range.count == text.count
        && text.indices.allSatisfy { others[range.lowerBound + $0] == text[$0] }
    }
    if own.count == text.count, text.indices.allSatisfy({ own[$0] == text[$0] }) { return (0, 0) }
    for number in names.indices where names[number].kind.isAlternate {
      if isText(names[number].text) { return (number, 0) }
      let further = spellings.filter { $0.name == number }
      if let place = further.firstIndex(where: { isText($0.text) }) { return (number, place + 1) }
    }
    let further = spellings.filter { $0.name == 0 }
    if let place = further.firstIndex(where: { isText($0.text) }) { return (0, place + 1) }
    guard let range = ownSpellings.first(where: isText) else { return nil }
    spellings.append((0, range))
    return (0, further.count + 1)
  }

  /// Adds the name with ä ae, ö oe, ü ue, ø oe, å aa, if it has one of these.
  private mutating func addExpansion(
    of text: Span<UInt8>, _ kind: StoredKind, _ range: Range<Int>
  ) {
    scratch.removeAll(keepingCapacity: true)
    guard text.appendWithUmlautsWrittenOut(to: &scratch) else { return }
    let expanded = scratch
    add(kind, range) { Folding.appendKey(of: expanded.span, to: &$0) }
  }

  /// Adds the forms with the first word replaced that is one of ``NameForms/saintWords``, unless it is the last.
  private mutating func addSaintForms(
    ofName number: Int, _ kind: StoredKind, _ country: CountryCode
  ) {
    let key = Array(keys[names[number].key])
    let text = names[number].text
    for form in Self.saintForms(ofKey: key, country) {
      add(kind, text) { $0.append(contentsOf: form) }
    }
  }

  /// The own name from each word but the first on.
  private mutating func addLaterWords() {
    let key = Array(keys[names[0].key])
    for index in key.indices.dropFirst() where key[index - 1] == asciiSpace {
      let ending = key[index...]
      guard ending.count(where: { $0 & 0xC0 != 0x80 }) > 2 else { continue }
      add(.later, 0..<0) { $0.append(contentsOf: ending) }
    }
  }
}

extension NameRules {
  /// Countries where people write ae for ä if their keyboard lacks it.
  static let umlautCountries: Set<CountryCode> = [
    "DE", "AT", "CH", "LI", "LU", "DK", "NO", "SE", "FI", "EE", "IS", "FO", "GL", "NL", "BE",
  ]

  /// The keys with the first saint word of a key abbreviated, or written out.
  static func saintForms(ofKey key: [UInt8], _ country: CountryCode) -> [[UInt8]] {
    guard let word = NameForms.saintWord(inKey: key) else { return [] }
    return replacements(of: String(decoding: key[word], as: UTF8.self), country).map {
      key[..<word.lowerBound] + Array($0.utf8) + key[word.upperBound...]
    }
  }

  private static func replacements(of word: String, _ country: CountryCode) -> [String] {
    switch word {
    case "saint", "sankt", "sint": ["st"]
    case "sainte": ["ste", "st"]
    case "ste": ["sainte"]
    case "mount": ["mt"]
    case "mt": ["mount"]
    case "fort": ["ft"]
    case "ft": ["fort"]
    case "st":
      switch country {
      case "DE", "AT", "CH", "LI": ["sankt"]
      case "IT": ["sankt", "saint"]
      case "NL", "BE": ["saint", "sint"]
      default: ["saint"]
      }
    default: []
    }
  }
}

/// The hash FNV-1a of 64 bits (Fowler, Noll, Vo) of some bytes, which is the same in each process.
struct FNV1a {
  private(set) var hash: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
}

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

  /// The keys of all names, one after the other.
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

  /// Adds the key of an existing name.
  mutating func append(key: [UInt8]) -> Range<Int> {
    keys.append(contentsOf: key)
    return keys.count - key.count..<keys.count
  }

  /// Makes the names of a city.
  ///
  /// - Parameters:
  ///   - own: The own name, in UTF-8.
  ///   - key: Its key.
  ///   - others: The other names, each followed by ``separator``.
  ///   - range: Which bytes of `others` are those of this city.
  ///   - areGiven: Whether to take all of them; otherwise entries that people do not type are left out.
  ///   - country: The code of the country.
  mutating func makeNames(
    own: Span<UInt8>, key: Span<UInt8>, others: Span<UInt8>, _ range: Range<Int>,
    areGiven: Bool = false, country: CountryCode
  ) {
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
    var expandable: [Range<Int>] = []
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
      expandable.append(entry)
      if let known = addKey(from: keyStart, .alternate, entry) {
        addSpelling(entry, of: known, others)
      } else {
        alternates.append(names.count - 1)
      }
    }
    if writesOutUmlauts {
      for entry in expandable {
        addExpansion(of: others.extracting(entry), .expansionOfAlternate, entry)
      }
    }
    for name in alternates { addSaintForms(ofName: name, .saintOfAlternate, country) }
    addLaterWords()
  }
}

extension NameRules {
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
    // FNV-1a: only keys with equal hashes are compared.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for index in key { hash = (hash ^ UInt64(keys[index])) &* 0x100_0000_01b3 }
    for number in hashes.indices
    where hashes[number] == hash && keys[names[number].key] == keys[key] {
      keys.removeLast(key.count)
      return number
    }
    hashes.append(hash)
    names.append(Name(key: key, kind: kind, text: text))
    return nil
  }

  /// Adds a spelling of an alternate name, unless it differs from one of its spellings only in case; notes
  /// that of an own name.
  private mutating func addSpelling(_ text: Range<Int>, of number: Int, _ others: Span<UInt8>) {
    switch names[number].kind {
    case .own: ownSpellings.append(text)
    case .alternate:
      let known = [names[number].text] + spellings.filter { $0.name == number }.map(\.text)
      let isKnown = known.contains { other in
        others.extracting(other).isEqualButForCase(to: others.extracting(text))
      }
      if !isKnown { spellings.append((number, text)) }
    default: break
    }
  }

  /// The number of a spelling of a name with a text, and that of the name.
  ///
  /// A text that has the key of the own name becomes a spelling of it: it is not searched and not shown as
  /// the name that matches, but it may be the name in some language.
  ///
  /// - Parameters:
  ///   - text: The text, in UTF-8.
  ///   - own: The own name.
  ///   - others: The other names of all cities.
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
    for number in names.indices where names[number].kind == .alternate {
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

  /// Adds the forms with the first word replaced that is one of ``saintWords``, unless it is the last.
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

  /// The words that have short and long forms.
  static let saintWords: Set<String> = [
    "saint", "sainte", "sankt", "sint", "st", "ste", "mount", "mt", "fort", "ft",
  ]

  /// The keys with the first saint word of a key abbreviated, or written out.
  static func saintForms(ofKey key: [UInt8], _ country: CountryCode) -> [[UInt8]] {
    guard let word = saintWord(inKey: key) else { return [] }
    return replacements(of: String(decoding: key[word], as: UTF8.self), country).map {
      key[..<word.lowerBound] + Array($0.utf8) + key[word.upperBound...]
    }
  }

  /// Where the first saint word of a key lies that is not its last word.
  static func saintWord(inKey key: [UInt8]) -> Range<Int>? {
    var start = 0
    while let end = key[start...].firstIndex(of: asciiSpace), end < key.count - 1 {
      // The longest of these words has six letters.
      if end - start <= 6, saintWords.contains(String(decoding: key[start..<end], as: UTF8.self)) {
        return start..<end
      }
      start = end + 1
    }
    return nil
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

extension Span<UInt8> {
  /// Whether this is three or four capital letters of ASCII.
  fileprivate var isCode: Bool {
    (3...4).contains(count) && indices.allSatisfy { (0x41...0x5A).contains(self[$0]) }
  }

  /// Whether this is ASCII and begins with a lowercase letter, as machine transliterations do.
  fileprivate var isTransliteration: Bool {
    count > 0 && (0x61...0x7A).contains(self[0]) && indices.allSatisfy { self[$0] < 0x80 }
  }

  /// Whether this contains "http" in any case.
  fileprivate var isLink: Bool {
    guard count >= 4 else { return false }
    let letters: [UInt8] = [0x68, 0x74, 0x74, 0x70]
    return (0...count - 4).contains { start in
      letters.indices.allSatisfy { self[start + $0] | 0x20 == letters[$0] }
    }
  }

  /// Whether a key can be that of a name: not empty, not a web address, a number or an id like "Q12",
  /// more than one letter, and not too long.
  fileprivate func isKeyOfName(longest: Int) -> Bool {
    let length = count - 1
    guard length > 0, length <= longest else { return false }
    let letters = (0..<length).count { self[$0] & 0xC0 != 0x80 }
    guard letters > 1 else { return false }
    func isDigit(_ index: Int) -> Bool { (0x30...0x39).contains(self[index]) }
    if (0..<length).allSatisfy({ isDigit($0) || self[$0] == asciiSpace }) { return false }
    if self[0] == 0x71, (1..<length).allSatisfy(isDigit) { return false }
    let www: [UInt8] = [0x77, 0x77, 0x77, asciiSpace]
    func isWWW(_ start: Int) -> Bool {
      start + 4 <= count && www.indices.allSatisfy { self[start + $0] == www[$0] }
    }
    return !(0..<length).contains { ($0 == 0 || self[$0 - 1] == asciiSpace) && isWWW($0) }
  }

  /// The part of `range` without white space at its ends.
  fileprivate func trimmed(_ range: Range<Int>) -> Range<Int> {
    var (lower, upper) = (range.lowerBound, range.upperBound)
    while lower < upper {
      let (scalar, length) = decodeScalar(at: lower)
      guard scalar.isWhiteSpace else { break }
      lower += length
    }
    while upper > lower {
      var start = upper - 1
      while start > lower, self[start] & 0xC0 == 0x80 { start -= 1 }
      guard decodeScalar(at: start).scalar.isWhiteSpace else { break }
      upper = start
    }
    return lower..<upper
  }

  /// Whether the text equals another one, in whatever form of composition, but for case.
  fileprivate func isEqualButForCase(to other: Span<UInt8>) -> Bool {
    func lowercased(_ text: Span<UInt8>) -> String? {
      String(validating: text)?.lowercasedByScalars
    }
    return lowercased(self) == lowercased(other)
  }

  /// Where the text ends without a last part in round brackets; `nil` if it has none.
  var endBeforeBrackets: Int? {
    guard count > 2, self[count - 1] == UInt8(ascii: ")") else { return nil }
    var index = count - 2
    while index >= 0, self[index] != UInt8(ascii: "(") {
      if self[index] == UInt8(ascii: ")") { return nil }
      index -= 1
    }
    return index > 0 ? index : nil
  }

  /// Appends the text with ä ae, ö oe, ü ue, ø oe and å aa, and returns whether it has one of these.
  func appendWithUmlautsWrittenOut(to output: inout [UInt8]) -> Bool {
    var (index, isExpanded) = (0, false)
    while index < count {
      if self[index] == 0xC3, index + 1 < count, let letters = Self.writtenOut(self[index + 1]) {
        output.append(letters.0)
        output.append(letters.1)
        isExpanded = true
        index += 2
      } else {
        output.append(self[index])
        index += 1
      }
    }
    return isExpanded
  }

  /// The expansion of the letter U+00C0 to U+00FF whose second byte is given.
  private static func writtenOut(_ byte: UInt8) -> (UInt8, UInt8)? {
    switch byte {
    case 0xA4: (0x61, 0x65)
    case 0xB6, 0xB8: (0x6F, 0x65)
    case 0xBC: (0x75, 0x65)
    case 0xA5: (0x61, 0x61)
    case 0x84: (0x41, 0x65)
    case 0x96, 0x98: (0x4F, 0x65)
    case 0x9C: (0x55, 0x65)
    case 0x85: (0x41, 0x61)
    default: nil
    }
  }
}

extension String {
  /// The text with each scalar in lower case, whatever its neighbors are.
  var lowercasedByScalars: String {
    unicodeScalars.reduce(into: "") { $0 += $1.properties.lowercaseMapping }
  }
}

extension UInt32 {
  /// Whether this scalar is white space.
  var isWhiteSpace: Bool {
    switch self {
    case 0x09...0x0D, 0x1C...0x20, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F,
      0x205F, 0x3000:
      true
    default: false
    }
  }
}

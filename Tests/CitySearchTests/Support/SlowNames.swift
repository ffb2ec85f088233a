import CitySearch
import Foundation

/// A name of a city as the rules make it, the slow way; nothing here comes from the code under test but
/// folding.
struct SlowName {
  /// The folded name without its final space.
  let key: String
  /// The folded name with its final space.
  let bytes: [UInt8]
  /// The letters of the folded name without its final space.
  let letters: [Unicode.Scalar]
  let kind: NameKind
  /// The displayed text: of several, the first and then the others.
  fileprivate(set) var spellings: [String]
  let penalty: Int
  /// The position of the city in canonical order.
  let city: Int
  /// What was changed in the displayed text.
  let change: Change

  /// The change that makes a name of another one.
  enum Change {
    case none
    /// Umlauts and ringed letters are written out.
    case lettersExpanded
    /// A part in brackets is left out at the end.
    case bracketsRemoved
    /// A word of a key, which begins at a byte, is replaced.
    case wordReplaced(key: String, start: Int, word: String)
  }

  init(
    key: String, kind: NameKind, text: String, penalty: Int, city: Int, change: Change = .none
  ) {
    self.key = key
    bytes = Array(key.utf8) + [32]
    letters = Array(key.unicodeScalars)
    self.kind = kind
    spellings = [text]
    self.penalty = penalty
    self.city = city
    self.change = change
  }

  /// The text from which the name was made: of several, the first.
  var text: String { spellings[0] }
}

/// The rules for the names of a city, section by section.
struct SlowNames {
  private(set) var names: [SlowName] = []
  /// The position in `names` of every key.
  private var positions: [String: Int] = [:]
  private let country: String
  private let city: Int

  /// The names of the city at a position of the canonical order.
  ///
  /// - Parameters:
  ///   - own: The second column of a GeoNames file.
  ///   - others: The fourth column.
  ///   - languages: The names in the table of languages.
  ///   - country: The code of the country.
  ///   - city: The position.
  init(own: String, others: String, languages: [String], country: String, city: Int) {
    self.country = country
    self.city = city
    let ownKey = Self.key(own)
    add(ownKey, .own, own, penalty: 0)
    addExpansion(of: own, penalty: 6)
    addWithoutBrackets(own)
    addSaintForms(of: ownKey, own, penalty: 0)
    var alternates: [(key: String, text: String)] = []
    var expandable: [String] = []
    var entries = others.utf8
      .split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
      .map { Self.trimmed(String(decoding: $0, as: UTF8.self)) }
    for text in languages where Self.isForeign(text) {
      // Not by `==`, for which equivalent texts are equal.
      if !(entries + [own]).contains(where: { $0.utf8.elementsEqual(text.utf8) }) {
        entries.append(text)
      }
    }
    for text in entries {
      let key = Self.key(text)
      if Self.isCode(text) {
        if !add(key, .code, text, penalty: 20) { addSpelling(text, of: key) }
      } else if !Self.isLeftOut(text) {
        expandable.append(text)
        if add(key, .alternate, text, penalty: 24) {
          alternates.append((key, text))
        } else {
          addSpelling(text, of: key)
        }
      }
    }
    for text in expandable { addExpansion(of: text, penalty: 30) }
    for (key, text) in alternates { addSaintForms(of: key, text, penalty: 24) }
    let words = Self.words(ownKey)
    for start in words.indices.dropFirst() {
      let ending = words[start...].joined(separator: " ")
      if ending.unicodeScalars.count >= 2 { add(ending, .later, own, penalty: 22) }
    }
  }

  /// The key of a name without its final space.
  static func key(_ name: String) -> String {
    String(decoding: Folding.key(of: name).dropLast(), as: UTF8.self)
  }

  /// The words of a key; a mark after a space begins one.
  static func words(_ key: String) -> [String] {
    key.utf8.split(separator: 32, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// A text without white space at its ends.
  static func trimmed(_ text: String) -> String {
    var scalars = text.unicodeScalars[...]
    while let first = scalars.first, first.properties.isWhitespace { scalars.removeFirst() }
    while let last = scalars.last, last.properties.isWhitespace { scalars.removeLast() }
    return String(scalars)
  }

  /// The letters by which two spellings are compared: those of NFC, each in lower case.
  static func comparable(_ text: String) -> [Unicode.Scalar] {
    text.precomposedStringWithCanonicalMapping.unicodeScalars
      .flatMap { $0.properties.lowercaseMapping.unicodeScalars }
  }

  private static func isCode(_ text: String) -> Bool {
    [3, 4].contains(text.utf8.count) && text.utf8.allSatisfy { (65...90).contains($0) }
  }

  /// Whether a text has a letter that is not Latin.
  private static func isForeign(_ text: String) -> Bool {
    let letters: [Unicode.GeneralCategory] = [
      .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
    ]
    return text.unicodeScalars.contains { scalar in
      letters.contains(scalar.properties.generalCategory)
        && !(scalar.properties.name ?? "").contains("LATIN")
    }
  }

  private static func isLeftOut(_ text: String) -> Bool {
    let key = key(text)
    let scalars = key.unicodeScalars
    let digits = Set("0123456789".unicodeScalars)
    if scalars.count < 2 || key.utf8.count > 64 { return true }
    if text.range(of: "http", options: .caseInsensitive) != nil { return true }
    if (key + " ").hasPrefix("www ") || (key + " ").contains(" www ") { return true }
    if scalars.allSatisfy({ digits.contains($0) || $0 == " " }) { return true }
    if scalars.first == "q", scalars.dropFirst().allSatisfy(digits.contains) { return true }
    guard let first = text.utf8.first, (97...122).contains(first) else { return false }
    return text.utf8.allSatisfy { $0 < 128 }
  }

  /// Adds a name unless the city has its key.
  @discardableResult
  private mutating func add(
    _ key: String, _ kind: NameKind, _ text: String, penalty: Int,
    change: SlowName.Change = .none
  ) -> Bool {
    // Strings that are equal by canonical equivalence have equal keys, since keys are folded.
    guard positions[key] == nil else { return false }
    positions[key] = names.count
    names.append(
      SlowName(key: key, kind: kind, text: text, penalty: penalty, city: city, change: change))
    return true
  }

  /// Keeps another spelling of an alternate name that the city has.
  private mutating func addSpelling(_ text: String, of key: String) {
    guard let position = positions[key], names[position].kind == .alternate else { return }
    let known = names[position].spellings.map(Self.comparable)
    if !known.contains(Self.comparable(text)) { names[position].spellings.append(text) }
  }

  static func expanded(_ text: String) -> String {
    let letters: [Unicode.Scalar: String] = [
      "ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue",
      "Ø": "Oe", "Å": "Aa",
    ]
    return text.unicodeScalars.map { letters[$0] ?? String($0) }.joined()
  }

  private mutating func addExpansion(of text: String, penalty: Int) {
    let countries = "DE AT CH LI LU DK NO SE FI EE IS FO GL NL BE".components(separatedBy: " ")
    guard countries.contains(country) else { return }
    let expanded = Self.expanded(text)
    guard !expanded.utf8.elementsEqual(text.utf8) else { return }
    add(Self.key(expanded), .expansion, text, penalty: penalty, change: .lettersExpanded)
  }

  private mutating func addWithoutBrackets(_ text: String) {
    let scalars = text.unicodeScalars
    guard scalars.last == ")", let opening = scalars.lastIndex(of: "("),
      !scalars[opening...].dropLast().contains(")")
    else { return }
    let key = Self.key(String(scalars[..<opening]))
    if !key.isEmpty { add(key, .expansion, text, penalty: 6, change: .bracketsRemoved) }
  }

  private mutating func addSaintForms(of key: String, _ text: String, penalty: Int) {
    var st = ["saint"]
    if ["DE", "AT", "CH", "LI"].contains(country) { st = ["sankt"] }
    if country == "IT" { st = ["sankt", "saint"] }
    if ["NL", "BE"].contains(country) { st = ["saint", "sint"] }
    let forms = [
      "saint": ["st"], "sankt": ["st"], "sint": ["st"], "sainte": ["ste", "st"], "ste": ["sainte"],
      "mount": ["mt"], "mt": ["mount"], "fort": ["ft"], "ft": ["fort"], "st": st,
    ]
    let words = Self.words(key)
    guard let index = words.dropLast().firstIndex(where: { forms[$0] != nil }) else { return }
    for form in forms[words[index]] ?? [] {
      var others = words
      others[index] = form
      let start = words[..<index].map { $0.utf8.count + 1 }.reduce(0, +)
      add(
        others.joined(separator: " "), .saint, text, penalty: penalty,
        change: .wordReplaced(key: key, start: start, word: words[index]))
    }
  }
}

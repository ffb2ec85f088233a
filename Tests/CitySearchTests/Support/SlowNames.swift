import CitySearch
import Foundation

/// A name of a city as the rules make it, the slow way; nothing here comes from the code under test but
/// folding.
struct SlowName {
  /// The folded name without its final space.
  var key: String
  var kind: NameKind
  /// The displayed text.
  var text: String
  var penalty: Int
  /// The position of the city in canonical order.
  var city: Int
  /// For a short or long form: the key that it was made from, and the word that was replaced.
  var replaced: (key: String, wordStart: Int, word: String)?
}

/// The rules for the names of a city, section by section.
struct SlowNames {
  private(set) var names: [SlowName] = []
  private var keys: Set<String> = []
  private let country: String
  private let city: Int

  /// The names of the city at a position of the canonical order; `others` is the fourth column of a
  /// GeoNames file.
  init(own: String, others: String, country: String, city: Int) {
    self.country = country
    self.city = city
    let ownKey = Self.key(own)
    add(ownKey, .own, own, penalty: 0)
    addExpansion(of: own, own, penalty: 6)
    addSaintForms(of: ownKey, own, penalty: 0)
    var alternates: [(key: String, text: String)] = []
    var expandable: [String] = []
    for entry in others.split(separator: ",", omittingEmptySubsequences: false) {
      let text = entry.trimmingCharacters(in: .whitespacesAndNewlines)
      if [3, 4].contains(text.utf8.count), text.utf8.allSatisfy({ (65...90).contains($0) }) {
        add(Self.key(text), .code, text, penalty: 20)
      } else if !Self.isLeftOut(text) {
        expandable.append(text)
        if add(Self.key(text), .alternate, text, penalty: 24) {
          alternates.append((Self.key(text), text))
        }
      }
    }
    for text in expandable { addExpansion(of: text, text, penalty: 30) }
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

  @discardableResult
  private mutating func add(
    _ key: String, _ kind: NameKind, _ text: String, penalty: Int,
    replaced: (key: String, wordStart: Int, word: String)? = nil
  ) -> Bool {
    // Strings that are equal by canonical equivalence have equal keys, since keys are folded.
    guard keys.insert(key).inserted else { return false }
    names.append(
      SlowName(
        key: key, kind: kind, text: text, penalty: penalty, city: city, replaced: replaced))
    return true
  }

  static func expanded(_ text: String) -> String {
    let letters: [Unicode.Scalar: String] = [
      "ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue",
      "Ø": "Oe", "Å": "Aa",
    ]
    return text.unicodeScalars.map { letters[$0] ?? String($0) }.joined()
  }

  private mutating func addExpansion(of text: String, _ shown: String, penalty: Int) {
    let countries = "DE AT CH LI LU DK NO SE FI EE IS FO GL NL BE".components(separatedBy: " ")
    let expanded = Self.expanded(text)
    guard countries.contains(country), !expanded.utf8.elementsEqual(text.utf8) else { return }
    add(Self.key(expanded), .expansion, shown, penalty: penalty)
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
        replaced: (key, start, words[index]))
    }
  }
}

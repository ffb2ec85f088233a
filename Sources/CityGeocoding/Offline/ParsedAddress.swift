internal import CitySearch
internal import Foundation
internal import PrefixSearch

/// A part of an address that names the region of the city.
struct RegionHint: Sendable {
  /// The kinds of region that the part may name.
  enum Field: Sendable {
    /// The field of the state, which sometimes holds a country.
    case state
    /// The field of the country, which sometimes holds a division, such as England.
    case country
    /// A part of a text that holds the whole address.
    case part
  }

  let field: Field
  /// The text, without white space around it.
  let text: String

  init(field: Field, text: String) {
    self.field = field
    self.text = text.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}

/// One possible parse of an address: the name of the city and the hints at its region.
struct ParsedAddress {
  /// The key of the city's name.
  let name: FoldedQuery
  /// The city's name as it was typed; `nil` if the key was made from a variant.
  let spelling: String?
  let hints: [RegionHint]

  /// The parses of an address as it was typed, the most likely first.
  ///
  /// The field of the city holds its name; or the whole address, with commas: "Springfield, IL".
  static func parses(of address: PostalAddress) -> [ParsedAddress] {
    let fields = [
      RegionHint(field: .state, text: address.state),
      RegionHint(field: .country, text: address.country),
    ].filter { !FoldedQuery($0.text).isEmpty }
    let whole = ParsedAddress(address.city, hints: fields)
    guard address.city.utf8.contains(UInt8(ascii: ",")) else { return [whole] }
    let parts = address.city.split(separator: ",").map(String.init)
      .filter { !FoldedQuery($0).isEmpty }
    guard parts.count > 1 else { return [whole] }
    let hints = parts.dropFirst().map { RegionHint(field: .part, text: $0) }
    return [whole, ParsedAddress(parts[0], hints: hints + fields)]
  }

  /// Variants to try if no city has the name: without a postal code beside it, and with abbreviations
  /// expanded or words abbreviated.
  var variants: [ParsedAddress] {
    let words = String(decoding: name.bytes, as: UTF8.self).split(separator: " ").map(String.init)
    let named = words.filter { !$0.hasDigit }
    let respelled = (named.isEmpty ? words : named).map { Self.spellings[$0] ?? $0 }
    return [named, respelled].filter { !$0.isEmpty && $0 != words }
      .map {
        let key = FoldedQuery($0.joined(separator: " ") + " ")
        return ParsedAddress(name: key, spelling: nil, hints: hints)
      }
  }

  /// The same parse with hints that ignore their fields; `nil` if no hint has a field.
  ///
  /// "Georgia" in the field of the state is the one in America, unless that leaves no city.
  var withoutFields: ParsedAddress? {
    guard hints.contains(where: { $0.field != .part }) else { return nil }
    return ParsedAddress(
      name: name, spelling: spelling,
      hints: hints.map { RegionHint(field: .part, text: $0.text) })
  }

  private static let spellings: [String: String] = {
    let pairs = [("fort", "ft"), ("mount", "mt"), ("saint", "st"), ("sainte", "ste")]
    return Dictionary(uniqueKeysWithValues: pairs + pairs.map { ($1, $0) })
  }()

  private init(_ name: String, hints: [RegionHint]) {
    self.init(name: FoldedQuery(name + " "), spelling: name, hints: hints)
  }

  private init(name: FoldedQuery, spelling: String?, hints: [RegionHint]) {
    self.name = name
    self.spelling = spelling
    self.hints = hints
  }
}

/// A folded name, prepared for comparison with misspelt text.
struct Spelling: Sendable {
  /// The Unicode scalar values of the name.
  let letters: [UInt32]
  let outline: Outline

  /// A summary that rules out most names in O(1).
  struct Outline: Sendable {
    fileprivate let count: Int
    /// A bit set of the letters that occur; some letters share a bit.
    fileprivate let letters: UInt64
  }

  init(_ name: String) {
    letters = name.unicodeScalars.map(\.value)
    outline = Outline(
      count: letters.count, letters: letters.reduce(0) { $0 | 1 << UInt64($1 & 63) })
  }
}

/// Misspelt text, to be compared with known names.
///
/// The distance to a name is the number of edits: letters deleted, inserted, replaced, or swapped with
/// the next one.
struct Misspelling {
  /// The greatest distance that is accepted.
  var limit: Int { automaton.limit }
  private let outline: Spelling.Outline
  private let automaton: EditAutomaton

  /// Builds the automaton of a typed text.
  ///
  /// The limit is two edits for eight letters or more, one for four or more, and none for fewer: short
  /// names and codes differ from each other by one or two letters.
  ///
  /// - Complexity: O(*m*), where *m* is the number of typed letters.
  init(_ typed: String) {
    let spelling = Spelling(typed)
    let count = spelling.letters.count
    outline = spelling.outline
    automaton = EditAutomaton(spelling.letters, limit: count >= 8 ? 2 : count >= 4 ? 1 : 0)
  }

  /// Whether a name can be within the limit, by its length and letters.
  ///
  /// - Complexity: O(1).
  func canReach(_ name: Spelling.Outline) -> Bool {
    // An edit adds at most one letter and removes at most one.
    abs(name.count - outline.count) <= limit
      && (name.letters ^ outline.letters).nonzeroBitCount <= 2 * limit
  }

  /// The distance to a name; `nil` if it is beyond the limit.
  ///
  /// - Complexity: O(*n*), where *n* is the number of letters of the name; O(1) if ``canReach(_:)`` is
  ///   false.
  func distance(to name: Spelling) -> Int? {
    guard canReach(name.outline) else { return nil }
    var state = automaton.start
    for letter in name.letters {
      guard let next = automaton.next(state, letter) else { return nil }
      state = next
    }
    return automaton.distance(state)
  }
}

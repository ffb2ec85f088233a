internal import CitySearch
internal import Foundation

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

internal import CitySearch
#if canImport(Foundation)
internal import Foundation
#endif

/// A postal address; unknown fields are empty.
///
/// Nothing is validated: an address is text until a geocoder has found it.
public struct PostalAddress: Sendable, Hashable {
  /// The owner's name for the address, such as "Home".
  ///
  /// It is not used for geocoding.
  public var label: String
  /// The street and the house number.
  public var street: String
  /// The city, town or village.
  public var city: String
  /// The first-level administrative division, by name or code: state, province, region.
  ///
  /// Forms and tables of addresses call it the state, as this field, its column and its member in JSON are called.
  public var state: String
  /// The postal code.
  public var postalCode: String
  /// The country, by name or by its code of two letters (ISO 3166-1).
  public var country: String

  /// Creates an address; unknown fields may be omitted.
  ///
  /// - Parameters:
  ///   - label: The owner's name for the address, such as "Home"; it is not used for geocoding.
  ///   - street: The street and the house number.
  ///   - city: The city, town or village.
  ///   - state: The first-level administrative division, by name or code.
  ///   - postalCode: The postal code.
  ///   - country: The country, by name or by its code of two letters (ISO 3166-1).
  public init(
    label: String = "", street: String = "", city: String = "", state: String = "",
    postalCode: String = "", country: String = ""
  ) {
    self.label = label
    self.street = street
    self.city = city
    self.state = state
    self.postalCode = postalCode
    self.country = country
  }

  /// Creates an address of one line: "7 Avenue des Acacias, Royan".
  ///
  /// ```swift
  /// let home = PostalAddress("10 Downing Street, London, UK")
  /// ```
  ///
  /// - Parameter line: The line, which is also the label; it stands in the field of the city, as geocoders read it.
  public init(_ line: String) { self.init(label: line, city: line) }
}

extension PostalAddress: CustomStringConvertible {
  /// The fields that are not empty, separated by commas, without the label.
  public var description: String {
    fields.filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// The fields that describe the place, from street to country.
  private var fields: [String] { [street, city, state, postalCode, country] }
}

extension PostalAddress: Identifiable {
  /// What tells addresses apart: street, city, state, postal code and country, a line each.
  ///
  /// The lines are in Unicode's composed form (NFC), with runs of white space replaced by one space and none
  /// at the ends. Case, accents and punctuation count: a correction from "Backerstraße" to "Bäckerstraße"
  /// gives another address. The label is not included: renaming "Home" to "Parents" does not move the place.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the address in bytes.
  public var id: String {
    fields.map { $0.normalizedSpelling }.joined(separator: "\n")
  }
}

extension PostalAddress {
  /// The addresses of a text with one on each line, which is also the label; blank lines are skipped.
  ///
  /// - Parameter text: The text.
  /// - Returns: The addresses in order.
  /// - Complexity: O(*n*), where *n* is the length of the text.
  public static func lines(of text: String) -> [PostalAddress] {
    text.split { $0.isNewline }
      .map { String($0).normalizedSpelling }
      .map { PostalAddress($0) }
      .filter { !$0.isBlank }
  }

  /// Whether the fields have at most some code points together.
  ///
  /// - Complexity: O(*n*), where *n* is the limit.
  func hasAtMost(_ limit: Int) -> Bool {
    // The code points of a long field are not counted to its end.
    fields.reduce(limit) { $0 - $1.prefix(codePoints: limit + 1).unicodeScalars.count } >= 0
  }

  /// Whether no field contains a letter or a digit.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the address in bytes.
  package var isBlank: Bool {
    fields.allSatisfy { FoldedQuery($0).isEmpty }
  }
}

extension PostalAddress {
  /// A coordinate as people write it, of two numbers as texts, which may have decimal commas.
  package init(latitude: String, longitude: String) {
    let separator = latitude.contains(",") || longitude.contains(",") ? "; " : ","
    self.init(city: latitude.isEmpty && longitude.isEmpty ? "" : latitude + separator + longitude)
  }
}

extension String {
  /// The text in Unicode's composed form (NFC), with runs of white space replaced by one space and none
  /// at the ends.
  ///
  /// Unicode guarantees that the composed form is stable, so the result is the same on every system.
  package var normalizedSpelling: String {
    #if hasFeature(Embedded)
    // Strings of JavaScript are composed before they come here.
    let text = self
    #else
    let text = precomposedStringWithCanonicalMapping
    #endif
    return text.unicodeScalars
      .split { $0.isWhiteSpace }
      .map { String($0) }
      .joined(separator: " ")
  }
}

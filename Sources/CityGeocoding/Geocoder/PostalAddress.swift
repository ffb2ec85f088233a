internal import CitySearch
#if canImport(Foundation)
internal import Foundation
#endif
internal import PrefixSearch
#if canImport(SystemFiles)
internal import SystemFiles
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
}

extension PostalAddress: CustomStringConvertible {
  /// The fields that are not empty, separated by commas, without the label.
  public var description: String {
    fields.filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// The fields that describe the place, from street to country.
  private var fields: [String] { [street, city, state, postalCode, country] }
}

extension PostalAddress {
  /// A digest of the address as it was typed: 64 hexadecimal digits, the same on every platform and in
  /// every process.
  ///
  /// It is the SHA-256 of the line `postal address 1` and five more: street, city, state, postal code and
  /// country, each in Unicode's composed form (NFC), with runs of white space replaced by one space and
  /// none at the ends. Case, accents and punctuation count: a correction from "Backerstraße" to
  /// "Bäckerstraße" gives another address. Two addresses have the same text only if all five lines are
  /// equal.
  ///
  /// The label is not included: renaming "Home" to "Parents" does not move the place.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the address in bytes.
  public var addressHash: String {
    #if hasFeature(Embedded)
    // A page compares addresses while it is open, and keeps no digests.
    fields.map { $0.normalizedSpelling }.joined(separator: "\n")
    #else
    var digest = SHA256()
    digest.update("postal address 1\n".utf8.span)
    for field in fields { digest.update((field.normalizedSpelling + "\n").utf8.span) }
    return digest.hexDigest
    #endif
  }

  /// Whether no field contains a letter or a digit.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the address in bytes.
  public var isBlank: Bool {
    fields.allSatisfy { FoldedQuery($0).isEmpty }
  }
}

extension String {
  /// The text in Unicode's composed form (NFC), with runs of white space replaced by one space and none
  /// at the ends.
  ///
  /// Unicode guarantees that the composed form is stable, so the result is the same on every system.
  var normalizedSpelling: String {
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

#if !hasFeature(Embedded)
extension PostalAddress: Codable {}
#endif

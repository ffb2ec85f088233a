internal import CitySearch
internal import Foundation

extension PostalAddress {
  /// A digest of the address as it was typed: 64 hexadecimal digits, the same on every platform and in
  /// every process.
  ///
  /// The digest is the SHA-256 of the line `postal address 1` and five more, which are street, city,
  /// state, postal code and country, each in Unicode's composed form (NFC), with one space for each
  /// run of white space and none at the ends. Every letter counts, with its case and accents, and so
  /// does punctuation: whoever corrects "Backerstraße" to "Bäckerstraße" means another street. No two
  /// addresses give the same text unless all five lines are equal.
  ///
  /// The label is left out: a place that is called "Parents" instead of "Home" has not moved, and
  /// its coordinate stays true.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the address in bytes.
  public var addressHash: String {
    var digest = SHA256()
    digest.update("postal address 1\n".utf8.span)
    for field in fields { digest.update((field.normalizedSpelling + "\n").utf8.span) }
    return digest.hexDigest
  }

  /// Whether no field says anything about a place: all are empty, or have no letter and no digit.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the address in bytes.
  public var isBlank: Bool {
    fields.allSatisfy { FoldedQuery($0).isEmpty }
  }
}

extension String {
  /// The text in Unicode's composed form (NFC), with one space for each run of white space and none
  /// at the ends.
  ///
  /// Later versions of Unicode compose no text otherwise, so the result is the same on every system.
  var normalizedSpelling: String {
    precomposedStringWithCanonicalMapping.unicodeScalars
      .split { $0.properties.isWhitespace }
      .map { String($0) }
      .joined(separator: " ")
  }
}

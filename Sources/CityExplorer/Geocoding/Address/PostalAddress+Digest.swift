internal import CitySearch

extension PostalAddress {
  /// A digest of the place that is meant: 64 hexadecimal digits, the same on every platform, in every
  /// process, and for every spelling that means the same.
  ///
  /// The digest is the SHA-256 of the line `postal address 1` and five more, which are the keys
  /// (see `Folding`) of street, city, state, postal code and country. Keys contain no line ends, so no
  /// two addresses give the same text unless all five keys are equal. A key depends on tables of
  /// this package only; case, accents, blanks and punctuation do not count, as they do not for
  /// those who read envelopes.
  ///
  /// The label is left out: a place that is called "Parents" instead of "Home" has not moved, and
  /// its coordinate stays true.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the address in bytes.
  public var addressHash: String {
    var digest = SHA256()
    digest.update("postal address 1\n".utf8.span)
    for field in fields {
      digest.update((Folding.key(of: field) + [lineEnd]).span)
    }
    return digest.hexDigest
  }

  /// Whether no field says anything about a place: all are empty, or have no letter and no digit.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the address in bytes.
  public var isBlank: Bool {
    fields.allSatisfy { FoldedQuery($0).isEmpty }
  }
}

private let lineEnd: UInt8 = 0x0A

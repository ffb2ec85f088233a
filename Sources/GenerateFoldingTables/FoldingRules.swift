/// What folding makes of one scalar, whatever stands around it.
enum FoldedScalar {
  /// The scalar stays as it is.
  case kept
  /// Nothing, as if the scalar had never been there.
  case deleted
  /// Nothing; but marks before it and after it do not change places.
  case boundary
  /// The conjoining letters of a Hangul syllable.
  case hangul
  /// The scalar stays, in the order of canonical combining classes among the marks around it.
  case mark(combiningClass: UInt8)
  /// These scalars; a separator is a space.
  case text([UInt32], containsMarks: Bool)
}

/// Rules 1 to 6 of folding, applied to single scalars.
struct FoldingRules {
  let database: UnicodeDatabase

  /// Scalars that people use as an apostrophe, or leave out where others use one.
  private static let apostrophes: Set<UInt32> = [
    0x0027, 0x0060, 0x00B4, 0x2018, 0x2019, 0x201B, 0x02B9, 0x02BB, 0x02BC, 0x02BD, 0x02BE, 0x02BF,
    0x02C8, 0x02CA, 0x02CB, 0x2032, 0x2035, 0xFF07,
  ]

  /// Letters that do not decompose, with what is found on any keyboard in their place.
  private static let letters: [UInt32: String] = [
    0x00E6: "ae", 0x0153: "oe", 0x00F8: "o", 0x0111: "d", 0x00F0: "d", 0x0127: "h", 0x0131: "i",
    0x0142: "l", 0x014B: "n", 0x00FE: "th", 0x0167: "t", 0x0259: "e", 0x01DD: "e", 0x0253: "b",
    0x0257: "d", 0x0256: "d", 0x0199: "k", 0x025B: "e", 0x0254: "o", 0x0268: "i", 0x0289: "u",
    0x01B4: "y",
  ]

  /// What rules 1 to 6 make of a scalar.
  ///
  /// Whatever depends on neighbours is left to the reader of the tables: the order of marks, and
  /// that a run of separators is one space.
  func folded(_ scalar: UInt32) throws(GeneratorError) -> FoldedScalar {
    if isDeletedByRule1(scalar) { return .deleted }
    if UnicodeDatabase.isHangulSyllable(scalar) { return .hangul }

    let decomposed = database.compatibilityDecomposition(of: scalar)
    let survivors = decomposed.filter { !isDeletedByRule1($0) && !isDeletedByRule3($0) }
    let folded = survivors.flatMap { survivor in
      (database.caseFoldings[survivor] ?? [survivor]).flatMap(replaced).map(separated)
    }
    let marks = survivors.filter(isMark)
    guard folded.filter(isMark) == marks else {
      throw .inexpressible(scalar: scalar, reason: "case folding changes a mark")
    }

    if folded.isEmpty { return decomposed.allSatisfy(isMark) ? .deleted : .boundary }
    if marks.isEmpty { return folded == [scalar] ? .kept : .text(folded, containsMarks: false) }
    if folded == [scalar] {
      return .mark(combiningClass: database.combiningClasses[Int(scalar)])
    }
    // The reader takes such a text apart again to order its marks, which must lead it here.
    guard decomposed.filter({ !isMark($0) }) == folded.filter({ !isMark($0) }) else {
      throw .inexpressible(scalar: scalar, reason: "marks beside a letter that folding changes")
    }
    return .text(folded, containsMarks: true)
  }
}

// MARK: - The rules one by one

extension FoldingRules {
  private func isDeletedByRule1(_ scalar: UInt32) -> Bool {
    Self.apostrophes.contains(scalar) || database.categories[Int(scalar)] == .cf
  }

  private func isDeletedByRule3(_ scalar: UInt32) -> Bool {
    switch database.combiningClasses[Int(scalar)] {
    case 1, 10...35, 200...: true
    default: false
    }
  }

  /// Rule 5.
  private func replaced(_ scalar: UInt32) -> [UInt32] {
    Self.letters[scalar].map { $0.unicodeScalars.map(\.value) } ?? [scalar]
  }

  /// Rule 6.
  private func separated(_ scalar: UInt32) -> UInt32 {
    switch database.categories[Int(scalar)] {
    case .lu, .ll, .lt, .lm, .lo, .mn, .mc, .me, .nd, .nl, .no: scalar
    default: 0x20
    }
  }

  /// Whether canonical ordering may move the scalar.
  private func isMark(_ scalar: UInt32) -> Bool { database.combiningClasses[Int(scalar)] != 0 }
}

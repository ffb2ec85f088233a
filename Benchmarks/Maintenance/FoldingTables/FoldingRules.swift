/// The folding of one scalar, independent of its neighbors.
enum FoldedScalar {
  /// The scalar stays as it is.
  case kept
  /// The scalar is deleted.
  case deleted
  /// The scalar is deleted, but marks before it and after it are not reordered across it.
  case boundary
  /// The scalar is a Hangul syllable, and is replaced by its conjoining letters.
  case hangul
  /// The scalar stays, and is sorted with adjacent marks by canonical combining class.
  case mark(combiningClass: UInt8)
  /// The scalar is replaced by these; a separator is a space.
  case text([UInt32], containsMarks: Bool)
}

/// Rules 1 to 6 of folding, applied to single scalars.
struct FoldingRules {
  let database: UnicodeDatabase

  /// Scalars that are used as an apostrophe.
  private static let apostrophes: Set<UInt32> = [
    0x0027, 0x0060, 0x00B4, 0x2018, 0x2019, 0x201B, 0x02B9, 0x02BB, 0x02BC, 0x02BD, 0x02BE, 0x02BF,
    0x02C8, 0x02CA, 0x02CB, 0x2032, 0x2035, 0xFF07,
  ]

  /// Letters that only lengthen a word or its vowels: the Arabic tatweel, the mark for long vowels of
  /// katakana.
  private static let prolongations: Set<UInt32> = [0x0640, 0x30FC]

  /// Letters that do not decompose, with the ASCII letters that people type for them.
  private static let letters: [UInt32: String] = [
    0x00E6: "ae", 0x0153: "oe", 0x00F8: "o", 0x0111: "d", 0x00F0: "d", 0x0127: "h", 0x0131: "i",
    0x0142: "l", 0x014B: "n", 0x00FE: "th", 0x0167: "t", 0x0259: "e", 0x01DD: "e", 0x0253: "b",
    0x0257: "d", 0x0256: "d", 0x0199: "k", 0x025B: "e", 0x0254: "o", 0x0268: "i", 0x0289: "u",
    0x01B4: "y",
  ]

  /// Letters for which keyboards of other languages of the script have another one: Arabic forms of heh,
  /// yeh and kaf, a Cyrillic g, and the small katakana that are read like large ones, with their hiragana.
  private static let exchangedLetters: [UInt32: UInt32] = [
    0x0629: 0x0647, 0x06C1: 0x0647, 0x06BE: 0x0647, 0x06D5: 0x0647, 0x0649: 0x064A, 0x06CC: 0x064A,
    0x06D2: 0x064A, 0x06A9: 0x0643, 0x0491: 0x0433, 0x30F5: 0x304B, 0x3095: 0x304B, 0x30F6: 0x3051,
    0x3096: 0x3051,
  ]
  /// The katakana that have a hiragana, and how far that is before them.
  private static let katakana: (letters: ClosedRange<UInt32>, distance: UInt32) = (
    0x30A1...0x30F6, 0x60
  )

  /// Applies rules 1 to 6 to a scalar.
  ///
  /// The reader of the tables applies the rules that depend on adjacent scalars: it sorts marks, and
  /// replaces a run of separators by one space.
  ///
  /// - Parameter scalar: The scalar.
  /// - Returns: Its folding.
  /// - Throws: ``GeneratorError/inexpressible(scalar:reason:)``
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
    // The reader folds such a text again to sort its marks, so that must give the same scalars.
    for letter in folded where letter != scalar {
      switch try self.folded(letter) {
      case .kept, .mark: continue
      default:
        throw .inexpressible(scalar: scalar, reason: "a letter beside its marks is folded twice")
      }
    }
    return .text(folded, containsMarks: true)
  }
}

// MARK: - Rules

extension FoldingRules {
  private func isDeletedByRule1(_ scalar: UInt32) -> Bool {
    Self.apostrophes.contains(scalar) || Self.prolongations.contains(scalar)
      || database.categories[Int(scalar)] == .cf || database.defaultIgnorables.contains(scalar)
  }

  private func isDeletedByRule3(_ scalar: UInt32) -> Bool {
    switch database.combiningClasses[Int(scalar)] {
    case 1, 7, 10...35, 200...: true
    default: false
    }
  }

  /// Rule 5.
  private func replaced(_ scalar: UInt32) -> [UInt32] {
    if let letters = Self.letters[scalar] { return letters.unicodeScalars.map(\.value) }
    if let letter = Self.exchangedLetters[scalar] { return [letter] }
    if let value = database.digits[scalar] { return [0x30 + value] }
    return [Self.katakana.letters.contains(scalar) ? scalar - Self.katakana.distance : scalar]
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

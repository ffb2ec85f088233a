/// Converts names to keys, and typed texts to queries.
///
/// Folding removes distinctions that are hard to type or not widely known: case, accents, apostrophes,
/// punctuation, and special forms of letters. Two texts that fold to the same bytes are equal to a
/// search. In order:
///
/// 1. Apostrophes, invisible characters such as variation selectors and joiners, the Arabic tatweel and the
///    katakana mark of long vowels are deleted.
/// 2. Compatibility decomposition (NFKD); then rule 1 once more.
/// 3. Accents, nuktas, and the points of Hebrew and Arabic are deleted. Marks that make another letter,
///    such as kana voicing, stay.
/// 4. Full case folding: ß is ss.
/// 5. Letters that do not decompose are replaced by those that people type: ø is o, æ is ae, ł is l. So are
///    letters that keyboards exchange: the forms of Arabic heh, yeh and kaf, ґ, and katakana, which become
///    hiragana. Digits of all scripts are those of ASCII.
/// 6. All characters except letters, marks and numbers are separators. A run of separators is one space,
///    and none at the start.
/// 7. A key ends in exactly one space. A query, which may end in the middle of a word, ends in one only
///    if the text ended in a separator: "york " finds York and York Haven, but not Yorkshire.
///
/// The result is UTF-8 and is compared as bytes. It is the same on every system: it depends only on
/// tables of this package, not on the version of Unicode of the system.
public enum Folding {
  /// The version of Unicode whose data the folding tables were made from.
  package static var unicodeVersion: String { FoldingTables.unicodeVersion }

  /// The key of a name: its folded form and one space.
  ///
  /// The key of a name that folds to nothing, such as "—", is a single space.
  ///
  /// - Complexity: O(*n*) where *n* is the length of the name in bytes; O(*n* log *n*) if it
  ///   contains long runs of marks out of order.
  public static func key(of name: String) -> [UInt8] {
    var key: [UInt8] = []
    appendKey(of: name.utf8.span, to: &key)
    return key
  }

  /// Appends the key of a name in UTF-8 to an array, without any intermediate storage.
  ///
  /// A byte that is not part of well-formed UTF-8 is a separator.
  ///
  /// - Complexity: as `key(of:)`, amortized over many calls for one array.
  package static func appendKey(of name: Span<UInt8>, to keys: inout [UInt8]) {
    let start = keys.count
    var folder = Folder()
    folder.fold(name, into: &keys)
    folder.finish(&keys)
    if keys.count == start || !folder.absorbsSeparators { keys.append(asciiSpace) }
  }
}

/// The byte that represents a run of separators.
package let asciiSpace: UInt8 = 0x20

extension UInt32 {
  /// Whether this scalar is white space: Unicode's property White_Space, whose members are stable.
  ///
  /// The tables of all properties, which the standard library would ask, take 20 kB in a page.
  package var isWhiteSpace: Bool {
    switch self {
    case 0x09...0x0D, 0x20, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F,
      0x3000:
      true
    default: false
    }
  }
}

extension Unicode.Scalar {
  /// Whether this is white space.
  package var isWhiteSpace: Bool { value.isWhiteSpace }
}

extension Character {
  /// Whether the first scalar is white space.
  package var isWhiteSpace: Bool { unicodeScalars.first?.isWhiteSpace ?? false }
}

extension RegionCode {
  /// Whether the code has a letter: "TX", but not "79".
  package var hasLetter: Bool {
    description.utf8.contains { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 }
  }
}

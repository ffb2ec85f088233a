/// The choice between several spellings of a name that fold to the same key: "München" and "Munchen".
///
/// Of those that are names in some language, or of all if none is, the first one that fits what was typed is
/// shown, and otherwise the first one.
struct SpellingChoice {
  private let texts: [String]

  /// Numbers of spellings, in one word as long as there are no more than 63 of a name.
  struct Numbers {
    private var bits: UInt64 = 0
    private var greater: Set<Int> = []

    var isEmpty: Bool { bits == 0 }

    /// Adds a number; one below zero, which only a damaged file has, is ignored.
    mutating func insert(_ number: Int) {
      guard number >= 0 else { return }
      bits |= 1 << UInt64(min(number, 63))
      if number >= 63 { greater.insert(number) }
    }

    func contains(_ number: Int) -> Bool {
      bits >> UInt64(min(number, 63)) & 1 != 0 && (number < 63 || greater.contains(number))
    }
  }

  /// Prepares the choice.
  ///
  /// - Parameters:
  ///   - texts: The spellings, in order; there must be one.
  ///   - tagged: Those that are names in some language.
  init(_ texts: [String], _ tagged: Numbers) {
    let known = tagged.isEmpty ? [] : texts.indices.filter(tagged.contains).map { texts[$0] }
    self.texts = known.isEmpty ? texts : known
  }

  /// The spelling for a typed text.
  ///
  /// A spelling fits if it begins with one of the parts of the text between commas, or if such a part
  /// begins with it. Case and form of composition do not matter.
  func text(for typed: String) -> String {
    guard texts.count > 1 else { return texts[0] }
    let parts = typed.unicodeScalars.split(separator: ",").map { part in
      String(part.trimmed).lowercasedByScalars
    }.filter { !$0.isEmpty }
    return texts.first { text in
      let text = text.lowercasedByScalars
      return parts.contains { text.beginsByScalars(with: $0) || $0.beginsByScalars(with: text) }
    } ?? texts[0]
  }
}

extension Substring.UnicodeScalarView {
  /// The text without white space at its ends.
  fileprivate var trimmed: Substring.UnicodeScalarView {
    let start = drop { $0.value.isWhiteSpace }
    guard let last = start.lastIndex(where: { !$0.value.isWhiteSpace }) else { return start }
    return start[...last]
  }
}

extension String {
  /// Whether the text begins with another one, if both are composed (in NFC).
  ///
  /// Nearly all texts are composed, and then their scalars are the same. Otherwise, beginnings are
  /// compared by canonical equivalence, except those that end before an accent: it would be composed with
  /// the last letter.
  fileprivate func beginsByScalars(with other: String) -> Bool {
    let (scalars, others) = (unicodeScalars, other.unicodeScalars)
    if let end = scalars.index(
      scalars.startIndex, offsetBy: others.count, limitedBy: scalars.endIndex),
      scalars[..<end].elementsEqual(others)
    {
      return true
    }
    // No composed letter has more than four scalars.
    var (end, rest) = (scalars.startIndex, 4 * others.count)
    while end < scalars.endIndex, rest > 0 {
      end = scalars.index(after: end)
      rest -= 1
      if !scalars.continuesLetter(at: end), String(scalars[..<end]) == other { return true }
    }
    return false
  }
}

extension String.UnicodeScalarView {
  /// Whether a scalar may be composed with those before it.
  fileprivate func continuesLetter(at index: Index) -> Bool {
    index < endIndex && self[index].properties.canonicalCombiningClass != .notReordered
  }
}

/// The choice between several spellings of a name that fold to the same key: "München" and "Munchen".
///
/// Of those that are names in some language, or of all if none is, the first one that fits what was typed is
/// shown, and otherwise the first one.
struct SpellingChoice {
  private let texts: [String]

  /// Prepares the choice.
  ///
  /// - Parameters:
  ///   - texts: The spellings, in order; there must be one.
  ///   - tagged: The numbers of those that are names in some language.
  init(_ texts: [String], tagged: [Int]) {
    let known = texts.indices.filter(tagged.contains).map { texts[$0] }
    self.texts = known.isEmpty ? texts : known
  }

  /// The spelling for a typed text.
  ///
  /// A spelling fits if it begins with one of the parts of the text between commas, or if such a part
  /// begins with it. Case and form of composition do not matter.
  func text(for typed: String) -> String {
    guard texts.count > 1 else { return texts[0] }
    if let text = textInASCII(for: typed) { return text }
    let parts = typed.unicodeScalars.split(separator: ",").map { part in
      String(part.trimmed).lowercasedByScalars
    }.filter { !$0.isEmpty }
    return texts.first { text in
      let text = text.lowercasedByScalars
      return parts.contains { text.beginsByScalars(with: $0) || $0.beginsByScalars(with: text) }
    } ?? texts[0]
  }
}

extension SpellingChoice {
  /// The spelling for a typed text, by comparing bytes; `nil` if letters outside of ASCII or commas decide.
  ///
  /// Most texts are in ASCII, and so are the letters of spellings that are compared with them.
  private func textInASCII(for typed: String) -> String? {
    let bytes = typed.utf8.span
    var part = 0..<bytes.count
    for index in part where bytes[index] >= 0x80 || bytes[index] == UInt8(ascii: ",") {
      return nil
    }
    while let first = part.first, UInt32(bytes[first]).isWhiteSpace { part.removeFirst() }
    while let last = part.last, UInt32(bytes[last]).isWhiteSpace { part.removeLast() }
    guard !part.isEmpty else { return texts[0] }
    for text in texts {
      guard let fits = Self.fits(text, bytes.extracting(part)) else { return nil }
      if fits { return text }
    }
    return texts[0]
  }

  /// Whether a spelling begins with a part in ASCII, or the part with it; `nil` if a letter of the spelling
  /// that is compared is not in ASCII.
  private static func fits(_ text: String, _ part: Span<UInt8>) -> Bool? {
    let text = text.utf8.span
    for index in 0..<min(text.count, part.count) {
      guard text[index] < 0x80 else { return nil }
      if lowercased(text[index]) != lowercased(part[index]) { return false }
    }
    return true
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
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

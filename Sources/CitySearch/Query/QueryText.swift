/// The typed text, as it was typed and folded.
struct QueryText: Sendable {
  /// The text as it was typed.
  let written: String
  /// The whole text.
  let folded: FoldedQuery
  /// The whole text without a space at its end.
  let typed: FoldedQuery
  /// Whether the text has no comma, and no white space between letters: "Saint-Denis" is one word.
  let isOneWord: Bool

  init(_ text: String, _ folded: FoldedQuery) {
    written = text
    self.folded = folded
    typed = folded.withoutSpace
    isOneWord =
      !text.utf8.contains(UInt8(ascii: ","))
      && !text.trimmedOfWhiteSpace.unicodeScalars.contains { $0.isWhiteSpace }
  }

  /// Whether the text has a digit.
  var hasNumber: Bool { typed.bytes.hasDigit }

  /// Whether a word of the text may be abbreviated.
  var hasPeriod: Bool { written.utf8.contains(UInt8(ascii: ".")) }

  /// Whether a letter is of a script that is written without spaces, or of Korean, whose spaces are often left out.
  var isWithoutSpaces: Bool {
    typed.letters.contains { letter in
      Unicode.Scalar(letter).map {
        $0.isOfScriptWithoutSpaces || (0x1100...0x11FF).contains($0.value)
      } ?? false
    }
  }
}

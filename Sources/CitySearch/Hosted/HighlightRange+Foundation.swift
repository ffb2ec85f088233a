#if !hasFeature(Embedded)
public import Foundation

extension HighlightRange {
  /// The marked part of an attributed text.
  ///
  /// - Returns: `nil` if the range ends after the text, or begins or ends inside a grapheme cluster.
  /// - Complexity: O(*n*) where *n* is the length of the text up to the end of the range.
  package func range(in text: AttributedString) -> Range<AttributedString.Index>? {
    let characters = text.characters
    var index = characters.startIndex

    /// Moves the index by whole characters, and returns whether they have exactly that many code units.
    func skip(_ codeUnits: Int) -> Bool {
      var rest = codeUnits
      while rest > 0, index < characters.endIndex {
        rest -= characters[index].utf16.count
        characters.formIndex(after: &index)
      }
      return rest == 0
    }

    guard skip(location) else { return nil }
    let lower = index
    guard skip(length) else { return nil }
    return lower..<index
  }
}

extension AttributedString {
  /// A text with one style for its highlighted parts and another for the rest.
  ///
  /// ```swift
  /// var marked = AttributeContainer()
  /// marked.link = URL(string: "app:match")
  /// let match = cities.search(for: "lond")[0]
  /// let title = AttributedString(match.title, highlights: [match.titleHighlight], matched: marked)
  /// ```
  ///
  /// - Parameters:
  ///   - text: The text to show.
  ///   - highlights: The parts to be marked; what does not fit the text is ignored.
  ///   - matched: The attributes of the highlighted parts, which replace those of the rest.
  ///   - rest: The attributes of everything else.
  /// - Complexity: O(*n* · *r*), where *n* is the length of the text and *r* the number of parts.
  public init(
    _ text: String, highlights: [HighlightRange], matched: AttributeContainer,
    rest: AttributeContainer = AttributeContainer()
  ) {
    self.init(text, attributes: rest)
    for highlight in highlights {
      guard let range = highlight.range(in: self) else { continue }
      self[range].setAttributes(matched)
    }
  }
}

extension CityMatch {
  /// The ``title``, with a style for what was typed.
  ///
  /// - Parameters:
  ///   - matched: The attributes of what was typed, such as a bold font.
  ///   - rest: The attributes of everything else.
  /// - Returns: The title.
  /// - Complexity: That of ``titleHighlight``.
  public func highlightedTitle(
    matched: AttributeContainer, rest: AttributeContainer = AttributeContainer()
  ) -> AttributedString {
    AttributedString(title, highlights: [titleHighlight], matched: matched, rest: rest)
  }
}
#endif

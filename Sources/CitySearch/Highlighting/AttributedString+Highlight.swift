public import Foundation

extension AttributedString {
  /// A text with one style for its marked part and another for the rest.
  ///
  /// A highlight that does not fit the text leaves all of it in the style of the rest.
  ///
  /// - Parameters:
  ///   - text: The text as it is shown.
  ///   - highlight: The part to be marked.
  ///   - matched: The attributes of the marked part, which has no others.
  ///   - rest: The attributes of everything else.
  public init(
    _ text: String, highlight: HighlightRange, matched: AttributeContainer,
    rest: AttributeContainer = AttributeContainer()
  ) {
    self.init(text, attributes: rest)
    if let range = highlight.range(in: self) {
      self[range].setAttributes(matched)
    }
  }
}

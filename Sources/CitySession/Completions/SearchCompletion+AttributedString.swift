internal import CitySearch
public import Foundation

extension SearchCompletion {
  /// The title with all its marked parts in one style and the rest in another.
  ///
  /// - Parameters:
  ///   - matched: The attributes of the marked parts, which have no others.
  ///   - rest: The attributes of everything else.
  /// - Returns: The title; what does not fit it is not marked.
  /// - Complexity: O(*n* · *r*), where *n* is the length of the title and *r* the number of ranges.
  public func attributedTitle(
    matched: AttributeContainer, rest: AttributeContainer = AttributeContainer()
  ) -> AttributedString {
    AttributedString(title, highlights: titleHighlightRanges, matched: matched, rest: rest)
  }

  /// The matched name with all its marked parts in one style and the rest in another.
  ///
  /// - Parameters:
  ///   - matched: The attributes of the marked parts, which have no others.
  ///   - rest: The attributes of everything else.
  /// - Returns: The name; `nil` if the title is what matched.
  /// - Complexity: O(*n* · *r*), where *n* is the length of the name and *r* the number of ranges.
  public func attributedMatchedName(
    matched: AttributeContainer, rest: AttributeContainer = AttributeContainer()
  ) -> AttributedString? {
    matchedName.map {
      AttributedString($0, highlights: matchedNameHighlightRanges, matched: matched, rest: rest)
    }
  }

  /// The subtitle with all its marked parts in one style and the rest in another.
  ///
  /// - Parameters:
  ///   - matched: The attributes of the marked parts, which have no others.
  ///   - rest: The attributes of everything else.
  /// - Returns: The subtitle; what does not fit it is not marked.
  /// - Complexity: O(*n* · *r*), where *n* is the length of the subtitle and *r* the number of ranges.
  public func attributedSubtitle(
    matched: AttributeContainer, rest: AttributeContainer = AttributeContainer()
  ) -> AttributedString {
    AttributedString(subtitle, highlights: subtitleHighlightRanges, matched: matched, rest: rest)
  }
}

extension AttributedString {
  /// A text with every one of `highlights` marked; a range that does not fit is left out.
  fileprivate init(
    _ text: String, highlights: [HighlightRange], matched: AttributeContainer,
    rest: AttributeContainer
  ) {
    self.init(text, attributes: rest)
    for highlight in highlights {
      guard let range = highlight.range(in: self) else { continue }
      self[range].setAttributes(matched)
    }
  }
}

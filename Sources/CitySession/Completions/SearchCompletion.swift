public import CitySearch
#if canImport(Foundation)
public import Foundation
#endif

/// A completion: one line of the list below a search field.
///
/// A completion stands for one city, or for all cities that share a name. It holds their ids, so it
/// can be stored and encoded, and resolves later without another search.
///
/// The title is the city's own name, or its name in the languages of the session. If the text
/// matches another name, ``matchedName`` is that name: "Munich" with "München" beside it. A search
/// for the title finds the city.
public struct SearchCompletion: Sendable, Hashable, Identifiable {
  /// What a completion stands for.
  @nonexhaustive
  public enum Kind: Sendable, Hashable {
    /// One city.
    case city(City.ID)
    /// All cities that share a name, the most populous first.
    case sharedName([City.ID])
  }

  /// The name of the city, or the name that several share.
  public let title: String
  /// The other name that matches the text, to be shown beside the title; `nil` if the title
  /// matches.
  public let matchedName: String?
  /// The region of the city, or the number of cities that share the name; unique for equal titles.
  public let subtitle: String
  /// The parts of the title that match the text, in order; none if an alternate name matches.
  public let titleHighlightRanges: [HighlightRange]
  /// The parts of ``matchedName`` that match the text, in order.
  public let matchedNameHighlightRanges: [HighlightRange]
  /// The parts of the subtitle that match the text, in order: the regions behind the name, or else
  /// the regions that the text is a prefix of.
  public let subtitleHighlightRanges: [HighlightRange]
  /// The edit distance between the text and the name; 0 without a typo.
  public let edits: Int
  /// How well the name fits the text; a list should say so if the match is not exact.
  ///
  /// ```swift
  /// func note(of completion: SearchCompletion) -> String? {
  ///   switch completion.grade {
  ///   case .exact: nil
  ///   case .corrected: "Similar"
  ///   case .partial: "Part of the text"
  ///   case .phonetic: "Sounds alike"
  ///   @unknown default: "Similar"
  ///   }
  /// }
  /// ```
  public let grade: MatchGrade
  /// What an address said besides the city, if the text is one: the parts that were not understood, and the distance
  /// from a coordinate; `nil` for a name.
  public let address: MatchedAddress?
  /// What the completion stands for.
  public let kind: Kind

  /// Creates a completion; kind and title determine its id.
  ///
  /// - Parameters:
  ///   - kind: What the completion stands for.
  ///   - title: The name of the city, or the name that several share.
  ///   - matchedName: The alternate name that matches the text; `nil` if the title matches.
  ///   - subtitle: The region of the city.
  ///   - titleHighlightRanges: The parts of the title to mark.
  ///   - matchedNameHighlightRanges: The parts of the matched name to mark.
  ///   - subtitleHighlightRanges: The parts of the subtitle to mark.
  ///   - edits: The edit distance between the text and the name; at least 0.
  ///   - grade: How well the name fits the text; `nil` for `corrected` if there are edits, and
  ///     otherwise `exact`.
  ///   - address: What an address said besides the city.
  public init(
    kind: Kind, title: String, matchedName: String? = nil, subtitle: String = "",
    titleHighlightRanges: [HighlightRange] = [],
    matchedNameHighlightRanges: [HighlightRange] = [],
    subtitleHighlightRanges: [HighlightRange] = [], edits: Int = 0, grade: MatchGrade? = nil,
    address: MatchedAddress? = nil
  ) {
    precondition(edits >= 0, "edits must be at least 0, got \(edits)")
    self.kind = kind
    self.title = title
    self.matchedName = matchedName
    self.subtitle = subtitle
    self.titleHighlightRanges = titleHighlightRanges
    self.matchedNameHighlightRanges = matchedNameHighlightRanges
    self.subtitleHighlightRanges = subtitleHighlightRanges
    self.edits = edits
    self.grade = grade ?? Self.grade(ofEdits: edits)
    self.address = address
  }

  /// The grade of a match of which nothing but the number of edits is known.
  private static func grade(ofEdits edits: Int) -> MatchGrade { edits > 0 ? .corrected : .exact }

  /// The id, which depends on the place and not on the text: `city:2988507`, `name:springfield`.
  ///
  /// It is computed from ``kind`` and ``title``.
  ///
  /// - Complexity: O(1) for a city, O(*n*) for a name, where *n* is the length of the title.
  public var id: String {
    switch kind {
    case .city(let id): "city:\(id)"
    case .sharedName:
      // The final space of the key is left out.
      "name:\(String(decoding: Folding.key(of: title).dropLast(), as: UTF8.self))"
    }
  }

  /// Whether the text has a typo.
  package var isCorrection: Bool { edits > 0 }

  /// The ids of the cities that the completion stands for.
  public var cityIDs: [City.ID] {
    switch kind {
    case .city(let id): [id]
    case .sharedName(let ids): ids
    }
  }
}

#if !hasFeature(Embedded)
extension SearchCompletion.Kind: Codable {}

extension SearchCompletion: Codable {
  private enum CodingKeys: String, CodingKey {
    case id, title, subtitle, kind, titleHighlightRanges, subtitleHighlightRanges
    case matchedName, matchedNameHighlightRanges, edits, grade, address
  }

  /// Decodes a completion; ``matchedName``, ``edits``, ``grade`` and ``address`` may be missing.
  ///
  /// The id is not decoded, because kind and title determine it.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if the number of edits is negative, and the errors of
  ///   the decoder.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let edits = try container.decodeIfPresent(Int.self, forKey: .edits) ?? 0
    guard edits >= 0 else {
      throw DecodingError.dataCorruptedError(
        forKey: .edits, in: container, debugDescription: "edits must be at least 0, got \(edits)")
    }
    self.init(
      kind: try container.decode(Kind.self, forKey: .kind),
      title: try container.decode(String.self, forKey: .title),
      matchedName: try container.decodeIfPresent(String.self, forKey: .matchedName),
      subtitle: try container.decode(String.self, forKey: .subtitle),
      titleHighlightRanges: try container.decode(
        [HighlightRange].self, forKey: .titleHighlightRanges),
      matchedNameHighlightRanges: try container.decodeIfPresent(
        [HighlightRange].self, forKey: .matchedNameHighlightRanges) ?? [],
      subtitleHighlightRanges: try container.decode(
        [HighlightRange].self, forKey: .subtitleHighlightRanges),
      edits: edits,
      grade: try container.decodeIfPresent(MatchGrade.self, forKey: .grade),
      address: try container.decodeIfPresent(MatchedAddress.self, forKey: .address))
  }

  /// Encodes all properties under their names; a matched name, edits and an address only if there are any, and
  /// the grade only if it does not follow from the edits.
  ///
  /// - Throws: The errors of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(kind, forKey: .kind)
    try container.encode(title, forKey: .title)
    try container.encode(subtitle, forKey: .subtitle)
    try container.encode(titleHighlightRanges, forKey: .titleHighlightRanges)
    try container.encode(subtitleHighlightRanges, forKey: .subtitleHighlightRanges)
    try container.encodeIfPresent(matchedName, forKey: .matchedName)
    if !matchedNameHighlightRanges.isEmpty {
      try container.encode(matchedNameHighlightRanges, forKey: .matchedNameHighlightRanges)
    }
    if edits > 0 { try container.encode(edits, forKey: .edits) }
    if grade != Self.grade(ofEdits: edits) { try container.encode(grade, forKey: .grade) }
    try container.encodeIfPresent(address, forKey: .address)
  }
}

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
  /// - Complexity: O(*n* · *r*), where *n* is the length of the subtitle and *r* the number of
  ///   ranges.
  public func attributedSubtitle(
    matched: AttributeContainer, rest: AttributeContainer = AttributeContainer()
  ) -> AttributedString {
    AttributedString(subtitle, highlights: subtitleHighlightRanges, matched: matched, rest: rest)
  }
}

extension AttributedString {
  /// A text with all `highlights` marked; a range outside of the text is left out.
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
#endif

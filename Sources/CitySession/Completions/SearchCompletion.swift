public import CitySearch

/// A completion: one line of the list below a search field.
///
/// A completion stands for one city, or for all cities that share a name. It holds their ids, so it
/// resolves later without another search.
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
  package var cityIDs: [City.ID] {
    switch kind {
    case .city(let id): [id]
    case .sharedName(let ids): ids
    }
  }
}

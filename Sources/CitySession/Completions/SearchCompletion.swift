public import CitySearch

/// A line of the list below a search field.
///
/// It stands for one city, or for all cities that share a name. The value says which by id, so it can
/// be kept, sent and decoded, and is resolved later without searching its text again.
///
/// The title is always the city's own name. If another one was typed, ``matchedName`` says which:
/// "Munich" with "München" beside it.
public struct SearchCompletion: Sendable, Hashable, Identifiable {
  /// What a line stands for.
  public enum Kind: Sendable, Hashable, Codable {
    /// One city.
    case city(City.ID)
    /// All cities that share a name, the most populous first.
    case sharedName([City.ID])
  }

  /// The name of the city, or the name that several share.
  public let title: String
  /// The name that matches what was typed, to be shown beside the title; `nil` if it is the title.
  public let matchedName: String?
  /// Where the city lies, or how many cities share the name: enough to tell lines apart.
  public let subtitle: String
  /// The parts of the title that match what was typed, in order; none if another name matches.
  public let titleHighlightRanges: [HighlightRange]
  /// The parts of ``matchedName`` that match what was typed, in order.
  public let matchedNameHighlightRanges: [HighlightRange]
  /// The parts of the subtitle that match what was typed, in order: the regions behind the name, or
  /// else what begins as the name does.
  public let subtitleHighlightRanges: [HighlightRange]
  /// The number of edits between what was typed and the name; 0 if it was typed as it is.
  public let edits: Int
  /// What the line stands for.
  public let kind: Kind

  /// Creates a line; its id follows from kind and title.
  ///
  /// - Parameters:
  ///   - kind: What the line stands for.
  ///   - title: The name of the city, or the name that several share.
  ///   - matchedName: The name that matches what was typed; `nil` if it is the title.
  ///   - subtitle: Where it lies.
  ///   - titleHighlightRanges: The parts of the title to mark.
  ///   - matchedNameHighlightRanges: The parts of the matched name to mark.
  ///   - subtitleHighlightRanges: The parts of the subtitle to mark.
  ///   - edits: The number of edits between what was typed and the name; not negative.
  public init(
    kind: Kind, title: String, matchedName: String? = nil, subtitle: String = "",
    titleHighlightRanges: [HighlightRange] = [],
    matchedNameHighlightRanges: [HighlightRange] = [],
    subtitleHighlightRanges: [HighlightRange] = [], edits: Int = 0
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
  }

  /// The same for the same place whatever was typed: `city:2988507`, `name:springfield`.
  ///
  /// It is made when it is read, of ``kind`` and ``title``.
  ///
  /// - Complexity: O(1) for a city, O(*n*) for a name, where *n* is the length of the title.
  public var id: String {
    switch kind {
    case .city(let id): "city:\(id)"
    case .sharedName:
      // The key ends in a space, which an id does not need.
      "name:\(String(decoding: Folding.key(of: title).dropLast(), as: UTF8.self))"
    }
  }

  /// Whether the name is not what was typed, but similar.
  public var isCorrection: Bool { edits > 0 }

  /// The ids of the cities that the line stands for.
  public var cityIDs: [City.ID] {
    switch kind {
    case .city(let id): [id]
    case .sharedName(let ids): ids
    }
  }
}

public import CitySearch

/// A line of the list below a search field.
///
/// It stands for one city, or for all cities that share a name. The value says which by id, so it can
/// be kept, sent and decoded, and is resolved later without searching its text again.
public struct SearchCompletion: Sendable, Hashable, Codable, Identifiable {
  /// What a line stands for.
  public enum Kind: Sendable, Hashable, Codable {
    /// One city.
    case city(City.ID)
    /// All cities that share a name, the most populous first.
    case sharedName([City.ID])
  }

  /// The same for the same place whatever was typed: `city:2988507`, `name:springfield`.
  public let id: String
  /// The name of the city, or the name that several share.
  public let title: String
  /// Where the city lies, or how many cities share the name: enough to tell lines apart.
  public let subtitle: String
  /// The parts of the title that match what was typed, in order.
  public let titleHighlightRanges: [HighlightRange]
  /// The parts of the subtitle that match what was typed, in order.
  public let subtitleHighlightRanges: [HighlightRange]
  /// What the line stands for.
  public let kind: Kind

  /// Creates a line; its id follows from kind and title.
  ///
  /// - Parameters:
  ///   - kind: What the line stands for.
  ///   - title: The name.
  ///   - subtitle: Where it lies.
  ///   - titleHighlightRanges: The parts of the title to mark.
  ///   - subtitleHighlightRanges: The parts of the subtitle to mark.
  public init(
    kind: Kind, title: String, subtitle: String = "",
    titleHighlightRanges: [HighlightRange] = [], subtitleHighlightRanges: [HighlightRange] = []
  ) {
    self.kind = kind
    self.title = title
    self.subtitle = subtitle
    self.titleHighlightRanges = titleHighlightRanges
    self.subtitleHighlightRanges = subtitleHighlightRanges
    id =
      switch kind {
      case .city(let id): "city:\(id)"
      case .sharedName:
        // The key ends in a space, which an id does not need.
        "name:\(String(decoding: Folding.key(of: title).dropLast(), as: UTF8.self))"
      }
  }

  /// The ids of the cities that the line stands for.
  public var cityIDs: [City.ID] {
    switch kind {
    case .city(let id): [id]
    case .sharedName(let ids): ids
    }
  }
}

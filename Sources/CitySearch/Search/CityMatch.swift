/// A city that matches a query, the name that does, and the parts of it to be marked.
///
/// Nearly all matches are by the city's own name, with one part to be marked: these are a plain value.
/// What is to be said of the others lies in an object of its own.
public struct CityMatch: Sendable, Identifiable {
  /// The city.
  public let city: City
  /// The first part of ``name`` to be marked; empty if nothing is.
  public let highlight: HighlightRange
  private let details: Details?

  /// What only some matches have.
  private final class Details: Sendable {
    let name: MatchedName
    let otherHighlights: [HighlightRange]
    let edits: Int
    let regions: [MatchedRegion]

    init(
      _ name: MatchedName, _ otherHighlights: [HighlightRange], edits: Int,
      regions: [MatchedRegion]
    ) {
      self.name = name
      self.otherHighlights = otherHighlights
      self.edits = edits
      self.regions = regions
    }
  }

  /// Creates a match by the city's own name.
  ///
  /// - Parameters:
  ///   - city: The city.
  ///   - highlight: The part of its name that matches; an empty one marks nothing.
  @inline(__always)
  public init(city: City, highlight: HighlightRange = .empty) {
    self.city = city
    self.highlight = highlight
    details = nil
  }

  /// Creates a match.
  ///
  /// - Parameters:
  ///   - city: The city.
  ///   - name: The name that matched.
  ///   - highlights: The parts of the name that match, in order; empty ones are left out.
  ///   - edits: How many edits lie between what was typed and the name.
  ///   - regions: The regions that were read behind the name.
  public init(
    city: City, name: MatchedName, highlights: [HighlightRange], edits: Int = 0,
    regions: [MatchedRegion] = []
  ) {
    self.city = city
    let parts = highlights.filter { $0.length > 0 }
    highlight = parts.first ?? .empty
    details = Details(name, Array(parts.dropFirst()), edits: edits, regions: regions)
  }

  /// Creates a match with one part to be marked, or none.
  init(
    city: City, name: MatchedName, highlight: HighlightRange, edits: Int,
    regions: [MatchedRegion]
  ) {
    self.city = city
    self.highlight = highlight
    details = Details(name, [], edits: edits, regions: regions)
  }

  /// The id of the city.
  public var id: Int { city.id }

  /// The name that matched, to be shown beside the city's own if it is another.
  public var name: MatchedName { details?.name ?? MatchedName(city.name) }

  /// All parts of ``name`` that match, in order.
  public var highlights: [HighlightRange] {
    (highlight.length > 0 ? [highlight] : []) + (details?.otherHighlights ?? [])
  }

  /// How many edits lie between what was typed and the name; 0 if it was typed as it is.
  public var edits: Int { details?.edits ?? 0 }

  /// The regions that were read behind the name: none, one, or a division and its country.
  public var regions: [MatchedRegion] { details?.regions ?? [] }
}

extension CityMatch: Hashable {
  /// Whether both are of the same city and say the same of it.
  public static func == (one: CityMatch, two: CityMatch) -> Bool {
    one.city == two.city && one.highlight == two.highlight && one.name == two.name
      && one.highlights == two.highlights && one.edits == two.edits && one.regions == two.regions
  }

  /// Feeds city and name to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(city)
    hasher.combine(highlight)
    hasher.combine(name)
  }
}

/// A country or division that was read behind the name of a city.
public struct MatchedRegion: Sendable, Hashable, Codable {
  /// The name of the country or division in the gazetteer, or its code if no names were joined in.
  public let name: String
  /// The code of the country.
  public let countryCode: String
  /// The code of the division; `nil` for a country.
  public let admin1Code: String?
  /// The part of ``name`` that was typed; empty if another name or a code was.
  public let highlight: HighlightRange

  /// Creates a region.
  public init(
    name: String, countryCode: String, admin1Code: String? = nil,
    highlight: HighlightRange = .empty
  ) {
    self.name = name
    self.countryCode = countryCode
    self.admin1Code = admin1Code
    self.highlight = highlight
  }
}

/// How many cities match.
public struct MatchTotal: Sendable, Hashable, CustomStringConvertible {
  /// The number of cities, or the number of which it is known that there are at least so many.
  public let count: Int
  /// Whether there are no more.
  public let isExact: Bool

  /// So many and no more.
  public static func exactly(_ count: Int) -> MatchTotal {
    MatchTotal(count: count, isExact: true)
  }

  /// So many or more: to count them would cost more than to find the first.
  public static func atLeast(_ count: Int) -> MatchTotal {
    MatchTotal(count: count, isExact: false)
  }

  /// The number, with a plus sign behind it if there may be more.
  public var description: String { isExact ? "\(count)" : "\(count)+" }
}

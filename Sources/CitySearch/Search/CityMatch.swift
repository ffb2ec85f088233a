/// A city that matches a query, with the matching name and its highlight.
///
/// A match is cheap to make and to copy: it holds the city, and what the search found out about the name.
/// The name and its highlight are computed at each access; keep a value that is read twice. A match by
/// another name than the city's own retains the answer that it came from, and its gazetteer.
public struct CityMatch: Sendable, Identifiable {
  /// The city.
  public let city: City
  /// The matched prefix of the own name; none if there is a `source`.
  private let prefix: MatchedPrefix
  /// The position in `source`; without one, the row of the city, if it is known.
  private let position: UInt32
  /// The source of name and regions; `nil` if the city's own name begins with the typed text.
  private let source: (any MatchSource)?

  /// Creates a match by the city's own name.
  ///
  /// - Parameters:
  ///   - city: The city.
  ///   - highlight: The part of its name that matches; empty for none.
  public init(city: City, highlight: HighlightRange = .empty) {
    self.init(city: city, name: MatchedName(city.name, highlight: highlight))
  }

  /// Creates a match.
  ///
  /// - Parameters:
  ///   - city: The city.
  ///   - name: The name that matched, with the part of it that does.
  ///   - regions: The regions that were recognized after the name.
  public init(city: City, name: MatchedName, regions: [MatchedRegion] = []) {
    self.city = city
    prefix = .none
    position = 0
    source = ExternalMatch(name: name, regions: regions)
  }

  /// Creates a match by a prefix of the city's own name.
  ///
  /// - Parameters:
  ///   - city: The city.
  ///   - row: Its row in the gazetteer that was searched; `nil` if it comes from elsewhere.
  ///   - prefix: The matched prefix.
  @inline(__always)
  init(city: City, atRow row: CityRow?, prefix: MatchedPrefix) {
    self.city = city
    self.prefix = prefix
    position = row.map { UInt32(truncatingIfNeeded: $0.rawValue) } ?? Self.unknownRow
    source = nil
  }

  /// Not a row of any gazetteer: none has so many cities.
  private static let unknownRow = UInt32.max

  /// Creates a match whose name and regions are those of an answer.
  @inline(__always)
  init(city: City, in answer: SearchAnswer, at position: Int) {
    self.city = city
    prefix = .none
    self.position = UInt32(truncatingIfNeeded: position)
    source = answer
  }

  /// The id of the city.
  public var id: Int { city.id }

  /// The row of the city in the gazetteer that was searched, see ``CityMatches/gazetteer``; `nil` if the
  /// match comes from elsewhere.
  package var row: CityRow? {
    if let source { return source.row(at: Int(position)) }
    return position == Self.unknownRow ? nil : CityRow(Int(position))
  }

  /// The name that matched, with its highlight; to be shown beside the city's own name if it is another.
  ///
  /// - Complexity: O(*m*), where *m* is the length of the name in bytes.
  public var name: MatchedName {
    source?.name(at: Int(position), of: city)
      ?? MatchedName(
        city.name, kind: .own, isOwn: true, highlight: prefix.highlight(in: city.name), edits: 0)
  }

  /// The part of ``name`` that matches; empty for none.
  ///
  /// - Complexity: That of ``name``, which has both.
  public var highlight: HighlightRange {
    source?.name(at: Int(position), of: city).highlight ?? prefix.highlight(in: city.name)
  }

  /// The edit distance between the typed text and the name; 0 without typos.
  ///
  /// - Complexity: O(1) for 0, otherwise that of ``name``.
  public var edits: Int {
    source?.edits(at: Int(position), of: city) ?? 0
  }

  /// The regions that were recognized after the name: none, one, or a division and its country.
  public var regions: [MatchedRegion] {
    source?.regions(at: Int(position), of: city) ?? []
  }
}

/// The source of those parts of a match that are computed lazily.
protocol MatchSource: AnyObject, Sendable {
  /// The name that matched.
  func name(at position: Int, of city: City) -> MatchedName
  /// The edit distance between the typed text and the name.
  func edits(at position: Int, of city: City) -> Int
  /// The regions that were recognized after the name.
  func regions(at position: Int, of city: City) -> [MatchedRegion]
  /// The row of the city; `nil` if there is no gazetteer.
  func row(at position: Int) -> CityRow?
}

/// The name and regions of a match that was created outside of this module.
private final class ExternalMatch: MatchSource {
  private let name: MatchedName
  private let regions: [MatchedRegion]

  init(name: MatchedName, regions: [MatchedRegion]) {
    self.name = name
    self.regions = regions
  }

  func name(at position: Int, of city: City) -> MatchedName { name }
  func edits(at position: Int, of city: City) -> Int { name.edits }
  func regions(at position: Int, of city: City) -> [MatchedRegion] { regions }
  func row(at position: Int) -> CityRow? { nil }
}

extension CityMatch: Hashable {
  /// Whether both have the same city, name and regions.
  public static func == (one: CityMatch, two: CityMatch) -> Bool {
    one.city == two.city && one.name == two.name && one.regions == two.regions
  }

  /// Feeds city and name to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(city)
    hasher.combine(name)
  }
}

/// A country or division that was recognized after the name of a city.
public struct MatchedRegion: Sendable, Hashable, Codable {
  /// The name of the country or division in the gazetteer, or its code if no names were joined in.
  public let name: String
  /// The code of the country.
  public let countryCode: CountryCode
  /// The code of the division; `nil` for a country.
  public let admin1Code: DivisionCode?
  /// The part of ``name`` that was typed; empty if another name or a code was typed.
  public let highlight: HighlightRange

  /// Creates a region.
  public init(
    name: String, countryCode: CountryCode, admin1Code: DivisionCode? = nil,
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
  /// The number of cities, or a lower bound.
  public let count: Int
  /// Whether the number is exact.
  public let isExact: Bool

  /// An exact number.
  public static func exactly(_ count: Int) -> MatchTotal {
    MatchTotal(count: count, isExact: true)
  }

  /// A lower bound: counting would cost more than finding the first.
  public static func atLeast(_ count: Int) -> MatchTotal {
    MatchTotal(count: count, isExact: false)
  }

  /// The number, with a plus sign after it if there may be more.
  public var description: String { isExact ? "\(count)" : "\(count)+" }
}

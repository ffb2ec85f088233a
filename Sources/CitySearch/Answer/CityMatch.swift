/// A city that matches a query, with the matching name and its highlight.
///
/// A match is cheap to make and to copy: it holds the city, and what the search found out about the name.
/// The highlight of a city's own name is mostly known when the match is made. Any other name is computed
/// with its highlight at each access: keep a ``matchedName`` that is read twice. A match by another name than the
/// city's own retains the answer that it came from, and its gazetteer.
public struct CityMatch: Sendable, Identifiable {
  /// The city.
  public let city: City
  /// The matched prefix of the own name; none if there is a `source`.
  @usableFromInline let prefix: MatchedPrefix
  /// The position in `source`; without one, the row of the city, if it is known.
  @usableFromInline let position: UInt32
  /// The source of name and regions; `nil` if the city's own name begins with the typed text.
  @usableFromInline let source: MatchSource?

  /// Creates a match by the city's own name.
  ///
  /// - Parameters:
  ///   - city: The city.
  ///   - highlight: The part of its name that matches; empty for none.
  package init(city: City, highlight: HighlightRange = .empty) {
    self.init(city: city, matchedName: MatchedName(city.name, highlight: highlight))
  }

  /// Creates a match.
  ///
  /// - Parameters:
  ///   - city: The city.
  ///   - matchedName: The name that matched, with the part of it that does.
  ///   - regions: The regions that were recognized beside the name.
  ///   - grade: How well the name fits; `nil` for ``MatchGrade/corrected`` if it has edits, and otherwise
  ///     ``MatchGrade/exact``.
  ///   - address: What was read beside them, if the text is an address.
  public init(
    city: City, matchedName: MatchedName, regions: [MatchedRegion] = [], grade: MatchGrade? = nil,
    address: MatchedAddress? = nil
  ) {
    self.city = city
    prefix = .none
    position = 0
    source = .external(
      ExternalMatch(
        name: matchedName, regions: regions,
        grade: grade ?? (matchedName.edits > 0 ? .corrected : .exact), address: address))
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
  init(city: City, in source: MatchSource, at position: Int) {
    self.city = city
    prefix = .none
    self.position = UInt32(truncatingIfNeeded: position)
    self.source = source
  }

  /// The id of the city.
  public var id: City.ID { city.id }

  /// The row of the city in the gazetteer that was searched, see ``CityMatches/gazetteer``; `nil` if the
  /// match comes from elsewhere.
  package var row: CityRow? {
    switch source {
    case .answer(let answer): answer.hit(at: Int(position)).city
    case .external: nil
    case nil: position == Self.unknownRow ? nil : CityRow(Int(position))
    }
  }
}

/// For matches by the own name, which are nearly all that a list shows, these properties are inlinable: a
/// call for each would cost more than the property.
extension CityMatch {
  /// The name that matched, with its highlight; to be shown beside the city's own name if the two differ.
  ///
  /// - Complexity: O(1) for the own name, in which the typed letters are mostly ASCII; else O(*m*), where
  ///   *m* is the length of the name in bytes.
  @inlinable public var matchedName: MatchedName {
    source == nil
      ? MatchedName(city.name, kind: .own, isOwn: true, highlight: ownHighlight, edits: 0)
      : computedName
  }

  /// The part of ``matchedName`` that matches; empty for none.
  ///
  /// - Complexity: That of ``matchedName``, which has both.
  @inlinable public var highlight: HighlightRange {
    source == nil ? ownHighlight : computedName.highlight
  }

  /// The edit distance between the typed text and the name; 0 without typos.
  ///
  /// - Complexity: O(1)
  @inlinable public var edits: Int { source == nil ? 0 : computedEdits }

  /// How well the match fits what was typed.
  ///
  /// - Complexity: O(1).
  @inlinable public var grade: MatchGrade { source == nil ? .exact : computedGrade }

  /// What was read beside the name and its regions, if the text is an address or a coordinate.
  ///
  /// - Complexity: O(1).
  public var address: MatchedAddress? {
    switch source {
    case .answer(let answer): answer.address(at: Int(position))
    case .external(let match): match.address
    case nil: nil
    }
  }

  /// The regions that were recognized beside the name: none, one, or a division and its country.
  @inlinable public var regions: [MatchedRegion] { source == nil ? [] : computedRegions }

  /// The matched part of the own name.
  @inlinable var ownHighlight: HighlightRange { prefix.highlight(in: city.name) }

  @usableFromInline var computedName: MatchedName {
    switch source {
    case .answer(let answer): answer.name(at: Int(position), of: city)
    case .external(let match): match.name
    case nil: MatchedName(city.name, highlight: ownHighlight)
    }
  }

  @usableFromInline var computedEdits: Int {
    switch source {
    case .answer(let answer): answer.edits(at: Int(position))
    case .external(let match): match.name.edits
    case nil: 0
    }
  }

  @usableFromInline var computedGrade: MatchGrade {
    switch source {
    case .answer(let answer): answer.grade(at: Int(position))
    case .external(let match): match.grade
    case nil: .exact
    }
  }

  @usableFromInline var computedRegions: [MatchedRegion] {
    switch source {
    case .answer(let answer): answer.regions(at: Int(position), of: city)
    case .external(let match): match.regions
    case nil: []
    }
  }
}

/// The source of those parts of a match that are computed lazily.
///
/// An enumeration and no protocol: `nil` is copied and destroyed without a call.
@usableFromInline
enum MatchSource: Sendable {
  /// The answer of a search.
  case answer(SearchAnswer)
  /// What was passed to an initializer.
  case external(ExternalMatch)
}

/// The name, regions, grade and address of a match that was created outside of this module.
@usableFromInline
final class ExternalMatch: Sendable {
  let name: MatchedName
  let regions: [MatchedRegion]
  let grade: MatchGrade
  let address: MatchedAddress?

  init(
    name: MatchedName, regions: [MatchedRegion], grade: MatchGrade, address: MatchedAddress?
  ) {
    self.name = name
    self.regions = regions
    self.grade = grade
    self.address = address
  }
}

extension CityMatch: Hashable {
  /// Whether both have the same city, name, regions and grade.
  public static func == (one: CityMatch, two: CityMatch) -> Bool {
    one.city == two.city && one.matchedName == two.matchedName && one.regions == two.regions
      && one.grade == two.grade
  }

  /// Feeds city and name to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(city)
    hasher.combine(matchedName)
  }
}

extension CityMatch: CustomStringConvertible {
  /// City, country and id; the name that matched, if it is another one, the regions, and the grade of a match that is
  /// not exact: `Munich, DE (2867714), as München`.
  public var description: String {
    let name = matchedName
    var text = "\(city.name), \(city.countryCode.description) (\(city.id.description))"
    if !name.isOwn { text += ", as \(name.text)" }
    if !regions.isEmpty { text += ", in " + regions.map { $0.name }.joined(separator: ", ") }
    if grade != .exact { text += ", \(grade.rawValue)" }
    return text
  }
}

/// How well a match fits what was typed.
///
/// The better ones come first in an answer; but for a text in another script than Latin, corrected names and those
/// that sound alike are ordered together.
@nonexhaustive
public enum MatchGrade: String, Sendable, Hashable, CaseIterable {
  /// The name begins with the text, or with its part beside a region.
  case exact
  /// The name differs by one or two edits, see ``CityMatch/edits``.
  case corrected
  /// The name is a part of the text, and the rest is ignored: a list should say so.
  case partial
  /// The name sounds like the text, in whatever script: a list should say so.
  case phonetic

  /// Whether this is the better one.
  package static func < (one: MatchGrade, two: MatchGrade) -> Bool { one.rank < two.rank }

  private var rank: Int {
    switch self {
    case .exact: 0
    case .corrected: 1
    case .partial: 2
    case .phonetic: 3
    }
  }
}

/// The name by which a city was found.
public struct MatchedName: Sendable, Hashable {
  /// The name as it is written: for ``NameKind/expansion`` and ``NameKind/saint`` the name that the form
  /// was made from, for ``NameKind/later`` the city's own.
  public let text: String
  /// The kind of the name.
  public let kind: NameKind
  /// Whether the text is the city's own name.
  public let isOwn: Bool
  /// The part of the text that matches; empty for none.
  public let highlight: HighlightRange
  /// The edit distance between the typed text and the name; 0 without typos.
  @usableFromInline package let edits: Int

  /// Creates a name.
  ///
  /// - Parameters:
  ///   - text: The name.
  ///   - kind: The kind of the name.
  ///   - isOwn: Whether the text is the city's own name.
  ///   - highlight: The part of the text that matches; empty for none.
  ///   - edits: The edit distance between the typed text and the name.
  @inlinable @inline(__always)
  public init(
    _ text: String, kind: NameKind = .own, isOwn: Bool = true,
    highlight: HighlightRange = .empty, edits: Int = 0
  ) {
    self.text = text
    self.kind = kind
    self.isOwn = isOwn
    self.highlight = highlight
    self.edits = edits
  }
}

/// A country or division that was recognized beside the name of a city.
public struct MatchedRegion: Sendable, Hashable {
  /// The name of the country or division in the gazetteer, or its code if no names were joined in.
  public let name: String
  /// The code of the country.
  public let countryCode: CountryCode
  /// The code of the division; `nil` for a country.
  public let divisionCode: DivisionCode?
  /// The part of ``name`` that was typed; empty if another name or a code was typed.
  public let highlight: HighlightRange

  /// Creates a region.
  public init(
    name: String, countryCode: CountryCode, divisionCode: DivisionCode? = nil,
    highlight: HighlightRange = .empty
  ) {
    self.name = name
    self.countryCode = countryCode
    self.divisionCode = divisionCode
    self.highlight = highlight
  }
}

/// What a search read in an address beside the name of the city and its regions.
public struct MatchedAddress: Sendable, Hashable {
  /// The parts that name a place and are not understood, as they were typed; streets and numbers of houses are not
  /// among them.
  public let unmatchedParts: [String]
  /// The great-circle distance of the city from the coordinate that was typed, in meters; `nil` if none was.
  public let distance: Double?

  /// Creates a value.
  ///
  /// - Parameters:
  ///   - unmatchedParts: The parts that name a place and are not understood.
  ///   - distance: The distance from the coordinate that was typed, in meters.
  public init(unmatchedParts: [String] = [], distance: Double? = nil) {
    self.unmatchedParts = unmatchedParts
    self.distance = distance
  }
}

// MARK: - Matches from elsewhere

#if !hasFeature(Embedded)
/// A value of a match that no search gives, from a server or from a source of somebody else.
package struct InvalidMatch: Error, Hashable, CustomStringConvertible {
  /// The value with its name, and what is wrong: "edits must be at least 0, got -1".
  package let description: String

  /// States what a value must be.
  package init(_ name: String, mustBe rule: String, got value: some Any) {
    description = "\(name) must be \(rule), got \(value)"
  }
}

extension CityMatch {
  /// Refuses a match from elsewhere whose values no search gives, before anything counts with them.
  ///
  /// - Throws: ``InvalidMatch`` with the name of the first such value.
  /// - Complexity: O(*n*), where *n* is the length of its names.
  package func validate() throws(InvalidMatch) {
    guard case .external(let match) = source else { return }
    guard UInt32(exactly: city.population) != nil else {
      throw InvalidMatch("population", mustBe: "from 0 to \(UInt32.max)", got: city.population)
    }
    guard match.name.edits >= 0 else {
      throw InvalidMatch("edits", mustBe: "at least 0", got: match.name.edits)
    }
    try match.name.highlight.validate(in: match.name.text)
    for region in match.regions { try region.highlight.validate(in: region.name) }
    if let distance = match.address?.distance, !(0..<Double.infinity ~= distance) {
      throw InvalidMatch("distance", mustBe: "at least 0 and finite", got: distance)
    }
  }
}

extension HighlightRange {
  fileprivate func validate(in text: String) throws(InvalidMatch) {
    let count = text.utf16.count
    guard location <= count, length <= count - location else {
      throw InvalidMatch(
        "highlight", mustBe: "within the \(count) code units of its name", got: [location, length])
    }
  }
}
#endif

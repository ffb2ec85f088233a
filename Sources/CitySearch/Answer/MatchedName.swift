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
  public let edits: Int

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

#if !hasFeature(Embedded)
// Here, because the compiler writes it only in the file of the type.
extension MatchedName: Codable {}
extension MatchedRegion: Codable {}
extension MatchedAddress: Codable {}
#endif

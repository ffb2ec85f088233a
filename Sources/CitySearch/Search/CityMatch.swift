/// A city that matches a query, and the part of its name that does.
public struct CityMatch: Sendable, Hashable, Identifiable {
  /// The city.
  public let city: City
  /// The part of the name that matches, for marking it; empty if nothing is to be marked.
  public let highlight: HighlightRange

  /// Creates a match.
  public init(city: City, highlight: HighlightRange) {
    self.city = city
    self.highlight = highlight
  }

  /// The id of the city.
  public var id: Int { city.id }
}

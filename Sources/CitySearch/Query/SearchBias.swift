/// What a search knows of the person who types: where they are, and what they chose before.
///
/// Points are added to the score of a city, so that of several cities the one that is likely to be meant
/// comes first; nothing is left out, as a filter would. Only the order by relevance depends on it.
///
/// ```swift
/// var query = SearchQuery("springfield")
/// query.bias = SearchBias(coordinate: user.coordinate, countryCode: "US")
/// ```
public struct SearchBias: Sendable, Hashable {
  /// Where the person is; `nil` if that is unknown.
  ///
  /// A city within 25 km gets 40 points, within 50 km 32, within 100 km 24, within 200 km 16, within 500 km 8.
  public var coordinate: Coordinate?
  /// The country where the person is, whose cities get 10 points; `nil` if it is unknown.
  public var countryCode: CountryCode?
  /// The cities that the person chose before for this text, which get 20 points.
  public var chosenIDs: Set<City.ID>

  /// Creates a bias.
  ///
  /// - Parameters:
  ///   - coordinate: Where the person is; `nil` if that is unknown.
  ///   - countryCode: The country where the person is; `nil` if it is unknown.
  ///   - chosenIDs: The cities that the person chose before for this text.
  public init(
    coordinate: Coordinate? = nil, countryCode: CountryCode? = nil, chosenIDs: Set<City.ID> = []
  ) {
    self.coordinate = coordinate
    self.countryCode = countryCode
    self.chosenIDs = chosenIDs
  }

  /// Whether no city gets points.
  package var isEmpty: Bool { coordinate == nil && countryCode == nil && chosenIDs.isEmpty }

  static let pointsForCountry = 10
  static let pointsForChosen = 20
  /// Up to so many kilometers from the person, a city gets so many points.
  static let pointsForDistance = [(25.0, 40), (50.0, 32), (100.0, 24), (200.0, 16), (500.0, 8)]
}

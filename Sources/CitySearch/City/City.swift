/// A populated place.
///
/// A city is a plain value that is cheap to make, because ten are made at every keystroke: its name is
/// the only part that is not a number. What many cities share (the names of countries and divisions,
/// time zones) is stored once in the ``Gazetteer`` and looked up there.
public struct City: Sendable, Hashable, Identifiable, Codable {
  /// The number that GeoNames knows the place by, or that of another source.
  public var id: Int
  /// The name as people there write it, if it is written in Latin letters, else a transcription.
  public var name: String
  /// The ISO 3166-1 code of the country, two letters; empty if there is none.
  public var countryCode: CountryCode
  /// The code of the first-level administrative division within the country; empty if unknown.
  public var admin1Code: DivisionCode
  /// Where the place lies.
  public var coordinate: Coordinate
  /// The number of inhabitants; 0 if unknown.
  public var population: Int

  /// Creates a city.
  public init(
    id: Int, name: String, countryCode: CountryCode, admin1Code: DivisionCode = .none,
    coordinate: Coordinate, population: Int = 0
  ) {
    self.id = id
    self.name = name
    self.countryCode = countryCode
    self.admin1Code = admin1Code
    self.coordinate = coordinate
    self.population = population
  }

  /// The first-level administrative division that the place lies in.
  public var division: Gazetteer.Division {
    Gazetteer.Division(countryCode: countryCode, admin1Code: admin1Code)
  }
}

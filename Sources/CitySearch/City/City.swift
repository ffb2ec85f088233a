/// A populated place.
///
/// A city is a plain value that is cheap to make, because ten are made at every keystroke: its name is
/// the only part that is not a number. Values that many cities share (the names of countries and
/// divisions, time zones) are stored once in the ``Gazetteer`` and looked up there.
public struct City: Sendable, Hashable, Identifiable {
  /// The id of the place in GeoNames, or in another source.
  public var id: Int
  /// The local name, if it is written in Latin letters, otherwise a transcription.
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

/// The number of a city in its gazetteer: its position in canonical order.
///
/// It is not the id of the city, which is that of GeoNames and the same in every gazetteer.
public struct CityRow: Sendable, Hashable, Comparable, Strideable, ExpressibleByIntegerLiteral {
  /// The position, counted from 0.
  @usableFromInline package let rawValue: Int

  /// The city at a position.
  @inlinable package init(_ rawValue: Int) { self.rawValue = rawValue }

  /// The city at a position.
  public init(integerLiteral value: Int) { self.init(value) }

  /// Whether one city comes before another in canonical order.
  @inlinable public static func < (one: CityRow, two: CityRow) -> Bool {
    one.rawValue < two.rawValue
  }

  /// The number of positions from this city to another one.
  @inlinable public func distance(to other: CityRow) -> Int { other.rawValue - rawValue }

  /// The city `count` positions after this one.
  @inlinable public func advanced(by count: Int) -> CityRow { CityRow(rawValue + count) }
}

extension Range<CityRow> {
  /// The cities at a range of positions.
  init(rows: Range<Int>) { self = CityRow(rows.lowerBound)..<CityRow(rows.upperBound) }

  /// The positions.
  package var rawValues: Range<Int> { lowerBound.rawValue..<upperBound.rawValue }
}

#if !hasFeature(Embedded)
// Here, because the compiler writes it only in the file of the type.
extension City: Codable {}
#endif

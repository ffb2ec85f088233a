/// A populated place.
///
/// A city is a plain value that is cheap to make, because ten are made at every keystroke: its name is
/// the only part that is not a number. Values that many cities share (the names of countries and
/// divisions, time zones) are stored once in the ``Gazetteer`` and looked up there.
public struct City: Sendable, Hashable, Identifiable {
  /// The id of the place in GeoNames, or in another source.
  public var id: ID
  /// The local name, if it is written in Latin letters, otherwise a transcription.
  public var name: String
  /// The ISO 3166-1 code of the country, two letters; empty if there is none.
  public var countryCode: CountryCode
  /// The code of the first-level administrative division within the country; empty if unknown.
  public var divisionCode: DivisionCode
  /// Where the place lies.
  public var coordinate: Coordinate
  /// The number of inhabitants; 0 if unknown.
  public var population: Int

  /// Creates a city.
  public init(
    id: ID, name: String, countryCode: CountryCode, divisionCode: DivisionCode = .none,
    coordinate: Coordinate, population: Int = 0
  ) {
    self.id = id
    self.name = name
    self.countryCode = countryCode
    self.divisionCode = divisionCode
    self.coordinate = coordinate
    self.population = population
  }

  /// The first-level administrative division that the place lies in.
  public var division: Gazetteer.Division {
    Gazetteer.Division(countryCode: countryCode, divisionCode: divisionCode)
  }
}

extension City {
  /// The id of a city: a number that it has in its source, such as GeoNames, and in every gazetteer.
  ///
  /// It has 64 bits on every platform, so that an id that one device stores is read by every other. A
  /// gazetteer file has ids of 32 bits, from 0 to 4,294,967,295; longer ones come from other sources.
  public struct ID: Sendable, Hashable, Comparable, RawRepresentable, ExpressibleByIntegerLiteral {
    /// The number.
    public let rawValue: Int64

    /// The id with a number.
    @inlinable public init(rawValue: Int64) { self.rawValue = rawValue }

    /// The id with a number of another type, which must fit into 64 bits with a sign.
    @inlinable package init(_ number: some BinaryInteger) { rawValue = Int64(number) }

    /// The id with a number of another type; `nil` if it does not fit into 64 bits with a sign.
    @inlinable package init?(exactly number: some BinaryInteger) {
      guard let rawValue = Int64(exactly: number) else { return nil }
      self.rawValue = rawValue
    }

    /// The id with a number.
    @inlinable public init(integerLiteral value: Int64) { rawValue = value }

    /// Whether one number is less than another.
    @inlinable public static func < (one: ID, two: ID) -> Bool { one.rawValue < two.rawValue }
  }
}

extension City.ID: LosslessStringConvertible {
  /// The number in decimal digits.
  public var description: String { rawValue.description }

  /// The id with a number in decimal digits; `nil` if the text is something else, or the number does not
  /// fit into 64 bits with a sign.
  @inlinable public init?(_ description: some StringProtocol) {
    guard let rawValue = Int64(description) else { return nil }
    self.rawValue = rawValue
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
// A number, as the raw value.
extension City.ID: Codable {}
#endif

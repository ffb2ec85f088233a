/// A point on the Earth in degrees (WGS 84), exact to a ten-millionth of a degree.
///
/// Latitude and longitude are kept as whole numbers of 1e-7 degrees, 1.1 cm at the equator, as in
/// OpenStreetMap. A coordinate therefore survives a gazetteer and a file unchanged, two coordinates
/// are equal when they look equal, and each takes eight bytes. Numbers with up to seven decimals are
/// given back as they came.
public struct Coordinate: Sendable, Hashable {
  /// The latitude in units of 1e-7 degrees.
  package let fixedLatitude: Int32
  /// The longitude in units of 1e-7 degrees.
  package let fixedLongitude: Int32

  /// Units to a degree.
  package static let unitsPerDegree = 10_000_000

  package init(fixedLatitude: Int32, fixedLongitude: Int32) {
    self.fixedLatitude = fixedLatitude
    self.fixedLongitude = fixedLongitude
  }

  /// Creates a coordinate, rounded to 1e-7 degrees.
  ///
  /// Use ``init(checkingLatitude:longitude:)`` for numbers that come from outside the program.
  ///
  /// - Parameters:
  ///   - latitude: Degrees north of the equator, from -90 to 90.
  ///   - longitude: Degrees east of Greenwich, from -180 to 180.
  public init(latitude: Double, longitude: Double) {
    guard let coordinate = Coordinate(checkingLatitude: latitude, longitude: longitude) else {
      preconditionFailure(
        "(\(latitude), \(longitude)) is no coordinate: latitudes go from -90 to 90, "
          + "longitudes from -180 to 180.")
    }
    self = coordinate
  }

  /// Creates a coordinate, rounded to 1e-7 degrees, or `nil` if a number is out of range.
  ///
  /// - Parameters:
  ///   - latitude: Degrees north of the equator, from -90 to 90.
  ///   - longitude: Degrees east of Greenwich, from -180 to 180.
  public init?(checkingLatitude latitude: Double, longitude: Double) {
    guard latitude.magnitude <= 90, longitude.magnitude <= 180 else { return nil }
    let units = Double(Self.unitsPerDegree)
    fixedLatitude = Int32((latitude * units).rounded())
    fixedLongitude = Int32((longitude * units).rounded())
  }

  /// Degrees north of the equator, from -90 to 90.
  public var latitude: Double { Double(fixedLatitude) / Double(Self.unitsPerDegree) }

  /// Degrees east of Greenwich, from -180 to 180.
  public var longitude: Double { Double(fixedLongitude) / Double(Self.unitsPerDegree) }
}

extension Coordinate: Codable {
  private enum CodingKeys: String, CodingKey { case latitude, longitude }

  /// Reads the keys `latitude` and `longitude`, in degrees.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if a number is out of range.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let latitude = try container.decode(Double.self, forKey: .latitude)
    let longitude = try container.decode(Double.self, forKey: .longitude)
    guard let coordinate = Coordinate(checkingLatitude: latitude, longitude: longitude) else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "(\(latitude), \(longitude)) is no coordinate in degrees."))
    }
    self = coordinate
  }

  /// Writes the keys `latitude` and `longitude`, in degrees.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(latitude, forKey: .latitude)
    try container.encode(longitude, forKey: .longitude)
  }
}

extension Coordinate: CustomStringConvertible {
  /// Latitude and longitude in degrees, with a comma between them.
  public var description: String { "\(latitude),\(longitude)" }
}

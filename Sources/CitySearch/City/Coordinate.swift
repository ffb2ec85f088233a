/// A point on the Earth in degrees (WGS 84), exact to a ten-millionth of a degree.
///
/// Latitude and longitude are kept as whole numbers of 1e-7 degrees, 1.1 cm at the equator, as in
/// OpenStreetMap. A coordinate therefore survives a gazetteer and a file unchanged, two coordinates
/// are equal when they look equal, and each takes eight bytes. Numbers with up to seven decimals are
/// preserved.
public struct Coordinate: Sendable, Hashable {
  /// The latitude in units of 1e-7 degrees.
  package let fixedLatitude: Int32
  /// The longitude in units of 1e-7 degrees.
  package let fixedLongitude: Int32

  /// Units to a degree.
  package static let unitsPerDegree = 10_000_000
  /// The latitude of the North Pole in units.
  package static let poleLatitude = 90 * Int32(unitsPerDegree)

  /// Whether all meridians meet here.
  package var isPole: Bool { fixedLatitude.magnitude == Self.poleLatitude.magnitude }

  package init(fixedLatitude: Int32, fixedLongitude: Int32) {
    self.fixedLatitude = fixedLatitude
    self.fixedLongitude = fixedLongitude
  }

  /// Creates a coordinate, rounded to 1e-7 degrees, or `nil` if a number is out of range.
  ///
  /// - Parameters:
  ///   - latitude: Degrees north of the equator, from -90 to 90.
  ///   - longitude: Degrees east of Greenwich, from -180 to 180.
  public init?(validatingLatitude latitude: Double, longitude: Double) {
    guard latitude.magnitude <= 90, longitude.magnitude <= 180 else { return nil }
    let units = Double(Self.unitsPerDegree)
    fixedLatitude = Int32((latitude * units).rounded())
    fixedLongitude = Int32((longitude * units).rounded())
  }

  /// Creates a coordinate from numbers that are known to be valid, such as literals, rounded to 1e-7
  /// degrees.
  ///
  /// Use ``init(validatingLatitude:longitude:)`` for numbers from outside the program.
  ///
  /// - Parameters:
  ///   - latitude: Degrees north of the equator.
  ///   - longitude: Degrees east of Greenwich.
  /// - Precondition: The latitude is from -90 to 90, and the longitude from -180 to 180.
  public init(latitude: Double, longitude: Double) {
    guard let coordinate = Coordinate(validatingLatitude: latitude, longitude: longitude) else {
      preconditionFailure(Self.rejectionReason(latitude, longitude))
    }
    self = coordinate
  }

  /// Why numbers are not a coordinate, for messages.
  package static func rejectionReason(_ latitude: Double, _ longitude: Double) -> String {
    "latitude must be between -90 and 90 and longitude between -180 and 180, "
      + "got (\(latitude), \(longitude))."
  }

  /// Degrees north of the equator, from -90 to 90.
  public var latitude: Double { Double(fixedLatitude) / Double(Self.unitsPerDegree) }

  /// Degrees east of Greenwich, from -180 to 180.
  public var longitude: Double { Double(fixedLongitude) / Double(Self.unitsPerDegree) }
}

extension Coordinate: CustomStringConvertible {
  /// Latitude and longitude in degrees, with a comma between them.
  public var description: String { "\(latitude),\(longitude)" }
}

extension Coordinate {
  /// The mean radius of the Earth in meters (IUGG).
  package static let earthRadius = 6_371_008.8

  /// Measures the great circle to another point, on a sphere of the Earth's mean radius.
  ///
  /// - Parameter other: The other point.
  /// - Returns: The distance in meters; the sphere deviates from the ellipsoid by at most 0.6 %.
  public func distance(to other: Coordinate) -> Double {
    Self.distance(ofHaversine: DistanceMeasure(from: self).haversine(to: other))
  }

  /// The distance in meters of two points by the haversine of the angle between them.
  static func distance(ofHaversine haversine: Double) -> Double {
    2 * earthRadius * arcsine(min(1, haversine.squareRoot()))
  }
}

/// Measures many distances from one point.
///
/// Distances are compared by the haversine of the angle between two points, sin²(angle / 2), which grows
/// with the distance and needs no inverse (Sinnott, *Virtues of the Haversine*, 1984). It is exact
/// near zero, where nearest cities lie. Integer arithmetic handles the special cases: across the
/// antimeridian the smaller difference applies, and at a pole every longitude is the same point.
struct DistanceMeasure: Sendable {
  private let origin: Coordinate
  private let latitudeCosine: Double

  init(from origin: Coordinate) {
    self.origin = origin
    latitudeCosine = Self.cosine(ofLatitude: origin.fixedLatitude)
  }

  /// The haversine of the angle between the origin and `other`, from 0 to 1.
  func haversine(to other: Coordinate) -> Double {
    let latitudes = Int64(other.fixedLatitude) - Int64(origin.fixedLatitude)
    let longitudes = (Int64(other.fixedLongitude) - Int64(origin.fixedLongitude)).magnitude
    let turn = 360 * UInt64(Coordinate.unitsPerDegree)
    let north = sine(Self.radians(Double(latitudes)) / 2)
    let east = sine(Self.radians(Double(min(longitudes, turn - longitudes))) / 2)
    return north * north + latitudeCosine * Self.cosine(ofLatitude: other.fixedLatitude) * east
      * east
  }

  private static func radians(_ units: Double) -> Double {
    units / Double(Coordinate.unitsPerDegree) * .pi / 180
  }

  /// The cosine of a latitude, exactly zero at the poles.
  private static func cosine(ofLatitude units: Int32) -> Double {
    units.magnitude == 90 * Coordinate.unitsPerDegree
      ? 0 : CitySearch.cosine(radians(Double(units)))
  }
}

extension DistanceMeasure {
  /// The haversine of a distance on a sphere of 6,371 km.
  static func haversine(ofKilometers kilometers: Double) -> Double {
    let half = sine(kilometers / (2 * 6_371))
    return half * half
  }

  /// The kilometers in a degree of a great circle on that sphere.
  static let kilometersPerDegree = 6_371 * Double.pi / 180

  /// The greatest difference of longitudes, in degrees, of points within an angle of a point; 180 if a pole
  /// is within it.
  static func longitudeReach(of degrees: Double, at latitude: Double) -> Double {
    guard latitude.magnitude + degrees < 90 else { return 180 }
    let ratio = sine(degrees * .pi / 180) / CitySearch.cosine(latitude * .pi / 180)
    return arcsine(min(1, ratio)) * 180 / .pi
  }
}

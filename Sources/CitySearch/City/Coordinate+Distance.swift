import Foundation

extension Coordinate {
  /// The mean radius of the Earth in metres (IUGG).
  public static let earthRadius = 6_371_008.8

  /// Measures the great circle to another point, on a sphere of the Earth's mean radius.
  ///
  /// - Parameter other: The other point.
  /// - Returns: The distance in metres; the sphere is off the ellipsoid by 0.6 % at most.
  public func distance(to other: Coordinate) -> Double {
    2 * Self.earthRadius
      * asin(min(1, DistanceMeasure(from: self).haversine(to: other).squareRoot()))
  }
}

/// Measures many distances from one point.
///
/// What is compared is the haversine of the angle between two points, sin²(angle / 2), which grows
/// with the distance and needs no inverse (Sinnott, *Virtues of the Haversine*, 1984). It is exact
/// near zero, where nearest cities lie. Whole-number arithmetic takes care of the edges: across the
/// antimeridian the smaller difference counts, and at a pole every longitude is the same point.
struct DistanceMeasure: Sendable {
  private let origin: Coordinate
  private let cosine: Double

  init(from origin: Coordinate) {
    self.origin = origin
    cosine = Self.cosine(ofLatitude: origin.fixedLatitude)
  }

  /// The haversine of the angle between the origin and `other`, from 0 to 1.
  func haversine(to other: Coordinate) -> Double {
    let latitudes = Int64(other.fixedLatitude) - Int64(origin.fixedLatitude)
    let longitudes = (Int64(other.fixedLongitude) - Int64(origin.fixedLongitude)).magnitude
    let turn = 360 * UInt64(Coordinate.unitsPerDegree)
    let north = sin(Self.radians(Double(latitudes)) / 2)
    let east = sin(Self.radians(Double(min(longitudes, turn - longitudes))) / 2)
    return north * north + cosine * Self.cosine(ofLatitude: other.fixedLatitude) * east * east
  }

  private static func radians(_ units: Double) -> Double {
    units / Double(Coordinate.unitsPerDegree) * .pi / 180
  }

  /// The cosine of a latitude, exactly zero at the poles.
  private static func cosine(ofLatitude units: Int32) -> Double {
    units.magnitude == 90 * Coordinate.unitsPerDegree ? 0 : cos(radians(Double(units)))
  }
}

/// 10 to the power of `exponent`.
func powerOfTen(_ exponent: Double) -> Double { pow(10, exponent) }

internal import Foundation

/// A point of the unit sphere, in single precision.
///
/// The straight line between two such points grows with the great circle between their coordinates,
/// and knows neither poles nor antimeridian.
struct UnitVector: Sendable, Equatable {
  /// The three coordinates; the fourth lane is zero.
  let lanes: SIMD4<Float>

  init(_ coordinate: Coordinate) {
    let degree = Double.pi / 180
    let (latitude, longitude) = (coordinate.latitude * degree, coordinate.longitude * degree)
    let ring = cos(latitude)
    lanes = SIMD4(
      Float(ring * cos(longitude)), Float(ring * sin(longitude)), Float(sin(latitude)), 0)
  }
}

extension UnitVector {
  /// How far two cities may lie apart whose order the vectors leave open.
  ///
  /// Rounding moves each coordinate of a vector by 2^-25 at most, so each of two ends of a line by
  /// 5.2e-8, and the arithmetic adds less than four parts in 2^24 to the square of a length. With
  /// what these allow doubled, every city that the exact measure could prefer lies within the limit.
  ///
  /// - Parameter haversine: sin²(angle / 2) of the best distance so far.
  /// - Returns: The greatest square of a line, as computed, that may belong to a city as near.
  static func limit(forHaversine haversine: Double) -> Float {
    let line = 2 * haversine.squareRoot() * (1 + 0x1p-21) + 0x1p-22
    return Float(line * line).nextUp
  }

  /// More than the square of any line between two points.
  static let noLimit: Float = 5
}

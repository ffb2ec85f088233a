import Foundation

/// The power of *x* that fits points best: a straight line through their logarithms, by least
/// squares.
struct PowerLaw {
  /// 1 for linear growth, 0 for none.
  let exponent: Double

  /// Fits a power to points with positive coordinates.
  ///
  /// - Returns: `nil` for fewer than three usable points, since two always fit.
  init?(_ points: [(x: Double, y: Double)]) {
    let logarithms = points.filter { $0.x > 0 && $0.y > 0 }.map { (x: log($0.x), y: log($0.y)) }
    guard logarithms.count >= 3 else { return nil }
    let count = Double(logarithms.count)
    let meanX = logarithms.reduce(0) { $0 + $1.x } / count
    let meanY = logarithms.reduce(0) { $0 + $1.y } / count
    let spread = logarithms.reduce(0) { $0 + ($1.x - meanX) * ($1.x - meanX) }
    guard spread > 0 else { return nil }
    exponent = logarithms.reduce(0) { $0 + ($1.x - meanX) * ($1.y - meanY) } / spread
  }
}

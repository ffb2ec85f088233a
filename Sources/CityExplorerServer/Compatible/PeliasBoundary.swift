#if Server
import CitySearch
import Foundation

/// What the cities of an answer of Pelias are restricted to: countries, a rectangle and a circle.
struct PeliasBoundary {
  /// The countries, and the rectangle, which for a circle is one around it.
  var filter = CityFilter()
  /// The center of a circle, and its radius in meters.
  var circle: (center: Coordinate, radius: Double)?
  /// Whether it is evident that there is no city.
  var isEmpty = false

  /// Pelias' radius of a circle that has only a center.
  static let usualRadius = 50_000.0

  /// Whether a city lies in the circle; the filter is not asked.
  func contains(_ city: City) -> Bool {
    guard let circle else { return true }
    return circle.center.distance(to: city.coordinate) <= circle.radius
  }

  /// The number of cities in the rectangle to search for, so that `limit` of them lie in the circle.
  ///
  /// The corners of the rectangle are not in the circle; if almost all cities were there, there may be fewer.
  func searchLimit(for limit: Int) -> Int { circle == nil ? limit : SearchQuery.candidateLimit }

  /// Restricts the cities to a circle, too.
  mutating func add(_ center: Coordinate, _ radius: Double) {
    circle = (center, radius)
    filter.formIntersection(CityFilter(rectangles: [Self.rectangle(around: center, radius)]))
  }

  /// A rectangle in which the whole circle lies.
  private static func rectangle(around center: Coordinate, _ radius: Double) -> CoordinateRectangle
  {
    // A little larger, so that rounding loses no city; `contains` is exact.
    let angle = radius / Coordinate.earthRadius * 1.000_001 + 1e-7
    let degrees = angle * 180 / .pi
    let (south, north) = (center.latitude - degrees, center.latitude + degrees)
    let isRoundPole = south <= -90 || north >= 90
    let reach =
      isRoundPole
      ? 180 : asin(min(1, sin(angle) / cos(center.latitude * .pi / 180))) * 180 / .pi
    func wrapped(_ longitude: Double) -> Double { longitude.remainder(dividingBy: 360) }
    let (west, east) =
      reach >= 180
      ? (-180, 180) : (wrapped(center.longitude - reach), wrapped(center.longitude + reach))
    return CoordinateRectangle(
      validatingSouth: max(south, -90), west: west, north: min(north, 90), east: east) ?? .world
  }
}
#endif

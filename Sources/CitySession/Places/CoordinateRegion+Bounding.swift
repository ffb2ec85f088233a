public import CitySearch
internal import Foundation

extension CoordinateRegion {
  /// The smallest extent of a region to look at, in meters: 20 km.
  ///
  /// That is a large city: Paris is 18 km wide. Of a place alone it shows where it lies, and not a street
  /// that happens to be in its middle.
  public static let cityExtent = 20_000.0

  /// The smallest region that holds all of some points, and a circle around its middle; `nil` if there are
  /// no points.
  ///
  /// Longitudes are on a circle, and the region is what is left of it without the widest gap, so two
  /// islands on both sides of the antimeridian are close. A pole stretches the region to its latitude, but
  /// has no longitude of its own. Toward a pole, the circle takes more and more degrees of longitude; one
  /// with the pole in it takes all, and ends there.
  ///
  /// - Parameters:
  ///   - points: The points, in any order.
  ///   - smallestExtent: The diameter of the circle in meters, 0 for none; not negative, and finite.
  /// - Complexity: O(*n* log *n*), where *n* is the number of points.
  public init?(
    bounding points: some Collection<Coordinate>, smallestExtent: Double = cityExtent
  ) {
    precondition(
      smallestExtent >= 0 && smallestExtent.isFinite,
      "smallestExtent must be at least 0 and finite, got \(smallestExtent)")
    guard let first = points.first else { return nil }
    let latitudes = points.map { Int($0.fixedLatitude) }
    let (south, north) = latitudes.reduce((latitudes[0], latitudes[0])) {
      (min($0.0, $1), max($0.1, $1))
    }
    let meridians = points.lazy.filter { !$0.isPole }.map { Int($0.fixedLongitude) }
    let (west, width) = Self.smallestArc(meridians.sorted()) ?? (Int(first.fixedLongitude), 0)
    self.init(
      south: south, north: north, west: west, width: width,
      circle: smallestExtent / 2 / Coordinate.earthRadius)
  }

  /// Makes a region of edges in units, widened so that it holds a circle around its middle.
  private init(south: Int, north: Int, west: Int, width: Int, circle radius: Double) {
    let pole = 90 * Coordinate.unitsPerDegree
    let height = (north - south).roundedUpToEven
    let middle = south + height / 2
    let reach = max(height / 2, Self.units(radius))
    // What lies beyond a pole lies on this side of it, too.
    let (lower, upper) = (max(middle - reach, -pole), min(middle + reach, pole))
    let cutHeight = (upper - lower).roundedUpToEven

    let halfWidth = width.roundedUpToEven / 2
    let latitude = Double(abs(middle)) / Double(Coordinate.unitsPerDegree) * .pi / 180
    // The meridians that touch the circle meet it at right angles to its radius: Napier's rules.
    let touching =
      latitude + radius >= .pi / 2
      ? Self.turn / 2 : Self.units(asin(min(1, sin(radius) / cos(latitude))))
    let halfWidened = min(max(halfWidth, radius > 0 ? touching : 0), Self.turn / 2)
    self.init(
      center: Coordinate(
        fixedLatitude: Int32(lower + cutHeight / 2),
        fixedLongitude: Int32(Self.wrapped(west + halfWidth))),
      span: Span(
        latitudeDelta: Double(cutHeight) / Double(Coordinate.unitsPerDegree),
        longitudeDelta: Double(2 * halfWidened) / Double(Coordinate.unitsPerDegree)))
  }

  /// The number of units of an angle in radians, up to half a turn, rounded up.
  private static func units(_ radians: Double) -> Int {
    Int((min(radians, .pi) * 180 / .pi * Double(Coordinate.unitsPerDegree)).rounded(.up))
  }

  private static let turn = 360 * Coordinate.unitsPerDegree

  /// Where the shortest arc that holds all of some ascending longitudes begins, and how long it is.
  private static func smallestArc(_ longitudes: [Int]) -> (start: Int, length: Int)? {
    guard let first = longitudes.first, let last = longitudes.last else { return nil }
    // The gap that ends at the first longitude goes around the back.
    var widest = (end: first, length: first + turn - last)
    for (one, next) in zip(longitudes, longitudes.dropFirst()) where next - one > widest.length {
      widest = (end: next, length: next - one)
    }
    return (start: widest.end, length: turn - widest.length)
  }

  /// The same meridian between -180 and 180 degrees.
  private static func wrapped(_ longitude: Int) -> Int {
    longitude > turn / 2 ? longitude - turn : longitude
  }
}

extension Int {
  /// Half of this number of units is whole, so the middle needs no rounding and no edge is lost.
  fileprivate var roundedUpToEven: Int { self + (self & 1) }
}

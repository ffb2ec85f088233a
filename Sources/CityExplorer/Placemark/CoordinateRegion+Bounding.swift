public import CitySearch

extension CoordinateRegion {
  /// The smallest region that holds all of some points; `nil` if there are none.
  ///
  /// The region of one point has no extent. Longitudes are on a circle, and the region is what is left
  /// of it without the widest gap, so two islands on both sides of the antimeridian are close. A pole
  /// stretches the region to its latitude, but has no longitude of its own.
  ///
  /// - Parameter points: The points, in any order.
  /// - Complexity: O(*n* log *n*), where *n* is the number of points.
  public init?(bounding points: some Collection<Coordinate>) {
    guard let first = points.first else { return nil }
    let latitudes = points.map { Int($0.fixedLatitude) }
    let (south, north) = latitudes.reduce((latitudes[0], latitudes[0])) {
      (min($0.0, $1), max($0.1, $1))
    }
    let meridians = points.lazy.filter { !$0.isPole }.map { Int($0.fixedLongitude) }
    let (west, width) = Self.smallestArc(meridians.sorted()) ?? (Int(first.fixedLongitude), 0)

    let height = (north - south).roundedUpToEven
    self.init(
      center: Coordinate(
        fixedLatitude: Int32(south + height / 2),
        fixedLongitude: Int32(Self.wrapped(west + width.roundedUpToEven / 2))),
      span: Span(
        latitudeDelta: Double(height) / Double(Coordinate.unitsPerDegree),
        longitudeDelta: Double(width.roundedUpToEven) / Double(Coordinate.unitsPerDegree)))
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

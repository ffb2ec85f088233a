public import CitySearch
internal import PrefixSearch

/// A rectangular part of a map: its center, its height and its width.
public struct CoordinateRegion: Sendable, Hashable {
  /// The center of the region.
  public let center: Coordinate
  /// The height, from 0 to 180 degrees.
  public let latitudeDelta: Double
  /// The width, from 0 to 360 degrees.
  public let longitudeDelta: Double

  /// Creates a region, which may cross the antimeridian.
  ///
  /// - Precondition: `latitudeDelta` is from 0 to 180, `longitudeDelta` from 0 to 360.
  public init(center: Coordinate, latitudeDelta: Double, longitudeDelta: Double) {
    precondition(
      (0...180).contains(latitudeDelta) && (0...360).contains(longitudeDelta),
      "latitudeDelta must be from 0 to 180 and longitudeDelta from 0 to 360, "
        + "got \(latitudeDelta) and \(longitudeDelta)")
    self.center = center
    self.latitudeDelta = latitudeDelta
    self.longitudeDelta = longitudeDelta
  }
}

extension CoordinateRegion {
  /// The region by its edges, as a filter takes it; it is cut off at the poles.
  public var rectangle: CoordinateRectangle {
    let reach = (latitude: Self.reach(latitudeDelta), longitude: Self.reach(longitudeDelta))
    let (middle, pole) = (Int64(center.fixedLatitude), Int64(Coordinate.poleLatitude))
    let (south, north) = (max(middle - reach.latitude, -pole), min(middle + reach.latitude, pole))
    let half = Self.turn / 2
    let (west, east) =
      reach.longitude >= half
      ? (-half, half)
      : (
        Self.wrapped(Int64(center.fixedLongitude) - reach.longitude),
        Self.wrapped(Int64(center.fixedLongitude) + reach.longitude)
      )
    return CoordinateRectangle(
      fixedSouth: Int32(south), west: Int32(west), north: Int32(north), east: Int32(east))
  }

  /// How many whole units half of an extent has.
  private static func reach(_ degrees: Double) -> Int64 {
    Int64((degrees * Double(Coordinate.unitsPerDegree)).rounded()) / 2
  }

  /// Whether a point lies in the region or on its edge.
  ///
  /// A pole is on every meridian, so it lies in the region if its latitude does.
  ///
  /// - Parameter point: The point.
  /// - Returns: `true` if it does, compared in units of a ten-millionth of a degree.
  package func contains(_ point: Coordinate) -> Bool { rectangle.contains(point) }
}

extension CoordinateRegion {
  /// Creates the bounding region of some points: the smallest one that contains all of them, and a
  /// circle around its center; `nil` without points.
  ///
  /// The region may cross the antimeridian: it spans all longitudes but the widest gap between
  /// points. A pole extends the region to its latitude, but has no longitude. The nearer the circle
  /// is to a pole, the more degrees of longitude it spans; a circle around a pole spans all of them
  /// and ends at the pole.
  ///
  /// - Parameters:
  ///   - points: The points, in any order.
  ///   - smallestExtent: The diameter of the circle in meters; at least 0 and finite. With the default,
  ///     the size of a large city, a map of a single city shows its surroundings, and not just a street
  ///     in its center.
  /// - Complexity: O(*n* log *n*), where *n* is the number of points.
  public init?(
    bounding points: some Collection<Coordinate>, smallestExtent: Double = 20_000
  ) {
    precondition(
      smallestExtent >= 0 && smallestExtent.isFinite,
      "smallestExtent must be at least 0 and finite, got \(smallestExtent)")
    guard let first = points.first else { return nil }
    let latitudes = points.map { Int64($0.fixedLatitude) }
    let (south, north) = latitudes.reduce((latitudes[0], latitudes[0])) {
      (min($0.0, $1), max($0.1, $1))
    }
    let meridians = points.lazy.filter { !$0.isPole }.map { Int64($0.fixedLongitude) }
    let (west, width) =
      Self.smallestArc([Int64](meridians).sortedByPlace(<)) ?? (Int64(first.fixedLongitude), 0)
    self.init(
      south: south, north: north, west: west, width: width,
      circle: smallestExtent / 2 / Coordinate.earthRadius)
  }

  /// Creates a region from edges in units, widened to contain a circle around its center.
  private init(south: Int64, north: Int64, west: Int64, width: Int64, circle radius: Double) {
    let pole = 90 * Int64(Coordinate.unitsPerDegree)
    let height = (north - south).roundedUpToEven
    let middle = south + height / 2
    let reach = max(height / 2, Self.units(radius))
    // Beyond a pole, the circle continues on other meridians at lower latitudes.
    let (lower, upper) = (max(middle - reach, -pole), min(middle + reach, pole))
    let cutHeight = (upper - lower).roundedUpToEven

    let halfWidth = width.roundedUpToEven / 2
    let latitude = Double(abs(middle)) / Double(Coordinate.unitsPerDegree) * .pi / 180
    // The tangent meridians of the circle, by Napier's rules for right spherical triangles.
    let touching =
      latitude + radius >= .pi / 2
      ? Self.turn / 2 : Self.units(arcsine(min(1, sine(radius) / cosine(latitude))))
    let halfWidened = min(max(halfWidth, radius > 0 ? touching : 0), Self.turn / 2)
    self.init(
      center: Coordinate(
        fixedLatitude: Int32(lower + cutHeight / 2),
        fixedLongitude: Int32(Self.wrapped(west + halfWidth))),
      latitudeDelta: Double(cutHeight) / Double(Coordinate.unitsPerDegree),
      longitudeDelta: Double(2 * halfWidened) / Double(Coordinate.unitsPerDegree))
  }

  /// The number of units of an angle in radians, up to half a turn, rounded up.
  private static func units(_ radians: Double) -> Int64 {
    Int64((min(radians, .pi) * 180 / .pi * Double(Coordinate.unitsPerDegree)).rounded(.up))
  }

  private static let turn = 360 * Int64(Coordinate.unitsPerDegree)

  /// The start and length of the shortest arc that contains some ascending longitudes.
  private static func smallestArc(_ longitudes: [Int64]) -> (start: Int64, length: Int64)? {
    guard let first = longitudes.first, let last = longitudes.last else { return nil }
    // The gap before the first longitude crosses the antimeridian.
    var widest = (end: first, length: first + turn - last)
    for (one, next) in zip(longitudes, longitudes.dropFirst()) where next - one > widest.length {
      widest = (end: next, length: next - one)
    }
    return (start: widest.end, length: turn - widest.length)
  }

  /// A longitude, normalized to -180 to 180 degrees.
  private static func wrapped(_ longitude: Int64) -> Int64 {
    longitude > turn / 2 ? longitude - turn : longitude < -turn / 2 ? longitude + turn : longitude
  }
}

extension Int64 {
  /// The number itself, or the next one if it is odd: half of it is whole, so the center needs no
  /// rounding and no point at an edge is lost.
  fileprivate var roundedUpToEven: Int64 { self + (self & 1) }
}

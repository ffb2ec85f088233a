/// A part of the Earth between two parallels and two meridians, such as a map shows.
///
/// ```swift
/// let alps = CoordinateRectangle(south: 45.5, west: 5.9, north: 47.8, east: 13.5)
/// let fiji = CoordinateRectangle(south: -21, west: 176.9, north: -12.4, east: -178.2)
/// ```
///
/// It extends eastward from the western edge to the eastern one, across 180° if that is less, as in GeoJSON.
/// The edges belong to it. Points are compared as places on the Earth, not in a plane: -180° and 180° are
/// one meridian, and a pole lies on all meridians.
public struct CoordinateRectangle: Sendable, Hashable {
  /// The southern edge in units of 1e-7 degrees, and likewise the others.
  package let fixedSouth: Int32
  package let fixedWest: Int32
  package let fixedNorth: Int32
  package let fixedEast: Int32

  package init(fixedSouth: Int32, west: Int32, north: Int32, east: Int32) {
    self.fixedSouth = fixedSouth
    fixedWest = west
    fixedNorth = north
    fixedEast = east
  }

  /// Creates a rectangle, with edges rounded to 1e-7 degrees; `nil` if a number is out of range, or if the
  /// northern edge is south of the southern one.
  ///
  /// - Parameters:
  ///   - south: The southern edge in degrees, from -90 to 90.
  ///   - west: The western edge, from -180 to 180.
  ///   - north: The northern edge, from `south` to 90.
  ///   - east: The eastern edge, from -180 to 180. If it is less than `west`, the rectangle extends across
  ///     180°; if it is equal, the rectangle is a part of one meridian.
  public init?(validatingSouth south: Double, west: Double, north: Double, east: Double) {
    guard let southWest = Coordinate(validatingLatitude: south, longitude: west),
      let northEast = Coordinate(validatingLatitude: north, longitude: east), south <= north
    else { return nil }
    self.init(
      fixedSouth: southWest.fixedLatitude, west: southWest.fixedLongitude,
      north: northEast.fixedLatitude, east: northEast.fixedLongitude)
  }

  /// Creates a rectangle from numbers that are known to be valid, such as literals.
  ///
  /// Use ``init(validatingSouth:west:north:east:)`` for numbers from outside the program.
  ///
  /// - Parameters:
  ///   - south: The southern edge in degrees.
  ///   - west: The western edge.
  ///   - north: The northern edge.
  ///   - east: The eastern edge; if it is less than `west`, the rectangle extends across 180°.
  /// - Precondition: Latitudes are from -90 to 90, longitudes from -180 to 180, and `south` is not greater
  ///   than `north`.
  public init(south: Double, west: Double, north: Double, east: Double) {
    guard let rectangle = Self(validatingSouth: south, west: west, north: north, east: east) else {
      preconditionFailure(Self.rejectionReason(south, west, north, east))
    }
    self = rectangle
  }

  /// Why numbers are no rectangle, for messages.
  package static func rejectionReason(
    _ south: Double, _ west: Double, _ north: Double, _ east: Double
  ) -> String {
    "latitudes must be between -90 and 90, longitudes between -180 and 180, and the south not north of "
      + "the north, got south \(south), west \(west), north \(north), east \(east)."
  }

  /// The whole Earth.
  package static let world = CoordinateRectangle(
    south: -90, west: -180, north: 90, east: 180)

  /// The southern edge in degrees, from -90 to 90.
  public var south: Double { Coordinate(fixedLatitude: fixedSouth, fixedLongitude: 0).latitude }

  /// The western edge in degrees, from -180 to 180.
  public var west: Double { Coordinate(fixedLatitude: 0, fixedLongitude: fixedWest).longitude }

  /// The northern edge in degrees, from -90 to 90.
  public var north: Double { Coordinate(fixedLatitude: fixedNorth, fixedLongitude: 0).latitude }

  /// The eastern edge in degrees, from -180 to 180.
  public var east: Double { Coordinate(fixedLatitude: 0, fixedLongitude: fixedEast).longitude }
}

extension CoordinateRectangle {
  /// Whether a point lies in the rectangle or on its edge.
  ///
  /// - Parameter point: The point.
  /// - Returns: Whether it does, compared in units of 1e-7 degrees.
  /// - Complexity: O(1).
  public func contains(_ point: Coordinate) -> Bool {
    guard (fixedSouth...fixedNorth).contains(point.fixedLatitude) else { return false }
    if point.isPole { return true }
    let longitude = point.fixedLongitude
    if fixedWest > fixedEast { return longitude >= fixedWest || longitude <= fixedEast }
    if fixedWest <= longitude, longitude <= fixedEast { return true }
    return longitude.magnitude == Self.halfTurn.magnitude
      && (fixedWest == -Self.halfTurn || fixedEast == Self.halfTurn)
  }

  /// Intersects this rectangle with another one.
  ///
  /// - Parameter other: The other rectangle.
  /// - Returns: Rectangles that together have exactly the points that lie in both: none, one, or two if
  ///   the rectangles overlap at both ends around the Earth. If they share only poles, these.
  /// - Complexity: O(1).
  package func intersection(_ other: CoordinateRectangle) -> [CoordinateRectangle] {
    let (south, north) = (max(fixedSouth, other.fixedSouth), min(fixedNorth, other.fixedNorth))
    guard south <= north else { return [] }
    let arcs = longitudes.intersection(other.longitudes)
    if !arcs.isEmpty {
      return arcs.map { arc in
        CoordinateRectangle(fixedSouth: south, west: arc.west, north: north, east: arc.east)
      }
    }
    return [-Coordinate.poleLatitude, Coordinate.poleLatitude]
      .filter { south <= $0 && $0 <= north }
      .map { CoordinateRectangle(fixedSouth: $0, west: 0, north: $0, east: 0) }
  }

  private var longitudes: Arc { Arc(west: fixedWest, east: fixedEast) }

  fileprivate static let halfTurn = 180 * Int32(Coordinate.unitsPerDegree)
}

/// Consecutive longitudes.
private struct Arc {
  /// The first longitude, from -180 degrees up to less than 180.
  let start: Int64
  /// How far to the east of it the last longitude lies; at most a whole turn.
  let length: Int64

  private static let turn = 360 * Int64(Coordinate.unitsPerDegree)

  init(start: Int64, length: Int64) {
    self.start = start
    self.length = length
  }

  init(west: Int32, east: Int32) {
    let distance = Int64(east) - Int64(west)
    length = distance < 0 ? distance + Self.turn : distance
    start = Int64(west) == Self.turn / 2 ? -Self.turn / 2 : Int64(west)
  }

  var west: Int32 { Int32(start) }
  var east: Int32 {
    let end = start + length
    return Int32(end > Self.turn / 2 ? end - Self.turn : end)
  }

  /// The longitudes that both arcs have, in parts that begin where one arc begins within the other.
  func intersection(_ other: Arc) -> [Arc] {
    if length == Self.turn { return [other] }
    if other.length == Self.turn { return [self] }
    var arcs: [Arc] = []
    for (outer, inner) in [(self, other), (other, self)] {
      let offset = inner.start - outer.start
      let distance = offset < 0 ? offset + Self.turn : offset
      guard distance <= outer.length, arcs.first?.start != inner.start else { continue }
      arcs.append(Arc(start: inner.start, length: min(outer.length - distance, inner.length)))
    }
    return arcs
  }
}

/// A rectangle of the plane of latitudes and longitudes, without special cases.
struct CoordinateBox: Sendable, Hashable {
  var south, north: Int32
  var west, east: Int32

  /// Whether a point lies in the box or on its edge, by its numbers.
  @inline(__always)
  func contains(latitude: Int32, longitude: Int32) -> Bool {
    bit(latitude: latitude, longitude: longitude) != 0
  }

  /// Whether a point lies in the box, as 1 or 0, without a branch.
  @inline(__always)
  func bit(latitude: Int32, longitude: Int32) -> UInt64 {
    // A number below the lower end wraps around to a large one, so one comparison checks both ends.
    let isBetweenParallels =
      UInt32(bitPattern: latitude &- south) <= UInt32(bitPattern: north &- south)
    let isBetweenMeridians =
      UInt32(bitPattern: longitude &- west) <= UInt32(bitPattern: east &- west)
    return (isBetweenParallels ? 1 : 0) & (isBetweenMeridians ? 1 : 0)
  }
}

extension CoordinateRectangle {
  /// Disjoint boxes with all pairs of numbers that mean a point of the rectangle: one for most rectangles,
  /// and others for the two sides of 180°, and for the poles.
  var boxes: [CoordinateBox] {
    let (west, east) = (-Self.halfTurn, Self.halfTurn)
    var arcs: [(Int32, Int32)] = [(fixedWest, fixedEast)]
    if fixedWest > fixedEast {
      arcs = [(fixedWest, east), (west, fixedEast)]
    } else if fixedEast == east, fixedWest > west {
      arcs.append((west, west))
    } else if fixedWest == west, fixedEast < east {
      arcs.append((east, east))
    }
    var latitudes = (fixedSouth, fixedNorth)
    var boxes: [CoordinateBox] = []
    if fixedWest > west || fixedEast < east {
      let pole = Coordinate.poleLatitude
      if fixedSouth == -pole {
        boxes.append(CoordinateBox(south: -pole, north: -pole, west: west, east: east))
        latitudes.0 += 1
      }
      if fixedNorth == pole {
        boxes.append(CoordinateBox(south: pole, north: pole, west: west, east: east))
        latitudes.1 -= 1
      }
    }
    guard latitudes.0 <= latitudes.1 else { return boxes }
    return arcs.map {
      CoordinateBox(south: latitudes.0, north: latitudes.1, west: $0.0, east: $0.1)
    } + boxes
  }
}

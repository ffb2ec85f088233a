public import CitySearch

/// A part of the map: its center, and how far it reaches.
public struct CoordinateRegion: Sendable, Hashable, Codable {
  /// The middle of the region.
  public var center: Coordinate
  /// The height and width of the region.
  public var span: Span

  /// The height and width of a region in degrees.
  public struct Span: Sendable, Hashable {
    /// From the southern to the northern edge, 0 to 180 degrees.
    public let latitudeDelta: Double
    /// From the western to the eastern edge, 0 to 360 degrees.
    public let longitudeDelta: Double

    /// Creates a span.
    ///
    /// - Precondition: `latitudeDelta` is from 0 to 180, `longitudeDelta` from 0 to 360.
    public init(latitudeDelta: Double, longitudeDelta: Double) {
      precondition(
        Self.isValid(latitudeDelta, longitudeDelta),
        Self.limits(latitudeDelta, longitudeDelta))
      self.latitudeDelta = latitudeDelta
      self.longitudeDelta = longitudeDelta
    }

    static func isValid(_ latitudeDelta: Double, _ longitudeDelta: Double) -> Bool {
      (0...180).contains(latitudeDelta) && (0...360).contains(longitudeDelta)
    }

    /// What is wrong with numbers that are no span.
    static func limits(_ latitudeDelta: Double, _ longitudeDelta: Double) -> String {
      "latitudeDelta must be 0 to 180 and longitudeDelta 0 to 360, "
        + "got \(latitudeDelta) and \(longitudeDelta)"
    }
  }

  /// Creates a region, which may cross the antimeridian.
  public init(center: Coordinate, span: Span) {
    self.center = center
    self.span = span
  }
}

extension CoordinateRegion {
  /// Whether a point lies in the region or on its edge.
  ///
  /// A pole lies in the region if its latitude does: it is on every meridian.
  ///
  /// - Parameter point: The point.
  /// - Returns: Whether it does, to a ten-millionth of a degree.
  public func contains(_ point: Coordinate) -> Bool {
    let unit = Double(Coordinate.unitsPerDegree)
    let north = (point.fixedLatitude.distance(to: center.fixedLatitude)).magnitude
    guard Double(north) * 2 <= (span.latitudeDelta * unit).rounded() else { return false }
    guard !point.isPole else { return true }
    let turn = 360 * Coordinate.unitsPerDegree
    let east = Int(center.fixedLongitude.distance(to: point.fixedLongitude).magnitude)
    return Double(min(east, turn - east)) * 2 <= (span.longitudeDelta * unit).rounded()
  }
}

extension Coordinate {
  /// Whether all meridians meet here.
  var isPole: Bool { fixedLatitude.magnitude == 90 * Self.unitsPerDegree }
}

public import CitySearch

/// A rectangular part of a map: its center and its span.
public struct CoordinateRegion: Sendable, Hashable, Codable {
  /// The center of the region.
  public var center: Coordinate
  /// The height and width of the region.
  public var span: Span

  /// The height and width of a region in degrees.
  public struct Span: Sendable, Hashable {
    /// The height, from 0 to 180 degrees.
    public let latitudeDelta: Double
    /// The width, from 0 to 360 degrees.
    public let longitudeDelta: Double

    /// Creates a span from numbers of any origin; `nil` if one is out of range.
    ///
    /// - Parameters:
    ///   - latitudeDelta: The height, from 0 to 180 degrees.
    ///   - longitudeDelta: The width, from 0 to 360 degrees.
    public init?(latitudeDelta: Double, longitudeDelta: Double) {
      guard Self.isValid(latitudeDelta, longitudeDelta) else { return nil }
      self.init(validLatitudeDelta: latitudeDelta, longitudeDelta: longitudeDelta)
    }

    /// Creates a span from numbers that are known to be valid.
    ///
    /// - Precondition: `latitudeDelta` is from 0 to 180, `longitudeDelta` from 0 to 360.
    public init(validLatitudeDelta latitudeDelta: Double, longitudeDelta: Double) {
      precondition(
        Self.isValid(latitudeDelta, longitudeDelta),
        Self.limits(latitudeDelta, longitudeDelta))
      self.latitudeDelta = latitudeDelta
      self.longitudeDelta = longitudeDelta
    }

    static func isValid(_ latitudeDelta: Double, _ longitudeDelta: Double) -> Bool {
      (0...180).contains(latitudeDelta) && (0...360).contains(longitudeDelta)
    }

    /// The message for numbers out of range.
    static func limits(_ latitudeDelta: Double, _ longitudeDelta: Double) -> String {
      "latitudeDelta must be from 0 to 180 and longitudeDelta from 0 to 360, "
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
  /// A pole is on every meridian, so it lies in the region if its latitude does.
  ///
  /// - Parameter point: The point.
  /// - Returns: `true` if it does, compared in units of a ten-millionth of a degree.
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

extension CoordinateRegion.Span: Codable {
  private enum CodingKeys: String, CodingKey { case latitudeDelta, longitudeDelta }

  /// Reads the keys `latitudeDelta` and `longitudeDelta`, in degrees.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if a number is out of range, and the errors of the
  ///   decoder.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let latitudeDelta = try container.decode(Double.self, forKey: .latitudeDelta)
    let longitudeDelta = try container.decode(Double.self, forKey: .longitudeDelta)
    guard let span = Self(latitudeDelta: latitudeDelta, longitudeDelta: longitudeDelta) else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: Self.limits(latitudeDelta, longitudeDelta)))
    }
    self = span
  }

  /// Writes the keys `latitudeDelta` and `longitudeDelta`, in degrees.
  ///
  /// - Throws: The errors of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(latitudeDelta, forKey: .latitudeDelta)
    try container.encode(longitudeDelta, forKey: .longitudeDelta)
  }
}

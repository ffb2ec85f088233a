#if !hasFeature(Embedded)
// For the placemarks that an app stores. Apart from the search, which Embedded Swift compiles without `Codable`.

extension Coordinate: Codable {
  private enum CodingKeys: String, CodingKey { case latitude, longitude }

  /// Reads the keys `latitude` and `longitude`, in degrees.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if a number is out of range.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let latitude = try container.decode(Double.self, forKey: .latitude)
    let longitude = try container.decode(Double.self, forKey: .longitude)
    guard let coordinate = Coordinate(validatingLatitude: latitude, longitude: longitude) else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: Self.rejectionReason(latitude, longitude)))
    }
    self = coordinate
  }

  /// Writes the keys `latitude` and `longitude`, in degrees.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(latitude, forKey: .latitude)
    try container.encode(longitude, forKey: .longitude)
  }
}
#endif

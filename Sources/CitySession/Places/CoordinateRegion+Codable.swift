extension CoordinateRegion.Span: Codable {
  private enum CodingKeys: String, CodingKey { case latitudeDelta, longitudeDelta }

  /// Reads the keys `latitudeDelta` and `longitudeDelta`, in degrees.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if a number is out of range, beside what the decoder
  ///   throws.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let latitudeDelta = try container.decode(Double.self, forKey: .latitudeDelta)
    let longitudeDelta = try container.decode(Double.self, forKey: .longitudeDelta)
    guard Self.isValid(latitudeDelta, longitudeDelta) else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: Self.limits(latitudeDelta, longitudeDelta)))
    }
    self.init(latitudeDelta: latitudeDelta, longitudeDelta: longitudeDelta)
  }

  /// Writes the keys `latitudeDelta` and `longitudeDelta`, in degrees.
  ///
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(latitudeDelta, forKey: .latitudeDelta)
    try container.encode(longitudeDelta, forKey: .longitudeDelta)
  }
}

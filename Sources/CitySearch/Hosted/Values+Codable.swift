#if !hasFeature(Embedded)
/// Values as JSON and the like. Apart from the search, which Embedded Swift compiles without `Codable`.

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

extension CoordinateRectangle: Codable {
  private enum CodingKeys: String, CodingKey { case south, west, north, east }

  /// Reads the keys `south`, `west`, `north` and `east`, in degrees.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if the numbers are no rectangle.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let south = try container.decode(Double.self, forKey: .south)
    let west = try container.decode(Double.self, forKey: .west)
    let north = try container.decode(Double.self, forKey: .north)
    let east = try container.decode(Double.self, forKey: .east)
    guard let rectangle = Self(validatingSouth: south, west: west, north: north, east: east) else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: Self.rejectionReason(south, west, north, east)))
    }
    self = rectangle
  }

  /// Writes the keys `south`, `west`, `north` and `east`, in degrees.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(south, forKey: .south)
    try container.encode(west, forKey: .west)
    try container.encode(north, forKey: .north)
    try container.encode(east, forKey: .east)
  }
}

extension HighlightRange: Codable {
  private enum CodingKeys: CodingKey {
    case location
    case length
  }

  /// Decodes a range.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if a number is negative, beside the errors of the decoder.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func number(_ key: CodingKeys) throws -> Int {
      let number = try container.decode(Int.self, forKey: key)
      guard number >= 0 else {
        throw DecodingError.dataCorruptedError(
          forKey: key, in: container, debugDescription: "must be at least 0, got \(number)")
      }
      return number
    }
    try self.init(location: number(.location), length: number(.length))
  }

  /// Encodes both numbers under their names.
  ///
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(location, forKey: .location)
    try container.encode(length, forKey: .length)
  }
}

extension RegionCode where Self: Codable {
  /// Decodes a code from its text.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if the text is not a code, beside the errors of the decoder.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let code = Self(text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "A \(Self.self) \(Self.rejectionReason(of: text)).")
    }
    self = code
  }

  /// Encodes the code as its text.
  ///
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

extension CountryCode: Codable {}
extension DivisionCode: Codable {}
extension SubdivisionCode: Codable {
  /// Decodes a code from its text.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if the text is not a code, beside the errors of the decoder.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let code = Self(text) else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "A SubdivisionCode must have at most 16 characters of ASCII, got \(text)."
      )
    }
    self = code
  }

  /// Encodes the code as its text.
  ///
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
extension NameKind: Codable {}
extension MatchGrade: Codable {}
extension NameScope: Codable {}
extension TypoTolerance: Codable {}
extension Engine: Codable {}
#endif

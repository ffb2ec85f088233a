extension HighlightRange: Codable {
  private enum CodingKeys: CodingKey {
    case location
    case length
  }

  /// Decodes a range.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if a number is negative, beside what the decoder throws.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func number(_ key: CodingKeys) throws -> Int {
      let number = try container.decode(Int.self, forKey: key)
      guard number >= 0 else {
        throw DecodingError.dataCorruptedError(
          forKey: key, in: container, debugDescription: "\(number) is negative.")
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

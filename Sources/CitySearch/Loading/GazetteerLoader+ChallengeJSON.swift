internal import Foundation

extension GazetteerLoader {
  /// Reads the JSON array of the 200k-cities coding challenge.
  mutating func readChallengeJSON(
    _ data: Data, file: String, into builder: inout GazetteerBuilder
  ) throws(GazetteerError) {
    let elements: [ChallengeElement]
    do {
      elements = try JSONDecoder().decode([ChallengeElement].self, from: data)
    } catch let error as DecodingError {
      throw .invalidJSON(file: file, reason: error.reason)
    } catch {
      throw .invalidJSON(file: file, reason: error.localizedDescription)
    }
    for (index, element) in elements.enumerated() {
      func malformed(_ column: String?, _ reason: String) -> MalformedRecord {
        MalformedRecord(
          file: file, position: .element(index + 1), column: column.map { .init($0) },
          reason: reason)
      }
      switch element {
      case .malformed(let path, let reason):
        try report(malformed(path.isEmpty ? nil : path, reason))
      case .city(let name, let attributes):
        do throws(GazetteerBuilder.Refusal) {
          try builder.append(name: name.utf8.span, attributes)
        } catch {
          try report(malformed(ChallengeElement.path(of: error.field), error.reason))
        }
      }
    }
  }
}

/// An element of the array: a city, or what is wrong with it.
///
/// Decoding an element never throws, so one wrong element does not end the array.
private enum ChallengeElement: Decodable {
  case city(name: String, GazetteerBuilder.Attributes)
  case malformed(path: String, reason: String)

  private enum CodingKeys: String, CodingKey { case country, name, _id, coord }
  private enum CoordinateKeys: String, CodingKey { case lon, lat }

  init(from decoder: any Decoder) throws {
    do {
      let element = try decoder.container(keyedBy: CodingKeys.self)
      let coordinate = try element.nestedContainer(keyedBy: CoordinateKeys.self, forKey: .coord)
      let latitude = try Self.degrees(.lat, upTo: 90, in: coordinate)
      let longitude = try Self.degrees(.lon, upTo: 180, in: coordinate)
      let name = try element.decode(String.self, forKey: .name)
      guard !name.isEmpty else {
        throw DecodingError.dataCorruptedError(
          forKey: CodingKeys.name, in: element, debugDescription: "empty")
      }
      self = .city(
        name: name,
        GazetteerBuilder.Attributes(
          id: try element.decode(Int.self, forKey: ._id),
          countryCode: try element.decode(String.self, forKey: .country), admin1Code: "",
          coordinate: Coordinate(latitude: latitude, longitude: longitude), population: 0))
    } catch let error as DecodingError {
      // The first part of the path is the number of the element, which the array knows.
      let path = error.path.dropFirst(decoder.codingPath.count).map(\.stringValue)
      self = .malformed(path: path.joined(separator: "."), reason: error.reason)
    }
  }

  private static func degrees(
    _ key: CoordinateKeys, upTo limit: Double,
    in container: KeyedDecodingContainer<CoordinateKeys>
  ) throws -> Double {
    let degrees = try container.decode(Double.self, forKey: key)
    guard degrees.magnitude <= limit else {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: container,
        debugDescription: "\(degrees) is not between -\(Int(limit)) and \(Int(limit))")
    }
    return degrees
  }

  /// The path of what the builder calls `field`.
  static func path(of field: GazetteerBuilder.Field) -> String {
    switch field {
    case .id: CodingKeys._id.rawValue
    case .countryCode: CodingKeys.country.rawValue
    case .latitude: "\(CodingKeys.coord.rawValue).\(CoordinateKeys.lat.rawValue)"
    case .longitude: "\(CodingKeys.coord.rawValue).\(CoordinateKeys.lon.rawValue)"
    case .name, .admin1Code, .population, .timeZone: field.rawValue
    }
  }
}

extension DecodingError {
  /// The keys that lead to what is wrong.
  fileprivate var path: [any CodingKey] {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .dataCorrupted(let context):
      context.codingPath
    case .keyNotFound(let key, let context): context.codingPath + [key]
    @unknown default: []
    }
  }

  /// What is wrong, without the path.
  fileprivate var reason: String {
    switch self {
    case .keyNotFound: return "missing"
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .dataCorrupted(let context):
      guard let underlying = context.underlyingError else { return context.debugDescription }
      return "\(context.debugDescription) \(underlying)"
    @unknown default: return String(describing: self)
    }
  }
}

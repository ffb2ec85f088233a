internal import CitySearch
internal import Foundation

/// The form in which favorites are stored: a JSON document with a version number.
///
///     {"cities":[{"id":2988507,"placemark":{...}}],"version":2}
///
/// Version 1 had cities in place of favorites, as a gazetteer gives them: with the codes of country
/// and division, but without their names.
enum FavoritesDocument {
  /// The version that is written.
  static let version = 2

  private struct Header: Decodable {
    var version: Int
  }

  fileprivate struct Content<Element> {
    var cities: [Element]
    var version = FavoritesDocument.version
  }

  /// Makes a document; equal lists make equal documents.
  static func encode(_ cities: [FavoriteCity]) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(Content(cities: cities))
  }

  /// Reads a document of this or an older version.
  ///
  /// - Parameters:
  ///   - data: The document.
  ///   - place: Where it comes from, for errors.
  /// - Returns: The cities, none of them twice.
  /// - Throws: ``StorageError/damaged(file:reason:)`` or
  ///   ``StorageError/newerVersion(file:found:supported:)``.
  static func decode(_ data: Data, from place: String) throws(StorageError) -> [FavoriteCity] {
    guard !data.isEmpty else { throw .damaged(file: place, reason: "it has no content") }
    let cities: [FavoriteCity]
    do {
      let decoder = JSONDecoder()
      switch try decoder.decode(Header.self, from: data).version {
      case version:
        cities = try decoder.decode(Content<FavoriteCity>.self, from: data).cities
      case 1:
        cities = try decoder.decode(Content<City>.self, from: data).cities.map { FavoriteCity($0) }
      case let newer where newer > version:
        throw StorageError.newerVersion(file: place, found: newer, supported: version)
      case let other:
        throw StorageError.damaged(file: place, reason: "there is no version \(other)")
      }
    } catch let error as StorageError {
      throw error
    } catch {
      throw .damaged(file: place, reason: sentence(error))
    }
    try checkForTwins(cities, from: place)
    return cities
  }

  private static func checkForTwins(
    _ cities: [FavoriteCity], from place: String
  ) throws(StorageError) {
    var ids: Set<City.ID> = []
    for city in cities where !ids.insert(city.id).inserted {
      throw .damaged(file: place, reason: "it has the city \(city.id) twice")
    }
  }
}

extension FavoritesDocument.Content: Encodable where Element: Encodable {}
extension FavoritesDocument.Content: Decodable where Element: Decodable {}

/// What a decoder has to complain about, and where in the document.
private func sentence(_ error: any Error) -> String {
  let context: DecodingError.Context
  switch error {
  case DecodingError.dataCorrupted(let found), DecodingError.keyNotFound(_, let found),
    DecodingError.typeMismatch(_, let found), DecodingError.valueNotFound(_, let found):
    context = found
  default: return "\(error)"
  }
  let path = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
  let reason = context.debugDescription.trimmingCharacters(in: CharacterSet(charactersIn: "."))
  return path.isEmpty ? reason : "at \(path.joined(separator: ".")): \(reason)"
}

import CityFavorites
import CitySearch
import Foundation

/// The tasks with favorites.
enum FavoritesProbe {
  /// `add-favorites FILE FIRST COUNT`: adds cities, and acknowledges each by its id.
  static func add(_ arguments: [String]) async throws {
    guard arguments.count == 3 else { throw Complaint("add-favorites FILE FIRST COUNT") }
    let favorites = FavoriteCities(store: try store(at: arguments[0]))
    let (first, count) = try (StorageProbe.number(arguments[1]), StorageProbe.number(arguments[2]))
    try StorageProbe.acknowledge("ready")
    for id in first..<first + count {
      guard try await favorites.add(city(id)) else { throw Complaint("\(id) was there") }
      try StorageProbe.acknowledge(id)
    }
  }

  /// `list-favorites FILE`: acknowledges each city by its id.
  static func list(_ arguments: [String]) async throws {
    guard arguments.count == 1 else { throw Complaint("list-favorites FILE") }
    let favorites = FavoriteCities(store: try store(at: arguments[0]))
    for city in try await favorites.cities { try StorageProbe.acknowledge(city.id) }
  }

  /// `churn-favorites FILE FIRST COUNT WINDOW`: adds and removes cities.
  ///
  /// Each is removed again when `WINDOW` others have followed. Every addition must find its city absent, and every removal present.
  static func churn(_ arguments: [String]) async throws {
    guard arguments.count == 4 else { throw Complaint("churn-favorites FILE FIRST COUNT WINDOW") }
    let favorites = FavoriteCities(store: try store(at: arguments[0]))
    let (first, count) = try (StorageProbe.number(arguments[1]), StorageProbe.number(arguments[2]))
    let window = try StorageProbe.number(arguments[3])
    for id in first..<first + count {
      guard try await favorites.add(city(id)) else { throw Complaint("\(id) was there") }
      guard id - window >= first else { continue }
      guard try await favorites.remove(id - window) != nil else { throw Complaint("\(id) is lost") }
    }
    try StorageProbe.acknowledge("done")
  }

  /// `rewrite-favorites FILE FIRST`: adds cities, and removes each again when the next is there, so that
  /// the file is soon full of obsolete lines and is compacted.
  ///
  /// Each city is acknowledged by its id when the one before it is gone.
  static func rewrite(_ arguments: [String]) async throws {
    guard arguments.count == 2 else { throw Complaint("rewrite-favorites FILE FIRST") }
    let store = try store(at: arguments[0])
    let first = try StorageProbe.number(arguments[1])
    try StorageProbe.acknowledge("ready")
    for id in first... {
      // Hundreds of lines at once, so that no second passes without a new file.
      try await store.update { cities in
        for id in (id * 300)..<(id * 300 + 300) {
          cities.add(city(id))
          for other in cities.cities where other.id != id { cities.remove(other.id) }
        }
      }
      try StorageProbe.acknowledge(id)
    }
  }

  /// The store for the extension of a path; for settings, the path is their name.
  ///
  /// The time limit is longer than a store waits on a busy machine while several processes use one file.
  private static func store(at path: String) throws -> any FavoritesStore {
    if path.hasSuffix(".settings") {
      guard let settings = UserDefaults(suiteName: path) else {
        throw Complaint("\(path) is no name for settings")
      }
      return FavoritesDefaults(in: settings)
    }
    let (url, timeLimit) = (URL(filePath: path), Duration.seconds(300))
    #if SQLite
    if path.hasSuffix(".sqlite") { return FavoritesDatabase(at: url, timeLimit: timeLimit) }
    #endif
    return FavoritesFile(at: url, timeLimit: timeLimit)
  }

  static func city(_ id: Int) -> FavoriteCity {
    FavoriteCity(
      City(
        id: id, name: "City \(id)", countryCode: "XX",
        coordinate: Coordinate(validLatitude: Double(id % 90), longitude: Double(id % 180))))
  }
}

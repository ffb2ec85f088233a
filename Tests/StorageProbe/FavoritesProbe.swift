import CityFavorites
import CitySearch
import Foundation

/// The tasks with favorites.
enum FavoritesProbe {
  /// `add-favorites FILE FIRST COUNT`: adds cities, and acknowledges each by its id.
  static func add(_ arguments: [String]) async throws {
    guard arguments.count == 3 else { throw Complaint("add-favorites FILE FIRST COUNT") }
    let favorites = FavoriteCities(store: try store(at: arguments[0]), limit: .max)
    let (first, count) = try (StorageProbe.number(arguments[1]), StorageProbe.number(arguments[2]))
    try StorageProbe.acknowledge("ready")
    for id in first..<first + count {
      guard try await favorites.add(city(id)) else { throw Complaint("\(id) was there") }
      try StorageProbe.acknowledge(id)
    }
  }

  /// `churn-favorites FILE FIRST COUNT WINDOW`: adds and removes cities.
  ///
  /// Each is removed again when `WINDOW` others have followed. Every addition must find its city absent, and every removal present.
  static func churn(_ arguments: [String]) async throws {
    guard arguments.count == 4 else { throw Complaint("churn-favorites FILE FIRST COUNT WINDOW") }
    let favorites = FavoriteCities(store: try store(at: arguments[0]), limit: .max)
    let (first, count) = try (StorageProbe.number(arguments[1]), StorageProbe.number(arguments[2]))
    let window = try StorageProbe.number(arguments[3])
    for id in first..<first + count {
      guard try await favorites.add(city(id)) else { throw Complaint("\(id) was there") }
      guard id - window >= first else { continue }
      guard try await favorites.remove(City.ID(id - window)) != nil else {
        throw Complaint("\(id) is lost")
      }
    }
    try StorageProbe.acknowledge("done")
  }

  /// `assign-favorites FILE FIRST`: assigns one list after another, each of other cities.
  ///
  /// Each list has half of the cities of the one before, in another order, and is acknowledged by its
  /// number.
  static func assign(_ arguments: [String]) async throws {
    guard arguments.count == 2 else { throw Complaint("assign-favorites FILE FIRST") }
    let store = try store(at: arguments[0])
    let first = try StorageProbe.number(arguments[1])
    try StorageProbe.acknowledge("ready")
    for number in first... {
      let ids = Array(number * 20..<number * 20 + 40)
      let order = number.isMultiple(of: 2) ? ids : ids.reversed()
      try await store.update { $0 = FavoriteList(order.map { city($0) }) }
      try StorageProbe.acknowledge(number)
    }
  }

  /// The store for the extension of a path.
  ///
  /// The time limit is longer than a store waits on a busy machine while several processes use one file.
  private static func store(at path: String) throws -> any FavoritesStore {
    let (url, timeLimit) = (URL(filePath: path), Duration.seconds(1_200))
    #if SQLite
    if path.hasSuffix(".sqlite") { return FavoritesDatabase(at: url, timeLimit: timeLimit) }
    #endif
    return FavoritesFile(at: url, timeLimit: timeLimit)
  }

  static func city(_ id: Int) -> FavoriteCity {
    FavoriteCity(
      City(
        id: City.ID(id), name: "City \(id)", countryCode: "XX",
        coordinate: Coordinate(latitude: Double(id % 90), longitude: Double(id % 180))))
  }
}

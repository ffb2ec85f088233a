internal import Foundation

/// Favorites that last as long as the value: for previews, tests and guests.
public final class FavoritesMemory: FavoritesStore, @unchecked Sendable {
  // Unchecked, because the compiler does not know that the lock guards the list.
  private let lock = NSLock()
  private var cities: [FavoriteCity]

  /// Creates a store.
  ///
  /// - Parameter cities: The favorites to begin with; no city may be there twice.
  /// - Complexity: O(*n*), where *n* is the number of cities.
  public init(_ cities: [FavoriteCity] = []) {
    precondition(
      Set(cities.map(\.id)).count == cities.count, "A city is twice among the favorites.")
    self.cities = cities
  }

  /// The favorites.
  ///
  /// - Returns: The cities in order.
  /// - Complexity: O(1).
  public func load() -> [FavoriteCity] { lock.withLock { cities } }

  /// Changes the favorites; if the change throws, they are as they were.
  ///
  /// - Parameter change: Changes the list of this moment; it must not use this store.
  /// - Returns: What the change returns.
  /// - Throws: What the change throws.
  /// - Complexity: O(*n*), where *n* is the number of cities, and that of the change.
  public func update<Result>(_ change: (inout [FavoriteCity]) throws -> Result) throws -> Result {
    try lock.withLock {
      var copy = cities
      let result = try change(&copy)
      cities = copy
      return result
    }
  }
}

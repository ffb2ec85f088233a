internal import Foundation

/// Favorites that last as long as the value: for previews, tests and guests.
public final class FavoritesMemory: FavoritesStore, @unchecked Sendable {
  // Unchecked, because the compiler does not know that the lock guards the list.
  private let lock = NSLock()
  private var list: FavoriteList

  /// Creates a store.
  ///
  /// - Parameter cities: The favorites to begin with; no city may be there twice.
  /// - Complexity: O(*n*), where *n* is the number of cities.
  public init(_ cities: [FavoriteCity] = []) { list = FavoriteList(cities) }

  /// The favorites.
  ///
  /// - Returns: The list.
  /// - Complexity: O(1).
  public func load() -> FavoriteList { lock.withLock { list } }

  /// Changes the favorites; if the change throws, they are as they were.
  ///
  /// - Parameter change: Changes the list of this moment; it must not use this store.
  /// - Returns: The new list, and what the change returned.
  /// - Throws: What the change throws.
  /// - Complexity: O(*n*), where *n* is the number of cities, and that of the change.
  @discardableResult
  public func update<Result: Sendable>(
    _ change: @Sendable (inout FavoriteList) throws -> Result
  ) throws -> (list: FavoriteList, result: Result) {
    try lock.withLock {
      let (changed, _, result) = try list.changed(by: change)
      list = changed
      return (changed, result)
    }
  }
}

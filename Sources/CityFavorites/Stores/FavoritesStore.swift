internal import Foundation

/// A store of favorites: a file, a database of an app, or memory.
///
/// A store treats data that it cannot read as an error, never as an empty list, and never overwrites them.
/// A store without data is an empty list; a file that disappears while it is in use is an error.
public protocol FavoritesStore: Sendable {
  /// Reads the favorites.
  ///
  /// - Returns: The list.
  /// - Throws: ``/DurableStorage/StorageError`` if there may be favorites that cannot be read.
  func load() async throws -> FavoriteList

  /// Changes the favorites and saves them, in isolation from all other updates of the same favorites:
  /// through another store, or in another process.
  ///
  /// When the function returns, the change is as durable as the store can make it.
  ///
  /// - Parameter change: Changes the stored list. It must not use a store.
  /// - Returns: The list as it is stored now.
  /// - Throws: ``/DurableStorage/StorageError`` if the favorites cannot be read or saved,
  ///   `CancellationError`, or the error of `change`. The stored favorites are unchanged then.
  @discardableResult
  func update(
    _ change: @Sendable (inout FavoriteList) throws -> Void
  ) async throws -> FavoriteList
}

/// Favorites in memory, for previews, tests and guests.
public actor FavoritesMemory: FavoritesStore {
  private var list: FavoriteList

  /// Creates a store.
  ///
  /// - Parameter cities: The first favorites; of several with the same id, the first is taken.
  /// - Complexity: O(*n*), where *n* is the number of cities.
  public init(_ cities: [FavoriteCity] = []) { list = FavoriteList(cities) }

  /// Returns the favorites.
  ///
  /// - Returns: The list.
  public func load() -> FavoriteList { list }

  /// Changes the favorites, unless the change throws.
  ///
  /// - Parameter change: Changes the list.
  /// - Returns: The new list.
  /// - Throws: The error of `change`.
  @discardableResult
  public func update(
    _ change: @Sendable (inout FavoriteList) throws -> Void
  ) throws -> FavoriteList {
    var changed = list
    try change(&changed)
    list = changed
    return changed
  }
}

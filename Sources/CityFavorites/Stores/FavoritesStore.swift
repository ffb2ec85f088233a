internal import Foundation

/// A store of favorites.
///
/// A store keeps a list of cities in order, without duplicates. It treats data that it cannot read as an
/// error, never as an empty list, and never overwrites them; if it can read a part, it says what is missing
/// in ``FavoriteList/damage``. A store without data is an empty list; a file that disappears while it is in
/// use is an error.
public protocol FavoritesStore: Sendable {
  /// Reads the favorites.
  ///
  /// - Returns: The list after one of the calls of ``update(_:)``, or before the first.
  /// - Throws: ``/DurableStorage/StorageError`` if there may be favorites that cannot be read.
  func load() async throws -> FavoriteList

  /// Changes the favorites and saves them, in isolation from all other updates of the same favorites:
  /// through another store, or in another process.
  ///
  /// What is saved is the list that `change` leaves, however it came about: by functions of the list, or
  /// by an assignment. Nothing is written if it is equal to the list before. When the function returns, the
  /// changes are as durable as the store can make them. Waiting for other updates blocks no thread, and
  /// ends if the task is cancelled.
  ///
  /// - Parameter change: Changes the current list, or assigns another. It must not use a store, and may be
  ///   called again after a conflict with another program.
  /// - Returns: The list as it is stored now, and the result of `change`.
  /// - Throws: ``/DurableStorage/StorageError`` if the favorites cannot be read or saved, or are locked for longer than
  ///   the time limit; `CancellationError`; or the error of `change`. The stored favorites are unchanged
  ///   then, with one exception: if only the last step failed that makes a change durable, the change is
  ///   there, and a power failure may undo it.
  @discardableResult
  func update<Result: Sendable>(
    _ change: @Sendable (inout FavoriteList) throws -> Result
  ) async throws -> (list: FavoriteList, result: Result)
}

/// Favorites in memory, for previews, tests and guests.
public final class FavoritesMemory: FavoritesStore, @unchecked Sendable {
  // Unchecked, because the compiler cannot see that the lock guards the list.
  private let lock = NSLock()
  private var list: FavoriteList

  /// Creates a store.
  ///
  /// - Parameter cities: The first favorites; of several with the same id, the first is taken.
  /// - Complexity: O(*n*), where *n* is the number of cities.
  public init(_ cities: [FavoriteCity] = []) { list = FavoriteList(cities) }

  /// Returns the favorites.
  ///
  /// - Returns: The list.
  /// - Complexity: O(1).
  public func load() -> FavoriteList { lock.withLock { list } }

  /// Changes the favorites, unless the change throws.
  ///
  /// - Parameter change: Changes the current list; it must not use this store.
  /// - Returns: The new list, and the result of `change`.
  /// - Throws: The error of `change`.
  /// - Complexity: O(*n*), where *n* is the number of cities, and that of the change.
  @discardableResult
  public func update<Result: Sendable>(
    _ change: @Sendable (inout FavoriteList) throws -> Result
  ) throws -> (list: FavoriteList, result: Result) {
    try lock.withLock {
      let (changed, result) = try list.changed(by: change)
      list = changed
      return (changed, result)
    }
  }
}

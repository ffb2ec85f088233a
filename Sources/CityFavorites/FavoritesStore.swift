/// Where favorites are kept.
///
/// A store keeps a list of cities without duplicates, in order. It never takes what it cannot read for
/// an empty list, and never overwrites it: both functions throw then. Nothing stored yet is an empty
/// list; but a file that was there and is gone while the store is in use is an error.
public protocol FavoritesStore: Sendable {
  /// Reads the favorites.
  ///
  /// - Returns: The list as it was after some ``update(_:)`` or before the first.
  /// - Throws: ``StorageError`` if there may be favorites that cannot be read.
  func load() async throws -> FavoriteList

  /// Changes the favorites and saves the changes, while no other update of the same favorites is under
  /// way: not through another store, and not in another process.
  ///
  /// Nothing is written if nothing changed. When the function returns, the changes are as safe as the
  /// store can make them. Waiting for other updates blocks no thread, and ends with the task's
  /// cancellation.
  ///
  /// - Parameter change: Changes the list of this moment; it must not use a store, and can be called
  ///   again if another program was in the way.
  /// - Returns: The list as it is stored now, and what the change returned.
  /// - Throws: ``StorageError`` if the favorites cannot be read or saved, or others use them for too
  ///   long; `CancellationError`; or what the change throws. The stored favorites are as they were.
  @discardableResult
  func update<Result: Sendable>(
    _ change: @Sendable (inout FavoriteList) throws -> Result
  ) async throws -> (list: FavoriteList, result: Result)
}

extension FavoriteList {
  /// Calls `change` with a copy, and returns the copy, the changes, and what was returned.
  func changed<Result>(
    by change: (inout FavoriteList) throws -> Result
  ) rethrows -> (list: FavoriteList, changes: [FavoritesChange], result: Result) {
    var list = self
    let result = try change(&list)
    let changes = list.takeChanges()
    return (list, changes, result)
  }
}

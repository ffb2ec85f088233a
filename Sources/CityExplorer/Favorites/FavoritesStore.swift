/// Where favorites are kept.
///
/// A store keeps a list of cities without duplicates, in order. It never takes what it cannot read for
/// an empty list, and never overwrites it: both functions throw then. Nothing stored yet is an empty
/// list.
///
/// Both functions return to their caller as soon as the work is done, within milliseconds; their
/// thread waits meanwhile, also for other writers.
public protocol FavoritesStore: Sendable {
  /// Reads the favorites.
  ///
  /// - Returns: The cities in order, as they were after some ``update(_:)`` or before the first.
  /// - Throws: ``StorageError`` if there may be favorites that cannot be read.
  func load() throws -> [FavoriteCity]

  /// Reads the favorites, changes them and saves them, while no other update of the same favorites
  /// is under way: not through another store, and not in another process.
  ///
  /// Nothing is written if nothing changed. When the function returns, the change is as safe as the
  /// store can make it.
  ///
  /// - Parameter change: Changes the list of this moment; it must not use a store.
  /// - Returns: What the change returns.
  /// - Throws: ``StorageError`` if the favorites cannot be read or saved, or what the change throws;
  ///   the stored favorites are as they were.
  func update<Result>(_ change: (inout [FavoriteCity]) throws -> Result) throws -> Result
}

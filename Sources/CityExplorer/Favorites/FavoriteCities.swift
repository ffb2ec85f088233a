public import CitySearch

/// The favorite cities of a person, in the order in which they were added or moved to.
///
/// ```swift
/// let favorites = FavoriteCities(store: FavoritesFile(url))
/// try await favorites.add(FavoriteCity(city, in: gazetteer))
/// for await cities in try await favorites.updates { show(cities) }
/// ```
///
/// Every change goes to the store first. Only if it is saved there, the list in memory changes and
/// observers are told; a function that throws has changed nothing. The list is read when it is first
/// needed. Changes of other processes come in with the next change made here, or by ``refresh()``.
public actor FavoriteCities {
  private let store: any FavoritesStore
  /// The list as it is in the store, as far as is known; `nil` before it was read.
  private var cities: [FavoriteCity]?
  private var ids: Set<City.ID> = []
  private var observers = Observers<[FavoriteCity]>()

  /// Creates the list of a store, without reading it.
  ///
  /// - Parameter store: Where the favorites are kept.
  public init(store: any FavoritesStore) { self.store = store }

  deinit { observers.finish() }
}

extension FavoriteCities {
  /// All favorites in order.
  ///
  /// It throws what the store throws, if the list was not read before.
  ///
  /// - Complexity: O(1), after the first time.
  public var all: [FavoriteCity] {
    get throws { try cities ?? refresh() }
  }

  /// The ids of all favorites.
  ///
  /// It throws what the store throws, if the list was not read before.
  ///
  /// - Complexity: O(1), after the first time.
  public var cityIDs: Set<City.ID> {
    get throws {
      _ = try all
      return ids
    }
  }

  /// Whether a city is a favorite.
  ///
  /// - Parameter id: The id of the city.
  /// - Returns: Whether it is in the list.
  /// - Throws: What the store throws, if the list was not read before.
  /// - Complexity: O(1), after the first time.
  public func contains(_ id: City.ID) throws -> Bool { try cityIDs.contains(id) }

  /// The list of this moment, and then the list after each change, in order.
  ///
  /// Each use begins a stream of its own; a reader that is slow misses nothing. A stream ends with its
  /// reader's task, or with this object, which it does not keep alive. It throws what the store
  /// throws, if the list was not read before.
  public var updates: AsyncStream<[FavoriteCity]> {
    get throws {
      observers.add([try all]) { [weak self] number in
        Task { await self?.removeObserver(number) }
      }
    }
  }

  /// The number of streams that have not ended.
  package var observersCount: Int { observers.count }

  /// Reads the list again, for changes that another process made.
  ///
  /// - Returns: The list.
  /// - Throws: What the store throws; the list in memory is as it was.
  /// - Complexity: O(*n*), where *n* is the number of favorites.
  @discardableResult
  public func refresh() throws -> [FavoriteCity] {
    let current = try store.load()
    take(current)
    return current
  }

  /// Changes the stored list, and takes over what it is then.
  func update<Result>(_ change: (inout [FavoriteCity]) throws -> Result) throws -> Result {
    let (current, result) = try store.update { cities in
      let result = try change(&cities)
      return (cities, result)
    }
    take(current)
    return result
  }

  private func take(_ current: [FavoriteCity]) {
    guard current != cities else { return }
    cities = current
    ids = Set(current.map(\.id))
    observers.tell(current)
  }

  private func removeObserver(_ number: Int) { observers.remove(number) }
}

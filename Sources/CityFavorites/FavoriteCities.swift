public import CitySearch
internal import CitySession
internal import Synchronization

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
  private var list: FavoriteList?
  /// The number of the newest look at the store whose list was taken over.
  private var lookNumber = 0
  /// How many lists there were; the first has the number 1.
  private(set) var revision = 0
  private var observers = Observers<[FavoriteCity]>()
  private var snapshotObservers = Observers<Snapshot>()

  /// Numbers the looks at the store in their order there; answers can overtake each other.
  private let looks = Atomic(0)

  /// The cities, with the number of the list.
  struct Snapshot: Sendable {
    let cities: [FavoriteCity]
    let revision: Int
  }

  /// Creates the list of a store, without reading it.
  ///
  /// - Parameter store: Where the favorites are kept.
  public init(store: any FavoritesStore) { self.store = store }

  deinit {
    observers.finish()
    snapshotObservers.finish()
  }
}

extension FavoriteCities {
  /// All favorites in order.
  ///
  /// It throws what the store throws, if the list was not read before.
  ///
  /// - Complexity: O(1), after the first time.
  public var all: [FavoriteCity] {
    get async throws { try await known().cities }
  }

  /// The ids of all favorites.
  ///
  /// It throws what the store throws, if the list was not read before.
  ///
  /// - Complexity: O(1), after the first time.
  public var cityIDs: Set<City.ID> {
    get async throws { try await known().ids }
  }

  /// Whether a city is a favorite.
  ///
  /// - Parameter id: The id of the city.
  /// - Returns: Whether it is in the list.
  /// - Throws: What the store throws, if the list was not read before.
  /// - Complexity: O(1), after the first time.
  public func contains(_ id: City.ID) async throws -> Bool { try await known().contains(id) }

  /// The list of this moment, and then the newest list after changes.
  ///
  /// Each use begins a stream of its own. A reader that is slow gets the newest list when it asks, and
  /// not those in between; no more than one is kept for it. A stream ends with its reader's task, or
  /// with this object, which it does not keep alive. It throws what the store throws, if the list was
  /// not read before.
  public var updates: AsyncStream<[FavoriteCity]> {
    get async throws {
      let cities = try await known().cities
      return observers.makeStream(startingWith: [cities], buffering: .newest) {
        [weak self] number in
        Task { await self?.removeObserver(number) }
      }
    }
  }

  /// As ``updates``, with the numbers of the lists.
  var snapshots: AsyncStream<Snapshot> {
    get async throws {
      let snapshot = Snapshot(cities: try await known().cities, revision: revision)
      return snapshotObservers.makeStream(startingWith: [snapshot], buffering: .newest) {
        [weak self] number in
        Task { await self?.removeSnapshotObserver(number) }
      }
    }
  }

  /// The number of streams that have not ended.
  package var observersCount: Int { observers.count + snapshotObservers.count }

  /// Reads the list again, for changes that another process made.
  ///
  /// - Returns: The list.
  /// - Throws: What the store throws; the list in memory is as it was.
  /// - Complexity: That of the store.
  @discardableResult
  public func refresh() async throws -> [FavoriteCity] { try await look().cities }

  /// Changes the stored list, and takes over what it is then.
  func update<Result: Sendable>(
    _ change: @escaping @Sendable (inout FavoriteList) throws -> Result
  ) async throws -> Result {
    let (current, (number, result)) = try await store.update { list in
      // No other update of this store is under way here.
      (nextLook(), try change(&list))
    }
    // What was read while this was being saved may not have it. That it is saved is true in any case.
    if !take(current, number) { _ = try? await look() }
    return result
  }

  private nonisolated func nextLook() -> Int {
    looks.add(1, ordering: .relaxed).newValue
  }

  /// The list, which is read if it is not known.
  private func known() async throws -> FavoriteList {
    if let list { return list }
    return try await look()
  }

  /// Reads the list, and gives the newest one that is known then.
  private func look() async throws -> FavoriteList {
    let number = nextLook()
    let current = try await store.load()
    take(current, number)
    // Whoever was faster looked later, but not before this was asked for.
    return list ?? current
  }

  /// Takes over a list, unless a newer one is known.
  ///
  /// - Returns: Whether it is the newest.
  @discardableResult
  private func take(_ current: FavoriteList, _ number: Int) -> Bool {
    guard number > lookNumber else { return false }
    lookNumber = number
    guard list == nil || current.cities != list?.cities else { return true }
    list = current
    revision += 1
    observers.yield(current.cities)
    snapshotObservers.yield(Snapshot(cities: current.cities, revision: revision))
    return true
  }

  private func removeObserver(_ number: Int) { observers.remove(number) }

  private func removeSnapshotObserver(_ number: Int) { snapshotObservers.remove(number) }
}

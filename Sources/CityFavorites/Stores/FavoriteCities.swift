public import CitySearch
internal import CitySession
internal import Synchronization

/// The favorite cities of a person, in the order in which they were added or moved to.
///
/// ```swift
/// let favorites = FavoriteCities(store: FavoritesFile(at: url))
/// try await favorites.add(FavoriteCity(city, in: gazetteer))
/// for await list in try await favorites.updates { show(list.cities) }
/// ```
///
/// Each change is written to the store first. The list in memory changes, and observers get it, only
/// after the write succeeded: a function that throws has changed nothing, with the one exception of
/// ``FavoritesFile/update(_:)``. The store is read at the first use. Changes made by other processes
/// appear with the next change made here, or with ``refresh()``.
///
/// ### What a star means
///
/// A star says which cities are favorites, not what is to be done: setting a full star again changes
/// nothing. This list decides what a star means for every screen, through ``FavoritesClient/live(_:places:)``:
/// - A favorite stays one, with its place and its saved placemark, even if its city is gone or the list is
///   full. What the store has counts, not the list in memory, which may be older.
/// - Another city is added at the end, with its placemark of today.
/// - A city that cannot be looked up any more is restored as it was, if it was removed here.
public actor FavoriteCities {
  private let store: any FavoritesStore
  /// The greatest number of favorites.
  public nonisolated let limit: Int
  /// The newest list that was read from the store; `nil` before the first read.
  private var current: FavoriteList?
  /// The sequence number of the access that returned `current`.
  private var currentSequence = 0
  private var observers = Observers<FavoriteList>()
  /// The favorites that were removed here, as they were saved.
  private var removed: [City.ID: FavoriteCity] = [:]

  /// Numbers the accesses to the store in the order of their execution there, because their results can
  /// arrive here in another order.
  private let accessCount = Atomic(0)

  /// Creates a list over a store, without reading the store.
  ///
  /// - Parameters:
  ///   - store: The store of the favorites.
  ///   - limit: The greatest number of favorites; at least 1. ``add(_:)`` throws
  ///     ``FavoritesError/full(limit:)`` when it is reached. A longer list that is stored already can be
  ///     read, reordered and shortened.
  public init(store: any FavoritesStore, limit: Int = FavoriteCities.defaultLimit) {
    precondition(limit >= 1, "limit must be at least 1, got \(limit).")
    self.store = store
    self.limit = limit
  }

  /// The default limit: 1,000 favorites.
  public static let defaultLimit = 1_000

  deinit { observers.finish() }
}

extension FavoriteCities {
  /// The current list.
  ///
  /// The first use reads the store and throws its errors.
  ///
  /// - Complexity: O(1) after the first use.
  public var list: FavoriteList {
    get async throws {
      if let current { return current }
      return try await loadList()
    }
  }

  /// The revision of the current list: 0 before the first read, and 1 more with each change of the list.
  public var revision: Int { current?.revision ?? 0 }

  /// All favorites in order.
  ///
  /// The first use reads the store and throws its errors.
  ///
  /// - Complexity: O(1) after the first use.
  public var cities: [FavoriteCity] {
    get async throws { try await list.cities }
  }

  /// The ids of all favorites.
  ///
  /// The first use reads the store and throws its errors.
  ///
  /// - Complexity: O(1) after the first use.
  public var ids: Set<City.ID> {
    get async throws { try await list.ids }
  }

  /// Whether a city is a favorite.
  ///
  /// - Parameter id: The id of the city.
  /// - Returns: Whether the city is in the list.
  /// - Throws: The errors of the store, at the first use.
  /// - Complexity: O(1) after the first use.
  public func contains(_ id: City.ID) async throws -> Bool {
    try await list.contains(id)
  }

  /// The current list, and then the newest list after changes.
  ///
  /// Each use returns a new stream. A list replaces the one before it, so a slow reader gets the newest
  /// list and skips those in between; at most one is buffered for it. A stream ends when its reader's
  /// task is cancelled or this object is deallocated; the stream does not keep this object alive. The
  /// first use reads the store and throws its errors.
  public var updates: AsyncStream<FavoriteList> {
    get async throws {
      let list = try await list
      return observers.makeStream(startingWith: [list], buffering: .newest) {
        [weak self] number in
        Task { await self?.removeObserver(number) }
      }
    }
  }

  /// The number of streams that have not ended.
  package var observersCount: Int { observers.count }

  private func removeObserver(_ number: Int) { observers.remove(number) }
}

extension FavoriteCities {
  /// Adds a city at the end, unless it is a favorite already.
  ///
  /// A favorite keeps its place and its saved placemark.
  ///
  /// - Parameter city: The city.
  /// - Returns: Whether the city was added.
  /// - Throws: ``FavoritesError/full(limit:)``, the errors of the store, or `CancellationError` if the
  ///   task is cancelled while it waits for other processes. Nothing has changed then, with the one
  ///   exception of ``FavoritesFile/update(_:)``.
  /// - Complexity: That of the store. If a reader shares the list in memory, *n* references are copied,
  ///   where *n* is the number of favorites.
  @discardableResult
  public func add(_ city: FavoriteCity) async throws -> Bool {
    try await update { [limit] in try $0.add(city, upTo: limit) }
  }

  /// Removes a city, if it is a favorite.
  ///
  /// - Parameter id: The id of the city.
  /// - Returns: The favorite as it was saved; `nil` if the city was no favorite.
  /// - Throws: The errors of the store, or `CancellationError` if the task is cancelled while it waits
  ///   for other processes. Nothing has changed then, with the one exception of
  ///   ``FavoritesFile/update(_:)``.
  /// - Complexity: That of the store, and O(*n*) in memory, where *n* is the number of favorites.
  @discardableResult
  public func remove(_ id: City.ID) async throws -> FavoriteCity? {
    let city = try await update { $0.remove(id) }
    if let city { removed[id] = city }
    return city
  }

  /// Removes a city if it is a favorite, and adds it at the end if it is not.
  ///
  /// - Parameter city: The city.
  /// - Returns: Whether the city is a favorite now.
  /// - Throws: ``FavoritesError/full(limit:)``, the errors of the store, or `CancellationError` if the
  ///   task is cancelled while it waits for other processes. Nothing has changed then, with the one
  ///   exception of ``FavoritesFile/update(_:)``.
  /// - Complexity: That of the store, and O(*n*) in memory, where *n* is the number of favorites.
  @discardableResult
  public func toggle(_ city: FavoriteCity) async throws -> Bool {
    let favorite = try await update { [limit] list in
      let favorite = list.remove(city.id)
      if favorite == nil { _ = try list.add(city, upTo: limit) }
      return favorite
    }
    if let favorite { removed[city.id] = favorite }
    return favorite == nil
  }

  /// Makes a city a favorite or not, as a star says; the comment on the type has the rules.
  ///
  /// - Parameters:
  ///   - id: The id of the city.
  ///   - isFavorite: Whether it is to be a favorite.
  ///   - places: The source of the current cities.
  /// - Returns: A revision: lists with this one or a later one include the change.
  /// - Throws: ``FavoritesError``, of any cause. Nothing has changed then, with the one exception of
  ///   ``FavoritesFile/update(_:)``.
  /// - Complexity: That of the store, and of the look-up of one city.
  func setFavorite(
    _ id: City.ID, to isFavorite: Bool, in places: any PlaceResolving
  ) async throws(FavoritesError) -> Int {
    do {
      if isFavorite {
        let city = await city(id, in: places)
        try await update { [limit] list in
          if !list.contains(id) { _ = try list.add(city.get(), upTo: limit) }
        }
      } else {
        try await remove(id)
      }
      return revision
    } catch {
      throw FavoritesError(error)
    }
  }

  /// A city as it is today, or as it was when it was removed, if it cannot be looked up.
  private func city(
    _ id: City.ID, in places: any PlaceResolving
  ) async -> Result<FavoriteCity, FavoritesError> {
    do {
      if let item = try await places.mapItems(withIDs: [id]).first {
        return .success(FavoriteCity(item))
      }
      return removed[id].map { .success($0) } ?? .failure(.unknownCity(id))
    } catch {
      return removed[id].map { .success($0) } ?? .failure(FavoritesError(error))
    }
  }

  /// Moves a favorite to another position.
  ///
  /// - Parameters:
  ///   - id: The id of the city; nothing happens if it is no favorite.
  ///   - position: The position in the new order, from 0. A position outside the list is clamped,
  ///     because another process may have made the list shorter.
  /// - Returns: Whether the order changed.
  /// - Throws: The errors of the store, or `CancellationError` if the task is cancelled while it waits
  ///   for other processes. Nothing has changed then, with the one exception of
  ///   ``FavoritesFile/update(_:)``.
  /// - Complexity: That of the store, and O(*n*) in memory, where *n* is the number of favorites.
  @discardableResult
  public func move(_ id: City.ID, to position: Int) async throws -> Bool {
    try await update { $0.move(id, to: position) }
  }

  /// Reads the store again, for changes made by other processes.
  ///
  /// - Returns: The cities in order.
  /// - Throws: The errors of the store; the list in memory is unchanged then.
  /// - Complexity: That of the store.
  @discardableResult
  public func refresh() async throws -> [FavoriteCity] { try await loadList().cities }

  /// Changes the stored list, and takes over the result.
  private func update<Result: Sendable>(
    _ change: @escaping @Sendable (inout FavoriteList) throws -> Result
  ) async throws -> Result {
    let (list, (sequence, result)) = try await store.update { list in
      // The store executes one update at a time, so the numbers follow its order.
      (nextSequence(), try change(&list))
    }
    // A load that overtook this update may lack the change, so the list is read again. The change is
    // saved, whether or not that succeeds.
    if !accept(list, sequence) { _ = try? await loadList() }
    return result
  }

  private nonisolated func nextSequence() -> Int {
    accessCount.add(1, ordering: .relaxed).newValue
  }

  /// Loads the list, and returns the newest one that is in memory then.
  @discardableResult
  private func loadList() async throws -> FavoriteList {
    let sequence = nextSequence()
    let list = try await store.load()
    accept(list, sequence)
    // A load that started later may have returned earlier; its list is newer than this request.
    return current ?? list
  }

  /// Takes over a list and sends it to the observers, unless a newer one is in memory.
  ///
  /// - Returns: Whether the list is the newest.
  @discardableResult
  private func accept(_ list: FavoriteList, _ sequence: Int) -> Bool {
    guard sequence > currentSequence else { return false }
    currentSequence = sequence
    if let current, current.cities == list.cities, current.damage == list.damage { return true }
    var list = list
    list.revision = revision + 1
    current = list
    observers.yield(list)
    return true
  }
}

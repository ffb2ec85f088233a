public import CitySearch
public import CitySession

/// Favorites as three functions, to be handed to whatever runs the effects of an app.
///
/// Tests and previews replace the functions that they need, as with ``SearchClient``.
public struct FavoritesClient: Sendable {
  /// The favorites of this moment, and then the newest after changes; throws ``FavoritesError``.
  public var updates: @Sendable () async throws -> AsyncStream<FavoritesSnapshot>
  /// Makes a city a favorite, or none, if it is not so already; throws ``FavoritesError``.
  ///
  /// It returns the revision of a list that shows the change. Lists of this and later revisions in
  /// ``updates`` have it, too, or show what was changed since.
  public var set: @Sendable (_ id: City.ID, _ isFavorite: Bool) async throws -> Int
  /// Moves a favorite to another place in the order; throws ``FavoritesError``.
  public var move: @Sendable (_ id: City.ID, _ position: Int) async throws -> Void

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - updates: The favorites of this moment, and then the newest after changes.
  ///   - set: Makes a city a favorite, or none.
  ///   - move: Moves a favorite to another place in the order.
  public init(
    updates: @escaping @Sendable () async throws -> AsyncStream<FavoritesSnapshot>,
    set: @escaping @Sendable (_ id: City.ID, _ isFavorite: Bool) async throws -> Int,
    move: @escaping @Sendable (_ id: City.ID, _ position: Int) async throws -> Void
  ) {
    self.updates = updates
    self.set = set
    self.move = move
  }
}

/// The favorites of one moment.
public struct FavoritesSnapshot: Sendable, Hashable {
  /// The favorites in order, as they are to be shown.
  public var cities: [ResolvedFavorite]
  /// The number of the list; that of a later one is higher.
  public var revision: Int

  /// Creates a snapshot.
  ///
  /// - Parameters:
  ///   - cities: The favorites in order.
  ///   - revision: The number of the list.
  public init(_ cities: [ResolvedFavorite], revision: Int) {
    self.cities = cities
    self.revision = revision
  }
}

extension FavoritesClient {
  /// A client of a list of favorites.
  ///
  /// It remembers what it removed: a city that is unknown today can be added again, as it was saved.
  ///
  /// - Parameters:
  ///   - favorites: The list.
  ///   - places: What knows the cities of today by their ids: a gazetteer, an index, a server.
  /// - Returns: The client.
  public static func live(
    _ favorites: FavoriteCities, places: any PlaceResolving
  ) -> FavoritesClient {
    let removed = RemovedFavorites()
    return FavoritesClient(
      updates: {
        // Whoever shows favorites anew also wants to know what other processes did.
        try await favorites.refresh()
        return try await favorites.snapshots.resolved(in: places)
      },
      set: { id, isFavorite in
        if !isFavorite {
          if let city = try await favorites.takeOut(id) { await removed.add(city) }
        } else if try await !favorites.contains(id) {
          try await favorites.add(await removed.city(id, asKnownTo: places))
        }
        return await favorites.revision
      },
      move: { id, position in try await favorites.move(id, to: position) })
  }

  /// A client of a screen without favorites: the list is empty, and nothing can be added.
  public static var unavailable: FavoritesClient {
    FavoritesClient(
      updates: {
        AsyncStream { updates in
          updates.yield(FavoritesSnapshot([], revision: 0))
          updates.finish()
        }
      },
      set: { _, _ in throw FavoritesError.unavailable },
      move: { _, _ in throw FavoritesError.unavailable })
  }
}

/// What was removed, for those who tap a star twice.
private actor RemovedFavorites {
  private var cities: [City.ID: FavoriteCity] = [:]

  func add(_ city: FavoriteCity) { cities[city.id] = city }

  /// A city as it is known today; as it was saved, if it is not, or nobody can be asked.
  func city(_ id: City.ID, asKnownTo places: any PlaceResolving) async throws -> FavoriteCity {
    do {
      if let item = try await places.mapItems(withIDs: [id]).first { return FavoriteCity(item) }
    } catch {
      guard let city = cities[id] else { throw error }
      return city
    }
    guard let city = cities[id] else { throw FavoritesError.unknownCity(id) }
    return city
  }
}

extension AsyncStream<FavoriteCities.Snapshot> {
  /// Looks up the cities of the newest list, whenever the one before is done.
  ///
  /// Each is looked up once for a stream, if it is known.
  fileprivate func resolved(in places: any PlaceResolving) -> AsyncStream<FavoritesSnapshot> {
    let (resolved, continuation) = AsyncStream<FavoritesSnapshot>.makeStream(
      bufferingPolicy: .bufferingNewest(1))
    let task = Task {
      var known: [City.ID: ResolvedFavorite] = [:]
      for await list in self {
        // Only new cities are looked up, and those that nobody knew: the others are as they were.
        let unknown = list.cities.filter { known[$0.id]?.favorite != $0 }
        let found = await unknown.resolved(in: places).map { ($0.id, $0) }
        known.merge(found) { $1 }
        let cities = list.cities.compactMap { known[$0.id] }
        known = known.filter { $1.status == .known }
        continuation.yield(FavoritesSnapshot(cities, revision: list.revision))
      }
      continuation.finish()
    }
    continuation.onTermination = { _ in task.cancel() }
    return resolved
  }
}

public import CitySearch

/// Favorites as three functions, to be handed to whatever runs the effects of an app.
///
/// Tests and previews replace the functions that they need, as with ``SearchClient``.
public struct FavoritesClient: Sendable {
  /// The favorites of this moment, and then those after each change; throws ``FavoritesError``.
  public var updates: @Sendable () async throws -> AsyncStream<[ResolvedFavorite]>
  /// Makes a city a favorite, or none, if it is not so already; throws ``FavoritesError``.
  public var set: @Sendable (_ id: City.ID, _ isFavorite: Bool) async throws -> Void
  /// Moves a favorite to another place in the order; throws ``FavoritesError``.
  public var move: @Sendable (_ id: City.ID, _ position: Int) async throws -> Void

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - updates: The favorites of this moment, and then those after each change.
  ///   - set: Makes a city a favorite, or none.
  ///   - move: Moves a favorite to another place in the order.
  public init(
    updates: @escaping @Sendable () async throws -> AsyncStream<[ResolvedFavorite]>,
    set: @escaping @Sendable (_ id: City.ID, _ isFavorite: Bool) async throws -> Void,
    move: @escaping @Sendable (_ id: City.ID, _ position: Int) async throws -> Void
  ) {
    self.updates = updates
    self.set = set
    self.move = move
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
        return try await favorites.updates.resolved(in: places)
      },
      set: { id, isFavorite in
        guard isFavorite else {
          if let city = try await favorites.takeOut(id) { await removed.add(city) }
          return
        }
        guard try await !favorites.contains(id) else { return }
        try await favorites.add(await removed.city(id, asKnownTo: places))
      },
      move: { id, position in try await favorites.move(id, to: position) })
  }

  /// A client of a screen without favorites: the list is empty, and nothing can be added.
  public static var unavailable: FavoritesClient {
    FavoritesClient(
      updates: {
        AsyncStream { updates in
          updates.yield([])
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

extension AsyncStream<[FavoriteCity]> {
  /// Looks up the cities of each list; a list waits for the one before it.
  fileprivate func resolved(in places: any PlaceResolving) -> AsyncStream<[ResolvedFavorite]> {
    let (resolved, continuation) = AsyncStream<[ResolvedFavorite]>.makeStream()
    let task = Task {
      for await cities in self { continuation.yield(await cities.resolved(in: places)) }
      continuation.finish()
    }
    continuation.onTermination = { _ in task.cancel() }
    return resolved
  }
}

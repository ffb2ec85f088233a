internal import CitySearch
public import CitySession

extension FavoritesClient {
  /// A client of a list of favorites.
  ///
  /// It remembers the favorites that it removed. If a city cannot be looked up any more, adding it
  /// again restores the removed favorite.
  ///
  /// - Parameters:
  ///   - favorites: The list.
  ///   - places: The source of the current cities: a gazetteer, an index, a server.
  /// - Returns: The client.
  public static func live(
    _ favorites: FavoriteCities, places: any PlaceResolving
  ) -> FavoritesClient {
    let removed = RemovedFavorites()
    return FavoritesClient(
      updates: {
        // A screen that appears shows the changes of other processes, too.
        try await favorites.refresh()
        return try await favorites.updates.resolved(in: places)
      },
      set: { id, isFavorite in
        if !isFavorite {
          if let city = try await favorites.remove(id) { await removed.add(city) }
        } else if try await !favorites.contains(id) {
          try await favorites.add(await removed.city(id, resolvedIn: places))
        }
        return await favorites.revision
      },
      move: { id, position in try await favorites.move(id, to: position) })
  }
}

/// The favorites that a client removed, so that tapping the star again restores them.
private actor RemovedFavorites {
  private var cities: [City.ID: FavoriteCity] = [:]

  func add(_ city: FavoriteCity) { cities[city.id] = city }

  /// The city with its current data; with the saved data if the lookup fails or finds nothing.
  func city(_ id: City.ID, resolvedIn places: any PlaceResolving) async throws -> FavoriteCity {
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

extension AsyncStream<FavoritesSnapshot> {
  /// Looks up the cities of the newest list, one list at a time.
  ///
  /// A stream looks up each city once, if it is found.
  fileprivate func resolved(in places: any PlaceResolving) -> AsyncStream<ResolvedFavorites> {
    let (resolved, continuation) = AsyncStream<ResolvedFavorites>.makeStream(
      bufferingPolicy: .bufferingNewest(1))
    let task = Task {
      var known: [City.ID: ResolvedFavorite] = [:]
      for await list in self {
        // Only new cities and those that were not found before are looked up.
        let unknown = list.cities.filter { known[$0.id]?.favorite != $0 }
        let found = await unknown.resolved(in: places).map { ($0.id, $0) }
        known.merge(found) { $1 }
        let cities = list.cities.compactMap { known[$0.id] }
        known = known.filter { $1.status == .known }
        continuation.yield(ResolvedFavorites(cities, revision: list.revision))
      }
      continuation.finish()
    }
    continuation.onTermination = { _ in task.cancel() }
    return resolved
  }
}

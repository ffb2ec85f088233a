public import CitySearch
public import CitySession

/// Favorites as three functions, for the code that runs the effects of an app.
///
/// Each returns the newest list. The functions of ``live(_:places:limit:)`` throw only ``FavoritesError``.
public struct FavoritesClient: Sendable {
  /// Reads the favorites, with the current data of their cities.
  public var load: @Sendable () async throws -> FavoriteList
  /// Adds a city to the favorites or removes it, unless that is the case already.
  public var setFavorite: @Sendable (_ id: City.ID, _ isFavorite: Bool) async throws -> FavoriteList
  /// Moves a favorite to another position.
  public var move: @Sendable (_ id: City.ID, _ position: Int) async throws -> FavoriteList

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - load: Reads the favorites.
  ///   - setFavorite: Adds a city to the favorites or removes it.
  ///   - move: Moves a favorite to another position.
  package init(
    load: @escaping @Sendable () async throws -> FavoriteList,
    setFavorite:
      @escaping @Sendable (_ id: City.ID, _ isFavorite: Bool) async throws ->
      FavoriteList,
    move: @escaping @Sendable (_ id: City.ID, _ position: Int) async throws -> FavoriteList
  ) {
    self.load = load
    self.setFavorite = setFavorite
    self.move = move
  }
}

extension FavoritesClient {
  /// The greatest number of favorites, unless a client has another: 1,000.
  public static let defaultLimit = 1_000

  /// A client of a store, which decides what a star means.
  ///
  /// A star says which cities are favorites, not what is to be done: setting a full star again changes
  /// nothing.
  /// - A favorite stays one, with its position and its saved placemark, even if its city is gone or the list
  ///   is full. What the store has counts, not the list on a screen, which may be older.
  /// - Another city is added at the end, with its placemark of today.
  /// - A city that cannot be looked up any more is restored as it was, if this client removed it.
  ///
  /// - Parameters:
  ///   - store: The store of the favorites.
  ///   - places: The source of the current cities: a gazetteer, a server.
  ///   - limit: The greatest number of favorites; at least 1. A longer list that is stored already can be
  ///     read, reordered and shortened.
  /// - Returns: The client.
  public static func live(
    _ store: any FavoritesStore, places: any PlaceResolving, limit: Int = 1_000
  ) -> FavoritesClient {
    precondition(limit >= 1, "limit must be at least 1, got \(limit).")
    let removed = RemovedFavorites()
    return FavoritesClient(
      load: {
        try await converting { try await store.load().resolved(in: places) }
      },
      setFavorite: { id, isFavorite in
        try await converting {
          guard isFavorite else {
            await removed.remember(try await store.load().cities.first { $0.id == id })
            return try await store.update { $0.remove(id) }
          }
          let city = await removed.city(id, in: places)
          return try await store.update { list in
            if !list.contains(id) { _ = try list.add(city.get(), upTo: limit) }
          }
        }
      },
      move: { id, position in
        try await converting { try await store.update { $0.move(id, to: position) } }
      })
  }

  /// A client whose functions throw ``FavoritesError/unavailable``, for screens without favorites, and for
  /// tests that replace the functions that they need.
  package static var failing: FavoritesClient {
    FavoritesClient(
      load: { throw FavoritesError.unavailable },
      setFavorite: { _, _ in throw FavoritesError.unavailable },
      move: { _, _ in throw FavoritesError.unavailable })
  }

  /// Converts the errors of a function.
  private static func converting<Result>(
    _ body: () async throws -> Result
  ) async throws(FavoritesError) -> Result {
    do { return try await body() } catch { throw FavoritesError(error) }
  }
}

/// The favorites that a client removed, as they were saved.
private actor RemovedFavorites {
  private var cities: [City.ID: FavoriteCity] = [:]

  func remember(_ city: FavoriteCity?) {
    if let city { cities[city.id] = city }
  }

  /// A city as it is today, or as it was when it was removed, if it cannot be looked up.
  func city(
    _ id: City.ID, in places: any PlaceResolving
  ) async -> Result<FavoriteCity, FavoritesError> {
    do {
      if let item = try await places.mapItems(withIDs: [id]).first {
        return .success(FavoriteCity(id: id, placemark: item.placemark, status: .known))
      }
      return cities[id].map { .success($0) } ?? .failure(.unknownCity(id))
    } catch {
      return cities[id].map { .success($0) } ?? .failure(FavoritesError(error))
    }
  }
}

extension FavoriteList {
  /// The same favorites with their current placemarks.
  ///
  /// Cities that the source lacks are marked as missing, and all as unchecked if the source throws.
  fileprivate func resolved(in places: any PlaceResolving) async -> FavoriteList {
    guard let items = try? await places.mapItems(withIDs: cities.map(\.id)) else { return self }
    var current: [City.ID: Placemark] = [:]
    for item in items { current[item.id] = item.placemark }
    return FavoriteList(
      cities.map { city in
        FavoriteCity(
          id: city.id, placemark: current[city.id] ?? city.placemark,
          status: current[city.id] == nil ? .missing : .known)
      })
  }
}

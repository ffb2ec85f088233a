public import CitySearch
public import CitySession

/// Favorites as three functions, for the code that runs the effects of an app.
///
/// Tests and previews replace the functions that they need, as with ``/CitySession/SearchClient``. The
/// functions of ``live(_:places:)`` throw only ``FavoritesError``. Functions of your own may throw any
/// error: ``FavoritesError/init(_:)`` converts it.
public struct FavoritesClient: Sendable {
  /// The current favorites with the current data of their cities, and then the newest after changes.
  public var updates: @Sendable () async throws -> AsyncStream<FavoriteList>
  /// Adds a city to the favorites or removes it, unless that is the case already.
  ///
  /// It returns a revision. Lists of ``updates`` with this revision or a later one include the change.
  public var setFavorite: @Sendable (_ id: City.ID, _ isFavorite: Bool) async throws -> Int
  /// Moves a favorite to another position.
  public var move: @Sendable (_ id: City.ID, _ position: Int) async throws -> Void

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - updates: Returns the current favorites, and then the newest after changes.
  ///   - setFavorite: Adds a city to the favorites or removes it, and returns a revision that includes
  ///     the change, such as ``FavoriteCities/revision``.
  ///   - move: Moves a favorite to another position.
  public init(
    updates: @escaping @Sendable () async throws -> AsyncStream<FavoriteList>,
    setFavorite: @escaping @Sendable (_ id: City.ID, _ isFavorite: Bool) async throws -> Int,
    move: @escaping @Sendable (_ id: City.ID, _ position: Int) async throws -> Void
  ) {
    self.updates = updates
    self.setFavorite = setFavorite
    self.move = move
  }
}

extension FavoritesClient {
  /// A client of a list of favorites, which decides what a star means: see ``FavoriteCities``.
  ///
  /// - Parameters:
  ///   - favorites: The list.
  ///   - places: The source of the current cities: a gazetteer, a server.
  /// - Returns: The client.
  public static func live(
    _ favorites: FavoriteCities, places: any PlaceResolving
  ) -> FavoritesClient {
    FavoritesClient(
      updates: {
        try await converting {
          // A screen that appears shows the changes of other processes, too.
          try await favorites.refresh()
          return try await favorites.updates.resolved(in: places)
        }
      },
      setFavorite: { try await favorites.setFavorite($0, to: $1, in: places) },
      move: { id, position in
        _ = try await converting { try await favorites.move(id, to: position) }
      })
  }

  /// Converts the errors of a function.
  private static func converting<Result>(
    _ body: () async throws -> Result
  ) async throws(FavoritesError) -> Result {
    do { return try await body() } catch { throw FavoritesError(error) }
  }
}

extension AsyncStream<FavoriteList> {
  /// Looks up the cities of the newest list, one list at a time.
  ///
  /// A stream looks up each city once, if it is found.
  fileprivate func resolved(in places: any PlaceResolving) -> AsyncStream<FavoriteList> {
    let (resolved, continuation) = AsyncStream<FavoriteList>.makeStream(
      bufferingPolicy: .bufferingNewest(1))
    let task = Task {
      var known: [City.ID: (saved: FavoriteCity, current: FavoriteCity)] = [:]
      for await list in self {
        // Only new cities and those that were not found before are looked up.
        let unknown = list.cities.filter { known[$0.id]?.saved != $0 }
        for (saved, current) in zip(unknown, await unknown.resolved(in: places)) {
          known[saved.id] = (saved, current)
        }
        let cities = list.cities.compactMap { known[$0.id]?.current }
        known = known.filter { $1.current.status == .known }
        continuation.yield(list.withCities(cities))
      }
      continuation.finish()
    }
    continuation.onTermination = { _ in task.cancel() }
    return resolved
  }
}

extension FavoritesClient {
  /// A client of favorites in memory, over the cities of ``/CitySession/SearchClient/preview``.
  ///
  /// Each use starts with Paris and with a city that is missing from the gazetteer.
  public static var preview: FavoritesClient {
    let places = PreviewPlaces.gazetteer
    let atlantis = FavoriteCity(
      id: -1,
      placemark: Placemark(
        coordinate: Coordinate(latitude: 36, longitude: -24), name: "Atlantis"))
    let paris = places.mapItems(withIDs: [2_988_507]).map { FavoriteCity($0) }
    return live(FavoriteCities(store: FavoritesMemory(paris + [atlantis])), places: places)
  }

  /// A client for screens without favorites: the list is empty, and every change throws
  /// ``FavoritesError/unavailable``.
  public static var unavailable: FavoritesClient {
    FavoritesClient(
      updates: {
        AsyncStream { updates in
          updates.yield(FavoriteList())
          updates.finish()
        }
      },
      setFavorite: { _, _ in throw FavoritesError.unavailable },
      move: { _, _ in throw FavoritesError.unavailable })
  }

  /// A client whose functions write their name to standard error and throw
  /// ``/CitySession/UnimplementedEndpoint``.
  public static var unimplemented: FavoritesClient {
    unimplemented(report: UnimplementedEndpoint.writeToStandardError)
  }

  /// A client whose functions report that they were called, and throw ``/CitySession/UnimplementedEndpoint``.
  ///
  /// With `{ Issue.record($0) }` as the report, a test fails if it calls a function that it did not
  /// provide.
  ///
  /// - Parameter report: Receives the error before it is thrown.
  /// - Returns: The client.
  public static func unimplemented(
    report: @escaping @Sendable (UnimplementedEndpoint) -> Void
  ) -> FavoritesClient {
    let endpoints = UnimplementedEndpoints(of: "FavoritesClient", report: report)
    return FavoritesClient(
      updates: { try endpoints.fail("updates") },
      setFavorite: { _, _ in try endpoints.fail("setFavorite") },
      move: { _, _ in try endpoints.fail("move") })
  }
}

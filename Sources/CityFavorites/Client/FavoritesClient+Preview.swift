internal import CitySearch
public import CitySession

extension FavoritesClient {
  /// A client of favorites in memory, over the cities of ``/CitySession/SearchClient/preview``.
  ///
  /// Each use starts with Paris and with a city that is missing from the gazetteer.
  public static var preview: FavoritesClient {
    let places = PreviewPlaces()
    let atlantis = FavoriteCity(
      id: -1,
      placemark: Placemark(
        coordinate: Coordinate(validLatitude: 36, longitude: -24), name: "Atlantis"))
    let paris = places.mapItems(withIDs: [2_988_507]).map { FavoriteCity($0) }
    return live(FavoriteCities(store: FavoritesMemory(paris + [atlantis])), places: places)
  }

  /// A client for screens without favorites: the list is empty, and every change throws
  /// ``FavoritesError/unavailable``.
  public static var unavailable: FavoritesClient {
    FavoritesClient(
      updates: {
        AsyncStream { updates in
          updates.yield(ResolvedFavorites([], revision: 0))
          updates.finish()
        }
      },
      set: { _, _ in throw FavoritesError.unavailable },
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
      set: { _, _ in try endpoints.fail("set") },
      move: { _, _ in try endpoints.fail("move") })
  }
}

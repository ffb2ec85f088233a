internal import CitySearch
public import CitySession
internal import Foundation

extension FavoritesClient {
  /// A client of favorites in memory, over the cities of ``SearchClient/preview``.
  ///
  /// Each use begins with Paris and with a city that is missing.
  public static var preview: FavoritesClient {
    let places = PreviewPlaces()
    let atlantis = FavoriteCity(
      id: -1,
      placemark: Placemark(
        coordinate: Coordinate(validLatitude: 36, longitude: -24), name: "Atlantis"))
    let paris = places.mapItems(withIDs: [2_988_507]).map { FavoriteCity($0) }
    return live(FavoriteCities(store: FavoritesMemory(paris + [atlantis])), places: places)
  }

  /// A client that fails loudly when it is used.
  ///
  /// Each function writes its own name to standard error and throws ``UnimplementedEndpoint``.
  public static var unimplemented: FavoritesClient {
    unimplemented { endpoint in
      FileHandle.standardError.write(Data("\(endpoint)\n".utf8))
    }
  }

  /// A client that reports when it is used, and fails.
  ///
  /// - Parameter report: Takes the error, before it is thrown.
  /// - Returns: The client.
  public static func unimplemented(
    report: @escaping @Sendable (UnimplementedEndpoint) -> Void
  ) -> FavoritesClient {
    @Sendable func fail(_ name: String) throws -> Never {
      let error = UnimplementedEndpoint(name: name)
      report(error)
      throw error
    }
    return FavoritesClient(
      updates: { try fail("FavoritesClient.updates") },
      set: { _, _ in try fail("FavoritesClient.set") },
      move: { _, _ in try fail("FavoritesClient.move") })
  }
}

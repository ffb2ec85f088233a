import CitySearch
import Foundation
import TestSupport
import Testing

@testable import CityExplorer

@Suite("Clients of favorites", .timeLimit(.minutes(1)))
struct FavoritesClientTests {
  private static let paris = 2_988_507

  private static func ids(_ lists: [[ResolvedFavorite]]) -> [[City.ID]] {
    lists.map { $0.map(\.id) }
  }

  @Test func `the preview adds, moves and removes, and tells of it in order`() async throws {
    let client = FavoritesClient.preview
    let updates = try await client.updates()
    let berlin = 2_950_159
    try await client.set(berlin, true)
    try await client.set(berlin, true)
    try await client.move(berlin, 0)
    try await client.set(Self.paris, false)
    try await client.set(Self.paris, false)
    var lists: [[ResolvedFavorite]] = []
    for await list in updates {
      lists.append(list)
      if lists.count == 4 { break }
    }
    #expect(
      Self.ids(lists) == [
        [Self.paris, -1], [Self.paris, -1, berlin], [berlin, Self.paris, -1], [berlin, -1],
      ])
    #expect(lists[3].map(\.status) == [.known, .missing])
    #expect(lists[3][0].placemark.countryName == "Germany")
    await #expect(throws: FavoritesError.unknownCity(5)) { try await client.set(5, true) }
  }

  @Test func `the live client begins with what other processes did`() async throws {
    let store = FavoritesMemory()
    let favorites = FavoriteCities(store: store)
    #expect(try await favorites.all == [])
    try store.update { $0 = [.numbered(1)] }
    let client = FavoritesClient.live(favorites, places: try Gazetteer([City]()))
    for await list in try await client.updates() {
      #expect(Self.ids([list]) == [[1]])
      break
    }
    // Nobody listens any more, though nothing has changed since.
    while await favorites.observersCount > 0 { await Task.yield() }
  }

  @Test func `a second tap brings back a city that nobody knows any more`() async throws {
    struct Offline: PlaceResolving {
      func mapItems(withIDs ids: [City.ID]) async throws -> [MapItem] {
        throw CancellationError()
      }
    }
    let all: [any PlaceResolving] = [try Gazetteer([City]()), Offline()]
    for places in all {
      let favorites = FavoriteCities(store: FavoritesMemory([.numbered(1), .numbered(2)]))
      let client = FavoritesClient.live(favorites, places: places)
      for _ in 0..<2 {
        try await client.set(1, false)
        #expect(try await favorites.all == [.numbered(2)])
        try await client.set(1, true)
        #expect(try await favorites.all == [.numbered(2), .numbered(1)])
      }
      await #expect(throws: (any Error).self) { try await client.set(3, true) }
    }
  }

  @Test func `a city that is known today is added as it is today`() async throws {
    let gazetteer = try Gazetteer([City.testCity(1)])
    let favorites = FavoriteCities(store: FavoritesMemory([.numbered(1)]))
    let client = FavoritesClient.live(favorites, places: gazetteer)
    try await client.set(1, false)
    try await client.set(1, true)
    #expect(try await favorites.all == gazetteer.mapItems(withIDs: [1]).map { FavoriteCity($0) })
  }

  @Test func `a screen without favorites has none and takes none`() async throws {
    let client = FavoritesClient.unavailable
    var lists: [[ResolvedFavorite]] = []
    for await list in try await client.updates() { lists.append(list) }
    #expect(lists == [[]])
    await #expect(throws: FavoritesError.unavailable) { try await client.set(1, true) }
    await #expect(throws: FavoritesError.unavailable) { try await client.move(1, 0) }
  }

  @Test func `an unimplemented client fails with the name of what was called`() async throws {
    let reports = Locked<[String]>([])
    let client = FavoritesClient.unimplemented { error in
      reports.withLock { $0.append(error.name) }
    }
    await #expect(throws: UnimplementedEndpoint(name: "FavoritesClient.updates")) {
      _ = try await client.updates()
    }
    await #expect(throws: UnimplementedEndpoint(name: "FavoritesClient.set")) {
      try await client.set(1, true)
    }
    await #expect(throws: UnimplementedEndpoint(name: "FavoritesClient.move")) {
      try await client.move(1, 0)
    }
    #expect(reports.withLock(\.count) == 3)
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      try? await FavoritesClient.unimplemented.set(1, true)
    }
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(text.contains("FavoritesClient.set is not implemented."))
  }
}

import CitySearch
import CitySession
import CityTestSupport
import DurableStorage
import Foundation
import GazetteerBuilding
import TestSupport
import Testing

@testable import CityFavorites

@Suite("Clients of favorites", .againstHanging)
struct FavoritesClientTests {
  private static let paris: City.ID = 2_988_507

  @Test func `the preview adds, moves and removes, and sends updates in order`() async throws {
    let client = FavoritesClient.preview
    var updates = try await client.updates().makeAsyncIterator()
    let berlin: City.ID = 2_950_159
    #expect(await updates.next()?.cities.map(\.id) == [Self.paris, -1])
    #expect(try await client.setFavorite(berlin, true) == 2)
    #expect(try await client.setFavorite(berlin, true) == 2)
    #expect(await updates.next()?.cities.map(\.id) == [Self.paris, -1, berlin])
    try await client.move(berlin, 0)
    #expect(await updates.next()?.cities.map(\.id) == [berlin, Self.paris, -1])
    #expect(try await client.setFavorite(Self.paris, false) == 4)
    #expect(try await client.setFavorite(Self.paris, false) == 4)
    let last = try #require(await updates.next())
    #expect(last.revision == 4)
    #expect(last.cities.map(\.id) == [berlin, -1])
    #expect(last.cities.map(\.status) == [.known, .missing])
    #expect(last.cities[0].placemark.countryName == "Germany")
    await #expect(throws: FavoritesError.unknownCity(5)) { try await client.setFavorite(5, true) }
  }

  @Test func `the live client begins with what other processes did`() async throws {
    let store = FavoritesMemory()
    let favorites = FavoriteCities(store: store)
    #expect(try await favorites.cities == [])
    try await store.fill(with: [.numbered(1)])
    let client = FavoritesClient.live(favorites, places: try Gazetteer([City]()))
    for await list in try await client.updates() {
      #expect(list.cities.map(\.id) == [1])
      break
    }
    // No stream is left, although nothing has changed since.
    try await waitUntil("nobody observes") { await favorites.observersCount == 0 }
  }

  @Test func `a change looks up new cities and those that were not found`() async throws {
    struct CountingPlaces: PlaceResolving {
      let asked = Locked<[[City.ID]]>([])

      func mapItems(withIDs ids: [City.ID]) -> [MapItem] {
        asked.withLock { $0.append(ids) }
        return ids.filter { $0 > 0 }.map {
          MapItem(id: $0, placemark: FavoriteCity.numbered($0).placemark)
        }
      }
    }
    let places = CountingPlaces()
    let favorites = FavoriteCities(store: FavoritesMemory([1, 2, -3].map { .numbered($0) }))
    var updates = try await FavoritesClient.live(favorites, places: places).updates()
      .makeAsyncIterator()
    #expect(await updates.next()?.cities.map(\.status) == [.known, .known, .missing])
    try await favorites.add(.numbered(4))
    #expect(await updates.next()?.cities.map(\.id) == [1, 2, -3, 4])
    try await favorites.remove(-3)
    try await favorites.move(4, to: 0)
    while let list = await updates.next(), list.cities.map(\.id) != [4, 1, 2] {}
    #expect(places.asked.withLock { Array($0.prefix(2)) } == [[1, 2, -3], [-3, 4]])
    #expect(places.asked.withLock { $0.dropFirst(2).joined().isEmpty })
  }

  @Test func `a star is set as it says, whatever another process has done`() async throws {
    let store = FavoritesMemory([.numbered(1), .numbered(2)])
    let places = try Gazetteer([
      City(
        id: 1, name: "One", countryCode: "", coordinate: Coordinate(latitude: 0, longitude: 0))
    ])
    let client = FavoritesClient.live(FavoriteCities(store: store, limit: 2), places: places)
    for await list in try await client.updates() {
      #expect(list.cities.map(\.id) == [1, 2])
      break
    }
    // The list in memory still has it.
    try store.update { $0.remove(1) }
    _ = try await client.setFavorite(1, true)
    #expect(store.load().cities.map(\.id) == [2, 1])
    // A favorite stays one, though its city is gone or the list is full.
    for id: City.ID in [1, 2] { _ = try await client.setFavorite(id, true) }
    await #expect(throws: FavoritesError.unknownCity(3)) { try await client.setFavorite(3, true) }
    // The list in memory does not have it.
    try store.update { $0 = FavoriteList([.numbered(3)]) }
    _ = try await client.setFavorite(3, false)
    #expect(store.load().cities == [])
  }

  @Test func `no more than the newest list is kept for a screen that stands still`() async throws {
    var snapshots: [FavoriteList] = []
    let updates: AsyncStream<FavoriteList>
    do {
      let favorites = FavoriteCities(store: FavoritesMemory())
      updates = try await FavoritesClient.live(favorites, places: try Gazetteer([City]())).updates()
      for id in 1...100 { try await favorites.add(.numbered(id)) }
    }
    for await snapshot in updates { snapshots.append(snapshot) }
    // One is kept for the reader, one is looked up, and one waits for that.
    #expect(snapshots.count <= 3)
    #expect(snapshots.last?.cities.count == 100)
  }

  @Test func `a second tap restores a city that cannot be looked up any more`() async throws {
    struct Offline: PlaceResolving {
      func mapItems(withIDs ids: [City.ID]) async throws -> [MapItem] {
        throw CancellationError()
      }
    }
    let all: [(any PlaceResolving, FavoritesError)] = [
      (try Gazetteer([City]()), .unknownCity(3)),
      (Offline(), .failed(UnderlyingError(CancellationError()))),
    ]
    for (places, error) in all {
      let favorites = FavoriteCities(store: FavoritesMemory([.numbered(1), .numbered(2)]))
      let client = FavoritesClient.live(favorites, places: places)
      for _ in 0..<2 {
        _ = try await client.setFavorite(1, false)
        #expect(try await favorites.cities == [.numbered(2)])
        _ = try await client.setFavorite(1, true)
        #expect(try await favorites.cities == [.numbered(2), .numbered(1)])
      }
      // However it was removed here.
      try await favorites.toggle(.numbered(2))
      _ = try await client.setFavorite(2, true)
      #expect(try await favorites.cities == [.numbered(1), .numbered(2)])
      await #expect(throws: error) { try await client.setFavorite(3, true) }
    }
  }

  @Test func `the live client throws errors of one type`() async throws {
    try await withTemporaryFolder { folder in
      let url = folder.appending(path: "favorites.jsonl")
      try Data("nonsense".utf8).write(to: url)
      let favorites = FavoriteCities(store: FavoritesFile(at: url))
      let client = FavoritesClient.live(favorites, places: try Gazetteer([City]()))
      let damaged: @Sendable (any Error) -> Bool = { error in
        if case FavoritesError.storage(.damaged(url.path, _)) = error { true } else { false }
      }
      await #expect { _ = try await client.updates() } throws: { damaged($0) }
      await #expect { _ = try await client.setFavorite(1, false) } throws: { damaged($0) }
      await #expect { try await client.move(1, 0) } throws: { damaged($0) }
    }
  }

  @Test func `errors of every type become errors of favorites, with texts for a person`() {
    let full = StorageError.notWritable(file: "f", operation: "writing", reason: "no space")
    #expect(FavoritesError(full) == .storage(full))
    #expect(FavoritesError(FavoritesError.unavailable) == .unavailable)
    #expect(FavoritesError(CancellationError()) == .failed(UnderlyingError(CancellationError())))
    #expect("\(FavoritesError(full))" == full.description)
    // Not the debug text of the error.
    let offline = FavoritesError.failed(UnderlyingError(CocoaError(.fileNoSuchFile)))
    #expect(
      offline.description
        == "The favorites failed: \(CocoaError(.fileNoSuchFile).localizedDescription)")
  }

  @Test func `a client of one's own can return the revision of a list`() async throws {
    let favorites = FavoriteCities(store: FavoritesMemory())
    #expect(await favorites.revision == 0)
    try await favorites.add(.numbered(1))
    #expect(await favorites.revision == 1)
    try await favorites.add(.numbered(1))
    #expect(await favorites.revision == 1)
    try await favorites.remove(1)
    #expect(await favorites.revision == 2)
  }

  @Test func `a city that is known today is added as it is today`() async throws {
    let gazetteer = try Gazetteer([City.testCity(1)])
    let favorites = FavoriteCities(store: FavoritesMemory([.numbered(1)]))
    let client = FavoritesClient.live(favorites, places: gazetteer)
    _ = try await client.setFavorite(1, false)
    _ = try await client.setFavorite(1, true)
    #expect(try await favorites.cities == gazetteer.mapItems(withIDs: [1]).map { FavoriteCity($0) })
  }

  @Test func `a screen without favorites has none and takes none`() async throws {
    let client = FavoritesClient.unavailable
    var lists: [FavoriteList] = []
    for await list in try await client.updates() { lists.append(list) }
    #expect(lists == [FavoriteList([], revision: 0)])
    await #expect(throws: FavoritesError.unavailable) { try await client.setFavorite(1, true) }
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
    await #expect(throws: UnimplementedEndpoint(name: "FavoritesClient.setFavorite")) {
      _ = try await client.setFavorite(1, true)
    }
    await #expect(throws: UnimplementedEndpoint(name: "FavoritesClient.move")) {
      try await client.move(1, 0)
    }
    #expect(reports.withLock(\.count) == 3)
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      _ = try? await FavoritesClient.unimplemented.setFavorite(1, true)
    }
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(text.contains("FavoritesClient.setFavorite is not implemented."))
  }
}

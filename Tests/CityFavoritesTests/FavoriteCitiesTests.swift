import CitySearch
import CitySession
import CityTestSupport
import Fixtures
import GazetteerBuilding
import TestSupport
import Testing

@testable import CityFavorites

@Suite("Favorite cities", .againstHanging)
struct FavoriteCitiesTests {
  private static func favorites(_ ids: City.ID...) -> FavoriteCities {
    FavoriteCities(store: FavoritesMemory(ids.map { .numbered($0) }))
  }

  @Test func `added cities come in the order in which they were added`() async throws {
    let favorites = Self.favorites()
    #expect(try await favorites.cities == [])
    for id in [3, 1, 2] { #expect(try await favorites.add(.numbered(id))) }
    #expect(try await favorites.cities == [.numbered(3), .numbered(1), .numbered(2)])
    #expect(try await favorites.contains(1))
    #expect(try await !favorites.contains(4))
    #expect(try await favorites.ids == [1, 2, 3])
  }

  @Test func `a present city stays as it is, an absent one cannot be removed`() async throws {
    let favorites = Self.favorites(1, 2)
    var renamed = FavoriteCity.numbered(1)
    renamed.placemark.name = "Another name"
    #expect(try await !favorites.add(renamed))
    #expect(try await favorites.remove(9) == nil)
    #expect(try await favorites.cities == [.numbered(1), .numbered(2)])
    #expect(try await favorites.remove(1) == .numbered(1))
    #expect(try await favorites.cities == [.numbered(2)])
  }

  @Test func `toggling says whether the city is a favorite now`() async throws {
    let favorites = Self.favorites(1, 2)
    #expect(try await !favorites.toggle(.numbered(1)))
    #expect(try await favorites.toggle(.numbered(1)))
    #expect(try await favorites.cities.map(\.id) == [2, 1])
  }

  @Test(arguments: [
    (1, 0, [1, 2, 3, 4]), (1, 1, [2, 1, 3, 4]), (1, 3, [2, 3, 4, 1]), (4, 0, [4, 1, 2, 3]),
    (3, 1, [1, 3, 2, 4]), (2, 99, [1, 3, 4, 2]), (2, -5, [2, 1, 3, 4]), (4, 99, [1, 2, 3, 4]),
    (9, 0, [1, 2, 3, 4]),
  ])
  func `moving`(id: City.ID, position: Int, expected: [City.ID]) async throws {
    let favorites = Self.favorites(1, 2, 3, 4)
    #expect(try await favorites.move(id, to: position) == (expected != [1, 2, 3, 4]))
    #expect(try await favorites.cities.map(\.id) == expected)
  }

  @Test func `observers get the list of now, and then every change in order`() async throws {
    let favorites = Self.favorites(1)
    var early = try await favorites.updates.makeAsyncIterator()
    #expect(await early.next()?.cities.map(\.id) == [1])
    try await favorites.add(.numbered(2))
    #expect(await early.next()?.cities.map(\.id) == [1, 2])
    var late = try await favorites.updates.makeAsyncIterator()
    #expect(await late.next()?.cities.map(\.id) == [1, 2])
    try await favorites.move(2, to: 0)
    #expect(await early.next()?.cities.map(\.id) == [2, 1])
    #expect(await late.next()?.cities.map(\.id) == [2, 1])
    try await favorites.toggle(.numbered(1))
    #expect(await early.next()?.cities.map(\.id) == [2])
    #expect(await late.next()?.cities.map(\.id) == [2])
  }

  @Test func `nothing follows when nothing changes`() async throws {
    let favorites = Self.favorites(1)
    var updates = try await favorites.updates.makeAsyncIterator()
    #expect(await updates.next()?.cities.map(\.id) == [1])
    try await favorites.add(.numbered(1))
    try await favorites.remove(7)
    try await favorites.move(1, to: 3)
    try await favorites.refresh()
    #expect(await favorites.revision == 1)
    try await favorites.remove(1)
    #expect(await favorites.revision == 2)
    #expect(await updates.next()?.cities.map(\.id) == [])
  }

  @Test func `no more than the newest list is kept for an observer that stands still`() async throws
  {
    let updates: AsyncStream<FavoriteList>
    do {
      let favorites = Self.favorites(1)
      updates = try await favorites.updates
      for id in 2...100 { try await favorites.add(.numbered(id)) }
    }
    var lists: [FavoriteList] = []
    for await list in updates { lists.append(list) }
    #expect(lists.map(\.cities.count) == [100])
    #expect(lists.map(\.revision) == [100])
  }

  @Test func `observers that go away are forgotten, the others stay`() async throws {
    let favorites = Self.favorites(1)
    var kept = try await favorites.updates.makeAsyncIterator()
    #expect(await kept.next()?.cities.map(\.id) == [1])
    let reading = Milestone()
    let task = Task {
      for await _ in try await favorites.updates { reading.reach() }
    }
    await reading.wait(for: 1)
    do { _ = try await favorites.updates }
    task.cancel()
    try await task.value
    try await waitUntil("one observer is left") { await favorites.observersCount == 1 }
    try await favorites.add(.numbered(2))
    #expect(await kept.next()?.cities.map(\.id) == [1, 2])
  }

  @Test func `streams end with the list, and do not keep it alive`() async throws {
    weak let weakList: FavoriteCities?
    let updates: AsyncStream<FavoriteList>
    do {
      let favorites = Self.favorites(1)
      weakList = favorites
      updates = try await favorites.updates
    }
    #expect(weakList == nil)
    var lists: [[City.ID]] = []
    for await list in updates { lists.append(list.cities.map(\.id)) }
    #expect(lists == [[1]])
  }

  @Test func `a change takes over what another writer did`() async throws {
    let store = FavoritesMemory()
    let (here, there) = (FavoriteCities(store: store), FavoriteCities(store: store))
    #expect(try await here.cities == [])
    var updates = try await here.updates.makeAsyncIterator()
    #expect(await updates.next()?.cities == [])
    try await there.add(.numbered(1))
    #expect(try await here.cities == [])
    try await here.add(.numbered(2))
    #expect(try await here.cities.map(\.id) == [1, 2])
    #expect(await updates.next()?.cities.map(\.id) == [1, 2])
    try await there.remove(1)
    // Nothing changes here, but the change of the other writer is taken over.
    #expect(try await here.remove(1) == nil)
    #expect(try await here.cities.map(\.id) == [2])
    #expect(await updates.next()?.cities.map(\.id) == [2])
    try await there.add(.numbered(3))
    #expect(try await here.refresh().map(\.id) == [2, 3])
  }

  @Test func `a store that fails changes nothing, and observers get nothing`() async throws {
    let store = FailingStore([.numbered(1)])
    let favorites = FavoriteCities(store: store)
    var updates = try await favorites.updates.makeAsyncIterator()
    #expect(await updates.next()?.cities.map(\.id) == [1])
    store.isFailing.withLock { $0 = true }
    await #expect(throws: FailingStore.Failure.self) { try await favorites.add(.numbered(2)) }
    await #expect(throws: FailingStore.Failure.self) { try await favorites.refresh() }
    #expect(try await favorites.cities.map(\.id) == [1])
    store.isFailing.withLock { $0 = false }
    try await favorites.add(.numbered(3))
    #expect(await updates.next()?.cities.map(\.id) == [1, 3])
  }

  @Test func `a store that cannot be read is no empty list`() async throws {
    let store = FailingStore([.numbered(1)])
    store.isFailing.withLock { $0 = true }
    let favorites = FavoriteCities(store: store)
    await #expect(throws: FailingStore.Failure.self) { try await favorites.cities }
    await #expect(throws: FailingStore.Failure.self) { try await favorites.contains(1) }
    await #expect(throws: FailingStore.Failure.self) { try await favorites.updates }
    await #expect(throws: FailingStore.Failure.self) { try await favorites.add(.numbered(2)) }
    store.isFailing.withLock { $0 = false }
    #expect(try await favorites.cities == [.numbered(1)])
  }

  @Test func `a city that is missing today is shown as it was saved, and marked`() async throws {
    let lyon = City(
      id: 2, name: "Lyon", countryCode: "FR",
      coordinate: Coordinate(latitude: 45, longitude: 4))
    let gazetteer = try Gazetteer([lyon])
    var renamed = lyon
    renamed.name = "Lugdunum"
    let favorites = FavoriteCities(store: FavoritesMemory())
    try await favorites.add(.numbered(1))
    try await favorites.add(FavoriteCity(renamed))
    let shown = try await favorites.resolved(in: gazetteer)
    #expect(shown.map(\.status) == [.missing, .known])
    #expect(shown.map(\.placemark.name) == ["City 1", "Lyon"])
    #expect(try await favorites.cities.map(\.name) == ["City 1", "Lugdunum"])
    #expect(shown[0].placemark.countryName == "France")
  }

  @Test func `a list that was shown is saved like any other`() async throws {
    let places = try Gazetteer([City]())
    let store = FavoritesMemory([.numbered(1), .numbered(2)])
    let favorites = FavoriteCities(store: store)
    let shown = try await favorites.resolved(in: places)
    #expect(shown.map(\.status) == [.missing, .missing])
    try store.update { $0 = FavoriteList(shown.reversed()) }
    #expect(store.load().cities == [.numbered(2), .numbered(1)])
  }

  @Test func `of several cities with the same id, a list takes the first`() {
    var other = FavoriteCity.numbered(1)
    other.placemark.name = "Another name"
    let list = FavoriteList([.numbered(1), .numbered(2), other, .numbered(2)])
    #expect(list.cities == [.numbered(1), .numbered(2)])
    #expect(list.ids == [1, 2])
    #expect(FavoritesMemory([.numbered(1), other]).load().cities == [.numbered(1)])
  }

  @Test func `a full list takes no other city, and says so`() async throws {
    #expect(FavoriteCities(store: FavoritesMemory()).limit == 1_000)
    let store = FavoritesMemory([.numbered(1), .numbered(2)])
    let favorites = FavoriteCities(store: store, limit: 3)
    #expect(try await favorites.add(.numbered(3)))
    let error = FavoritesError.full(limit: 3)
    await #expect(throws: error) { try await favorites.add(.numbered(4)) }
    await #expect(throws: error) { try await favorites.toggle(.numbered(4)) }
    #expect("\(error)" == "There can be at most 3 favorites: remove one to add another.")
    #expect(try await !favorites.add(.numbered(3)))
    #expect(try await favorites.move(3, to: 0))
    #expect(try await !favorites.toggle(.numbered(3)))
    #expect(try await favorites.add(.numbered(4)))
    #expect(store.load().cities.map(\.id) == [1, 2, 4])
    // A list that is longer, because another program has made it, can be made shorter.
    try await store.fill(with: (5...9).map { .numbered($0) })
    await #expect(throws: error) { try await favorites.add(.numbered(10)) }
    #expect(try await favorites.remove(5) != nil)
    #expect(try await favorites.refresh().map(\.id) == [1, 2, 4, 6, 7, 8, 9])
  }

  @Test func `cities are shown as they were saved if the lookup fails`() async throws {
    struct NoPlaces: PlaceResolving {
      struct Offline: Error {}
      func mapItems(withIDs ids: [City.ID]) throws -> [MapItem] { throw Offline() }
    }
    let favorites = FavoriteCities(store: FavoritesMemory([.numbered(1)]))
    let shown = try await favorites.resolved(in: NoPlaces())
    #expect(shown.map(\.status) == [.unchecked])
    #expect(shown.map(\.mapItem.placemark.name) == ["City 1"])
  }

  @Test func `a favorite of a gazetteer has the names of country and division`() throws {
    let gazetteer = try Gazetteer(
      contentsOf: Fixtures.sample, admin1Codes: Fixtures.admin1Codes,
      countryInfo: Fixtures.countryInfo)
    let city = try #require(gazetteer.first { gazetteer.divisionName(of: $0) != nil })
    let favorite = FavoriteCity(city, in: gazetteer)
    #expect(favorite.placemark.countryName == gazetteer.countryName(of: city))
    #expect(favorite.placemark.countryName != nil)
    #expect(favorite.placemark.division == gazetteer.divisionName(of: city))
    #expect(favorite.coordinate == city.coordinate)
  }
}

/// A store that fails when it is told to.
private struct FailingStore: FavoritesStore {
  struct Failure: Error {}

  let memory: FavoritesMemory
  let isFailing = Locked(false)

  init(_ cities: [FavoriteCity]) { memory = FavoritesMemory(cities) }

  func load() throws -> FavoriteList {
    if isFailing.withLock(\.self) { throw Failure() }
    return memory.load()
  }

  func update<Result: Sendable>(
    _ change: @Sendable (inout FavoriteList) throws -> Result
  ) throws -> (list: FavoriteList, result: Result) {
    if isFailing.withLock(\.self) { throw Failure() }
    return try memory.update(change)
  }
}

import CitySearch
import CitySession
import CityTestSupport
import DurableStorage
import GazetteerBuilding
import TestSupport
import Testing

@testable import CityFavorites

@Suite("Clients of favorites", .againstHanging)
struct FavoritesClientTests {
  private static let places: Result<Gazetteer, any Error> = Result {
    try Gazetteer(
      (1...3).map {
        City(id: City.ID($0), name: "Place \($0)", countryCode: "FR", coordinate: .zero)
      })
  }

  /// A source that is away.
  private struct Offline: PlaceResolving {
    func mapItems(withIDs ids: [City.ID]) async throws -> [MapItem] { throw CancellationError() }
  }

  @Test func `a list is read with the names of today`() async throws {
    let store = FavoritesMemory([1, 2, 7].map { .numbered($0) })
    let client = FavoritesClient.live(store, places: try Self.places.get())
    let list = try await client.load()
    #expect(list.cities.map(\.name) == ["Place 1", "Place 2", "City 7"])
    #expect(list.cities.map(\.status) == [.known, .known, .missing])
    let offline = try await FavoritesClient.live(store, places: Offline()).load()
    #expect(offline.cities.map(\.name) == ["City 1", "City 2", "City 7"])
    #expect(offline.cities.map(\.status) == [.unchecked, .unchecked, .unchecked])
    // The names of today are not saved.
    #expect(await store.load().cities.map(\.name) == ["City 1", "City 2", "City 7"])
  }

  @Test func `a star is set as it says, whatever another process has done`() async throws {
    let store = FavoritesMemory([.numbered(1), .numbered(9)])
    let client = FavoritesClient.live(store, places: try Self.places.get(), limit: 2)
    _ = try await client.load()
    // The list on the screen still has it.
    try await store.update { $0.remove(1) }
    #expect(try await client.setFavorite(1, true).cities.map(\.id) == [9, 1])
    // A favorite stays one, though its city is gone or the list is full.
    for id: City.ID in [1, 9] { _ = try await client.setFavorite(id, true) }
    #expect(await store.load().cities.map(\.name) == ["City 9", "Place 1"])
    await #expect(throws: FavoritesError.full(limit: 2)) { try await client.setFavorite(3, true) }
    await #expect(throws: FavoritesError.unknownCity(4)) { try await client.setFavorite(4, true) }
    // The list on the screen does not have it.
    try await store.update { $0 = FavoriteList([.numbered(3)]) }
    #expect(try await client.setFavorite(3, false).cities == [])
    #expect(try await client.setFavorite(3, false).cities == [])
    _ = try await client.setFavorite(1, true)
    _ = try await client.setFavorite(2, true)
    #expect(try await client.move(2, 0).cities.map(\.id) == [2, 1])
  }

  @Test func `a second tap restores a city that cannot be looked up any more`() async throws {
    let all: [(any PlaceResolving, FavoritesError)] = [
      (try Gazetteer([City]()), .unknownCity(3)),
      (Offline(), .failed(UnderlyingError(CancellationError()))),
    ]
    for (places, error) in all {
      let store = FavoritesMemory([.numbered(1), .numbered(2)])
      let client = FavoritesClient.live(store, places: places)
      for _ in 0..<2 {
        #expect(try await client.setFavorite(1, false).cities == [.numbered(2)])
        #expect(try await client.setFavorite(1, true).cities == [.numbered(2), .numbered(1)])
      }
      await #expect(throws: error) { try await client.setFavorite(3, true) }
    }
  }

  @Test func `errors are those of favorites`() async throws {
    struct Broken: FavoritesStore {
      func load() async throws -> FavoriteList { throw StorageError.locked(file: "f") }
      func update(
        _ change: @Sendable (inout FavoriteList) throws -> Void
      ) async throws -> FavoriteList { throw ScriptedSource.Failure() }
    }
    let client = FavoritesClient.live(Broken(), places: try Self.places.get())
    let locked = FavoritesError.storage(.locked(file: "f"))
    let failed = FavoritesError.failed(UnderlyingError(ScriptedSource.Failure()))
    await #expect(throws: locked) { try await client.load() }
    await #expect(throws: locked) { try await client.setFavorite(1, false) }
    await #expect(throws: failed) { try await client.setFavorite(1, true) }
    await #expect(throws: failed) { try await client.move(1, 0) }
    let none = FavoritesClient.failing
    await #expect(throws: FavoritesError.unavailable) { try await none.load() }
    await #expect(throws: FavoritesError.unavailable) { try await none.setFavorite(1, true) }
    await #expect(throws: FavoritesError.unavailable) { try await none.move(1, 0) }
    await #expect(processExitsWith: .failure) {
      _ = FavoritesClient.live(FavoritesMemory(), places: Offline(), limit: 0)
    }
  }

  // MARK: The list

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `a list is an array without duplicates`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var list = FavoriteList()
    var model: [FavoriteCity] = []
    for _ in 0..<300 {
      let city = FavoriteCity.numbered(Int.random(in: 0..<8, using: &generator))
      let index = model.firstIndex { $0.id == city.id }
      switch Int.random(in: 0..<4, using: &generator) {
      case 0:
        #expect(list.add(city) == (index == nil))
        if index == nil { model.append(city) }
      case 1:
        let expected = index.map { model.remove(at: $0) }
        #expect(list.remove(city.id) == expected)
      case 2:
        let position = Int.random(in: -2...9, using: &generator)
        let before = model
        if let index {
          let moved = model.remove(at: index)
          model.insert(moved, at: min(max(position, 0), model.count))
        }
        #expect(list.move(city.id, to: position) == (model != before))
      default:
        let isFull = index == nil && model.count >= 4
        let wasAdded = Result { () throws(FavoritesError) in try list.add(city, upTo: 4) }
        #expect(wasAdded == (isFull ? .failure(.full(limit: 4)) : .success(index == nil)))
        if index == nil, !isFull { model.append(city) }
      }
      #expect(list.cities == model && list.contains(city.id) == model.contains(city))
      #expect(list == FavoriteList(model + model))
    }
  }
}

import CitySearch
import CitySession
import CityTestSupport
import DurableStorage
import Foundation
import TestSupport
import Testing

@testable import CityFavorites

// Favorites in a file: what a search over them finds, and what a list does when the file is damaged.

extension FavoriteCitiesTests {
  @Test func `a search over favorites only finds no other city`() async throws {
    try await withTemporaryFolder { folder in
      let gazetteer = PreviewPlaces.gazetteer
      let favorites = FavoriteCities(
        store: FavoritesFile(at: folder.appending(path: "favorites.jsonl")))
      let paris = try #require(gazetteer.city(withID: 2_988_507))
      let cities = CityIndex(gazetteer)
      func starred(_ text: String) async throws -> [City.ID] {
        let filter = CityFilter(ids: try await favorites.ids)
        return cities.search(SearchQuery(text, order: .population, limit: 10, filter: filter)).ids
      }
      #expect(try await starred("") == [])
      try await favorites.add(FavoriteCity(paris, in: gazetteer))
      // A favorite that the gazetteer does not have is no match.
      try await favorites.add(.numbered(-1))
      #expect(try await starred("") == [paris.id])
      #expect(try await starred("ber") == [])
    }
  }

  @Test func `a list goes on when its damaged file was set aside`() async throws {
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "favorites.jsonl")
      try Data("half a fi".utf8).write(to: file)
      let store = FavoritesFile(at: file)
      let favorites = FavoriteCities(store: store)
      let error = await #expect(throws: StorageError.self) { try await favorites.cities }
      #expect(error?.description.hasPrefix("\(file.path) is damaged: ") == true)
      try await store.setAside()
      #expect(try await favorites.refresh() == [])
      try await favorites.add(.numbered(1))
      #expect(try await FavoritesFile(at: file).load().cities == [.numbered(1)])
    }
  }

  @Test func `a list says what its file has lost`() async throws {
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "favorites.jsonl")
      let store = FavoritesFile(at: file)
      let favorites = FavoriteCities(store: store)
      try await store.fill(with: [.numbered(1), .numbered(2)])
      #expect(try await favorites.list.damage == nil)
      try Data(contentsOf: file).dropLast(9).write(to: file)
      try await favorites.refresh()
      let damage = try #require(try await favorites.list.damage)
      #expect(
        damage.description.hasPrefix("\(file.path) is damaged: 1 entry was read, 1 is lost"))
    }
  }
}

import CitySearch
import CitySession
import CityTestSupport
import DurableStorage
import Foundation
import TestSupport
import Testing

@testable import CityFavorites

/// The examples of the article "Keeping favorites", compiled and run.
@Suite("Keeping favorites", .againstHanging) @MainActor
struct KeepingFavoritesTests {
  /// A dozen cities are enough, and there at once.
  private let gazetteer = PreviewPlaces.gazetteer

  @Test func `keep, follow, show and search`() async throws {
    try await withTemporaryFolder { folder in
      let store = FavoritesFile(at: folder.appending(path: "favorites.jsonl"))
      let favorites = FavoriteCities(store: store)
      if let paris = gazetteer.city(withID: 2_988_507) {
        try await favorites.add(FavoriteCity(paris, in: gazetteer))
      }
      let isFavorite = try await favorites.contains(2_988_507)
      #expect(isFavorite)
      try await favorites.add(.numbered(-1))

      var shown: [[String]] = []
      func show(_ names: [String]) { shown.append(names) }
      let task = Task {
        for await list in try await favorites.updates {
          show(list.cities.map(\.name))
        }
      }
      while shown.isEmpty { await Task.yield() }
      #expect(shown == [["Paris", "City -1"]])
      task.cancel()
      try await task.value

      var printed: [String] = []
      func print(_ line: String) { printed.append(line) }
      for favorite in try await favorites.resolved(in: gazetteer) {
        let note = favorite.status == .missing ? " (no longer listed)" : ""
        print(favorite.placemark.name + note)
      }
      #expect(printed == ["Paris", "City -1 (no longer listed)"])

      let starred = FilteredCitySearch(CityIndex(gazetteer), only: favorites)
      let largestFirst = SortedCitySearch(starred, by: .population)
      let matches = try await largestFirst.search(for: "", limit: 10)
      #expect(matches.ids == [2_988_507])
    }
  }

  @Test func `handle what cannot be read`() async throws {
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "favorites.jsonl")
      try Data("half a fi".utf8).write(to: file)
      let store = FavoritesFile(at: file)
      let favorites = FavoriteCities(store: store)
      var shown: [[String]] = []
      var told: [String] = []
      func show(_ names: [String]) { shown.append(names) }
      func report(_ text: String) { told.append(text) }

      do {
        show(try await favorites.cities.map(\.name))
      } catch let error as StorageError {
        report(error.description)
        // If that is what the person wants, and only then:
        try await store.setAside()
        show(try await favorites.refresh().map(\.name))
      }
      #expect(shown == [[]])
      #expect(told.count == 1)
      #expect(told[0].hasPrefix("\(file.path) is damaged: "))

      try await store.fill(with: [.numbered(1), .numbered(2)])
      try Data(contentsOf: file).dropLast(9).write(to: file)
      try await favorites.refresh()
      if let damage = try await favorites.list.damage {
        report(damage.description)
      }
      #expect(told.count == 2)
      #expect(told.last?.hasPrefix("\(file.path) is damaged: 1 entry was read, 1 is lost") == true)
    }
  }

  @Test func `every example of the article is in this file`() throws {
    try Example.expectAll(of: "CityFavorites.docc/KeepingFavorites.md", in: #filePath, count: 6)
  }
}

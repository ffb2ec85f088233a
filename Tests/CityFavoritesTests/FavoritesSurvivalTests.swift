import CityFavorites
import CitySearch
import CityTestSupport
import DurableStorage
import Foundation
import TestSupport
import Testing

/// Processes that are killed, that find the disk full, or that write at the same time: copies of this one.
@Suite("Favorites survive", .againstHanging)
struct FavoritesSurvivalTests {
  @Test(.tags(.long))
  func `150 kills, and lose nothing that was acknowledged`() async throws {
    try await withTemporaryFolder { folder in
      let url = folder.appending(path: "favorites.json")
      var generator = SeededGenerator(seed: 6)
      var known: [City.ID] = []
      for round in 1...TestExtent.share(of: 150, atLeast: 3) {
        let (path, first) = (url.path, round * 100_000)
        let delay = Int.random(in: 0...20_000, using: &generator)
        let result = await #expect(
          processExitsWith: .signal(SIGKILL), observing: [\.standardOutputContent]
        ) { [path = path as String, first = first as Int, delay = delay as Int] in
          let store = FavoritesFile(at: URL(filePath: path))
          for id in first... {
            try await store.update { $0.add(.numbered(id)) }
            Acknowledgment.write(id)
            if id == first { KillingThread.start(microseconds: delay) }
          }
        }
        let acknowledged = Acknowledgment.read(result?.standardOutputContent).map { City.ID($0) }
        let stored = try await FavoritesFile(at: url).load().cities.map(\.id)
        // One more may be stored than was acknowledged, and none less.
        let expected = known + acknowledged
        #expect(!acknowledged.isEmpty, "round \(round)")
        #expect(
          stored == expected || stored == expected + [City.ID(first + acknowledged.count)],
          "round \(round), after \(delay) µs")
        // A long list leaves time for few changes.
        known = try await FavoritesFile(at: url).update { list in
          for id in stored.dropLast(20) { list.remove(id) }
        }.cities.map(\.id)
      }
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(
        Set(names).isSubset(of: ["favorites.json", "favorites.json.lock", "favorites.json.new"]))
    }
  }

  @Test func `a full disk, and have the list of before`() async throws {
    try await withTemporaryFolder { folder in
      let path = folder.appending(path: "favorites.json").path
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardOutputContent]
      ) { [path = path as String] in
        try Disk.limitFiles(to: 4_096)
        let store = FavoritesFile(at: URL(filePath: path))
        for id in 1... {
          do {
            try await store.update { $0.add(.numbered(id)) }
            Acknowledgment.write(id)
          } catch StorageError.notWritable {
            return
          }
        }
      }
      let acknowledged = Acknowledgment.read(result?.standardOutputContent)
      let list = try await FavoritesFile(at: URL(filePath: path)).load()
      #expect(!acknowledged.isEmpty && list.cities.map(\.id) == acknowledged.map { City.ID($0) })
      #expect(!FileManager.default.fileExists(atPath: path + ".new"))
    }
  }

  @Test(.tags(.long)) func `a second process, and lose no change of either`() async throws {
    try await withTemporaryFolder { folder in
      let path = folder.appending(path: "favorites.json").path
      let count = TestExtent.share(of: 500, atLeast: 20)
      async let other = #expect(processExitsWith: .success) {
        [path = path as String, count = count as Int] in
        let store = FavoritesFile(at: URL(filePath: path), timeLimit: .seconds(1_200))
        for id in 1_000..<1_000 + count { try await store.update { $0.add(.numbered(id)) } }
      }
      let store = FavoritesFile(at: URL(filePath: path), timeLimit: .seconds(1_200))
      for id in 2_000..<2_000 + count { try await store.update { $0.add(.numbered(id)) } }
      _ = await other
      let ids = try await store.load().cities.map(\.id).sorted()
      let expected = [1_000, 2_000].flatMap { first in
        (first..<first + count).map { City.ID($0) }
      }
      #expect(ids == expected)
    }
  }
}

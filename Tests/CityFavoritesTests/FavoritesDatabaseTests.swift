#if SQLite
import CityTestSupport
import DurableStorage

@testable import CityFavorites

import CitySearch
import Foundation
import GRDB
import TestSupport
import Testing

@Suite("Favorites in a database", .againstHanging)
struct FavoritesDatabaseTests {
  /// A database with favorites, and what its bytes are.
  private static func withFavorites(_ body: (URL, Data) async throws -> Void) async throws {
    try await withTemporaryFolder { folder in
      let url = folder.appending(path: "favorites.sqlite")
      try await FavoritesDatabase(at: url).fill(with: (0..<40).map { .numbered($0) })
      try await body(url, try Data(contentsOf: url))
    }
  }

  /// Demands that a file be refused by every function, and not be touched by any.
  private static func expectRefusal(
    _ url: URL, _ comment: Comment? = nil, _ isExpected: (StorageError) -> Bool
  ) async throws {
    let content = try Data(contentsOf: url)
    let database = FavoritesDatabase(at: url)
    let error = await #expect(throws: StorageError.self, comment) { try await database.load() }
    #expect(error.map(isExpected) == true, "\(String(describing: error)), \(comment ?? "")")
    await #expect(throws: StorageError.self, comment) {
      try await database.fill(with: [.numbered(99)])
    }
    #expect(try Data(contentsOf: url) == content, comment)
  }

  private static func isDamage(_ error: StorageError) -> Bool {
    if case .damaged = error { true } else { false }
  }

  @Test func `adding, removing and moving reach the table`() async throws {
    try await withTemporaryFolder { folder in
      let url = folder.appending(path: "favorites.sqlite")
      let favorites = FavoriteCities(store: FavoritesDatabase(at: url))
      for id in 1...5 { try await favorites.add(.numbered(id)) }
      try await favorites.move(5, to: 1)
      try await favorites.remove(3)
      #expect(try await FavoritesDatabase(at: url).cities.map(\.id) == [1, 5, 2, 4])
      #expect(try await favorites.refresh() == FavoritesDatabase(at: url).cities)
      let queue = try DatabaseQueue(path: url.path)
      let names = try await queue.read {
        try String.fetchAll($0, sql: "SELECT name FROM favorite ORDER BY position")
      }
      #expect(names == ["City 1", "City 5", "City 2", "City 4"])
    }
  }

  @Test func `a change that throws leaves the table`() async throws {
    struct Failure: Error {}
    try await Self.withFavorites { url, content in
      await #expect(throws: Failure.self) {
        try await FavoritesDatabase(at: url).update { cities in
          cities.remove(1)
          throw Failure()
        }
      }
      let now = try Data(contentsOf: url)
      #expect(now == content)
    }
  }

  @Test func `a newer version is refused and kept, and set aside on demand`() async throws {
    try await Self.withFavorites { url, _ in
      try await DatabaseQueue(path: url.path).write {
        try $0.execute(sql: "PRAGMA user_version = 2")
      }
      let newer = try Data(contentsOf: url)
      try await Self.expectRefusal(url) {
        $0 == .newerVersion(file: url.path, found: 2, supported: 1)
      }
      let aside = try await FavoritesDatabase(at: url).setAside()
      #expect(aside?.path == url.path + ".aside-1")
      #expect(try aside.map { try Data(contentsOf: $0) } == newer)
      let now = try await FavoritesDatabase(at: url).cities
      #expect(now == [])
    }
  }

  @Test func `a database of something else is refused and kept`() async throws {
    try await Self.withFavorites { url, _ in
      try FileManager.default.removeItem(at: url)
      try await DatabaseQueue(path: url.path).write {
        try $0.execute(sql: "CREATE TABLE other (a)")
      }
      try await Self.expectRefusal(url, nil, Self.isDamage)
      try await DatabaseQueue(path: url.path).write {
        try $0.execute(sql: "PRAGMA user_version = 1")
      }
      try await Self.expectRefusal(url, nil, Self.isDamage)
    }
  }

  @Test func `a row that is no favorite is refused and kept`() async throws {
    try await Self.withFavorites { url, _ in
      try await DatabaseQueue(path: url.path).write {
        try $0.execute(sql: "UPDATE favorite SET placemark = '{}' WHERE id = 7")
      }
      try await Self.expectRefusal(url, nil, Self.isDamage)
    }
  }

  @Test func `positions that leave no room are damage, and the order stays`() async throws {
    try await Self.withFavorites { url, _ in
      try await DatabaseQueue(path: url.path).write {
        let sql = "UPDATE favorite SET position = ? WHERE id = ?"
        try $0.execute(sql: sql, arguments: [Int.min, 0])
        try $0.execute(sql: sql, arguments: [Int.max, 39])
      }
      let favorites = FavoriteCities(store: FavoritesDatabase(at: url))
      #expect(try await favorites.cities.map(\.id) == Array(0..<40))
      for position in [0, 1, 39] {
        await #expect(throws: StorageError.self) { try await favorites.move(5, to: position) }
      }
      #expect(try await FavoritesDatabase(at: url).cities.map(\.id) == Array(0..<40))
    }
  }

  @Test func `changes made with SQL are noticed`() async throws {
    try await Self.withFavorites { url, _ in
      let store = FavoritesDatabase(at: url)
      #expect(try await store.cities.count == 40)
      let queue = try DatabaseQueue(path: url.path)
      try await queue.write { try $0.execute(sql: "DELETE FROM favorite WHERE id = 7") }
      #expect(try await store.cities.map(\.id) == Array(0..<7) + Array(8..<40))
      try await queue.write {
        try $0.execute(sql: "UPDATE favorite SET position = 0 WHERE id = 39")
      }
      try await store.fill(with: [.numbered(50)])
      #expect(try await store.cities.map(\.id) == [39] + Array(0..<7) + Array(8..<39) + [50])
    }
  }

  @Test func `a change touches its row alone, and the table is not read again`() async throws {
    try await Self.withFavorites { url, _ in
      let favorites = FavoriteCities(store: FavoritesDatabase(at: url))
      #expect(try await favorites.cities.count == 40)
      // A store that read the table again would throw.
      let queue = try DatabaseQueue(path: url.path)
      try await queue.write { database in
        let number = try Int.fetchOne(database, sql: "SELECT number FROM revision")
        try database.execute(sql: "UPDATE favorite SET placemark = '{}' WHERE id = 7")
        try database.execute(sql: "UPDATE revision SET number = ?", arguments: [number])
      }
      let positions = "SELECT position FROM favorite WHERE id NOT IN (3, 5, 50) ORDER BY id"
      let before = try await queue.read { try Int.fetchAll($0, sql: positions) }
      try await favorites.add(.numbered(50))
      try await favorites.remove(3)
      try await favorites.move(5, to: 30)
      #expect(try await favorites.refresh().count == 40)
      #expect(try await queue.read { try Int.fetchAll($0, sql: positions) } == before)
      #expect(try await favorites.cities.map(\.id)[30] == 5)
      await #expect(throws: StorageError.self) { try await FavoritesDatabase(at: url).load() }
    }
  }

  @Test func `many moves between the same two keep the order`() async throws {
    try await Self.withFavorites { url, _ in
      let favorites = FavoriteCities(store: FavoritesDatabase(at: url))
      var generator = SeededGenerator(seed: 9)
      for _ in 1...60 {
        let id = Int.random(in: 3..<40, using: &generator)
        try await favorites.move(City.ID(id), to: [0, 1, 39].randomElement(using: &generator) ?? 1)
      }
      #expect(try await FavoritesDatabase(at: url).cities == favorites.cities)
      // Each halves the gap of the one before.
      for id: City.ID in 3..<40 { try await favorites.move(id, to: 1) }
      #expect(try await FavoritesDatabase(at: url).cities == favorites.cities)
    }
  }

  @Test func `a transaction of another program blocks no thread`() async throws {
    try await Self.withFavorites { url, _ in
      let clock = ManualClock()
      let store = FavoritesDatabase(at: url, timeout: LockTimeout(limit: .seconds(5), clock: clock))
      var configuration = Configuration()
      configuration.allowsUnsafeTransactions = true
      let queue = try DatabaseQueue(path: url.path, configuration: configuration)
      try await queue.writeWithoutTransaction { try $0.execute(sql: "BEGIN EXCLUSIVE") }
      let reading = Task { try await store.cities.count }
      await clock.waitForSleepers(1)
      let change = Task { try await store.fill(with: [.numbered(50)]) }
      await clock.waitForSleepers(2)
      clock.advance(by: .seconds(5))
      let error = StorageError.locked(file: url.path, limit: .seconds(5))
      await #expect(throws: error) { try await reading.value }
      await #expect(throws: error) { try await change.value }
      let another = Task { try await store.fill(with: [.numbered(50)]) }
      await clock.waitForSleepers(1)
      try await queue.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
      clock.advance(by: .milliseconds(8))
      try await another.value
      #expect(try await store.cities.map(\.id) == Array(0..<40) + [50])
    }
  }

  @Test func `no file is made for a change that changes nothing`() async throws {
    try await withTemporaryFolder { folder in
      let url = folder.appending(path: "favorites.sqlite")
      let (list, city) = try await FavoritesDatabase(at: url).update { $0.remove(1) }
      #expect(list.cities == [])
      #expect(city == nil)
      #expect(!FileManager.default.fileExists(atPath: url.path))
    }
  }

  @Test func `what a lost database left behind is not played into the next one`() async throws {
    try await Self.withFavorites { url, _ in
      let journal = URL(filePath: url.path + "-journal")
      let left = try await DatabaseQueue(path: url.path).writeWithoutTransaction { database in
        // Without waiting for the disk, the journal is valid from its first byte on.
        try database.execute(sql: "PRAGMA synchronous = OFF; BEGIN; DELETE FROM favorite")
        defer { try? database.execute(sql: "ROLLBACK") }
        return try Data(contentsOf: journal)
      }
      try FileManager.default.removeItem(at: url)
      try left.write(to: journal)
      try await FavoritesDatabase(at: url).fill(with: [.numbered(100)])
      let now = try await FavoritesDatabase(at: url).cities
      #expect(now == [.numbered(100)])
      let aside = try Data(contentsOf: URL(filePath: journal.path + ".aside-1"))
      #expect(aside == left)
    }
  }

  @Test func `looking for the file leaves the locks on it`() async throws {
    try await withTemporaryFolder { folder in
      let url = folder.appending(path: "favorites.sqlite")
      let store = FavoritesDatabase(at: url)
      try await store.fill(with: [.numbered(1)])
      let look = try await ProbeProcess.onThread {
        try DatabaseQueue(path: url.path).inDatabase { database in
          try database.execute(sql: "BEGIN IMMEDIATE")
          defer { try? database.execute(sql: "ROLLBACK") }
          guard try store.database.exists() else { return "no file" }
          return try ProbeProcess.run(["look-for-lock", url.path]).output
        }
      }
      #expect(look == "locked\n")
    }
  }

  @Test func `a file that lacks its end is refused and kept`() async throws {
    try await Self.withFavorites { url, whole in
      for length in [0, 1, 15, 50, 99, 100, 511, 4_096, whole.count / 2, whole.count - 1] {
        try whole.prefix(length).write(to: url)
        try await Self.expectRefusal(url, "the first \(length) bytes", Self.isDamage)
      }
    }
  }

  @Test(arguments: 1...20)
  func `random bytes are refused and kept`(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let bytes = (0..<Int.random(in: 1...20_000, using: &generator)).map { _ in
      UInt8.random(in: 0...255, using: &generator)
    }
    try await Self.withFavorites { url, _ in
      try Data(bytes).write(to: url)
      try await Self.expectRefusal(url, "seed \(seed)", Self.isDamage)
    }
  }
}
#endif

#if SQLite
import CitySearch
import Foundation
import GRDB
import TestSupport
import Testing

@testable import CityExplorer

@Suite("Favorites in a database", .timeLimit(.minutes(1)))
struct FavoritesDatabaseTests {
  /// A database with favorites, and what its bytes are.
  private static func withFavorites(_ body: (URL, Data) throws -> Void) throws {
    try withTemporaryFolder { folder in
      let url = folder.appending(path: "favorites.sqlite")
      try FavoritesDatabase(url).update { $0 = (0..<40).map { .numbered($0) } }
      try body(url, try Data(contentsOf: url))
    }
  }

  /// Demands that a file be refused by every function, and not be touched by any.
  private static func expectRefusal(
    _ url: URL, _ comment: Comment? = nil, _ isExpected: (StorageError) -> Bool
  ) throws {
    let content = try Data(contentsOf: url)
    let database = FavoritesDatabase(url)
    let error = #expect(throws: StorageError.self, comment) { try database.load() }
    #expect(error.map(isExpected) == true, "\(String(describing: error)), \(comment ?? "")")
    #expect(throws: StorageError.self, comment) { try database.update { $0 = [] } }
    #expect(try Data(contentsOf: url) == content, comment)
  }

  private static func isDamage(_ error: StorageError) -> Bool {
    if case .damaged = error { true } else { false }
  }

  @Test func `adding, removing and moving reach the table`() async throws {
    try await withTemporaryFolder { folder in
      let url = folder.appending(path: "favorites.sqlite")
      let favorites = FavoriteCities(store: FavoritesDatabase(url))
      for id in 1...5 { try await favorites.add(.numbered(id)) }
      try await favorites.move(5, to: 1)
      try await favorites.remove(3)
      #expect(try FavoritesDatabase(url).load().map(\.id) == [1, 5, 2, 4])
      #expect(try await favorites.refresh() == FavoritesDatabase(url).load())
      let queue = try DatabaseQueue(path: url.path)
      let names = try await queue.read {
        try String.fetchAll($0, sql: "SELECT name FROM favorite ORDER BY position")
      }
      #expect(names == ["City 1", "City 5", "City 2", "City 4"])
    }
  }

  @Test func `a change that throws leaves the table`() throws {
    struct Failure: Error {}
    try Self.withFavorites { url, content in
      #expect(throws: Failure.self) {
        try FavoritesDatabase(url).update { cities in
          cities = []
          throw Failure()
        }
      }
      let now = try Data(contentsOf: url)
      #expect(now == content)
    }
  }

  @Test func `a newer version is refused and kept, and set aside on demand`() throws {
    try Self.withFavorites { url, _ in
      try DatabaseQueue(path: url.path).write { try $0.execute(sql: "PRAGMA user_version = 2") }
      let newer = try Data(contentsOf: url)
      try Self.expectRefusal(url) {
        $0 == .newerVersion(file: url.path, found: 2, supported: 1)
      }
      let aside = try FavoritesDatabase(url).setAside()
      #expect(aside?.path == url.path + ".aside-1")
      #expect(try aside.map { try Data(contentsOf: $0) } == newer)
      let now = try FavoritesDatabase(url).load()
      #expect(now == [])
    }
  }

  @Test func `a database of something else is refused and kept`() throws {
    try Self.withFavorites { url, _ in
      try FileManager.default.removeItem(at: url)
      try DatabaseQueue(path: url.path).write { try $0.execute(sql: "CREATE TABLE other (a)") }
      try Self.expectRefusal(url, nil, Self.isDamage)
      try DatabaseQueue(path: url.path).write { try $0.execute(sql: "PRAGMA user_version = 1") }
      try Self.expectRefusal(url, nil, Self.isDamage)
    }
  }

  @Test func `a row that is no favorite is refused and kept`() throws {
    try Self.withFavorites { url, _ in
      try DatabaseQueue(path: url.path).write {
        try $0.execute(sql: "UPDATE favorite SET placemark = '{}' WHERE id = 7")
      }
      try Self.expectRefusal(url, nil, Self.isDamage)
    }
  }

  @Test func `a row that is missing in the order is noticed, and nothing is lost`() throws {
    try Self.withFavorites { url, _ in
      try DatabaseQueue(path: url.path).write {
        try $0.execute(sql: "DELETE FROM favorite WHERE id = 7")
      }
      try Self.expectRefusal(url, nil, Self.isDamage)
    }
  }

  @Test func `no file is made for a change that changes nothing`() throws {
    try withTemporaryFolder { folder in
      let url = folder.appending(path: "favorites.sqlite")
      let count = try FavoritesDatabase(url).update { cities in
        cities.removeAll { $0.id == 1 }
        return cities.count
      }
      #expect(count == 0)
      #expect(!FileManager.default.fileExists(atPath: url.path))
    }
  }

  @Test func `what a lost database left behind is not played into the next one`() throws {
    try Self.withFavorites { url, _ in
      let journal = URL(filePath: url.path + "-journal")
      let left = try DatabaseQueue(path: url.path).inDatabase { database in
        // Without waiting for the disk, the journal is valid from its first byte on.
        try database.execute(sql: "PRAGMA synchronous = OFF; BEGIN; DELETE FROM favorite")
        defer { try? database.execute(sql: "ROLLBACK") }
        return try Data(contentsOf: journal)
      }
      try FileManager.default.removeItem(at: url)
      try left.write(to: journal)
      try FavoritesDatabase(url).update { $0 = [.numbered(100)] }
      let now = try FavoritesDatabase(url).load()
      #expect(now == [.numbered(100)])
      let aside = try Data(contentsOf: URL(filePath: journal.path + ".aside-1"))
      #expect(aside == left)
    }
  }

  @Test func `looking for the file leaves the locks on it`() async throws {
    try await withTemporaryFolder { folder in
      let url = folder.appending(path: "favorites.sqlite")
      let store = FavoritesDatabase(url)
      try store.update { $0 = [.numbered(1)] }
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

  @Test func `a file that lacks its end is refused and kept`() throws {
    try Self.withFavorites { url, whole in
      for length in [0, 1, 15, 50, 99, 100, 511, 4_096, whole.count / 2, whole.count - 1] {
        try whole.prefix(length).write(to: url)
        try Self.expectRefusal(url, "the first \(length) bytes", Self.isDamage)
      }
    }
  }

  @Test(arguments: 1...20)
  func `random bytes are refused and kept`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let bytes = (0..<Int.random(in: 1...20_000, using: &generator)).map { _ in
      UInt8.random(in: 0...255, using: &generator)
    }
    try Self.withFavorites { url, _ in
      try Data(bytes).write(to: url)
      try Self.expectRefusal(url, "seed \(seed)", Self.isDamage)
    }
  }
}
#endif

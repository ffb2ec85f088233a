import CitySearch
import CitySession
import CityTestSupport
import DurableStorage
import Foundation
import TestSupport
import Testing

@testable import CityFavorites

@Suite("Favorites in user defaults", .againstHanging)
struct FavoritesDefaultsTests {
  /// User defaults of their own, removed at the end.
  private static func withDefaults(_ body: (UserDefaults) async throws -> Void) async throws {
    let name = "city-search-tests-\(UUID().uuidString)"
    let defaults = try #require(UserDefaults(suiteName: name))
    defer {
      defaults.removePersistentDomain(forName: name)
      _ = defaults.synchronize()
    }
    try await body(defaults)
  }

  @Test func `what was saved is there for the next store`() async throws {
    try await Self.withDefaults { defaults in
      let favorites = FavoriteCities(store: FavoritesDefaults(in: defaults))
      #expect(try await favorites.cities == [])
      try await favorites.add(.numbered(2))
      try await favorites.add(.numbered(1))
      #expect(try FavoritesDefaults(in: defaults).load().cities == [.numbered(2), .numbered(1)])
      #expect(try FavoritesDefaults(in: defaults, key: "others").load().cities == [])
    }
  }

  /// Runs a task with settings of a name, which are kept below a place of the test's own.
  ///
  /// Apple's systems take no notice of the place, and of the name only.
  private static func run(
    _ task: String, _ name: String, _ arguments: String..., settingsIn place: URL
  ) async throws -> (output: String, errors: String, hasSucceeded: Bool) {
    try await ProbeProcess.onThread {
      try ProbeProcess.run(
        [task, name] + arguments, environment: ["XDG_CONFIG_HOME": place.path])
    }
  }

  @Test func `what was saved is there for the next process`() async throws {
    try await withTemporaryFolder { folder in
      let name = "city-search-tests-\(UUID().uuidString).settings"
      defer { UserDefaults.standard.removePersistentDomain(forName: name) }
      let end = try await Self.run("add-favorites", name, "1", "3", settingsIn: folder)
      #expect(end == ("ready\n1\n2\n3\n", "", true))
      let list = try await Self.run("list-favorites", name, settingsIn: folder)
      #expect(list == ("1\n2\n3\n", "", true))
    }
  }

  #if !canImport(Darwin)
  @Test func `settings that cannot be written are not said to be saved`() async throws {
    try await withTemporaryFolder { folder in
      let obstacle = folder.appending(path: "file", directoryHint: .notDirectory)
      try Data().write(to: obstacle)
      let end = try await Self.run("add-favorites", "a.settings", "1", "1", settingsIn: obstacle)
      #expect(end.output == "ready\n")
      #expect(
        end.errors.hasPrefix("The setting \"favoriteCities\" cannot be written: "),
        "\(end.errors)")
    }
  }
  #endif

  @Test func `what makes no sense is refused, kept, and set aside on demand`() async throws {
    try await Self.withDefaults { defaults in
      let store = FavoritesDefaults(in: defaults, key: "key")
      #expect(try store.setAside() == nil)
      for number in 1...2 {
        defaults.set("no data", forKey: "key")
        let error = StorageError.damaged(
          file: "The setting \"key\"", reason: "its value must be data, got no data")
        #expect(throws: error) { try store.load() }
        #expect(throws: error) { try store.update { $0.remove(1) } }
        #expect(defaults.string(forKey: "key") == "no data")
        #expect(try store.setAside() == "key.aside-\(number)")
        #expect(defaults.string(forKey: "key.aside-\(number)") == "no data")
        let now = try store.load()
        #expect(now.cities == [])
      }
      let newer = Data("{\"format\":\"favorites\",\"version\":2}\n".utf8)
      defaults.set(newer, forKey: "key")
      let error = StorageError.newerVersion(
        file: "The setting \"key\"", found: 2, supported: 1)
      #expect(throws: error) { try store.update { $0.add(.numbered(1)) } }
      #expect(defaults.data(forKey: "key") == newer)
    }
  }

  @Test func `keys that are not known stay, and what is over goes`() async throws {
    try await Self.withDefaults { defaults in
      let store = FavoritesDefaults(in: defaults, key: "key")
      try await store.fill(with: [.numbered(1), .numbered(2)])
      let content = try #require(defaults.data(forKey: "key"))
      let annotated = FavoritesFileTests.annotated(content)
      defaults.set(annotated, forKey: "key")
      try store.update { $0.remove(2) }
      try store.update { $0.add(.numbered(3)) }
      let lines = try #require(defaults.data(forKey: "key")).split(separator: 0x0A)
      let old = annotated.split(separator: 0x0A)
      #expect(lines.count == 3)
      #expect(Array(lines.prefix(2)) == [old[0], old[1]])
    }
  }

  @Test func `stores over the same settings lose nothing`() async throws {
    try await Self.withDefaults { defaults in
      let lists = (0..<4).map { _ in FavoriteCities(store: FavoritesDefaults(in: defaults)) }
      await withThrowingTaskGroup(of: Void.self) { group in
        for (number, list) in lists.enumerated() {
          group.addTask { for id in 0..<20 { try await list.add(.numbered(number * 100 + id)) } }
        }
      }
      let added: [City.ID] = [0, 100, 200, 300].flatMap { $0..<($0 + 20) }
      let stored = try FavoritesDefaults(in: defaults).load()
      #expect(stored.ids.sorted() == added)
    }
  }

  @Test func `of several cities with the same id, a list takes the first`() {
    var other = FavoriteCity.numbered(1)
    other.placemark.name = "Another name"
    let list = FavoriteList([.numbered(1), .numbered(2), other, .numbered(2)])
    #expect(list.cities == [.numbered(1), .numbered(2)])
    #expect(list.ids == [1, 2] && list.changes.isEmpty)
    #expect(FavoritesMemory([.numbered(1), other]).load().cities == [.numbered(1)])
  }

  @Test func `a change in memory that throws changes nothing`() throws {
    struct Failure: Error {}
    let store = FavoritesMemory([.numbered(1)])
    #expect(throws: Failure.self) {
      try store.update { cities in
        cities.remove(1)
        throw Failure()
      }
    }
    #expect(store.load().cities == [.numbered(1)])
  }
}

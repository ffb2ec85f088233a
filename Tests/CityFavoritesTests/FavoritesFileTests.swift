import CityFavorites
import CitySearch
import CityTestSupport
import DurableStorage
import Foundation
import TestSupport
import Testing

@Suite("The file of favorites", .againstHanging)
struct FavoritesFileTests {
  private static func url(in folder: URL) -> URL {
    folder.appending(path: "favorites.json", directoryHint: .notDirectory)
  }

  /// Adds cities, all at once.
  private static func add(_ ids: Int..., to store: FavoritesFile) async throws {
    try await store.update { list in for id in ids { list.add(.numbered(id)) } }
  }

  private static func ids(_ store: FavoritesFile) async throws -> [City.ID] {
    try await store.load().cities.map(\.id)
  }

  /// Expects that reading and writing throw errors of a store, and leave these bytes at the place.
  private static func expectErrors(
    of store: FavoritesFile, at url: URL, keeping bytes: Data?,
    sourceLocation: SourceLocation = #_sourceLocation, _ matches: (StorageError) -> Bool
  ) async {
    for isUpdate in [false, true] {
      do {
        if isUpdate { try await add(9, to: store) } else { _ = try await store.load() }
        Issue.record("no error, update: \(isUpdate)", sourceLocation: sourceLocation)
      } catch let error as StorageError {
        #expect(matches(error), "\(error)", sourceLocation: sourceLocation)
        #expect(error.file == url.relativePath, sourceLocation: sourceLocation)
      } catch {
        Issue.record(error, sourceLocation: sourceLocation)
      }
      #expect((try? Data(contentsOf: url)) == bytes, sourceLocation: sourceLocation)
    }
  }

  // MARK: What it keeps

  @Test func `another store has what was kept, in order`() async throws {
    try await withTemporaryFolder { folder in
      let url = Self.url(in: folder.appending(path: "new/folders"))
      let store = FavoritesFile(at: url)
      #expect(try await store.load() == FavoriteList())
      #expect(!FileManager.default.fileExists(atPath: url.path))
      try await Self.add(1, 2, 3, to: store)
      let list = try await store.update {
        $0.remove(2)
        $0.move(3, to: 0)
      }
      #expect(list.cities == [.numbered(3), .numbered(1)])
      #expect(try await FavoritesFile(at: url).load() == list)
      // What a person sees in an editor.
      let text = try String(contentsOf: url, encoding: .utf8)
      #expect(text.contains(#""version" : 1"#) && text.contains(#""name" : "City 3""#))
      #expect(text.hasSuffix("}\n"))
      // Beside it, there is only the lock.
      let names = try FileManager.default.contentsOfDirectory(
        atPath: url.deletingLastPathComponent().path)
      #expect(Set(names) == ["favorites.json", "favorites.json.lock"])
    }
  }

  @Test func `a change that throws changes nothing, and one that changes nothing writes nothing`()
    async throws
  {
    try await withTemporaryFolder { folder in
      let url = Self.url(in: folder)
      let store = FavoritesFile(at: url)
      try await store.update { $0.remove(1) }
      #expect(!FileManager.default.fileExists(atPath: url.path))
      try await Self.add(1, to: store)
      let bytes = try Data(contentsOf: url)
      await #expect(throws: ScriptedSource.Failure.self) {
        try await store.update { list in
          list.add(.numbered(2))
          throw ScriptedSource.Failure()
        }
      }
      #expect(try Data(contentsOf: url) == bytes)
    }
  }

  @Test func `no change of two stores is lost`() async throws {
    try await withTemporaryFolder { folder in
      let url = Self.url(in: folder)
      try await withThrowingDiscardingTaskGroup { group in
        for first in [100, 200] {
          group.addTask {
            let store = FavoritesFile(at: url, timeLimit: .seconds(1_200))
            for id in first..<first + 30 { try await Self.add(id, to: store) }
          }
        }
      }
      let ids = try await Self.ids(FavoritesFile(at: url))
      #expect(ids.sorted() == (100..<130).map { City.ID($0) } + (200..<230).map { City.ID($0) })
    }
  }

  @Test func `a link is followed, and permissions stay`() async throws {
    try await withTemporaryFolder { folder in
      let (url, link) = (Self.url(in: folder), folder.appending(path: "link"))
      try await Self.add(1, to: FavoritesFile(at: url))
      try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: url.path)
      try FileManager.default.createSymbolicLink(at: link, withDestinationURL: url)
      try await Self.add(2, to: FavoritesFile(at: link))
      #expect(try await Self.ids(FavoritesFile(at: url)) == [1, 2])
      let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
      #expect(attributes[.posixPermissions] as? Int == 0o640)
    }
  }

  // MARK: What it cannot read

  private static let damages: [(name: String, content: String)] = [
    ("an empty file", ""), ("notes", "Buy milk.\n"), ("other JSON", #"{"milk": 1}"#),
    ("no list", #"{"version": 1}"#),
    ("no city", #"{"favorites": [{"id": 1}], "version": 1}"#),
    ("half of it", #"{"favorites": [{"id": 1, "placemark""#),
  ]

  @Test(arguments: damages.named(by: \.name))
  func `a file that has something else is an error, and stays as it is`(
    damage: Named<(name: String, content: String)>
  ) async throws {
    try await withTemporaryFolder { folder in
      let (url, bytes) = (Self.url(in: folder), Data(damage.value.content.utf8))
      try bytes.write(to: url)
      let store = FavoritesFile(at: url)
      await Self.expectErrors(of: store, at: url, keeping: bytes) {
        if case .damaged = $0 { true } else { false }
      }
      // A person begins anew.
      let aside = try #require(try await store.setAside())
      #expect(try Data(contentsOf: aside) == bytes)
      try await Self.add(1, to: store)
      #expect(try await Self.ids(store) == [1])
      #expect(try await store.setAside()?.lastPathComponent == "favorites.json.aside-2")
      #expect(try await store.setAside() == nil)
    }
  }

  @Test func `a file of a newer version is an error, and stays as it is`() async throws {
    try await withTemporaryFolder { folder in
      let (url, bytes) = (Self.url(in: folder), Data(#"{"stars": [], "version": 2}"#.utf8))
      try bytes.write(to: url)
      await Self.expectErrors(of: FavoritesFile(at: url), at: url, keeping: bytes) {
        $0 == .newerVersion(file: url.relativePath, found: 2, supported: 1)
      }
    }
  }

  @Test func `a path that is no file is an error`() async throws {
    try await withTemporaryFolder { folder in
      let url = Self.url(in: folder)
      func isUnreadable(_ error: StorageError) -> Bool {
        if case .unreadable = error { true } else { false }
      }
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
      await Self.expectErrors(of: FavoritesFile(at: url), at: url, keeping: nil, isUnreadable)
      // A link may lead to a disk that is not mounted at the moment.
      let link = folder.appending(path: "link")
      try FileManager.default.createSymbolicLink(
        atPath: link.path, withDestinationPath: "nothing")
      await Self.expectErrors(of: FavoritesFile(at: link), at: link, keeping: nil, isUnreadable)
      let page = try #require(URL(string: "https://example.org/"))
      await #expect(throws: StorageError.notFileURL(file: "https://example.org/")) {
        try await FavoritesFile(at: page).load()
      }
    }
  }

  @Test func `a file that is read-only is read, and not replaced`() async throws {
    try await withTemporaryFolder { folder in
      let url = Self.url(in: folder)
      let store = FavoritesFile(at: url)
      try await Self.add(1, to: store)
      try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: url.path)
      await #expect(throws: StorageError.self) { try await Self.add(2, to: store) }
      #expect(try await Self.ids(store) == [1])
    }
  }

  // MARK: What changes while it is in use

  @Test(arguments: ["Buy milk.\n", ""])
  func `a foreign file that appears after an absent one was opened is not replaced`(
    content: String
  ) async throws {
    try await withTemporaryFolder { folder in
      let (url, notes) = (Self.url(in: folder), Data(content.utf8))
      let store = FavoritesFile(at: url)
      #expect(try await store.load().cities.isEmpty)
      try notes.write(to: url)
      await Self.expectErrors(of: store, at: url, keeping: notes) {
        if case .damaged = $0 { true } else { false }
      }
    }
  }

  @Test func `a file that appears between looking and renaming is not replaced`() async throws {
    try await withTemporaryFolder { folder in
      let (url, notes) = (Self.url(in: folder), Data("Buy milk.\n".utf8))
      let store = FavoritesFile(at: url)
      await #expect(throws: StorageError.changed(file: url.relativePath, reason: "appeared")) {
        try await store.update { list in
          list.add(.numbered(1))
          try notes.write(to: url)
        }
      }
      let found = try Data(contentsOf: url)
      #expect(found == notes)
    }
  }

  @Test func `a file that is exchanged in use is not replaced, unless it has favorites`()
    async throws
  {
    try await withTemporaryFolder { folder in
      let (url, notes) = (Self.url(in: folder), Data("Buy milk.\n".utf8))
      let (store, other) = (FavoritesFile(at: url), folder.appending(path: "other.json"))
      try await Self.add(1, to: store)
      try await Self.add(7, to: FavoritesFile(at: other))
      let kept = try Data(contentsOf: url)
      // Between reading and renaming.
      let exchanged = StorageError.changed(
        file: url.relativePath, reason: "was exchanged for another file")
      await #expect(throws: exchanged) {
        try await store.update { list in
          list.add(.numbered(2))
          try notes.write(to: url, options: .atomic)
        }
      }
      #expect(try Data(contentsOf: url) == notes)
      // Between two changes.
      await Self.expectErrors(of: store, at: url, keeping: notes) {
        if case .damaged = $0 { true } else { false }
      }
      // A person restores a copy, or another program has replaced the list: that is the list now.
      try Data(contentsOf: other).write(to: url, options: .atomic)
      try await Self.add(2, to: store)
      #expect(try await Self.ids(store) == [7, 2])
      try kept.write(to: url, options: .atomic)
      #expect(try await Self.ids(store) == [1])
    }
  }

  @Test func `a file that is removed in use is an error, and not made anew`() async throws {
    try await withTemporaryFolder { folder in
      let url = Self.url(in: folder.appending(path: "data"))
      let store = FavoritesFile(at: url)
      try await Self.add(1, to: store)
      let kept = try Data(contentsOf: url)
      let removed = StorageError.changed(file: url.relativePath, reason: "was removed")
      #expect("\(removed)".hasSuffix("favorites.json was removed while it was in use."))
      try FileManager.default.removeItem(at: url)
      await Self.expectErrors(of: store, at: url, keeping: nil) { $0 == removed }
      try FileManager.default.removeItem(at: url.deletingLastPathComponent())
      await Self.expectErrors(of: store, at: url, keeping: nil) { $0 == removed }
      let folder = url.deletingLastPathComponent().path
      #expect(!FileManager.default.fileExists(atPath: folder))
      // It comes back from a backup.
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: false)
      try kept.write(to: url)
      try await Self.add(2, to: store)
      #expect(try await Self.ids(store) == [1, 2])
      // Between reading and renaming.
      await #expect(throws: removed) {
        try await store.update { list in
          list.add(.numbered(3))
          try FileManager.default.removeItem(at: url)
        }
      }
    }
  }

  // MARK: The lock

  @Test func `a change waits for another process, for so long`() async throws {
    try await withTemporaryFolder { folder in
      let url = Self.url(in: folder)
      let lock = url.appendingPathExtension("lock")
      try Data().write(to: lock)
      let holder = try FileHandle(forUpdating: lock)
      #expect(flock(holder.fileDescriptor, LOCK_EX | LOCK_NB) == 0)
      let impatient = FavoritesFile(at: url, timeLimit: .zero)
      await #expect(throws: StorageError.locked(file: url.relativePath)) {
        try await Self.add(1, to: impatient)
      }
      // Reading needs no lock.
      #expect(try await Self.ids(impatient) == [])
      let patient = FavoritesFile(at: url, timeLimit: .seconds(1_200))
      let cancelled = Task { try await Self.add(2, to: patient) }
      cancelled.cancel()
      await #expect(throws: CancellationError.self) { try await cancelled.value }
      async let waiting: Void = Self.add(3, to: patient)
      try await Task.sleep(for: .milliseconds(20))
      try holder.close()
      try await waiting
      #expect(try await Self.ids(impatient) == [3])
    }
  }
}

import CitySearch
import CityTestSupport
import DurableStorage
import Foundation
import TestSupport
import Testing

@testable import CityFavorites

/// What a file system can put in the way of favorites.
@Suite("Favorites and obstacles", .againstHanging)
struct FavoritesObstacleTests {
  /// An obstacle in the place of a file, and the expected error.
  struct Obstacle: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let place: @Sendable (URL) throws -> Void
    /// The case of the error that reading throws, if it throws, and the reason.
    let reading: (kind: String, reason: String)?
    /// The case of the error that writing throws, and the reason.
    let writing: (kind: String, reason: String)
  }

  private static let obstacles = [
    Obstacle(
      testDescription: "a folder in place of the file",
      place: { url in
        try FileManager.default.removeItem(at: url)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
      },
      reading: ("unreadable", "Is a directory"), writing: ("unreadable", "Is a directory")),
    Obstacle(
      testDescription: "a file in place of the folder",
      place: { url in
        let folder = url.deletingLastPathComponent()
        try FileManager.default.moveItem(at: folder, to: folder.appendingPathExtension("old"))
        try Data("file".utf8).write(to: folder)
      },
      reading: ("unreadable", "Not a directory"), writing: ("unreadable", "Not a directory")),
    Obstacle(
      testDescription: "a link that leads to itself",
      place: { url in
        try FileManager.default.removeItem(at: url)
        try FileManager.default.createSymbolicLink(
          atPath: url.path, withDestinationPath: url.lastPathComponent)
      },
      reading: ("unreadable", "symbolic links"), writing: ("unreadable", "symbolic links")),
    Obstacle(
      testDescription: "a link to nothing",
      place: { url in
        try FileManager.default.removeItem(at: url)
        try FileManager.default.createSymbolicLink(
          atPath: url.path, withDestinationPath: "a disk that is not there")
      },
      reading: ("unreadable", "following the link"),
      writing: ("unreadable", "following the link")),
    Obstacle(
      testDescription: "a pipe in place of the file",
      place: { url in
        try FileManager.default.removeItem(at: url)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["mkfifo", url.path]
        try process.run()
        process.waitUntilExit()
      },
      reading: ("unreadable", "Invalid argument"), writing: ("unreadable", "Invalid argument")),
    Obstacle(
      testDescription: "a folder in place of the lock",
      place: { url in
        let lock = url.appendingPathExtension("lock")
        try FileManager.default.removeItem(at: lock)
        try FileManager.default.createDirectory(at: lock, withIntermediateDirectories: false)
      },
      reading: nil, writing: ("notLockable", "Is a directory")),
  ]

  @Test(arguments: obstacles, StoreKind.onDisk)
  func `an obstacle is an error that says what and where`(
    obstacle: Obstacle, kind: StoreKind
  ) async throws {
    try await withTemporaryFolder { folder in
      let folder = folder.appending(path: "data")
      let (url, store) = (kind.url(in: folder), kind.store(in: folder))
      try await store.fill(with: [.numbered(1)])
      try obstacle.place(url)

      let favorites = FavoriteCities(store: store)
      if let reading = obstacle.reading {
        await Self.expect(reading, at: url) { try await favorites.cities }
      } else {
        #expect(try await favorites.cities == [.numbered(1)])
      }
      await Self.expect(obstacle.writing, at: url) { try await favorites.add(.numbered(2)) }
      if obstacle.reading == nil { #expect(try await favorites.cities == [.numbered(1)]) }
    }
  }

  @Test(arguments: StoreKind.onDisk)
  func `a folder in place of the temporary file`(kind: StoreKind) async throws {
    try await withTemporaryFolder { folder in
      let url = kind.url(in: folder)
      let obstacle = url.appendingPathExtension("new")
      try FileManager.default.createDirectory(at: obstacle, withIntermediateDirectories: false)
      let favorites = FavoriteCities(store: kind.store(in: folder))
      await Self.expect(("notWritable", "removing"), at: url) {
        try await favorites.add(.numbered(2))
      }
      #expect(try await favorites.cities == [])
      try FileManager.default.removeItem(at: obstacle)
      #expect(try await favorites.add(.numbered(2)))
    }
  }

  private static func expect(
    _ expected: (kind: String, reason: String), at url: URL, _ body: () async throws -> some Any
  ) async {
    let error = await #expect(throws: StorageError.self) { _ = try await body() }
    guard let error else { return }
    #expect("\(Mirror(reflecting: error).children.first?.label ?? "")" == expected.kind)
    #expect(error.file.hasPrefix(url.path))
    #expect(error.description.contains(expected.reason), "\(error)")
  }

  @Test func `a folder in which no file can be made`() async throws {
    try await withTemporaryFolder { folder in
      let url = StoreKind.file.url(in: folder)
      try Data().write(to: URL(filePath: url.path + ".lock"))
      for permissions in [0o555, 0o333] {
        let (output, errors, hasSucceeded) = try await FileRights.run(
          ["add-favorites", url.path, "2", "1"],
          with: [(.folder, permissions), (.lock, 0o666)], on: url)
        #expect(!hasSucceeded)
        #expect(output == "ready\n")
        #expect(errors == "\(url.path) cannot be written: opening failed (Permission denied).\n")
        #expect(try await FavoritesFile(at: url).cities == [])
      }
    }
  }

  #if SQLite
  @Test func `a folder of a database that must not be written to`() async throws {
    try await Self.withRights([(.folder, 0o555), (.lock, 0o666)], kind: .database) { url, errors in
      #expect(errors.hasPrefix("\(url.path) cannot be written: "))
    }
  }
  #endif

  @Test(arguments: StoreKind.onDisk)
  func `a file that must not be written to is neither changed nor replaced`(
    kind: StoreKind
  ) async throws {
    try await withTemporaryFolder { folder in
      let (url, store) = (kind.url(in: folder), kind.store(in: folder))
      try await store.fill(with: [.numbered(1)])
      let content = try Data(contentsOf: url)
      try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: url.path)
      let error = StorageError.notWritable(
        file: url.path, operation: "opening", reason: "Permission denied")
      // This process may well be an administrator's.
      for store in [store, kind.store(in: folder)] {
        await #expect(throws: error) { try await store.fill(with: [.numbered(2)]) }
        #expect(try await store.cities == [.numbered(1)])
      }
      #expect(try Data(contentsOf: url) == content)
    }
  }

  /// What can happen to a file while a store uses it.
  enum Removal: CaseIterable { case file, folder }

  @Test(arguments: Removal.allCases, StoreKind.onDisk)
  func `a file or folder that is removed while in use is an error, until a person decides`(
    removal: Removal, kind: StoreKind
  ) async throws {
    try await withTemporaryFolder { folder in
      let folder = folder.appending(path: "data")
      let (url, aside) = (kind.url(in: folder), folder.appendingPathExtension("aside"))
      let store = kind.store(in: folder)
      let favorites = FavoriteCities(store: store)
      for id in [1, 2, 3] { try await favorites.add(.numbered(id)) }
      let moved = removal == .file ? url : folder
      try FileManager.default.moveItem(at: moved, to: aside)
      let error = StorageError.damaged(
        file: url.path, reason: "it was removed while it was in use")
      for _ in 1...2 {
        await #expect(throws: error) { try await favorites.add(.numbered(9)) }
        await #expect(throws: error) { try await favorites.refresh() }
      }
      #expect(try await favorites.cities.map(\.id) == [1, 2, 3])
      #expect(!FileManager.default.fileExists(atPath: moved.path))
      // It comes back, as a disk does that is plugged in again.
      try FileManager.default.moveItem(at: aside, to: moved)
      try await favorites.add(.numbered(9))
      #expect(try await kind.store(in: folder).cities.map(\.id) == [1, 2, 3, 9])
      // Or it is given up.
      try FileManager.default.removeItem(at: moved)
      await #expect(throws: error) { try await favorites.remove(9) }
      switch store {
      case let store as FavoritesFile: #expect(try await store.setAside() == nil)
      #if SQLite
      case let store as FavoritesDatabase: #expect(try await store.setAside() == nil)
      #endif
      default: Issue.record("another kind of store")
      }
      try await favorites.add(.numbered(7))
      #expect(try await favorites.cities.map(\.id) == [7])
    }
  }

  @Test(arguments: StoreKind.onDisk)
  func `the URL of something else than a file is refused`(kind: StoreKind) async throws {
    let url = try #require(URL(string: "https://example.com/favorites"))
    let favorites = FavoriteCities(store: kind.store(at: url))
    let error = StorageError.notFileURL(file: "https://example.com/favorites")
    await #expect(throws: error) { try await favorites.cities }
    await #expect(throws: error) { try await favorites.add(.numbered(1)) }
    #expect(!FileManager.default.fileExists(atPath: "/favorites"))
  }

  @Test(arguments: StoreKind.onDisk)
  func `a lock that must not be taken`(kind: StoreKind) async throws {
    try await Self.withRights([(.lock, 0o444)], kind: kind) { url, errors in
      #expect(
        errors == "\(url.path).lock cannot be locked: opening failed (Permission denied).\n")
    }
  }

  @Test(arguments: StoreKind.onDisk)
  func `a file that must not be read`(kind: StoreKind) async throws {
    try await Self.withRights([(.file, 0o000), (.lock, 0o666)], kind: kind) { url, errors in
      #expect(errors.hasPrefix("\(url.path) cannot be "), "\(errors)")
      #expect(kind != .file || errors.hasSuffix("read: opening failed (Permission denied).\n"))
    }
  }

  /// Takes rights away, and lets a process without privileges add a favorite.
  private static func withRights(
    _ rights: [(FileRights.Place, Int)], kind: StoreKind, _ check: (URL, String) -> Void
  ) async throws {
    try await withTemporaryFolder { folder in
      let (url, store) = (kind.url(in: folder), kind.store(in: folder))
      try await store.fill(with: [.numbered(1)])
      let (output, errors, hasSucceeded) = try await FileRights.run(
        ["add-favorites", url.path, "2", "1"], with: rights, on: url)
      #expect(!hasSucceeded)
      #expect(output == "ready\n")
      check(url, errors)
      #expect(try await store.cities == [.numbered(1)])
    }
  }

  @Test(arguments: [0, 1, 100, 4_096, 20_000], StoreKind.onDisk)
  func `a full disk loses nothing that was acknowledged`(
    limit: Int, kind: StoreKind
  ) async throws {
    try await withTemporaryFolder { folder in
      let (url, store) = (kind.url(in: folder), kind.store(in: folder))
      try await store.fill(with: [.numbered(1)])
      let (output, errors, hasSucceeded) = try await ProbeProcess.onThread {
        try ProbeProcess.run(["--limit", "\(limit)", "add-favorites", url.path, "100", "400"])
      }
      #expect(!hasSucceeded)
      let reason = kind == .file ? "File too large" : "disk I/O error"
      #expect(errors == "\(url.path) cannot be written: writing failed (\(reason)).\n")
      let acknowledged = output.split(separator: "\n").compactMap { City.ID($0) }
      #expect(acknowledged.count < 400)
      #expect(limit < 20_000 || !acknowledged.isEmpty)
      #expect(try await store.cities.map(\.id) == [1] + acknowledged)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(names.sorted() == [kind.rawValue, kind.rawValue + ".lock"])
      // With room again, everything goes on.
      try await store.fill(with: [.numbered(5_000)])
      #expect(try await store.cities.map(\.id) == [1] + acknowledged + [5_000])
    }
  }
}

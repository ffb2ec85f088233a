import CitySearch
import CityTestSupport
import DurableStorage
import Foundation
import TestSupport
import Testing

@testable import CityFavorites

/// Changes that have to wait for others.
@Suite("Favorites and locks", .againstHanging)
struct FavoritesLockTests {
  private static let limit = Duration.seconds(5)

  /// A store with one favorite, which waits by a clock of its own.
  private static func withStore(
    _ kind: StoreKind, _ body: (FavoriteCities, ManualClock, URL) async throws -> Void
  ) async throws {
    try await withTemporaryFolder { folder in
      let clock = ManualClock()
      let store = kind.store(in: folder, timeout: LockTimeout(limit: limit, clock: clock))
      try await store.fill(with: [.numbered(1)])
      try await body(FavoriteCities(store: store), clock, kind.url(in: folder))
    }
  }

  @Test(arguments: StoreKind.onDisk)
  func `a stopped process that has the lock blocks no thread, and the time limit ends the wait`(
    kind: StoreKind
  ) async throws {
    try await Self.withStore(kind) { favorites, clock, url in
      let probe = try await ProbeProcess.onThread {
        let probe = try ProbeProcess(["hold-lock", url.path])
        probe.waitForOutput()
        probe.stop()
        return Locked(probe)
      }
      // Many more than the pool has threads.
      let count = 8 * ProcessInfo.processInfo.activeProcessorCount
      try await withThrowingTaskGroup { group in
        for id in 0..<count {
          group.addTask {
            await #expect(throws: StorageError.locked(file: url.path, limit: Self.limit)) {
              try await favorites.toggle(.numbered(id))
            }
          }
        }
        await clock.waitForSleepers(count)
        let others = (0..<100).map { number in Task.detached { number } }
        for (number, other) in others.enumerated() { #expect(await other.value == number) }
        // Reading needs no lock.
        #expect(try await favorites.refresh().map(\.id) == [1])
        clock.advance(by: Self.limit)
        try await group.waitForAll()
      }
      #expect(clock.sleeperCount == 0)
      #expect(try await favorites.refresh().map(\.id) == [1])
      // The lock ends with its process.
      try await ProbeProcess.onThread {
        probe.withLock { $0.kill() }
        _ = try probe.withLock { try $0.finish() }
      }
      #expect(try await !favorites.toggle(.numbered(1)))
    }
  }

  @Test(arguments: StoreKind.onDisk)
  func `an update that is cancelled while it waits changes nothing`(kind: StoreKind) async throws {
    try await Self.withStore(kind) { favorites, clock, url in
      let content = try Data(contentsOf: url)
      let holder = try DurableFile(url).lock.hold()
      let change = Task { try await favorites.add(.numbered(2)) }
      await clock.waitForSleepers(1)
      change.cancel()
      await #expect(throws: CancellationError.self) { try await change.value }
      withExtendedLifetime(holder) {}
      #expect(try Data(contentsOf: url) == content)
      #expect(try await favorites.cities.map(\.id) == [1])
    }
  }

  @Test(arguments: StoreKind.onDisk)
  func `a waiting update continues when the lock is free`(kind: StoreKind) async throws {
    try await Self.withStore(kind) { favorites, clock, url in
      var holder: FileLock.Holder? = try DurableFile(url).lock.hold()
      let change = Task { try await favorites.add(.numbered(2)) }
      for _ in 1...3 {
        await clock.waitForSleepers(1)
        clock.advance(by: .milliseconds(8))
      }
      await clock.waitForSleepers(1)
      withExtendedLifetime(holder) {}
      holder = nil
      clock.advance(by: .milliseconds(8))
      #expect(try await change.value)
      #expect(try await favorites.cities.map(\.id) == [1, 2])
    }
  }

  @Test(arguments: StoreKind.onDisk)
  func `a file that is locked is so by each of its names`(kind: StoreKind) async throws {
    try await Self.withStore(kind) { favorites, _, url in
      let link = url.deletingLastPathComponent().appending(path: "link")
      try FileManager.default.linkItem(at: url, to: link)
      let store = kind.store(at: link, timeout: LockTimeout(limit: .zero))
      let holder = try? DurableFile(url).lock.hold()
      await #expect(throws: StorageError.self) { try await store.fill(with: [.numbered(2)]) }
      withExtendedLifetime(holder) {}
      #expect(try await store.cities.map(\.id) == [1])
      #expect(try await favorites.refresh().map(\.id) == [1])
    }
  }

  @Test func `a change leaves the other names of the file what they had`() async throws {
    try await Self.withStore(.file) { favorites, _, url in
      let link = url.deletingLastPathComponent().appending(path: "link")
      try FileManager.default.linkItem(at: url, to: link)
      try await favorites.add(.numbered(2))
      let store = StoreKind.file.store(at: link)
      #expect(try await store.cities.map(\.id) == [1])
      try await store.fill(with: [.numbered(3)])
      #expect(try await favorites.refresh().map(\.id) == [1, 2])
      #expect(try await store.cities.map(\.id) == [1, 3])
    }
  }

  @Test(arguments: StoreKind.onDisk)
  func `many changes at once are made one after the other`(kind: StoreKind) async throws {
    try await Self.withStore(kind) { favorites, _, _ in
      try await withThrowingTaskGroup { group in
        for id in 0..<60 { group.addTask { try await favorites.toggle(.numbered(id % 20)) } }
        for _ in 0..<10 { group.addTask { try await !favorites.refresh().isEmpty } }
        try await group.waitForAll()
      }
      // Each was toggled three times, and 1 was there.
      let ids = try await favorites.cities.map(\.id)
      #expect(ids.sorted() == (0..<20).filter { $0 != 1 })
      #expect(try await favorites.refresh().map(\.id) == ids)
    }
  }

  @Test func `an answer that is overtaken takes nothing back`() async throws {
    let store = LateStore()
    let favorites = FavoriteCities(store: store)
    #expect(try await favorites.cities == [])
    let late = Task { try await favorites.add(.numbered(LateStore.lateID)) }
    await store.isSaved.wait(for: 1)
    try await favorites.add(.numbered(2))
    #expect(try await favorites.cities.map(\.id) == [LateStore.lateID, 2])
    store.mayAnswer.reach()
    #expect(try await late.value)
    #expect(try await favorites.cities.map(\.id) == [LateStore.lateID, 2])
    #expect(await favorites.revision == 2)
  }

  @Test func `a list that was read while a change was saved takes nothing back`() async throws {
    let store = SlowStore()
    let favorites = FavoriteCities(store: store)
    let change = Task { try await favorites.add(.numbered(1)) }
    await store.isChanged.wait(for: 1)
    #expect(try await favorites.refresh() == [])
    store.mayWrite.reach()
    #expect(try await change.value)
    #expect(try await favorites.cities.map(\.id) == [1])
  }

  @Test func `a load during the writes of others reads once`() async throws {
    let store = BusyStore()
    let favorites = FavoriteCities(store: store)
    store.interruption.withLock { $0 = { try await favorites.add(.numbered($0)) } }
    // The list that the change found is as new as the requested one.
    #expect(try await favorites.refresh().map(\.id) == [1])
    #expect(store.loadCount.count == 1)
    #expect(try await favorites.cities.map(\.id) == [1])
    #expect(try await favorites.refresh().map(\.id) == [1, 2])
    #expect(store.loadCount.count == 2)
    store.interruption.withLock { $0 = nil }
  }
}

/// A store that takes its time between a change and its writing, in which it can be read.
private struct SlowStore: FavoritesStore {
  let list = Locked(FavoriteList())
  let isChanged = Milestone()
  let mayWrite = Milestone()

  func load() -> FavoriteList { list.withLock(\.self) }

  func update<Result: Sendable>(
    _ change: @Sendable (inout FavoriteList) throws -> Result
  ) async throws -> (list: FavoriteList, result: Result) {
    let (changed, result) = try load().changed(by: change)
    isChanged.reach()
    await mayWrite.wait(for: 1)
    list.withLock { $0 = changed }
    return (changed, result)
  }
}

/// A store that is changed whenever it is read.
private final class BusyStore: FavoritesStore {
  let memory = FavoritesMemory()
  let loadCount = Milestone()
  /// Makes a change, with the number of the reading; there are ten at most.
  let interruption = Locked<(@Sendable (Int) async throws -> Void)?>(nil)

  func load() async throws -> FavoriteList {
    let list = memory.load()
    loadCount.reach()
    let number = loadCount.count
    if number <= 10 { try await interruption.withLock(\.self)?(number) }
    return list
  }

  func update<Result: Sendable>(
    _ change: @Sendable (inout FavoriteList) throws -> Result
  ) throws -> (list: FavoriteList, result: Result) { try memory.update(change) }
}

/// A store that saves one city at once, but says so late.
private struct LateStore: FavoritesStore {
  static let lateID: City.ID = 1

  let memory = FavoritesMemory()
  let isSaved = Milestone()
  let mayAnswer = Milestone()

  func load() -> FavoriteList { memory.load() }

  func update<Result: Sendable>(
    _ change: @Sendable (inout FavoriteList) throws -> Result
  ) async throws -> (list: FavoriteList, result: Result) {
    let answer = try memory.update(change)
    if answer.list.cities.last?.id == Self.lateID {
      isSaved.reach()
      await mayAnswer.wait(for: 1)
    }
    return answer
  }
}

import CityTestSupport
import DurableStorage
import Foundation
import TestSupport
import Testing

@testable import CityGeocoding

/// Several owners of one file, one after another and at once.
@Suite("Locks of addresses", .againstHanging)
struct GeocodingLockTests {
  typealias Kind = GeocodingStoreKind

  private func queue(_ store: any GeocodingStore) -> GeocodingQueue {
    GeocodingQueue(
      geocoder: ScriptedGeocoder(), store: store, rate: .unlimited, clock: ManualClock())
  }

  @Test(arguments: Kind.allCases)
  func `fifty queues use a file one after another without being closed`(kind: Kind) async throws {
    try await withTemporaryFolder { folder in
      let url = kind.url(in: folder)
      for number in 0..<50 {
        let queue = queue(kind.store(at: url))
        try await queue.enqueue([PostalAddress(city: "\(number)")])
      }
      let last = queue(kind.store(at: url))
      try await last.resume()
      try await last.finished()
      #expect(try await last.geocodedAddresses().count == 50)
      await last.close()
    }
  }

  @Test(arguments: Kind.durable)
  func `a queue that is gone gives the file back, even if its store is there`(
    kind: Kind
  ) async throws {
    try await withTemporaryFolder { folder in
      let url = kind.url(in: folder)
      var stores: [any GeocodingStore] = []
      for number in 0..<10 {
        let store = kind.store(at: url)
        stores.append(store)
        let queue = queue(store)
        try await queue.enqueue([PostalAddress(city: "\(number)")])
      }
      let last = kind.store(at: url)
      #expect(try await last.records().count == 10)
      await last.close()
    }
  }

  @Test(arguments: Kind.durable)
  func `a store that is in use says what ends that`(kind: Kind) async throws {
    try await withTemporaryFolder { folder in
      let url = kind.url(in: folder)
      let owner = queue(kind.store(at: url))
      try await owner.enqueue([PostalAddress(city: "a")])
      let clock = ManualClock()
      let timeout = LockTimeout(limit: .seconds(1), clock: clock)
      let other = queue(kind.store(at: url, timeout: timeout))
      let refused = Task { try await other.enqueue([PostalAddress(city: "b")]) }
      await clock.waitForSleepers(1)
      clock.advance(by: .seconds(1))
      let reason = "another store in this process uses the file until it is closed or deallocated"
      await #expect(
        throws: StorageError.notLockable(file: url.path, operation: "locking", reason: reason)
      ) { try await refused.value }
      await owner.close()
      try await other.enqueue([PostalAddress(city: "b")])
      try await other.finished()
      await other.close()
      // The lock file stays, but names no process any more.
      #expect(try Data(contentsOf: URL(filePath: url.path + ".lock")).isEmpty)
    }
  }

  @Test(arguments: Kind.durable)
  func `a waiting store gets the file when the other one is closed`(kind: Kind) async throws {
    try await withTemporaryFolder { folder in
      let url = kind.url(in: folder)
      let owner = kind.store(at: url)
      try await owner.apply([.put(GeocodingRecord(PostalAddress(city: "a"), .pending))])
      // Several calls of one store wait at once, and none excludes another.
      let clock = ManualClock()
      let timeout = LockTimeout(limit: .seconds(1), clock: clock)
      let store = kind.store(at: url, timeout: timeout)
      let calls = (0..<8).map { _ in Task { try await store.records().count } }
      await clock.waitForSleepers(calls.count)
      await owner.close()
      clock.advance(by: .milliseconds(500))
      for call in calls { #expect(try await call.value == 1) }
      await store.close()
    }
  }

  @Test(arguments: Kind.durable)
  func `a file that is in use is so by each of its names`(kind: Kind) async throws {
    try await withTemporaryFolder { folder in
      let (url, link) = (kind.url(in: folder), folder.appending(path: "link"))
      let owner = kind.store(at: url)
      let record = GeocodingRecord(PostalAddress(city: "a"), .pending)
      try await owner.apply([.put(record)])
      try FileManager.default.linkItem(at: url, to: link)
      let other = kind.store(at: link, timeout: LockTimeout(limit: .zero))
      for _ in 0..<2 {
        await #expect(throws: StorageError.self) { try await other.records() }
        await #expect(throws: StorageError.self) {
          try await other.apply([.remove(addressHash: record.addressHash)])
        }
      }
      #expect(try await owner.records() == [record])
      await owner.close()
      // SQLite would keep a journal beside each name, so a database may have one name only.
      if kind == .journal {
        #expect(try await other.records() == [record])
        await #expect(throws: StorageError.self) {
          try await kind.store(at: url, timeout: LockTimeout(limit: .zero)).records()
        }
      }
      await other.close()
    }
  }

  @Test func `a journal that was replaced keeps its file, and leaves the old one`() async throws {
    try await withTemporaryFolder { folder in
      let url = folder.appending(path: "journal")
      func journal(_ name: String) -> GeocodingJournal {
        GeocodingJournal(at: folder.appending(path: name), timeout: LockTimeout(limit: .zero))
      }
      let owner = journal("journal")
      let record = GeocodingRecord(PostalAddress(city: "a"), .pending)
      try await owner.apply([.put(record)])
      try FileManager.default.linkItem(at: url, to: folder.appending(path: "old"))
      try await owner.compact()
      try FileManager.default.linkItem(at: url, to: folder.appending(path: "new"))
      // The old name is that of a file of its own by now.
      #expect(try await journal("old").records() == [record])
      await #expect(throws: StorageError.self) { try await journal("new").records() }
      let aside = try #require(try await owner.setAside())
      #expect(try await journal(aside.lastPathComponent).records() == [record])
      try await owner.apply([.put(record)])
      #expect(try await journal("new").records() == [record])
      await owner.close()
    }
  }

  @Test(arguments: Kind.durable)
  func `a process that has the file is named`(kind: Kind) async throws {
    try await withTemporaryFolder { folder in
      let url = kind.url(in: folder)
      // The geocoder of the process never answers, so it keeps the file until it is killed.
      let probe = try await ProbeProcess.onThread {
        let probe = try ProbeProcess(["geocode", url.path, "0", "5", "0", "0"])
        probe.waitForOutput()
        return Locked(probe)
      }
      // The process has printed that it is ready.
      let id = probe.withLock { $0.id }
      let store = kind.store(at: url)
      let error = await #expect(throws: StorageError.self) { try await store.records() }
      #expect(
        error
          == .notLockable(
            file: url.path, operation: "locking", reason: "another process, \(id), uses the file"))
      try await ProbeProcess.onThread {
        probe.withLock { $0.kill() }
        _ = try probe.withLock { try $0.finish() }
      }
      // The lock file still names the killed process; the next owner replaces the name.
      _ = try await store.records()
      let lock = try String(contentsOf: URL(filePath: url.path + ".lock"), encoding: .utf8)
      #expect(lock.hasPrefix("\(ProcessInfo.processInfo.processIdentifier) "))
      await store.close()
    }
  }

  @Test(arguments: ["", "x", "0 host", "-1 host", "99999999999 host", "12", "1 a b"])
  func `a lock file without a process names none`(content: String) async throws {
    try await withTemporaryFolder { folder async throws in
      let file = DurableFile(folder.appending(path: "file"))
      let holder = try file.lock.hold()
      try Data(content.utf8).write(to: URL(filePath: file.lock.path))
      let error = #expect(throws: StorageError.self) { try file.lock.hold() }
      #expect(
        error
          == .notLockable(
            file: file.path, operation: "locking",
            reason: "another process, or another store in this one, uses the file"))
      // Whether a process on another host still runs is not known, so it is named.
      try Data("2147483646 elsewhere\n".utf8).write(to: URL(filePath: file.lock.path))
      let other = #expect(throws: StorageError.self) { try file.lock.hold() }
      #expect("\(other as Any)".contains("another process, 2147483646 on elsewhere, uses the file"))
      withExtendedLifetime(holder) {}
    }
  }
}

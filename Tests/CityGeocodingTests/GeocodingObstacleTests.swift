import CityTestSupport
import DurableStorage
import Foundation
import TestSupport
import Testing

@testable import CityGeocoding

/// What a file system can put in the way of addresses.
@Suite("Addresses and obstacles", .againstHanging)
struct GeocodingObstacleTests {
  typealias Kind = GeocodingStoreKind

  private static let all = (0..<40).map { GeocodingRecord(PostalAddress(city: "\($0)"), .pending) }

  /// Runs a test with a file of some records.
  private func withRecords(
    _ kind: Kind, _ body: (URL, Data) async throws -> Void
  ) async throws {
    try await withTemporaryFolder { folder in
      let url = kind.url(in: folder)
      let store = kind.store(at: url)
      try await store.apply(Self.all.map { .put($0) })
      await kind.close(store)
      try await body(url, try Data(contentsOf: url))
    }
  }

  private func records(_ kind: Kind, _ url: URL) async throws -> [GeocodingRecord] {
    let store = kind.store(at: url)
    let records = try await store.records()
    await kind.close(store)
    return records
  }

  /// Demands that what is in the place of a file be refused by every function but setting it aside.
  private func expectRefusal(_ kind: Kind, _ url: URL, _ reason: String = "") async throws {
    let store = kind.store(at: url)
    let error = await #expect(throws: StorageError.self) { try await store.records() }
    let text = error.map { "\($0)" } ?? ""
    #expect(text.contains(url.path) && text.contains(reason), "\(text)")
    await #expect(throws: StorageError.self) {
      try await store.apply([.remove(addressHash: "x")])
    }
    await kind.close(store)
  }

  /// Sets aside what cannot be read, and begins anew.
  private func begin(_ kind: Kind, _ url: URL) async throws -> URL? {
    let store = kind.store(at: url)
    let aside = try await kind.setAside(store)
    #expect(try await store.records() == [])
    try await store.apply([.put(Self.all[0])])
    #expect(try await store.records() == [Self.all[0]])
    await kind.close(store)
    return aside
  }

  @Test(arguments: Kind.durable)
  func `a folder in the place of the file is refused`(kind: Kind) async throws {
    try await withRecords(kind) { url, _ in
      try FileManager.default.removeItem(at: url)
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
      try await expectRefusal(kind, url, "Is a directory")
      #expect(try await begin(kind, url) != nil)
    }
  }

  @Test(arguments: Kind.durable)
  func `a link to nothing is refused and kept`(kind: Kind) async throws {
    try await withRecords(kind) { url, _ in
      try FileManager.default.removeItem(at: url)
      try FileManager.default.createSymbolicLink(
        atPath: url.path, withDestinationPath: "a disk that is not there")
      try await expectRefusal(kind, url, "following the link")
      let target = try FileManager.default.destinationOfSymbolicLink(atPath: url.path)
      #expect(target == "a disk that is not there")
    }
  }

  @Test(arguments: Kind.durable, [0, 1, 5_000])
  func `bytes without sense are refused, kept, and set aside on demand`(
    kind: Kind, count: Int
  ) async throws {
    var generator = SeededGenerator(seed: 1)
    let noise = Data((0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) })
    try await withRecords(kind) { url, _ in
      try noise.write(to: url)
      try await expectRefusal(kind, url, "is damaged")
      #expect(try Data(contentsOf: url) == noise)
      let aside = try #require(try await begin(kind, url))
      #expect(try Data(contentsOf: aside) == noise)
    }
  }

  @Test(arguments: Kind.durable)
  func `half a file has what was whole in it, or is refused and kept`(kind: Kind) async throws {
    try await withRecords(kind) { url, data in
      let half = data.prefix(data.count / 2)
      try half.write(to: url)
      if kind == .journal {
        let some = try await records(kind, url)
        #expect(!some.isEmpty && some.count < 40 && some == Array(Self.all.prefix(some.count)))
      } else {
        try await expectRefusal(kind, url, "is damaged")
        #expect(try Data(contentsOf: url) == half)
      }
    }
  }

  @Test(
    arguments: Kind.durable,
    [
      ([(FileRights.Place.folder, 0o555), (.lock, 0o666)], "cannot be written"),
      ([(.lock, 0o444)], "cannot be locked"),
      ([(.file, 0o000), (.lock, 0o666)], "cannot be read"),
    ].named(by: \.1))
  func `rights that are missing are said to be missing`(
    kind: Kind, obstacle: Named<([(FileRights.Place, Int)], String)>
  ) async throws {
    let (rights, reason) = obstacle.value
    try await withRecords(kind) { url, data in
      let (_, errors, hasSucceeded) = try await FileRights.run(
        ["geocode", url.path, "0", "1", "0"], with: rights, on: url)
      #expect(!hasSucceeded)
      #expect(errors.hasPrefix(url.path) && errors.contains(reason), "\(errors)")
      #expect(kind != .journal || errors.contains("Permission denied"), "\(errors)")
      #expect(try Data(contentsOf: url) == data)
      #expect(try await records(kind, url) == Self.all)
    }
  }

  @Test func `a journal without a lock is read where no lock can be made`() async throws {
    try await withRecords(.journal) { url, data in
      try FileManager.default.removeItem(atPath: url.path + ".lock")
      let read = try await FileRights.run(
        ["read-journal", url.path], with: [(.folder, 0o555)], on: url)
      #expect(read.hasSucceeded, "\(read.errors)")
      #expect(read.output == "40\n")
      let write = try await FileRights.run(
        ["rush-journal", url.path, "0", "1"], with: [(.folder, 0o555)], on: url)
      #expect(!write.hasSucceeded && write.errors.contains("cannot be locked"), "\(write.errors)")
      #expect(try Data(contentsOf: url) == data)

      // Damage and a torn write do not prevent reading, and both stay in the file.
      var damaged = data
      damaged[data.count / 2] ^= 1
      damaged += Data("[\"01234567\",{\"put".utf8)
      try damaged.write(to: url)
      let rest = try await FileRights.run(
        ["read-journal", url.path], with: [(.folder, 0o555)], on: url)
      #expect(rest.output == "39\n1 lost, aside: false\n", "\(rest.errors)")
      #expect(try Data(contentsOf: url) == damaged)
      // With the right to write, the damage is moved aside before the first change.
      let repair = try await ProbeProcess.onThread {
        try ProbeProcess.run(["rush-journal", url.path, "0", "1"])
      }
      #expect(repair.hasSucceeded, "\(repair.errors)")
      #expect(FileManager.default.fileExists(atPath: url.path + ".damaged-1"))
      #expect(try await records(.journal, url).count == 40)
    }
  }

  @Test(arguments: Kind.durable)
  func `a full disk is said to be full, and what was saved is there`(kind: Kind) async throws {
    func run(_ arguments: String...) async throws -> (
      output: String, errors: String, hasSucceeded: Bool
    ) {
      try await ProbeProcess.onThread { try ProbeProcess.run(arguments) }
    }
    try await withTemporaryFolder { folder in
      let url = kind.url(in: folder)
      // Enough for the addresses, and for some of the results.
      let limit = kind == .journal ? "20000" : "36000"
      let full = try await run("--limit", limit, "geocode", url.path, "0", "50", "0")
      #expect(!full.hasSucceeded)
      #expect(
        full.errors.contains("\(url.path) cannot be written: writing failed"), "\(full.errors)")
      let names = full.output.split(separator: "\n").dropFirst().map(String.init)
      #expect(!names.isEmpty && names.count < 50)
      // Two requests run at once, so that results may come in another order than their addresses.
      func kept() async throws -> Set<String> {
        try await Set(records(kind, url).compactMap { $0.geocodedAddress.match?.name })
      }
      // A journal may have had room for the first of several results that were saved at once.
      let saved = try await kept()
      #expect(saved.isSuperset(of: names) && saved.count < 50)
      #expect(kind == .journal || saved.count == names.count)

      // If not even the addresses fit, no file is created.
      let other = folder.appending(path: "other \(kind.rawValue)")
      let refused = try await run("--limit", "100", "geocode", other.path, "0", "50", "0")
      #expect(!refused.hasSucceeded && refused.errors.contains("cannot be written"))
      #expect(!FileManager.default.fileExists(atPath: other.path))

      // With space again, it goes on.
      let rest = try await run("geocode", url.path, "0", "50", "1")
      #expect(rest.hasSucceeded, "\(rest.errors)")
      let all = try await kept()
      #expect(all.count == 50 && all.isSuperset(of: saved))
    }
  }
}

import CityFavorites
import CitySearch
import CityTestSupport
import Foundation
import TestSupport
import Testing

/// Processes that are killed, or that write at the same time.
@Suite("Favorites survive", .againstHanging)
struct FavoritesCrashTests {
  @Test(.tags(.long), arguments: StoreKind.onDisk)
  func `500 kills, and lose nothing that was acknowledged`(kind: StoreKind) async throws {
    // The list is begun anew now and then, because a long one leaves time for few changes.
    let (files, killsPerFile) = (25, TestExtent.share(of: 20))
    let defects = try await withTemporaryFolder { folder in
      var generator = SeededGenerator(seed: 6)
      var defects: [String] = []
      for number in 0..<files {
        let folder = folder.appending(path: "\(number)")
        defects += try await Self.killRepeatedly(
          killsPerFile, whileWriting: kind, in: folder, &generator)
      }
      return defects
    }
    #expect(defects == [])
  }

  /// Kills a process that adds favorites, again and again, and looks at the file after each time.
  ///
  /// - Returns: The faults; empty if there are none.
  private static func killRepeatedly(
    _ count: Int, whileWriting kind: StoreKind, in folder: URL,
    _ generator: inout SeededGenerator
  ) async throws -> [String] {
    let file = kind.url(in: folder)
    // A process that is killed early makes no folder.
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var defects: [String] = []
    var known: [City.ID] = []
    for round in 1...count {
      let first = round * 100_000
      let delay = UInt32.random(in: 0...20_000, using: &generator)
      let end = try await ProbeProcess.onThread {
        try ProbeProcess.killed(
          ["add-favorites", file.path, "\(first)", "100000"], afterLines: 1, pause: delay)
      }
      let acknowledged = end.lines.compactMap { City.ID($0) }
      let list = try await kind.store(in: folder).load()
      let stored = list.cities.map(\.id)
      // One more may be stored than was acknowledged, and none less.
      let expected = known + acknowledged
      let next = City.ID(first + acknowledged.count)
      if !(stored == expected || stored == expected + [next]) || end.hasSucceeded
        || end.errors != "" || list.damage != nil
      {
        defects.append(
          "round \(round), after \(delay) µs: \(expected) became \(stored); \(end.errors)")
      }
      known = stored
    }
    // At most one file of each kind is left beside it.
    let names = ["", ".lock", ".new", "-journal", ".new-journal"].map { kind.rawValue + $0 }
    let leftovers = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    if !Set(leftovers).isSubset(of: names) { defects.append("left over: \(leftovers)") }
    return defects
  }

  /// Each process adds 2,505 cities, and removes all but five of them again: 10,000 updates.
  ///
  /// A database takes ten times as long, and does a tenth.
  @Test(.tags(.long), arguments: StoreKind.onDisk)
  func `no update of two processes is lost`(kind: StoreKind) async throws {
    let work = kind == .file ? 2_500 : 250
    let (count, window) = (TestExtent.share(of: work) + 5, 5)
    try await withTemporaryFolder { folder in
      let path = kind.url(in: folder).path
      // This process looks on from the beginning to the end, and follows what the others do.
      let onlooker = kind.store(in: folder)
      #expect(try await onlooker.cities == [])
      let complaints = try await ProbeProcess.onThread {
        let probes = try [1_000_000, 2_000_000].map {
          try ProbeProcess(["churn-favorites", path, "\($0)", "\(count)", "\(window)"])
        }
        return try probes.map { try $0.finish() }.filter { !$0.hasSucceeded }.map(\.errors)
      }
      #expect(complaints == [])
      let stored = try await kind.store(in: folder).cities
      let expected = [1_000_000, 2_000_000].flatMap { first in
        (first + count - window..<first + count).map { City.ID($0) }
      }
      #expect(stored.map(\.id).sorted() == expected)
      #expect(try await onlooker.cities == stored)
    }
  }

  /// Kills a process that assigns lists of which each is half of the one before, in another order.
  @Test(.tags(.long), arguments: StoreKind.onDisk)
  func `an assigned list is there whole or not at all, whenever its writer is killed`(
    kind: StoreKind
  ) async throws {
    try await withTemporaryFolder { folder in
      let url = kind.url(in: folder)
      let onlooker = kind.store(in: folder)
      var generator = SeededGenerator(seed: 7)
      var last = 0
      for round in 1...TestExtent.share(of: 200, atLeast: 6) {
        let (first, delay) = (last + 1, UInt32.random(in: 0...20_000, using: &generator))
        let end = try await ProbeProcess.onThread {
          try ProbeProcess.killed(
            ["assign-favorites", url.path, "\(first)"], afterLines: 1 + round % 2, pause: delay)
        }
        #expect(end.errors == "", "round \(round), after \(delay) µs")
        let known = end.lines.compactMap { Int($0) }.last ?? last
        let list = try await kind.store(in: folder).load()
        let stored = list.cities.map(\.id)
        // The list that was not acknowledged may be there, and then whole.
        let number = try #require([known, known + 1].first { Self.assignedIDs($0) == stored })
        #expect(list.damage == nil)
        #expect(try await onlooker.cities.map(\.id) == stored)
        last = number
      }
      #expect(last > 0)
    }
  }

  /// The ids of a list that `assign-favorites` assigns; before the first, there are none.
  private static func assignedIDs(_ number: Int) -> [City.ID] {
    guard number > 0 else { return [] }
    let ids = (number * 20..<number * 20 + 40).map { City.ID($0) }
    return number.isMultiple(of: 2) ? ids : ids.reversed()
  }

  @Test(arguments: StoreKind.onDisk)
  func `stores in one process, each with its own list`(kind: StoreKind) async throws {
    try await withTemporaryFolder { folder in
      let folder = folder.appending(path: "deep/er")
      let lists = (0..<4).map { _ in FavoriteCities(store: kind.store(in: folder)) }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (number, list) in lists.enumerated() {
          group.addTask {
            for id in 0..<25 { try await list.add(.numbered(number * 100 + id)) }
          }
        }
        try await group.waitForAll()
      }
      let stored = try await kind.store(in: folder).cities.map(\.id)
      let added = [0, 100, 200, 300].flatMap { first in
        (first..<first + 25).map { City.ID($0) }
      }
      #expect(stored.sorted() == added)
      for list in lists { #expect(try await list.refresh().map(\.id) == stored) }
    }
  }
}

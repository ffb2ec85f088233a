import CityFavorites
import CitySearch
import CityTestSupport
import Foundation
import TestSupport
import Testing

/// Processes that are killed, or that write at the same time.
@Suite("Favorites survive", .againstHanging)
struct FavoritesCrashTests {
  @Test(.tags(.long), arguments: StoreKind.allCases)
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
      let acknowledged = end.lines.compactMap { Int($0) }
      let stored = try await kind.store(in: folder).cities.map(\.id)
      // One more may be stored than was acknowledged, and none less.
      let expected = known + acknowledged
      let next = first + acknowledged.count
      if !(stored == expected || stored == expected + [next]) || end.hasSucceeded
        || end.errors != ""
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
  @Test(.tags(.long), arguments: StoreKind.allCases)
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
      let expected = [1_000_000, 2_000_000].flatMap { ($0 + count - window)..<($0 + count) }
      #expect(stored.map(\.id).sorted() == expected)
      #expect(try await onlooker.cities == stored)
    }
  }

  /// Kills a process that writes the whole file anew after every change.
  @Test(.tags(.long)) func `a file is written anew in one step, whenever its writer is killed`()
    async throws
  {
    try await withTemporaryFolder { folder in
      let url = StoreKind.file.url(in: folder)
      let onlooker = FavoritesFile(at: url)
      var generator = SeededGenerator(seed: 7)
      var last = 0
      for round in 1...TestExtent.share(of: 60, atLeast: 6) {
        let (first, delay) = (last + 1, UInt32.random(in: 0...150_000, using: &generator))
        let end = try await ProbeProcess.onThread {
          try ProbeProcess.killed(
            ["rewrite-favorites", url.path, "\(first)"], afterLines: 1, pause: delay)
        }
        let acknowledged = end.lines.compactMap { Int($0) }
        #expect(end.errors == "", "round \(round), after \(delay) µs")
        let known = acknowledged.last ?? last
        let stored = try await FavoritesFile(at: url).cities.map { $0.id / 300 }
        // A change of hundreds of lines may be there in part, if it was not acknowledged.
        let isKept =
          stored.allSatisfy { $0 == known || $0 == known + 1 } && (known == 0 || !stored.isEmpty)
        #expect(isKept, "round \(round), after \(delay) µs: \(known) became \(stored)")
        #expect(try await onlooker.cities == FavoritesFile(at: url).cities)
        last = stored.max() ?? 0
      }
    }
  }

  @Test(arguments: StoreKind.allCases)
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
      let added: [City.ID] = [0, 100, 200, 300].flatMap { $0..<($0 + 25) }
      #expect(stored.sorted() == added)
      for list in lists { #expect(try await list.refresh().map(\.id) == stored) }
    }
  }
}

import CityExplorer
import CitySearch
import Foundation
import TestSupport
import Testing

/// Processes that are killed, or that write at the same time.
@Suite("Favorites survive", .timeLimit(.minutes(5)))
struct FavoritesCrashTests {
  @Test(arguments: StoreKind.allCases)
  func `500 kills, and lose nothing that was acknowledged`(kind: StoreKind) async throws {
    // The list is begun anew now and then, because a long one leaves time for few changes.
    let (files, killsPerFile) = (25, 20 / Sanitizer.workDivisor)
    let defects = try await ProbeProcess.onThread {
      try withTemporaryFolder { folder in
        var generator = SeededGenerator(seed: 6)
        return try (0..<files).flatMap { number in
          let folder = folder.appending(path: "\(number)")
          return try Self.killRepeatedly(killsPerFile, whileWriting: kind, in: folder, &generator)
        }
      }
    }
    #expect(defects == [])
  }

  /// Kills a process that adds favorites, again and again, and looks at the file after each time.
  ///
  /// - Returns: What was wrong; nothing if all is well.
  private static func killRepeatedly(
    _ count: Int, whileWriting kind: StoreKind, in folder: URL,
    _ generator: inout SeededGenerator
  ) throws -> [String] {
    let file = kind.url(in: folder)
    // A process that is killed early makes no folder.
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var defects: [String] = []
    var known: [City.ID] = []
    for round in 1...count {
      let first = round * 100_000
      let delay = UInt32.random(in: 0...20_000, using: &generator)
      let end = try ProbeProcess.killed(
        ["add-favorites", file.path, "\(first)", "100000"], afterLines: 1, pause: delay)
      let acknowledged = end.lines.compactMap { Int($0) }
      let stored = try kind.store(in: folder).load().map(\.id)
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
    // What is left beside the file is no more than one of each.
    let names = ["", ".lock", ".new", "-journal", ".new-journal"].map { kind.rawValue + $0 }
    let leftovers = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    if !Set(leftovers).isSubset(of: names) { defects.append("left over: \(leftovers)") }
    return defects
  }

  /// Each process adds 2,505 cities, and removes all but five of them again: 10,000 updates.
  ///
  /// A database takes ten times as long, and does a tenth.
  @Test(arguments: StoreKind.allCases)
  func `no update of two processes is lost`(kind: StoreKind) async throws {
    let divisor = Sanitizer.workDivisor * (kind == .file ? 1 : 10)
    let (count, window) = (2_500 / divisor + 5, 5)
    let results = try await ProbeProcess.onThread {
      try withTemporaryFolder { folder in
        let path = kind.url(in: folder).path
        let probes = try [1_000_000, 2_000_000].map {
          try ProbeProcess(["churn-favorites", path, "\($0)", "\(count)", "\(window)"])
        }
        let complaints = try probes.map { try $0.finish() }
          .filter { !$0.hasSucceeded }.map(\.errors)
        return (complaints, try kind.store(in: folder).load().map(\.id))
      }
    }
    #expect(results.0 == [])
    let expected = [1_000_000, 2_000_000].flatMap { ($0 + count - window)..<($0 + count) }
    #expect(results.1.sorted() == expected)
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
      let stored = try kind.store(in: folder).load().map(\.id)
      let added: [City.ID] = [0, 100, 200, 300].flatMap { $0..<($0 + 25) }
      #expect(stored.sorted() == added)
      for list in lists { #expect(try await list.refresh().map(\.id) == stored) }
    }
  }
}

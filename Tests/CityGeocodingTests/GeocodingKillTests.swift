import CityTestSupport
import Foundation
import TestSupport
import Testing

@testable import CityGeocoding

/// Journals whose writers are killed.
@Suite("Geocoding that is killed", .againstHanging)
struct GeocodingKillTests {
  /// Four files with 750 addresses each and 125 kills: 3,000 and 500 in all.
  ///
  /// Most of the time goes into starts and into reading the file, so several small files are worth more
  /// than a large one.
  @Test(.tags(.long), arguments: 1...4)
  func `what was acknowledged is there after every kill, once`(seed: Int) async throws {
    let killCount = TestExtent.share(of: 125, atLeast: 12)
    let count = 6 * killCount
    try await withTemporaryFolder { folder in
      let url = folder.appending(path: "journal")
      let run = try await ProbeProcess.onThread {
        var run = KillRun(url, seed: UInt64(seed))
        for number in 0..<killCount {
          try run.start(
            ["geocode", url.path, "\(seed * count)", "\(count)", "\(number)", "5"],
            acknowledgements: 0...5)
        }
        return run
      }
      #expect(run.faults.isEmpty)
      #expect(run.killCount == killCount)
      #expect(run.acknowledged.count > killCount)

      // The last process finds the rest.
      let end = try await ProbeProcess.onThread {
        try ProbeProcess.run(["geocode", url.path, "\(seed * count)", "\(count)", "\(killCount)"])
      }
      #expect(end.hasSucceeded, "\(end.errors)")
      let records = try await GeocodingJournal(at: url).records()
      let cities = (seed * count..<(seed + 1) * count).map { "City \($0)" }
      #expect(records.map(\.address.city) == cities)
      let names = records.compactMap { $0.geocodedAddress.match?.name }
      #expect(names.count == count)
      // Every acknowledged result is in the file.
      #expect(run.acknowledged.isSubset(of: names))
      // The file has exactly two changes for each address: nothing was found twice.
      #expect(try KillRun.changes(in: url).count == 2 * count)
    }
  }

  @Test(.tags(.long), arguments: 1...2)
  func `a file that is written anew all the time survives as well`(seed: Int) async throws {
    let killCount = TestExtent.share(of: 50, atLeast: 8)
    try await withTemporaryFolder { folder in
      let url = folder.appending(path: "journal")
      let run = try await ProbeProcess.onThread {
        var run = KillRun(url, seed: UInt64(seed), isAppending: false)
        for number in 0..<killCount {
          // The numbers of each process are higher than those of the one before.
          try run.start(
            ["rewrite-journal", url.path, "\(number * 100_000)"], acknowledgements: 0...12)
          run.checkNumbers()
        }
        return run
      }
      #expect(run.faults.isEmpty)
      #expect(run.killCount == killCount)
      #expect(run.acknowledged.count > 2 * killCount)
      let cities = try await GeocodingJournal(at: url).records().map(\.address.city)
      let written = run.acknowledged.compactMap { Int($0) }.map { "City \($0 % 10)" }
      #expect(Set(cities).isSuperset(of: written))
      #expect(Set(cities).count == cities.count)
    }
  }

  @Test func `two processes are kept apart`() async throws {
    try await withTemporaryFolder { folder in
      let url = folder.appending(path: "journal")
      let journal = GeocodingJournal(at: url)
      let record = GeocodingRecord(PostalAddress(city: "Paris"), .pending)
      try await journal.apply([.put(record)])
      let data = try Data(contentsOf: url)
      let arguments = ["geocode", url.path, "0", "5000", "0"]

      let refused = try await ProbeProcess.onThread { try ProbeProcess.run(arguments) }
      #expect(!refused.hasSucceeded)
      #expect(refused.errors.contains("\(url.path) cannot be locked"), "\(refused.errors)")
      #expect(refused.errors.contains("another process"))
      #expect(refused.output.isEmpty)
      #expect(try Data(contentsOf: url) == data)
      try await journal.apply([.put(record)])

      await journal.close()
      // Two processes at once add 5,000 addresses each. One is refused as long as the other runs, and then
      // adds its addresses to those of the other.
      let others = [0, 5_000]
      let attempts = try await withThrowingTaskGroup { group in
        for first in others {
          group.addTask {
            try await ProbeProcess.onThread {
              var attempts = 1
              while true {
                let run = try ProbeProcess.run(
                  ["rush-journal", url.path, "\(first)", "5000"])
                if run.hasSucceeded { return attempts }
                guard run.errors.contains("cannot be locked") else {
                  throw ProbeFailure(description: run.errors)
                }
                attempts += 1
              }
            }
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(attempts.count == 2)
      let records = try await GeocodingJournal(at: url).records()
      let cities = Set(records.map(\.address.city))
      #expect(records.count == 10_001 && cities.count == 10_001)
      #expect(cities.isSuperset(of: (0..<10_000).map { "City \($0)" }))
    }
  }

}

/// Why a process failed that should have succeeded.
struct ProbeFailure: Error, CustomStringConvertible {
  let description: String
}

/// Starts and kills a program again and again, and checks its file each time.
struct KillRun: Sendable {
  private let url: URL
  private let isAppending: Bool
  private var generator: SeededGenerator
  private var data = Data()
  private var newLines: [String] = []
  /// The acknowledgments of all processes.
  private(set) var acknowledged: Set<String> = []
  private(set) var faults: [String] = []
  /// How many processes were killed before their end.
  private(set) var killCount = 0

  /// Begins with a file that does not exist; `isAppending` says whether it may only grow.
  init(_ url: URL, seed: UInt64, isAppending: Bool = true) {
    self.url = url
    self.isAppending = isAppending
    generator = SeededGenerator(seed: seed)
  }

  /// Starts a process, and kills it at a moment that depends on the seed.
  mutating func start(_ arguments: [String], acknowledgements: ClosedRange<Int>) throws {
    let target = Int.random(in: acknowledgements, using: &generator)
    let pause = UInt32.random(in: 0..<2_000, using: &generator)
    // Some are killed at once, in the middle of their start.
    let isEarly = Int.random(in: 0..<5, using: &generator) == 0
    let end = try ProbeProcess.killed(
      arguments, afterLines: isEarly ? 0 : target + 1, pause: pause)
    if !end.hasSucceeded, end.errors.isEmpty { killCount += 1 }
    if !end.errors.isEmpty { faults.append(end.errors) }
    newLines = end.lines.filter { $0 != "ready" }
    acknowledged.formUnion(newLines)
    try check()
  }

  /// Checks that the file has the earlier changes and those acknowledged since.
  private mutating func check() throws {
    guard FileManager.default.fileExists(atPath: url.path) else {
      if !newLines.isEmpty || !data.isEmpty { faults.append("The file is gone.") }
      return
    }
    let old = data
    data = try Data(contentsOf: url)
    guard isAppending else { return }
    // A torn line may have been cut off.
    let whole = old.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    if data.prefix(whole) != old.prefix(whole) { faults.append("Old lines changed.") }
    let added = String(decoding: data.dropFirst(whole), as: UTF8.self)
    for line in newLines where !added.contains("\"name\":\"\(line)\"") {
      faults.append("\(line) was acknowledged, and is not there.")
    }
  }

  /// Checks that each of ten records is as new as the last one that was acknowledged.
  mutating func checkNumbers() {
    do {
      let content = try JournalContent(data, file: url.path)
      for number in newLines.compactMap({ Int($0) }).suffix(10) {
        let hash = PostalAddress(city: "City \(number % 10)").addressHash
        let name = content.records[hash]?.geocodedAddress.match?.name ?? ""
        if (Int(name) ?? -1) < number { faults.append("\(number) is lost, \(name) is there.") }
      }
    } catch {
      if !data.isEmpty { faults.append("\(error)") }
    }
  }

  /// The changes in a file, complete lines only.
  static func changes(in url: URL) throws -> [GeocodingChange] {
    let lines = try Data(contentsOf: url).split(separator: 0x0A).dropFirst()
    return lines.compactMap { line in
      if case .change(let change) = JournalLine(Data(line)) { change } else { nil }
    }
  }
}

import CitySearch
import CitySession
import Foundation
import GeoNamesCities
import PrefixBenchmark

/// What typing costs a device besides time, as stand-ins for its energy: wake-ups, allocations, and pages of the file.
struct TypingWork {
  /// The letters that are typed, one field content each.
  let texts: [String]
  /// The time between two keys.
  let interval: Duration
  /// Removes the copy of the file if this is ended.
  var interruption: Interruption?

  /// Types into a session over the shipped file, of which the system has no page in memory.
  ///
  /// - Returns: A table with the work a key; a dash stands where the system does not count.
  func measured() async throws -> Table {
    let folder = try RunFolder(watchedBy: interruption)
    defer { folder.remove() }
    let file = folder.gazetteer
    try FileManager.default.copyItem(at: Gazetteer.geoNamesFile(), to: file)
    // The file is opened, as an app does at its start, before pages are counted.
    let session = LocationSearch(
      source: CityIndex(try Gazetteer(mapping: file)), minimumCharacters: 1,
      duplicates: .repeatAnswer)
    let isForgotten = CachedPages.forget(file)
    let first = try await allocations(in: session)
    let read = CachedPages.byteCount(of: file)
    // What a gazetteer makes once, such as the cities of each division, is there now.
    let allocated = try await allocations(in: session)
    let waits = await waits(typingInto: session)

    var table = Table(heads: ["\(texts.count) keys", "a key", "in all"])
    func row(_ name: String, _ total: Double?, decimals: Int) {
      table.rows.append(
        [name]
          + [total.map { $0 / Double(texts.count) }, total].map {
            $0.map { $0.rounded(decimals: decimals) } ?? "–"
          })
    }
    row("wake-ups beside the key's own", waits, decimals: 2)
    row("allocations", allocated.map { Double($0.count) }, decimals: 1)
    row("allocated, kB", allocated.map { Double($0.byteCount) / 1_000 }, decimals: 2)
    let once = both(first?.byteCount, allocated?.byteCount).map { Double($0 - $1) / 1_000 }
    table.rows.append(
      ["allocated once, kB", "–", once.map { $0.rounded(decimals: 1) } ?? "–"])
    row("pages of the file, kB", isForgotten ? read.map { Double($0) / 1_000 } : nil, decimals: 1)
    return table
  }

  /// The allocations of all keys, one call of the session after the other.
  private func allocations(in session: LocationSearch) async throws -> Allocator.Counts? {
    try await Allocator.counting {
      for text in texts {
        for completion in try await session.search(queryFragment: text) { blackHole(completion) }
      }
    }
  }

  /// How often threads wake up while keys are typed into a session, less those of the typing itself.
  private func waits(typingInto session: LocationSearch) async -> Double? {
    func type(into field: AsyncStream<String>.Continuation) async {
      for text in texts {
        try? await Task.sleep(for: interval)
        field.yield(text)
      }
      field.finish()
    }
    func count(_ reading: (AsyncStream<String>) async -> Void) async -> Int? {
      let (queries, field) = AsyncStream.makeStream(of: String.self)
      let before = threadWaits()
      async let typing: Void = type(into: field)
      await reading(queries)
      await typing
      return both(before, threadWaits()).map { $1 - $0 }
    }
    let alone = await count { for await text in $0 { blackHole(text) } }
    let searched = await count {
      for await phase in session.updates(for: $0) { blackHole(phase) }
    }
    return both(alone, searched).map { Double($1 - $0) }
  }

  /// Both values, if there are both.
  private func both(_ one: Int?, _ two: Int?) -> (Int, Int)? {
    guard let one, let two else { return nil }
    return (one, two)
  }
}

import CityExplorer
import CitySearch

/// What a session costs beside the engine that it asks.
struct SessionOverhead {
  let cities: CityIndex
  let queries: TypedQueries

  private static let limit = 10

  /// Times the engine alone, the engine with the list of completions, and the session.
  ///
  /// - Throws: `BenchFailure` if the session gives another list.
  func measured() async throws -> Table {
    let session = LocationSearch(
      source: cities, minimumCharacters: 1, debounce: .none, duplicates: .repeatAnswer,
      limit: Self.limit)
    var (engine, list, whole) = (Samples(), Samples(), Samples())
    for (number, text) in queries.texts.enumerated() {
      let start = MonotonicClock.now
      for match in cities.search(for: text, limit: Self.limit) { blackHole(match) }
      let engineEnd = MonotonicClock.now
      let completions = completions(for: text)
      let listEnd = MonotonicClock.now
      let answer = try await session.search(queryFragment: text)
      let end = MonotonicClock.now
      guard answer == completions else {
        throw BenchFailure("The session answers \"\(text)\" with another list.")
      }
      // The first calls find nothing in the caches.
      guard number >= 1_000 else { continue }
      engine.append(engineEnd - start)
      list.append(listEnd - engineEnd)
      whole.append(end - listEnd)
    }
    var table = Table(heads: ["call", "p50\nus", "p99\nus", "over the\nengine, p50", "p99"])
    let (base50, base99) = (engine.percentile(50), engine.percentile(99))
    for (name, samples) in [
      ("engine, ten matches", engine), ("and their completions", list), ("session", whole),
    ] {
      var samples = samples
      let (p50, p99) = (samples.percentile(50), samples.percentile(99))
      table.rows.append(
        [name]
          + [Int(p50), Int(p99), Int(p50) - Int(base50), Int(p99) - Int(base99)].map {
            (Double($0) / 1_000).rounded(decimals: 1)
          })
    }
    return table
  }

  /// What the session makes of a text, made without one.
  private func completions(for text: String) -> [SearchCompletion] {
    guard !FoldedQuery(text).isEmpty else { return [] }
    return CompletionList(
      of: cities.search(for: text, limit: Self.limit), for: text, places: cities,
      limit: Self.limit
    ).completions
  }
}

import CityExplorer
import CitySearch

/// What a session costs beside the engine that it asks.
struct SessionOverhead {
  let cities: CityIndex
  let queries: TypedQueries

  private static let limit = 10

  private static let rounds = 4

  /// Times the engine alone, the engine with the list of completions, and the session.
  ///
  /// Each goes through all queries by itself, so that none finds in the caches what another left.
  ///
  /// - Throws: `BenchFailure` if the session gives another list.
  func measured() async throws -> Table {
    let session = LocationSearch(
      source: cities, minimumCharacters: 1, debounce: .none, duplicates: .repeatAnswer,
      limit: Self.limit)
    var (engine, list, whole) = (Samples(), Samples(), Samples())
    for round in 0..<Self.rounds {
      // The first round warms up.
      if round == 1 { (engine, list, whole) = (Samples(), Samples(), Samples()) }
      for text in queries.texts {
        let start = MonotonicClock.now
        for match in matches(for: text) { blackHole(match) }
        engine.append(MonotonicClock.now - start)
      }
      for text in queries.texts {
        let start = MonotonicClock.now
        blackHole(completions(for: text))
        list.append(MonotonicClock.now - start)
      }
      for text in queries.texts {
        let start = MonotonicClock.now
        let answer = try await session.search(queryFragment: text)
        whole.append(MonotonicClock.now - start)
        guard round == 0, answer != completions(for: text) else { continue }
        throw BenchFailure("The session answers \"\(text)\" with another list.")
      }
    }
    let rows = [
      ("engine, ten matches", engine), ("and their completions", list), ("session", whole),
    ]
    return table(of: rows, base: engine)
  }

  private func table(of rows: [(name: String, samples: Samples)], base: Samples) -> Table {
    var table = Table(heads: ["call", "p50\nus", "p99\nus", "over the\nengine, p50", "p99"])
    let percents = [50.0, 99.0]
    var base = base
    let floor = percents.map { Int(base.percentile($0)) }
    for (name, samples) in rows {
      var samples = samples
      let figures = percents.map { Int(samples.percentile($0)) }
      table.rows.append(
        [name]
          + (figures + zip(figures, floor).map { $0 - $1 }).map {
            (Double($0) / 1_000).rounded(decimals: 1)
          })
    }
    return table
  }

  /// What the engine answers, at once.
  private func matches(for text: String) -> CityMatches {
    cities.search(for: text, limit: Self.limit)
  }

  /// What the session makes of a text, made without one.
  private func completions(for text: String) -> [SearchCompletion] {
    guard !FoldedQuery(text).isEmpty else { return [] }
    return CompletionList(
      of: matches(for: text), for: text, places: cities,
      limit: Self.limit
    ).completions
  }
}

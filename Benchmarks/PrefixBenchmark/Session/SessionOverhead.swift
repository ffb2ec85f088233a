import CitySearch
import CitySession

/// What a session costs beside the source that it asks.
struct SessionOverhead {
  /// Own names in canonical order, which is the fastest answer that there is.
  let cities: CityIndex
  let queries: TypedQueries

  private static let limit = 10

  private static let rounds = 4

  /// Times the sources alone, each with its list of completions, and in a session.
  ///
  /// - Throws: `BenchFailure` if a session gives another list.
  func measured() async throws -> Table {
    var table = Table(heads: ["call", "p50\nus", "p99\nus", "over the\nsearch, p50", "p99"])
    // What an app gets that says nothing else.
    let completer = CityCompleter(cities.gazetteer)
    try await measure(completer, named: "all names by relevance", into: &table) {
      completer.search(for: $0, limit: Self.limit)
    }
    try await measure(cities, named: "own names by name", into: &table) {
      cities.search(for: $0, limit: Self.limit)
    }
    return table
  }

  /// Times one source.
  ///
  /// Each way to ask goes through all queries by itself, so that none finds in the caches what another
  /// left.
  private func measure(
    _ source: some CitySearchable & PlaceResolving, named name: String, into table: inout Table,
    search: (String) -> CityMatches
  ) async throws {
    let session = LocationSearch(
      source: source, minimumCharacters: 1, debounce: .none, duplicates: .repeatAnswer,
      limit: Self.limit)
    let places = PlaceLookup(source)
    /// What the session makes of a text, made without one.
    func completions(for text: String) -> [SearchCompletion] {
      let query = FoldedQuery(text)
      guard !query.isEmpty else { return [] }
      return CompletionList(of: search(text), for: query, places: places, limit: Self.limit)
        .completions
    }
    var (engine, list, whole) = (Samples(), Samples(), Samples())
    for round in 0..<Self.rounds {
      // The first round warms up.
      if round == 1 { (engine, list, whole) = (Samples(), Samples(), Samples()) }
      for text in queries.texts {
        let start = MonotonicClock.now
        for match in search(text) { blackHole(match) }
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
        guard round == 0, Array(answer) != completions(for: text) else { continue }
        throw BenchFailure("The session answers \"\(text)\" with another list.")
      }
    }
    let floor = [50.0, 99.0].map { Int(engine.percentile($0)) }
    let rows = [
      ("\(name): ten matches", engine), ("and their completions", list), ("in a session", whole),
    ]
    for (name, samples) in rows {
      var samples = samples
      let figures = [50.0, 99.0].map { Int(samples.percentile($0)) }
      let microseconds = (figures + zip(figures, floor).map { $0 - $1 }).map {
        (Double($0) / 1_000).rounded(decimals: 1)
      }
      table.rows.append([name] + microseconds)
    }
  }
}

import CitySearch
import CitySession

/// The cost of a session in addition to its source.
struct SessionOverhead {
  /// Own names in canonical order, the fastest source.
  let cities: CityIndex
  let queries: [PreparedQuery]

  private static let limit = 10

  private static let rounds = 4

  /// Times the sources alone, each with its list of completions, and in a session.
  ///
  /// - Throws: `BenchFailure` if a session gives another list.
  func measured() async throws -> Table {
    var table = Table(heads: ["call", "p50\nus", "p99\nus", "over the\nsearch, p50", "p99"])
    // The default source of an app.
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
  /// Each kind of call is timed over all queries separately, so that none profits from the caches of
  /// another.
  private func measure(
    _ source: some CitySearchable & PlaceResolving, named name: String, into table: inout Table,
    search: (String) -> CityMatches
  ) async throws {
    let session = LocationSearch(
      source: source, minimumCharacters: 1, debounce: .none, duplicates: .repeatAnswer,
      limit: Self.limit)
    let places = PlaceLookup(source)
    /// The completions of a text without a session.
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
      for text in queries.map(\.text) {
        let start = MonotonicClock.now
        for match in search(text) { blackHole(match) }
        engine.append(MonotonicClock.now - start)
      }
      for text in queries.map(\.text) {
        let start = MonotonicClock.now
        blackHole(completions(for: text))
        list.append(MonotonicClock.now - start)
      }
      for text in queries.map(\.text) {
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

import CitySearch
import CitySession
import PrefixBenchmark
import PrefixSearch

/// The cost of a session in addition to its source.
struct SessionOverhead {
  /// The cities, in the default order and by name.
  let cities: CityIndex
  let queries: [PreparedQuery]

  private static let limit = 10

  private static let rounds = 4

  /// Times the sources alone, each with its list of completions, and in a session.
  func measured() async throws -> Table {
    var table = Table(heads: ["call", "p50\nus", "p99\nus", "over the\nsearch, p50", "p99"])
    // The default source of an app.
    try await measure(cities, named: "all names by relevance", into: &table) {
      cities.search(for: $0, limit: Self.limit)
    }
    let sorted = SortedCitySearch(cities, by: .name)
    try await measure(sorted, named: "all names by name", into: &table) {
      cities.search(SearchQuery($0, order: .name, limit: Self.limit))
    }
    return table
  }

  /// Times one source.
  ///
  /// Each kind of call is timed over all queries separately, so that none profits from the caches of
  /// another.
  private func measure(
    _ source: some CitySearchable, named name: String, into table: inout Table,
    search: (String) -> CityMatches
  ) async throws {
    let session = LocationSearch(
      source: source, minimumCharacters: 1, debounce: .none, duplicates: .repeatAnswer,
      limit: Self.limit)
    let places = PlaceLookup(cities.gazetteer)
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
        engine.time { for match in search(text) { blackHole(match) } }
      }
      for text in queries.map(\.text) { _ = list.time { completions(for: text) } }
      var asked = ""
      for text in queries.map(\.text) {
        let start = MonotonicClock.now
        let answer = try await session.search(queryFragment: text)
        whole.append(MonotonicClock.elapsed(since: start))
        // An equal query is not asked again, so its answer may show a spelling for the text before.
        if FoldedQuery(text) != FoldedQuery(asked) { asked = text }
        guard round == 0, Array(answer) != completions(for: asked) else { continue }
        throw BenchFailure("The session answers \"\(text)\" with another list.")
      }
    }
    let floor = engine.percentiles([50, 99]).map { Double($0) }
    let rows = [
      ("\(name): ten matches", engine), ("and their completions", list), ("in a session", whole),
    ]
    for (name, samples) in rows {
      let figures = samples.percentiles([50, 99]).map { Double($0) }
      let over = zip(figures, floor).map { (($0 - $1) / 1_000).rounded(decimals: 1) }
      table.rows.append([name] + samples.microseconds([50, 99]) + over)
    }
  }
}

struct Pace {
  let name: String
  /// The time between two keystrokes.
  let interval: Duration
  let burst: Int

  static let all =
    [5, 10, 20].map { rate in
      Pace(name: "\(rate) a second", interval: .seconds(1) / rate, burst: 1)
    } + [Pace(name: "bursts of 8", interval: .milliseconds(20), burst: 8)]

  /// The planned time of a keystroke, counted from the first one.
  private func time(ofKeystroke number: Int) -> Duration { interval * (number / burst * burst) }

  /// Types texts into a session at this rate.
  ///
  /// - Returns: The row of a table with the times from planned keystrokes to their phases. A keystroke
  ///   that a newer one replaced has no phase, and does not count.
  func typing(_ texts: [String], for duration: Duration, over cities: CityIndex) async -> [String] {
    let texts = Array(texts.prefix(max(1, Int(duration / (interval * burst))) * burst))
    let session = LocationSearch(source: cities, minimumCharacters: 1)
    let (queries, field) = AsyncStream.makeStream(of: String.self)
    let phases = session.updates(for: queries)
    let clock = ContinuousClock()
    // A little later, so that everything is set up at the first keystroke.
    let start = clock.now + .milliseconds(50)
    let typist = Task.detached {
      for (number, text) in texts.enumerated() {
        let time = start + time(ofKeystroke: number)
        // The system wakes sleeping threads late. The session is not responsible for that, so the last
        // millisecond is a busy wait.
        try? await clock.sleep(until: time - .milliseconds(1), tolerance: .zero)
        while clock.now < time {}
        field.yield(text)
      }
      field.finish()
    }
    var latencies = Samples()
    var number = 0
    for await phase in phases where !phase.isSearching {
      // Phases come in the order of typing; the texts in between were replaced by newer ones.
      while number < texts.count, texts[number] != phase.query { number += 1 }
      let elapsed = (start + time(ofKeystroke: number)).duration(to: clock.now)
      latencies.append(UInt64(max(0, elapsed / .nanoseconds(1))))
      number += 1
    }
    await typist.value
    return [name, texts.count.grouped, latencies.count.grouped]
      + latencies.microseconds([50, 99, 100])
  }
}

extension Samples {
  func microseconds(_ percentages: [Double], decimals: Int = 1) -> [String] {
    percentiles(percentages).map { (Double($0) / 1_000).rounded(decimals: decimals) }
  }

  /// Median and 99th percentile: "p50 12 us, p99 340 us".
  var summary: String {
    let times = microseconds([50, 99], decimals: 0)
    return "p50 \(times[0]) us, p99 \(times[1]) us"
  }
}

import Algorithms
import CitySearch
import CitySession
import PrefixSearch

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

/// Types texts into a session at a constant rate, and times the resulting phases.
struct TypingMeasurement {
  private let texts: [String]
  private let pace: Pace
  private let session: LocationSearch

  /// The result.
  struct Outcome {
    let keystrokeCount: Int
    /// From the planned keystroke to the phase; keystrokes that a newer one replaced have none.
    var latencies: Samples

    func row(named name: String) -> [String] {
      var latencies = latencies
      let microseconds = [50, 99, 100].map {
        (Double(latencies.percentile($0)) / 1_000).rounded(decimals: 1)
      }
      return [name, keystrokeCount.grouped, latencies.count.grouped] + microseconds
    }
  }

  init(texts: [String], pace: Pace, duration: Duration, cities: CityIndex) {
    self.texts = Array(texts.prefix(pace.keystrokeCount(in: duration)))
    self.pace = pace
    session = LocationSearch(source: cities, minimumCharacters: 1)
  }

  func run() async -> Outcome {
    let (queries, field) = AsyncStream.makeStream(of: String.self)
    let phases = session.updates(for: queries)
    let clock = ContinuousClock()
    // A little later, so that everything is set up at the first keystroke.
    let start = clock.now + .milliseconds(50)
    let typist = Task.detached { [texts, pace] in
      for (number, text) in texts.enumerated() {
        let time = start + pace.time(ofKeystroke: number)
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
      let elapsed = (start + pace.time(ofKeystroke: number)).duration(to: clock.now)
      latencies.append(UInt64(max(0, elapsed / .nanoseconds(1))))
      number += 1
    }
    await typist.value
    return Outcome(keystrokeCount: texts.count, latencies: latencies)
  }
}

/// The rate of typing.
struct Pace {
  let name: String
  /// The time between two keystrokes.
  let interval: Duration
  /// The number of simultaneous keystrokes.
  let burst: Int

  static let all =
    [5, 10, 20].map { rate in
      Pace(name: "\(rate) a second", interval: .seconds(1) / rate, burst: 1)
    } + [Pace(name: "bursts of 8", interval: .milliseconds(20), burst: 8)]

  /// The planned time of a keystroke, counted from the first one.
  func time(ofKeystroke number: Int) -> Duration { interval * (number / burst * burst) }

  /// The number of keystrokes within a duration.
  func keystrokeCount(in duration: Duration) -> Int {
    max(1, Int(duration / (interval * burst))) * burst
  }
}

/// Whether a session should narrow the range of the previous query when a character is added.
///
/// All keys of that range share the bytes of the previous query, so binary search compares only the
/// added bytes. This measurement has access to the keys, which an engine may not store.
struct NarrowingMeasurement {
  private let index: any PrefixIndex
  private let queries: [FoldedQuery]
  private let text: [UInt8]
  private let offsets: [UInt32]

  init(cities: CityIndex, queries: [PreparedQuery]) {
    index = cities.index
    self.queries = queries.map(\.folded)
    (text, offsets) = cities.gazetteer.sortedKeys().expanded()
  }

  /// Times both methods for the same queries.
  func measured() -> Table {
    var (anew, narrowed) = (Totalled(), Totalled())
    for round in 0..<6 {
      for (old, new) in zip(queries, queries.dropFirst()) {
        let shared = old.count
        guard shared > 0, new.bytes.starts(with: old.bytes), new.count > shared else { continue }
        let before = old.withBytes { index.range(of: $0) }
        let start = MonotonicClock.now
        let found = new.withBytes { index.range(of: $0) }
        let middle = MonotonicClock.now
        let range = new.withBytes { narrow(before, from: shared, to: $0) }
        let end = MonotonicClock.now
        precondition(found.isEmpty ? range.isEmpty : found == range)
        guard round > 0 else { continue }
        anew.append(middle &- start)
        narrowed.append(end &- middle)
      }
    }
    var table = Table(heads: ["a character was added", "p50\nns", "p99\nns", "mean\nns"])
    for (name, samples) in [("search anew", anew), ("narrow", narrowed)] {
      var samples = samples
      let figures = ([50, 99].map { samples.percentile($0) } + [samples.mean]).map {
        Int($0) - Int(MonotonicClock.cost)
      }
      table.rows.append([name] + figures.map { max(0, $0).grouped })
    }
    return table
  }

  /// The rows of `range` whose keys have the bytes of `query` from `shared` on.
  private func narrow(_ range: Range<Int>, from shared: Int, to query: Span<UInt8>) -> Range<Int> {
    let lower = range.partitioningIndex { compare($0, from: shared, with: query) >= 0 }
    let rest = lower..<range.upperBound
    return lower..<rest.partitioningIndex { compare($0, from: shared, with: query) > 0 }
  }

  /// Negative if the key comes before the query, zero if it begins with it.
  private func compare(_ row: Int, from shared: Int, with query: Span<UInt8>) -> Int {
    let (start, end) = (Int(offsets[row]), Int(offsets[row + 1]))
    for position in shared..<query.count {
      guard start + position < end else { return -1 }
      let difference = Int(text[start + position]) - Int(query[position])
      if difference != 0 { return difference }
    }
    return 0
  }
}

/// Samples with their sum.
private struct Totalled {
  private var samples = Samples()
  private var sum: UInt64 = 0

  var mean: UInt64 { sum / UInt64(max(1, samples.count)) }

  mutating func append(_ nanoseconds: UInt64) {
    samples.append(nanoseconds)
    sum += nanoseconds
  }

  mutating func percentile(_ percent: Double) -> UInt64 { samples.percentile(percent) }
}

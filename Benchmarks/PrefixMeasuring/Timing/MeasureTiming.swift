package import CitySearch

/// The measures of latencies, and their durations.
package struct LatencyPlan: Codable, Sendable {
  package var measures: [Measure]
  /// How often all queries are replayed, each time after an uncounted pass that warms the caches.
  package var rounds: Int
  /// When a pass through the queries ends early, in nanoseconds.
  package var passTime: UInt64
  /// How many queries of a measure are timed with cold caches.
  package var coldQueryCount = 0

  package init(
    measures: [Measure], rounds: Int, passTime: UInt64, coldQueryCount: Int = 0
  ) {
    self.measures = measures
    self.rounds = rounds
    self.passTime = passTime
    self.coldQueryCount = coldQueryCount
  }

  /// Takes one measure after the other, with the subjects in turns.
  package func figures(
    of subjects: [BuiltSubject], asking sets: inout QuerySets, using generator: inout SplitMix64
  ) async throws -> [Figure] {
    let caches = measures.contains { $0.caches == .cold } ? CacheWalk() : nil
    var figures: [Figure] = []
    for measure in measures {
      let set = try await sets.set(for: measure)
      guard !set.queries.isEmpty else { continue }
      figures.append(set.checksum(of: measure))
      figures += try await MeasureTiming(measure: measure, set: set, plan: self, caches: caches)
        .run(subjects, using: &generator)
    }
    return figures
  }
}

/// Times one measure on several subjects in turns; those without its stage are passed over.
package struct MeasureTiming {
  package let measure: Measure
  package let set: QuerySet
  package let plan: LatencyPlan
  package var caches: CacheWalk?

  package init(measure: Measure, set: QuerySet, plan: LatencyPlan, caches: CacheWalk? = nil) {
    self.measure = measure
    self.set = set
    self.plan = plan
    self.caches = caches
  }

  /// Whether a query takes hardly longer than reading the clock, and so is timed in batches, too.
  ///
  /// By relevance, some answers come from a stored list and some from a search; batches would be means
  /// of both.
  private var isShort: Bool {
    [.locate, .rows].contains(measure.stage) && measure.order != .relevance
  }
  /// The fewest queries that are timed in batches: batches of fewer would differ too much from each other.
  private static let leastForBatches = 64

  /// Replays the queries on all subjects, in a new random order in each round.
  ///
  /// Each turn begins with a pass that is not counted, since the previous subject has filled caches and
  /// branch predictors. Without it, a figure would depend on the other subjects of the run.
  package func run(
    _ subjects: [BuiltSubject], using generator: inout SplitMix64
  ) async throws -> [Figure] {
    var passes = subjects.map { _ in
      let start = Int.random(in: set.queries.indices, using: &generator)
      return (single: TimedPass(startingAt: start), batches: TimedPass())
    }
    for _ in 0..<(measure.caches == .cold ? 1 : plan.rounds) {
      for number in subjects.indices.shuffled(using: &generator) {
        do {
          try await time(subjects[number], &passes[number])
        } catch is WrongAnswer {
          throw subjects[number].failure(measure)
        }
      }
    }
    return zip(subjects, passes).flatMap { subject, passes in
      passes.batches.samples.figures(subject.entry.name, measure, batch: TimedPass.batchSize)
        + passes.single.samples.figures(subject.entry.name, measure)
    }
  }

  private func time(
    _ subject: BuiltSubject, _ passes: inout (single: TimedPass, batches: TimedPass)
  ) async throws {
    var warmUp = TimedPass()
    switch Stage(measure, of: subject.subject) {
    case nil: break
    case .synchronous(let call) where measure.caches == .cold:
      guard let caches else { return }
      try passes.single.run(
        call, over: set, count: plan.coldQueryCount,
        until: MonotonicClock.now + 100 * plan.passTime, before: caches.evict)
    case .synchronous(let call):
      // Subjects that need more time for their queries gain little from caches.
      try warmUp.run(call, over: set, until: MonotonicClock.now + plan.passTime / 4)
      try passes.single.run(call, over: set, until: deadline)
      if isShort, set.queries.count >= Self.leastForBatches {
        try passes.batches.runBatches(call, over: set, until: deadline)
      }
    case .asynchronous(let call):
      try await warmUp.run(
        awaiting: call, over: set, until: MonotonicClock.now + plan.passTime / 4)
      try await passes.single.run(awaiting: call, over: set, until: deadline)
    }
  }

  private var deadline: UInt64 { MonotonicClock.now + plan.passTime }
}

/// Evicts everything else from the processor's caches, by reading more memory than they hold.
///
/// A person types a letter about every 100 milliseconds, and the other work of an app in between leaves
/// little of an index in the caches. Timing the same queries again and again hides that.
package struct CacheWalk {
  /// More than the last-level cache that one core of most machines can use.
  package static let byteCount = 64 << 20

  /// Ones, since pages of zeros might all be the same page.
  private let words = [UInt64](repeating: 1, count: byteCount / MemoryLayout<UInt64>.size)

  /// Reads one word of every cache line, and the clock, whose code was evicted too but is not measured.
  @inline(never)
  package func evict() {
    let wordsPerLine = 8
    var sum: UInt64 = 0
    for index in stride(from: 0, to: words.count, by: wordsPerLine) { sum &+= words[index] }
    blackHole(sum &+ MonotonicClock.now)
  }
}

/// Prepares the queries of measures, and answers them once by the reference, untimed.
package struct QuerySets {
  package let workloads: [Workload]
  package let records: Records
  package let reference: any Subject
  /// The reference for all names.
  package var names: CityIndex?
  private(set) var prepared: [String: [PreparedQuery]] = [:]
  /// The matches that the last measure of all names found, before anything was read of them.
  private(set) var found: (measure: Measure, matches: [CityMatches])?

  package init(
    workloads: [Workload], records: Records, reference: any Subject, names: CityIndex? = nil
  ) {
    self.workloads = workloads
    self.records = records
    self.reference = reference
    self.names = names
  }

  /// Where all matches of a query are read, only one of this many queries is asked: the other queries of
  /// a typing session would read much the same matches.
  private static let stepForAll = 16

  package mutating func queries(of workload: String) -> [PreparedQuery] {
    if let known = prepared[workload] { return known }
    let queries = workloads.texts(of: workload).map(records.query)
    prepared[workload] = queries
    return queries
  }

  /// The queries of `measure` and the answers to them; none if the reference does not have its stage.
  package mutating func set(for measure: Measure) async throws -> QuerySet {
    var queries = queries(of: measure.workload)
    if measure.readsEverything, queries.count > 100 {
      queries = stride(from: 0, to: queries.count, by: Self.stepForAll).map { queries[$0] }
    }
    if measure.order == .relevance, let names {
      return QuerySet(queries: queries, answers: answers(to: queries, measure, by: names))
    }
    guard let stage = Stage(measure, of: reference) else {
      return QuerySet(queries: [], answers: [])
    }
    var answers: [UInt64] = []
    for query in queries { answers.append(try await stage.answer(to: query)) }
    return QuerySet(queries: queries, answers: answers)
  }

  /// Searches all names once for all measures that differ only in what is read of the matches.
  private mutating func answers(
    to queries: [PreparedQuery], _ measure: Measure, by names: CityIndex
  ) -> [UInt64] {
    var search = measure
    (search.stage, search.reading) = (.cities, nil)
    if found?.measure != search {
      let typos = measure.typos ?? .automatic
      let matches = queries.map {
        names.search(SearchQuery($0.text, typos: typos, limit: measure.limit))
      }
      found = (search, matches)
    }
    return (found?.matches ?? []).map { matches in
      var digest = AnswerDigest(reading: measure.reading)
      if measure.stage == .rows || measure.stage == .loop {
        for id in matches.ids { digest.add(id: id) }
      } else {
        digest.add(matches)
      }
      return digest.value
    }
  }
}

extension Measure {
  /// Whether every match is looked at, however many there are.
  fileprivate var readsEverything: Bool {
    switch stage {
    case .locate, .loop: false
    case .rows, .cities, .existential: limit == nil
    case .ordered, .decorated: limit == nil || order != .name
    }
  }
}

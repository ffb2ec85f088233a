/// The measures of latencies, and their durations.
package struct LatencyPlan: Codable, Sendable {
  package var measures: [Measure]
  /// How often all queries are replayed, each time after once for warming up.
  var rounds: Int
  /// When a pass through the queries ends early, in nanoseconds.
  var passTime: UInt64
  /// How many queries of a measure are timed with cold caches.
  var coldQueryCount = 0
  /// How long throughput is measured with each number of threads, in nanoseconds; 0 for not at all.
  var throughputTime: UInt64 = 0
  /// How often the ids of all matches of every query are read; 0 for not at all.
  var sweepCount = 0

  package init(
    measures: [Measure], rounds: Int, passTime: UInt64, coldQueryCount: Int = 0,
    throughputTime: UInt64 = 0, sweepCount: Int = 0
  ) {
    self.measures = measures
    self.rounds = rounds
    self.passTime = passTime
    self.coldQueryCount = coldQueryCount
    self.throughputTime = throughputTime
    self.sweepCount = sweepCount
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
      // Folded texts are no answers of subjects.
      if measure.stage != .fold { figures += set.checksum(of: measure) }
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
  let plan: LatencyPlan
  var caches: CacheWalk?

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
    [.fold, .locate, .rows].contains(measure.stage) && measure.order != .relevance
  }
  /// The fewest queries to a subject that are timed in batches: fewer differ too much from each other.
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
    let set = set.asked(of: subject)
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
      let isEnough = measure.stage == .fold || set.queries.count >= Self.leastForBatches
      if isShort, isEnough, !subject.entry.isSlow {
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

/// A pass over the queries of a measure, in which each query or each batch is timed.
///
/// A pass ends after one round or when its time is up, and the next continues where it ended. A subject
/// that is slower by orders of magnitude answers only a few queries; it starts at another query in each
/// process, so that all processes together ask many. A pass throws `WrongAnswer` if the sum of the answers
/// is not that of the verified ones.
struct TimedPass {
  /// The first query of the next pass.
  private var position: Int
  private(set) var samples = Samples()

  static let batchSize = 16

  init(startingAt position: Int = 0) { self.position = position }

  /// Times `count` queries one by one, evenly spread, each after an action that is not timed.
  mutating func run(
    _ call: Stage.Call, over set: QuerySet, count: Int = .max, until deadline: UInt64,
    before prepare: () -> Void = {}
  ) throws {
    let queries = set.queries.span
    var walk = QuerySet.Walk(set, from: position, step: set.queries.step(to: count))
    while walk.count < min(count, queries.count) {
      prepare()
      let start = MonotonicClock.now
      let answer = call(queries[walk.position])
      samples.append(MonotonicClock.elapsed(since: start))
      walk.add(answer)
      if start > deadline { break }
    }
    position = try walk.checkedEnd()
  }

  /// Times the queries of an asynchronous stage one by one.
  mutating func run(
    awaiting call: (PreparedQuery) async throws -> UInt64, over set: QuerySet,
    until deadline: UInt64
  ) async throws {
    var walk = QuerySet.Walk(set, from: position)
    while walk.count < set.queries.count {
      let query = set.queries[walk.position]
      let start = MonotonicClock.now
      let answer = try await call(query)
      samples.append(MonotonicClock.elapsed(since: start))
      walk.add(answer)
      if start > deadline { break }
    }
    position = try walk.checkedEnd()
  }

  /// Times batches of queries, for stages that take hardly longer than reading the clock.
  ///
  /// In a plain loop, the processor could begin a query before the answer to the previous one is known.
  /// So the position of each query is made to depend on that answer.
  mutating func runBatches(
    _ call: Stage.Call, over set: QuerySet, of size: Int = batchSize, until deadline: UInt64
  ) throws {
    let queries = set.queries.span
    // Zero, but not to the compiler: the clock starts far below 2 to the power of 63.
    let zero = MonotonicClock.now >> 63
    if position > queries.count - size { position = 0 }
    var walk = QuerySet.Walk(set, from: position)
    var answer: UInt64 = 0
    for _ in 0..<(queries.count - position) / size {
      let start = MonotonicClock.now
      for _ in 0..<size {
        answer = call(queries[walk.position &+ Int(truncatingIfNeeded: answer & zero)])
        walk.add(answer)
      }
      samples.append(MonotonicClock.elapsed(since: start))
      if start > deadline { break }
    }
    position = try walk.checkedEnd()
  }
}

/// Evicts everything else from the processor's caches, by reading more memory than they hold.
///
/// A person types a letter about every 100 milliseconds, and the other work of an app in between leaves
/// little of an index in the caches. Timing the same queries again and again hides that.
package struct CacheWalk {
  /// More than the last-level cache of any machine that this is likely to run on.
  static let byteCount = 64 << 20

  /// Ones, since pages of zeros might all be the same page.
  private let words = [UInt64](repeating: 1, count: byteCount / MemoryLayout<UInt64>.size)

  /// Reads one word of every cache line, and the clock, whose code was evicted too but is not measured.
  @inline(never)
  func evict() {
    let wordsPerLine = 8
    var sum: UInt64 = 0
    for index in stride(from: 0, to: words.count, by: wordsPerLine) { sum &+= words[index] }
    blackHole(sum &+ MonotonicClock.now)
  }
}

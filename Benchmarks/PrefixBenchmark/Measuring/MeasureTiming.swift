/// Times one measure on several subjects in turns.
struct MeasureTiming {
  let measure: Measure
  let set: QuerySet
  let plan: LatencyPlan
  let caches: CacheWalk?

  /// The passes of one subject.
  private struct Passes {
    var single: TimedPass
    var batches = TimedPass()
  }

  /// Stages that take hardly longer than reading the clock, and so are timed in batches, too.
  private static let shortStages: Set<Measure.Stage> = [.locate, .rows]
  /// By relevance, some answers come from a stored list and some from a search; batches would be means
  /// of both.
  private var isShort: Bool {
    Self.shortStages.contains(measure.stage) && measure.order != .relevance
  }
  /// The fewest queries that are timed in batches: fewer differ too much from each other.
  private static let leastForBatches = 64

  /// Replays the queries on all subjects, in a new random order in each round.
  ///
  /// Each turn begins with a pass that is not counted, since the previous subject has filled caches and
  /// branch predictors. Without it, a figure would depend on the other subjects of the run.
  ///
  /// - Throws: `BenchFailure` if an answer differs from the verified one.
  func run(
    _ subjects: [BuiltSubject], using generator: inout SplitMix64
  ) async throws -> [Figure] {
    if measure.caches == .cold {
      return try subjects.shuffled(using: &generator).flatMap { subject in
        let start = Int.random(in: set.queries.indices, using: &generator)
        return try subject.naming(measure) { try timeCold(subject, startingAt: start) }
      }
    }
    var passes = subjects.map { _ in
      Passes(single: TimedPass(startingAt: Int.random(in: set.queries.indices, using: &generator)))
    }
    for _ in 0..<plan.rounds {
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

  private func time(_ subject: BuiltSubject, _ passes: inout Passes) async throws {
    guard let stage = Stage(measure, of: subject.subject) else { return }
    let set = set.asked(of: subject)
    var warmUp = TimedPass()
    switch stage {
    case .synchronous(let call):
      try warmUp.run(call, over: set, until: warmUpDeadline, recording: false)
      try passes.single.run(call, over: set, until: deadline, recording: true)
      if isShort, !subject.entry.isSlow, set.queries.count >= Self.leastForBatches {
        try passes.batches.runBatches(call, over: set, until: deadline, recording: true)
      }
    case .asynchronous(let call):
      try await warmUp.run(awaiting: call, over: set, until: warmUpDeadline, recording: false)
      try await passes.single.run(awaiting: call, over: set, until: deadline, recording: true)
    }
  }

  private func timeCold(_ subject: BuiltSubject, startingAt start: Int) throws -> [Figure] {
    guard let caches, case .synchronous(let call) = Stage(measure, of: subject.subject) else {
      return []
    }
    var pass = TimedPass(startingAt: start)
    try pass.runCold(
      call, over: set.asked(of: subject), count: plan.coldQueryCount, walking: caches,
      until: MonotonicClock.now + 100 * plan.passTime)
    return pass.samples.figures(subject.entry.name, measure)
  }

  private var deadline: UInt64 { MonotonicClock.now + plan.passTime }

  /// Subjects that need more time for their queries gain little from caches.
  private var warmUpDeadline: UInt64 { MonotonicClock.now + plan.passTime / 4 }
}

/// A pass over the queries of a measure, in which each query or each batch is timed.
///
/// A pass ends after one round or when its time is up, and the next continues where it ended. A subject
/// that is slower by orders of magnitude answers only a few queries; it starts at another query in each
/// process, so that all processes together ask many.
struct TimedPass {
  /// The first query of the next pass.
  private(set) var position: Int
  private(set) var samples = Samples()

  init(startingAt position: Int = 0) {
    self.position = position
  }

  /// The number of queries in a batch.
  static let batchSize = 16

  /// The queries of a pass and the sum of their answers, for comparison with the verified ones.
  private struct Walk {
    let start: Int
    var count = 0
    var sum: UInt64 = 0
  }

  /// Times queries one by one.
  ///
  /// - Throws: `WrongAnswer` if the sum of the answers is not that of the verified ones.
  mutating func run(
    _ call: some StageCall, over set: QuerySet, until deadline: UInt64, recording: Bool
  ) throws {
    var walk = Walk(start: position)
    let queries = set.queries.span
    while walk.count < queries.count {
      let start = MonotonicClock.now
      let answer = call(queries[position])
      let elapsed = MonotonicClock.elapsed(since: start)
      if recording { samples.append(elapsed) }
      walk.sum &+= answer &* QuerySet.weight(position)
      walk.count &+= 1
      position = position &+ 1 == queries.count ? 0 : position &+ 1
      if start > deadline { break }
    }
    try set.check(walk.sum, from: walk.start, count: walk.count)
  }

  /// As `run`, for an asynchronous stage.
  mutating func run(
    awaiting call: some AsynchronousStageCall, over set: QuerySet, until deadline: UInt64,
    recording: Bool
  ) async throws {
    var walk = Walk(start: position)
    while walk.count < set.queries.count {
      let query = set.queries[position]
      let start = MonotonicClock.now
      let answer = try await call(query)
      let elapsed = MonotonicClock.elapsed(since: start)
      if recording { samples.append(elapsed) }
      walk.sum &+= answer &* QuerySet.weight(position)
      walk.count &+= 1
      position = position &+ 1 == set.queries.count ? 0 : position &+ 1
      if start > deadline { break }
    }
    try set.check(walk.sum, from: walk.start, count: walk.count)
  }

  /// Times batches of queries, for stages that take hardly longer than reading the clock.
  ///
  /// In a plain loop, the processor could begin a query before the answer to the previous one is known.
  /// So the position of each query is made to depend on that answer.
  mutating func runBatches(
    _ call: some StageCall, over set: QuerySet, until deadline: UInt64, recording: Bool
  ) throws {
    let queries = set.queries.span
    // Zero, but not to the compiler: the clock starts far below 2 to the power of 63.
    let zero = MonotonicClock.now >> 63
    if position > queries.count - Self.batchSize { position = 0 }
    var walk = Walk(start: position)
    while position <= queries.count - Self.batchSize {
      var answer: UInt64 = 0
      let start = MonotonicClock.now
      for index in position..<position &+ Self.batchSize {
        answer = call(queries[index &+ Int(truncatingIfNeeded: answer & zero)])
        walk.sum &+= answer &* QuerySet.weight(index)
      }
      let elapsed = MonotonicClock.elapsed(since: start)
      if recording { samples.append(elapsed) }
      walk.count &+= Self.batchSize
      position &+= Self.batchSize
      if start > deadline { break }
    }
    try set.check(walk.sum, from: walk.start, count: walk.count)
  }

  /// Times `count` queries, evenly spread, with cold caches.
  mutating func runCold(
    _ call: some StageCall, over set: QuerySet, count: Int, walking caches: CacheWalk,
    until deadline: UInt64
  ) throws {
    let queries = set.queries.span
    let step = set.queries.step(to: count)
    var walk = Walk(start: position)
    while walk.count < min(count, queries.count) {
      caches.evict()
      // The code of the clock was evicted, too, but is not measured.
      _ = MonotonicClock.now
      let start = MonotonicClock.now
      let answer = call(queries[position])
      samples.append(MonotonicClock.elapsed(since: start))
      walk.sum &+= answer &* QuerySet.weight(position)
      walk.count &+= 1
      position = (position &+ step) % queries.count
      if start > deadline { break }
    }
    try set.check(walk.sum, from: walk.start, count: walk.count, step: step)
  }
}

/// Evicts everything else from the processor's caches, by reading more memory than they hold.
///
/// A person types a letter about every 100 milliseconds, and the other work of an app in between leaves
/// little of an index in the caches. Timing the same queries again and again hides that.
struct CacheWalk {
  /// More than the last-level cache of any machine that this is likely to run on.
  static let byteCount = 64 << 20

  private let words: [UInt64]

  init() {
    // Ones, since pages of zeros might all be the same page.
    words = [UInt64](repeating: 1, count: Self.byteCount / MemoryLayout<UInt64>.size)
  }

  /// Reads one word of every cache line.
  @inline(never)
  func evict() {
    let wordsPerLine = 8
    var sum: UInt64 = 0
    for index in stride(from: 0, to: words.count, by: wordsPerLine) { sum &+= words[index] }
    blackHole(sum)
  }
}

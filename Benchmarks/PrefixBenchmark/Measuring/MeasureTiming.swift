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

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

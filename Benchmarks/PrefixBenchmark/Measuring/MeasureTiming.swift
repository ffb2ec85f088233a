/// Times one measure on several subjects in turns.
struct MeasureTiming {
  let measure: Measure
  let set: QuerySet
  let plan: LatencyPlan
  let caches: CacheWalk?

  /// What one subject went through.
  private struct Passes {
    var single: TimedPass
    var batches = TimedPass()
  }

  /// Stages that take hardly longer than reading the clock, and therefore are timed in batches, too.
  private static let shortStages: Set<Measure.Stage> = [.locate, .rows]
  /// Among answers that lists have there are some that take a search, and batches would be means of
  /// both.
  private var isShort: Bool {
    Self.shortStages.contains(measure.stage) && measure.order != .relevance
  }
  /// Fewer queries than these are too different from each other to be timed together.
  private static let leastForBatches = 64

  /// Replays the queries on all subjects, in a new random order in each round.
  ///
  /// Each turn begins with a pass that is not counted, since the subject before has filled caches and
  /// branch predictors: else a figure would depend on the company that a subject is measured in.
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
    case .direct(let call):
      try warmUp.run(call, over: set, until: warmUpDeadline, recording: false)
      try passes.single.run(call, over: set, until: deadline, recording: true)
      if isShort, !subject.entry.isSlow, set.queries.count >= Self.leastForBatches {
        try passes.batches.runBatches(call, over: set, until: deadline, recording: true)
      }
    case .waiting(let call):
      try await warmUp.run(call, over: set, until: warmUpDeadline, recording: false)
      try await passes.single.run(call, over: set, until: deadline, recording: true)
    }
  }

  private func timeCold(_ subject: BuiltSubject, startingAt start: Int) throws -> [Figure] {
    guard let caches, case .direct(let call) = Stage(measure, of: subject.subject) else {
      return []
    }
    var pass = TimedPass(startingAt: start)
    try pass.runCold(
      call, over: set.asked(of: subject), count: plan.coldQueryCount, walking: caches,
      until: MonotonicClock.now + 100 * plan.passTime)
    return pass.samples.figures(subject.entry.name, measure)
  }

  private var deadline: UInt64 { MonotonicClock.now + plan.passTime }

  /// Subjects that take longer for their queries owe little to caches.
  private var warmUpDeadline: UInt64 { MonotonicClock.now + plan.passTime / 4 }
}

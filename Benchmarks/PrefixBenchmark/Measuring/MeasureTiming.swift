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
  ) async throws -> [String: [ProcessLatency]] {
    var found: [String: [ProcessLatency]] = [:]
    if measure.caches == .cold {
      for subject in subjects.shuffled(using: &generator) {
        let start = Int.random(in: set.queries.indices, using: &generator)
        found[subject.entry.name] = try timeCold(subject, startingAt: start)
      }
      return found
    }
    var passes = subjects.map { _ in
      Passes(single: TimedPass(startingAt: Int.random(in: set.queries.indices, using: &generator)))
    }
    for _ in 0..<plan.rounds {
      for number in subjects.indices.shuffled(using: &generator) {
        try await time(subjects[number], &passes[number])
      }
    }
    for (subject, passes) in zip(subjects, passes) {
      found[subject.entry.name] = [
        ProcessLatency(measure, batch: TimedPass.batchSize, samples: passes.batches.samples),
        ProcessLatency(measure, batch: 1, samples: passes.single.samples),
      ].compactMap { $0 }
    }
    return found
  }

  private func time(_ subject: BuiltSubject, _ passes: inout Passes) async throws {
    guard let stage = Stage(measure, of: subject.subject) else { return }
    do {
      let set = querySet(for: subject)
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
    } catch is WrongAnswer {
      throw subject.failure(measure)
    }
  }

  private func timeCold(
    _ subject: BuiltSubject, startingAt start: Int
  ) throws -> [ProcessLatency] {
    guard let caches, case .direct(let call) = Stage(measure, of: subject.subject) else {
      return []
    }
    var pass = TimedPass(startingAt: start)
    do {
      try pass.runCold(
        call, over: querySet(for: subject), count: plan.coldQueryCount, walking: caches,
        until: MonotonicClock.now + 100 * plan.passTime)
    } catch is WrongAnswer {
      throw subject.failure(measure)
    }
    return [ProcessLatency(measure, batch: 1, samples: pass.samples)].compactMap { $0 }
  }

  /// The queries, with the verified answers if the subject answers the same question.
  private func querySet(for subject: BuiltSubject) -> QuerySet {
    subject.entry.anotherQuestion == nil ? set : QuerySet(queries: set.queries, answers: nil)
  }

  private var deadline: UInt64 { MonotonicClock.now + plan.passTime }

  /// Subjects that take longer for their queries owe little to caches.
  private var warmUpDeadline: UInt64 { MonotonicClock.now + plan.passTime / 4 }
}

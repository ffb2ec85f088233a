/// Times a subject over data of one size, and answers the queries once untimed.
///
/// There is nothing to compare the answers with: a second structure would fill the memory that is
/// measured. So each process checks its timed answers against its untimed ones, and gives sums of
/// those, which have to be the same for all subjects.
struct ScaleTiming {
  private let built: BuiltSubject
  private let queries: [PreparedQuery]

  private static let rounds = 5
  /// When a pass through the queries ends early, in nanoseconds.
  private static let passTime: UInt64 = 200_000_000
  /// How many of the queries a scan is asked, which takes milliseconds for each.
  private static let queryCountOfScans = 64

  /// What was found out about one stage.
  struct Outcome {
    /// The median in nanoseconds; 0 if the subject does not have the stage.
    var median = 0.0
    var checksums: [SubjectResult.ScaleChecksum] = []
  }

  init(of built: BuiltSubject, queries: [PreparedQuery]) {
    self.built = built
    self.queries = built.entry.isSlow ? Array(queries.prefix(Self.queryCountOfScans)) : queries
  }

  /// Times folded bytes to a range of rows.
  ///
  /// Every subject is timed in the same way at every size, or growth would be that from one way to the
  /// other; rivals singly, since sixteen queries of a scan would take seconds.
  ///
  /// - Throws: `BenchFailure` if it answers a query otherwise than before.
  func locate() throws -> Outcome {
    guard built.subject.stages.contains(.locate) else { return Outcome() }
    return try time(
      .locate, LocateCall(subject: built.subject), isInBatches: built.entry.role != .rival)
  }

  /// Times text to ten cities.
  ///
  /// - Throws: `BenchFailure` if it answers a query otherwise than before.
  func topTen() throws -> Outcome {
    guard built.subject.stages.contains(.cities) else { return Outcome() }
    return try time(.cities, CitiesCall(subject: built.subject, limit: 10), isInBatches: false)
  }

  private func time(
    _ stage: Measure.Stage, _ call: some StageCall, isInBatches: Bool
  ) throws -> Outcome {
    let set = QuerySet(queries: queries, answers: queries.map { call.answer(to: $0) })
    var pass = TimedPass()
    do {
      for round in 0...Self.rounds {
        let deadline = MonotonicClock.now + Self.passTime
        if isInBatches {
          try pass.runBatches(call, over: set, until: deadline, recording: round > 0)
        } else {
          try pass.run(call, over: set, until: deadline, recording: round > 0)
        }
      }
    } catch is WrongAnswer {
      throw BenchFailure("\(built.entry.name) answered a query in two ways (\(stage)).")
    }
    var samples = pass.samples
    let batch = isInBatches ? TimedPass.batchSize : 1
    let counts = Set([queries.count, Self.queryCountOfScans]).filter { $0 <= queries.count }
    return Outcome(
      median: Double(samples.percentile(50)) / Double(batch),
      checksums: counts.sorted().compactMap { count in
        set.sum(from: 0, count: count).map { sum in
          SubjectResult.ScaleChecksum(stage: stage, queryCount: count, value: sum.hexadecimal)
        }
      })
  }
}

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
    _ call: Stage.Call, over set: QuerySet, until deadline: UInt64
  ) throws {
    let (queries, size) = (set.queries.span, Self.batchSize)
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

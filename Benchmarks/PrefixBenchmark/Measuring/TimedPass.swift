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

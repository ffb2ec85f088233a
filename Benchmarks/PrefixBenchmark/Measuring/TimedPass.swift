/// A walk through some of the queries of a measure, each or each batch of which is timed.
///
/// A pass ends when it has gone round once or when its time is up, and the next goes on from there.
/// A subject that is slow by orders of magnitude gets to a few queries only, and nobody waits; it
/// begins elsewhere in each process, so that the processes together are asked many.
struct TimedPass {
  /// The first query of the next pass.
  private(set) var position: Int
  private(set) var samples = Samples()

  init(startingAt position: Int = 0) {
    self.position = position
  }

  /// How many queries a batch has.
  static let batchSize = 16

  /// What a pass went through, to be compared with the verified answers.
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
      let answer = call.answer(to: queries[position])
      let elapsed = MonotonicClock.elapsed(since: start)
      if recording { samples.append(elapsed) }
      walk.sum &+= answer &* QuerySet.weight(position)
      walk.count &+= 1
      position = position &+ 1 == queries.count ? 0 : position &+ 1
      if start > deadline { break }
    }
    try set.check(walk.sum, from: walk.start, count: walk.count)
  }

  /// As `run`, for a stage that waits.
  mutating func run(
    _ call: some WaitingStageCall, over set: QuerySet, until deadline: UInt64, recording: Bool
  ) async throws {
    var walk = Walk(start: position)
    while walk.count < set.queries.count {
      let query = set.queries[position]
      let start = MonotonicClock.now
      let answer = try await call.answer(to: query)
      let elapsed = MonotonicClock.elapsed(since: start)
      if recording { samples.append(elapsed) }
      walk.sum &+= answer &* QuerySet.weight(position)
      walk.count &+= 1
      position = position &+ 1 == set.queries.count ? 0 : position &+ 1
      if start > deadline { break }
    }
    try set.check(walk.sum, from: walk.start, count: walk.count)
  }

  /// Times batches of queries, for stages that take hardly longer than the clock.
  ///
  /// The processor must not begin a query before it knows the answer to the one before, as it could
  /// in a plain loop: the place of each query is made to depend on that answer.
  mutating func runBatches(
    _ call: some StageCall, over set: QuerySet, until deadline: UInt64, recording: Bool
  ) throws {
    let queries = set.queries.span
    // Zero, which the compiler does not know: the clock starts far below 2 to the power of 63.
    let zero = MonotonicClock.now >> 63
    if position > queries.count - Self.batchSize { position = 0 }
    var walk = Walk(start: position)
    while position <= queries.count - Self.batchSize {
      var answer: UInt64 = 0
      let start = MonotonicClock.now
      for index in position..<position &+ Self.batchSize {
        answer = call.answer(to: queries[index &+ Int(truncatingIfNeeded: answer & zero)])
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
      // The clock itself has grown cold, and is not what is measured.
      _ = MonotonicClock.now
      let start = MonotonicClock.now
      let answer = call.answer(to: queries[position])
      samples.append(MonotonicClock.elapsed(since: start))
      walk.sum &+= answer &* QuerySet.weight(position)
      walk.count &+= 1
      position = (position &+ step) % queries.count
      if start > deadline { break }
    }
    try set.check(walk.sum, from: walk.start, count: walk.count, step: step)
  }
}

/// Empties the processor's caches of everything else, by walking through more memory than they hold.
///
/// A person types a letter every 100 milliseconds or so; whatever an app does meanwhile leaves little
/// of an index in the caches. Timing the same queries over and over hides that.
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

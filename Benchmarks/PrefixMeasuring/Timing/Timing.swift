import Foundation

/// The system's monotonic clock, in nanoseconds.
package enum MonotonicClock {
  /// The current time; the same clock in all processes of the system.
  @inline(__always)
  package static var now: UInt64 {
    #if canImport(Darwin)
    clock_gettime_nsec_np(CLOCK_UPTIME_RAW)
    #else
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
    #endif
  }

  /// The cost of reading the clock, the median of many readings.
  package static let cost: UInt64 = {
    var samples = Samples()
    for _ in 0..<10_000 {
      let start = now
      samples.append(now &- start)
    }
    return samples.percentile(50)
  }()

  /// The resolution of the clock.
  ///
  /// On a virtual machine it may be coarser than the system reports. It is the smallest gap between
  /// frequent durations; gaps of up to 2 are rounding.
  package static let resolution: UInt64 = {
    var counts: [UInt64: Int] = [:]
    var last = now
    for _ in 0..<20_000 {
      let next = now
      counts[next &- last, default: 0] += 1
      last = next
    }
    let common = counts.filter { $0.key > 0 && $0.value >= 20 }.keys.sorted()
    return zip(common, common.dropFirst()).map { $1 - $0 }.filter { $0 > 2 }.min() ?? 1
  }()

  /// The time since `start`, less the cost of reading the clock.
  @inline(__always)
  package static func elapsed(since start: UInt64) -> UInt64 {
    let elapsed = now &- start
    return elapsed > cost ? elapsed &- cost : 0
  }
}

/// Durations in nanoseconds, all of which are kept, so that percentiles are exact.
package struct Samples {
  private(set) var values: [UInt64] = []

  package init() {}

  package var count: Int { values.count }

  package var total: UInt64 { values.reduce(0, +) }

  package mutating func append(_ nanoseconds: UInt64) { values.append(nanoseconds) }

  /// Appends the duration of an action.
  @inline(__always)
  package mutating func time<Result>(_ action: () throws -> Result) rethrows -> Result {
    let start = MonotonicClock.now
    let result = try action()
    append(MonotonicClock.elapsed(since: start))
    blackHole(result)
    return result
  }

  /// For each percentage the smallest sample that at least so many percent of all samples do not exceed
  /// (the nearest-rank definition).
  package func percentiles(_ percentages: [Double]) -> [UInt64] {
    let sorted = values.sorted()
    return percentages.map { percent in
      let rank = Int((percent * Double(count) / 100).rounded(.up))
      return sorted.isEmpty ? 0 : sorted[min(max(rank, 1), count) - 1]
    }
  }

  package func percentile(_ percent: Double) -> UInt64 { percentiles([percent])[0] }

  /// Figures of the number of samples and of all percentiles for which they suffice; none without samples.
  ///
  /// Times are per query where a sample is a batch of queries.
  package func figures(
    _ subject: String, _ measure: Measure, quantity: Figure.Quantity = .latency, batch: Int = 1
  ) -> [Figure] {
    guard count > 0 else { return [] }
    return [Figure(Figure.Key(subject, .samples, measure, batch: batch), .count, count)]
      + figures(subject, quantity, measure, batch: batch)
  }

  /// Figures of some percentiles, as far as the samples suffice for them; none without samples.
  package func figures(
    _ subject: String, _ quantity: Figure.Quantity, _ measure: Measure? = nil,
    of wanted: [Percentile] = Percentile.all, batch: Int = 1
  ) -> [Figure] {
    let known = wanted.filter { count > 0 && $0.leastSamples <= count }
    return zip(known, percentiles(known.map(\.percent))).map { percentile, time in
      Figure(
        Figure.Key(subject, quantity, measure, statistic: percentile.name, batch: batch),
        .nanoseconds, [Double(time) / Double(batch)])
    }
  }
}

/// The queries of one measure with the verified answers to them.
package struct QuerySet: Sendable {
  package let queries: [PreparedQuery]
  /// The right answers, query by query.
  package let answers: [UInt64]

  /// The factor of the query at `index` in a sum of answers: odd, so that no bits are lost, and different
  /// for every query, so that swapped answers change the sum.
  @inline(__always)
  package static func weight(_ index: Int) -> UInt64 { UInt64(truncatingIfNeeded: index &* 2 &+ 1) }

  /// The weighted sum of the answers to `count` queries from `start` on, `step` apart, cyclically.
  package func sum(from start: Int = 0, count: Int, step: Int = 1) -> UInt64 {
    var sum: UInt64 = 0
    var index = start
    for _ in 0..<count {
      sum &+= answers[index] &* Self.weight(index)
      index = (index + step) % answers.count
    }
    return sum
  }

  /// The sum of all answers as a row, the same for every subject.
  package func checksum(of measure: Measure) -> Figure {
    Figure(checksum: sum(count: queries.count), of: Figure.Key("all", .answers, measure))
  }

  /// A walk through the queries, cyclically, with the sum of the answers on the way.
  package struct Walk: Sendable {
    private let set: QuerySet
    private let start: Int
    private let step: Int
    /// The next query.
    private(set) var position: Int
    private(set) var count = 0
    private var sum: UInt64 = 0

    package init(_ set: QuerySet, from start: Int, step: Int = 1) {
      (self.set, self.start, self.step, position) = (set, start, step, start)
    }

    /// Adds the answer to the query at `position`, and goes on.
    @inline(__always)
    package mutating func add(_ answer: UInt64) {
      sum &+= answer &* QuerySet.weight(position)
      count &+= 1
      position &+= step
      if position >= set.queries.count { position %= set.queries.count }
    }

    /// The next query; throws `WrongAnswer` if the sum is not that of the verified answers.
    package func checkedEnd() throws -> Int {
      guard sum == set.sum(from: start, count: count, step: step) else { throw WrongAnswer() }
      return position
    }
  }
}

/// A timed answer differs from the verified one.
package struct WrongAnswer: Error {}

/// A pass over the queries of a measure, in which each query or each batch is timed.
///
/// A pass ends after one round or when its time is up, and the next continues where it ended. A subject
/// that is slower by orders of magnitude answers only a few queries; it starts at another query in each
/// process, so that all processes together ask many. A pass throws `WrongAnswer` if the sum of the answers
/// is not that of the verified ones.
package struct TimedPass {
  /// The first query of the next pass.
  private var position: Int
  private(set) var samples = Samples()

  package static let batchSize = 16

  package init(startingAt position: Int = 0) { self.position = position }

  /// Times `count` queries one by one, evenly spread, each after an action that is not timed.
  package mutating func run(
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
  package mutating func run(
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
  package mutating func runBatches(
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

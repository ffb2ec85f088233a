/// The measures of latencies, and their durations.
package struct LatencyPlan: Codable, Sendable {
  package var measures: [Measure]
  /// How often all queries are replayed, each time after an uncounted pass that warms the caches.
  var rounds: Int
  /// When a pass through the queries ends early, in nanoseconds.
  var passTime: UInt64
  /// How many queries of a measure are timed with cold caches.
  var coldQueryCount = 0

  package init(
    measures: [Measure], rounds: Int, passTime: UInt64, coldQueryCount: Int = 0
  ) {
    self.measures = measures
    self.rounds = rounds
    self.passTime = passTime
    self.coldQueryCount = coldQueryCount
  }

  /// Takes one measure after the other, with the subjects in turns.
  package func figures(
    of subjects: [BuiltSubject], asking sets: inout QuerySets, using generator: inout SplitMix64
  ) async throws -> [Figure] {
    let caches = measures.contains { $0.caches == .cold } ? CacheWalk() : nil
    var figures: [Figure] = []
    for measure in measures {
      let set = try await sets.set(for: measure)
      guard !set.queries.isEmpty else { continue }
      figures.append(set.checksum(of: measure))
      figures += try await MeasureTiming(measure: measure, set: set, plan: self, caches: caches)
        .run(subjects, using: &generator)
    }
    return figures
  }
}

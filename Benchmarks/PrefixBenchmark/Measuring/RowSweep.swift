import CitySearch

/// Reads the ids of all matches of every query of a workload: what lists take that are scrolled to
/// their ends.
///
/// Each query is asked once, though people type many again: else the few that match a tenth of all
/// cities would be most of the work.
struct RowSweep {
  let measure: Measure
  private let set: QuerySet
  private let idCount: Int

  /// Prepares the different ones of `queries`, and answers them by the reference.
  init(workload: String, queries: [PreparedQuery], reference: any Subject) {
    measure = Measure(workload: workload, stage: .rows)
    var seen: Set<FoldedQuery> = []
    let queries = queries.filter { seen.insert($0.folded).inserted }
    let call = RowsCall(subject: reference, limit: nil)
    set = QuerySet(queries: queries, answers: queries.map { call.answer(to: $0) })
    idCount = queries.reduce(0) { $0 + reference.locate($1) }
  }

  /// The median time of `rounds` sweeps after one for warming up.
  ///
  /// - Throws: `WrongAnswer` if any answer is not that of the reference.
  func time(_ subject: any Subject, rounds: Int) throws -> LatencyOutcome.SweepOutcome {
    let call = RowsCall(subject: subject, limit: nil)
    let queries = set.queries.span
    var samples = Samples()
    for round in 0...rounds {
      var sum: UInt64 = 0
      let start = MonotonicClock.now
      for index in queries.indices {
        sum &+= call.answer(to: queries[index]) &* QuerySet.weight(index)
      }
      let elapsed = MonotonicClock.elapsed(since: start)
      if round > 0 { samples.append(elapsed) }
      try set.check(sum, from: 0, count: queries.count)
    }
    return LatencyOutcome.SweepOutcome(
      queryCount: queries.count, idCount: idCount, time: Double(samples.percentile(50)))
  }
}

/// Two builds by the figures of several pairs of runs, with a verdict on each figure.
///
/// A pair is a run of each build, one right after the other, so that both meet the same machine. The
/// ratio of the raw figures is taken within each pair; the median of these ratios decides, and that most
/// pairs agree. Ratios to a baseline within each run would only add its noise.
struct PairedComparison {
  /// In the order in which the present build prints them.
  private(set) var figures: [Figure] = []
  /// What must be there or be the same, and is not; one sentence each.
  private(set) var faults: [String] = []
  let pairCount: Int

  /// A figure of both builds.
  struct Figure {
    let key: FigureRow.Key
    let limit: PairLimits.Limit
    /// The medians of the figures themselves.
    let other: Double
    let own: Double
    /// The present build in terms of the other one, pair by pair.
    let ratios: [Double]

    /// The median of the ratios.
    var ratio: Double { ratios.median }

    var verdict: Verdict {
      if isBeyond(limit, ratios) { return .worse }
      return isBeyond(limit, ratios.map { 1 / $0 }) ? .better : .equal
    }

    enum Verdict: String, Codable { case better, equal, worse }

    /// Whether the median is beyond the limit, and enough pairs are half as far.
    private func isBeyond(_ limit: PairLimits.Limit, _ ratios: [Double]) -> Bool {
      // What rounding adds to a mean is no growth.
      guard ratios.median > limit.growth + 1e-9 else { return false }
      guard let agreement = limit.agreement else { return true }
      let half = 1 + (limit.growth - 1) / 2
      return Double(ratios.count { $0 > half }) >= agreement * Double(ratios.count) - 1e-9
    }

  }

  /// Figures of a run of each build.
  struct Pair {
    let other: [FigureRow]
    let own: [FigureRow]
  }

  /// Whether anything is worse.
  var isWorse: Bool { !faults.isEmpty || figures.contains { $0.verdict == .worse } }

  /// Compares what all pairs have in common.
  ///
  /// - Precondition: There is a pair.
  init(_ pairs: [Pair], limits: PairLimits) {
    precondition(!pairs.isEmpty, "A comparison needs a pair of runs.")
    pairCount = pairs.count
    let values = pairs.map { pair in
      (Self.values(pair.other), Self.values(pair.own))
    }
    let batched = Set(pairs[0].own.map(\.key).filter { $0["batch"] > "1" }.map(\.withoutBatch))
    for row in pairs[0].own {
      guard let limit = limits.limit(for: row.key) else { continue }
      // A query that takes few steps of the clock is judged by batches, where there are any.
      if row.key["batch"] == "1", row.key["statistic"] == "p50",
        row.value < SubjectResult.shortQuery, batched.contains(row.key.withoutBatch)
      {
        continue
      }
      let figures = values.compactMap { other, own -> (Double, Double)? in
        guard let before = other[row.key], let now = own[row.key] else { return nil }
        return (before, now)
      }
      // What only one build measures is new, or gone, which is looked at below.
      guard figures.count == pairs.count else { continue }
      self.figures.append(
        Figure(
          key: row.key, limit: limit, other: figures.map(\.0).median,
          own: figures.map(\.1).median,
          ratios: figures.map { before, now in now.growth(from: before) }))
    }
    let measured = Set(pairs[0].own.map(\.key))
    for row in pairs[0].other where limits.limit(for: row.key)?.isExact == true {
      if !measured.contains(row.key) {
        faults.append("\(row.key.text) was measured by the other build, and now is not.")
      }
    }
    if figures.isEmpty { faults.append("The two builds have no figure in common.") }
  }

  /// Adds something that is wrong beside the figures.
  mutating func add(fault: String) { faults.append(fault) }

  private static func values(_ rows: [FigureRow]) -> [FigureRow.Key: Double] {
    Dictionary(rows.map { ($0.key, $0.value) }) { first, _ in first }
  }
}

extension FigureRow.Key {
  /// The same figure whether of single queries or of batches.
  fileprivate var withoutBatch: FigureRow.Key {
    var cells = cells
    cells["batch"] = nil
    return FigureRow.Key(cells: cells)
  }
}

package import PrefixMeasuring

/// Two builds by the figures of one pair of results or of several, with a verdict on each figure.
///
/// A pair is a result of each build. Where times are judged, the two ran one right after the other, so
/// under the same load of the machine. The ratio of the figures is taken within each pair; the verdict depends on
/// the median of these ratios and on the number of pairs that agree. Where the machine was slower during one run of a
/// pair, the baseline was slower, too, whose code is the same in both builds: a time has changed only if it has also
/// changed in terms of the baseline. The times of the baseline itself are not judged.
package struct Comparison {
  /// In the order in which the present build has them.
  package private(set) var figures: [ComparedFigure] = []
  /// Missing figures and different answers; one sentence each.
  package private(set) var faults: [String] = []
  /// Figures that were not compared, with reasons; one sentence each.
  package private(set) var remarks: [String] = []
  let pairCount: Int

  /// A result of each build.
  package struct Pair {
    package let before: RunRecord
    package let now: RunRecord

    package init(before: RunRecord, now: RunRecord) { (self.before, self.now) = (before, now) }
  }

  package struct Rules {
    let limits: Limits
    /// Whether to judge exact figures alone: times of another day or machine are not comparable.
    var onlyExact = false
    /// Whether instructions must have been counted if they were before.
    var needsInstructions = true

    package init(limits: Limits, onlyExact: Bool = false, needsInstructions: Bool = true) {
      (self.limits, self.onlyExact) = (limits, onlyExact)
      self.needsInstructions = needsInstructions
    }

    /// The limit of a figure; `nil` if it is not judged.
    fileprivate func limit(for key: Figure.Key) -> Limits.Limit? {
      limits.limit(for: key).flatMap { $0.isExact || !onlyExact ? $0 : nil }
    }
  }

  package var isWorse: Bool { !faults.isEmpty || figures.contains { $0.verdict == .worse } }

  /// Compares the figures that all pairs have.
  ///
  /// - Precondition: There is a pair.
  package init(_ pairs: [Pair], rules: Rules) {
    precondition(!pairs.isEmpty, "A comparison needs a pair of runs.")
    pairCount = pairs.count
    let first = pairs[0]
    for figure in first.now.figures.rows {
      guard let limit = rules.limit(for: figure.key), !Self.isTooShort(figure, in: first.now),
        limit.condition.isMet(by: first)
      else { continue }
      let values = pairs.compactMap { pair in
        pair.before[figure.key].flatMap { before in
          pair.now[figure.key].map { (before: before.value, now: $0.value) }
        }
      }
      // A figure of one build only is new or gone; the latter is checked below.
      guard values.count == pairs.count else { continue }
      let isTime = figure.unit == .nanoseconds && !limit.isExact
      guard !isTime || figure.key.subject != first.now.baseline?.name else { continue }
      figures.append(
        ComparedFigure(
          key: figure.key, unit: figure.unit, limit: limit, before: values.map(\.before).median,
          now: values.map(\.now).median,
          ratios: values.map { before, now in now.growth(from: before) },
          movements: isTime ? pairs.map { $0.movement(beside: figure.key) } : []))
    }
    compareAnswers(first)
    lookForWhatIsGone(first, rules)
    if figures.isEmpty, faults.isEmpty {
      faults.append("The two builds have no figure in common.")
    }
    lookForWhatIsNotMeasured()
  }

  /// Finds figures that cannot have been measured: negative ones, and a build whose figures are all 0.
  private mutating func lookForWhatIsNotMeasured() {
    for figure in figures where !(figure.before >= 0 && figure.now >= 0) {
      faults.append("\(figure.key) is less than 0, so it was not measured.")
    }
    guard !figures.isEmpty else { return }
    for (values, name) in [(figures.map(\.before), "previous"), (figures.map(\.now), "present")]
    where values.allSatisfy({ $0 == 0 }) {
      faults.append("All figures of the \(name) build are 0: nothing was measured.")
    }
  }

  /// Why two results cannot be compared; `nil` if they can.
  package static func obstacle(_ pair: Pair) -> String? {
    let (before, now) = (pair.before.header, pair.now.header)
    for (header, name) in [(before, "baseline"), (now, "current result")]
    where !header.method.isComplete {
      return "The \(name) is of a run that was interrupted; measure it again."
    }
    guard before.data.sha256 == now.data.sha256 else {
      return "The results are not about the same data: their digests differ."
    }
    let common = before.workloads.compactMap { old in
      now.workloads.first { $0.name == old.name }.map { (before: old, now: $0) }
    }
    if let different = common.first(where: { $0.before.checksum != $0.now.checksum }) {
      return
        "The queries of the workload \"\(different.now.name)\" differ; both runs need the same "
        + "--seed."
    }
    return common.isEmpty ? "The results have no workload in common." : nil
  }

  /// Whether queries take so few steps of the clock that batches are judged instead.
  private static func isTooShort(_ figure: Figure, in record: RunRecord) -> Bool {
    guard figure.key.quantity == .latency, figure.key.batch == 1, figure.key.statistic == "p50",
      let measure = figure.key.measure
    else { return false }
    return record.typical(figure.key.subject, measure)?.key.batch != 1
  }

  private mutating func compareAnswers(_ pair: Pair) {
    for old in pair.before.figures.rows where old.unit == .checksum {
      if let new = pair.now[old.key], new.processes != old.processes {
        faults.append("The answers differ (\(old.key.measure?.description ?? old.key.name)).")
      }
    }
  }

  /// Finds exact figures that only the previous build has: without them the gate would check nothing.
  private mutating func lookForWhatIsGone(_ pair: Pair, _ rules: Rules) {
    let now = Set(pair.now.figures.rows.map(\.key))
    let measured = Set(now.map(\.subject))
    let programs = Set(pair.before.header.subjects.filter { $0.role == .program }.map(\.name))
    let exact = pair.before.figures.rows.compactMap { figure in
      rules.limit(for: figure.key).flatMap { $0.isExact ? (figure: figure, limit: $0) : nil }
    }
    for condition in exact.map(\.limit.condition).uniqued() where !condition.isMet(by: pair) {
      let names = exact.filter { $0.limit.condition == condition }.map(
        \.figure.key.quantity.rawValue)
      remarks.append(
        "Not compared: \(names.uniqued().joined(separator: ", ")). Those before are of "
          + "\(condition.text(of: pair.before.header)), these of "
          + "\(condition.text(of: pair.now.header)).")
    }
    let gone = exact.filter { $0.limit.condition.isMet(by: pair) && !now.contains($0.figure.key) }
      .map(\.figure.key)
    let uncounted =
      pair.now.measures(of: .instructions).isEmpty
      ? gone.filter { $0.quantity == .instructions && measured.contains($0.subject) } : []
    if !uncounted.isEmpty {
      let lack = "Instructions a query were counted, and now are not"
      if rules.needsInstructions {
        faults.append("\(lack): install valgrind, or pass --without-instructions.")
      } else {
        remarks.append("\(lack).")
      }
    }
    let sentences = gone.filter { !uncounted.contains($0) }.compactMap { key -> String? in
      if measured.contains(key.subject) { return "\(key) was measured, and now is not." }
      // A program takes part only when it is named.
      return programs.contains(key.subject) ? nil : "\(key.subject) was measured, and now is not."
    }
    faults += sentences.uniqued()
  }
}

extension Comparison.Pair {
  /// How much longer the baseline takes in this build than in the other one: at what the key is about, or else at
  /// locating in the same processes; 1 if it was not measured.
  fileprivate func movement(beside key: Figure.Key) -> Double {
    guard let name = now.baseline?.name else { return 1 }
    var own = key
    own.subject = name
    let beside = key.measure?.order == .relevance ? RunRecord.baselineBesideNames : name
    let locate = Figure.Key(
      beside, .latency, now.locate(), statistic: "p50", batch: TimedPass.batchSize)
    let ratio = [own, locate].lazy.compactMap { key -> Double? in
      guard let before = before[key]?.value, let now = now[key]?.value, before > 0, now > 0 else {
        return nil
      }
      return now / before
    }.first
    return ratio ?? 1
  }
}

extension Limits.Condition {
  /// Whether both results share the required properties.
  fileprivate func isMet(by pair: Comparison.Pair) -> Bool {
    self == .none || text(of: pair.before.header) == text(of: pair.now.header)
  }
}

package struct ComparedFigure {
  package let key: Figure.Key
  package let unit: Figure.Unit
  package let limit: Limits.Limit
  /// The medians of the figures themselves.
  package let before: Double
  package let now: Double
  /// The ratios of this build to the other one, pair by pair.
  let ratios: [Double]
  /// The ratios of the baseline, pair by pair; empty for what does not depend on the load of the machine.
  let movements: [Double]

  package var ratio: Double { ratios.median }

  package enum Verdict: String { case better, equal, worse }

  package var verdict: Verdict {
    let relative = movements.isEmpty ? ratios : zip(ratios, movements).map { $0 / $1 }
    if isBeyond(ratios), isBeyond(relative) { return .worse }
    let isBetter = isBeyond(ratios.map { 1 / $0 }) && isBeyond(relative.map { 1 / $0 })
    return isBetter ? .better : .equal
  }

  /// Whether the median is beyond the limit, and enough pairs are half as far.
  private func isBeyond(_ ratios: [Double]) -> Bool {
    // A rounding error in a mean is no growth.
    guard ratios.median > limit.growth + 1e-9 else { return false }
    guard let agreement = limit.agreement else { return true }
    let half = 1 + (limit.growth - 1) / 2
    return Double(ratios.count { $0 > half }) >= agreement * Double(ratios.count) - 1e-9
  }

  /// The gain from which on a stored result is too old to detect a regression.
  static let remarkableGain = 0.05

  /// Whether the gain is so large that the stored result would hide a regression.
  var isRemarkablyBetter: Bool {
    key.quantity == .instructions && ratio < 1 - Self.remarkableGain
  }
}

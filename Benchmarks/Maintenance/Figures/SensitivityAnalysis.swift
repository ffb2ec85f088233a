#if Benchmark
package import PrefixBenchmark

/// Which faults a comparison of pairs finds, by resampling pairs of runs (a bootstrap).
package struct SensitivityAnalysis {
  /// The results by round and build: first the build itself, then one build for each fault.
  let rounds: [[RunRecord]]
  let limits: Limits

  package init(rounds: [[RunRecord]], limits: Limits) {
    self.rounds = rounds
    self.limits = limits
  }

  package struct Fault: Sendable {
    package let name: String
    let handicap: Handicap?
    /// The figure that must be found worse; `nil` if nothing may be.
    var expected: (@Sendable (Figure.Key) -> Bool)?

    /// The faults, in the order of the runs after the first one.
    static let all: [Fault] = [
      Fault(name: "none", handicap: nil),
      Fault(name: "locate slower", handicap: Handicap(subject: "RadixTree", spins: 12)) {
        $0.isLocate && $0.statistic == "p50" && $0.batch > 1
      },
      Fault(name: "slow in 1 of 50", handicap: Handicap(subject: "RadixTree", tailSpins: 160)) {
        $0.isLocate && $0.statistic == "p99"
      },
      Fault(name: "5 % larger", handicap: Handicap(subject: "RadixTree", percentOfBytes: 5)) {
        $0.subject == "RadixTree" && $0.quantity == .structure && $0.statistic == "total"
      },
      Fault(name: "one allocation more", handicap: Handicap(subject: "RadixTree", allocations: 1)) {
        $0.subject == "RadixTree" && $0.quantity == .allocations && $0.measure?.stage == .locate
      },
    ]
  }

  /// A row for each fault, from `draws` comparisons of `pairs` pairs each; and the figures that were worse
  /// without a fault, the most frequent first.
  package func table(
    pairs: Int, draws: Int, using generator: inout SplitMix64
  ) -> (table: Table, falseAlarms: [(figure: Figure.Key, percent: String)]) {
    let rules = Comparison.Rules(limits: limits)
    var table = Table(heads: ["fault", "figure\nratio", "found\n%", "any figure\nworse %"])
    var falseAlarms: [Figure.Key: Int] = [:]
    func percent(_ count: Int) -> String {
      (Double(count) * 100 / Double(draws)).rounded(decimals: 1)
    }
    for (number, fault) in Fault.all.enumerated() {
      let all = rounds.map { Comparison.Pair(before: $0[0], now: $0[number + 1]) }
      var (found, alarms) = (0, 0)
      for _ in 0..<draws {
        let drawn = (0..<pairs).map { _ in all[Int.random(in: all.indices, using: &generator)] }
        let worse = Comparison(drawn, rules: rules).figures.filter { $0.verdict == .worse }
        if !worse.isEmpty { alarms += 1 }
        if let expected = fault.expected, worse.contains(where: { expected($0.key) }) { found += 1 }
        if fault.expected == nil {
          for figure in worse { falseAlarms[figure.key, default: 0] += 1 }
        }
      }
      let ratio = fault.expected.flatMap { expected in
        Comparison(all, rules: rules).figures.first { expected($0.key) }?.ratio
      }
      table.rows.append([
        fault.name, ratio.map { $0.rounded(decimals: 2) } ?? "",
        fault.expected == nil ? "" : percent(found), percent(alarms),
      ])
    }
    // Equally frequent ones by name, so that the order does not depend on the seed of hashing.
    let sorted = falseAlarms.sorted {
      ($1.value, $0.key.description) < ($0.value, $1.key.description)
    }
    return (table, sorted.map { ($0.key, percent($0.value)) })
  }
}

extension Figure.Key {
  /// Whether this is a latency of the radix tree for locating the main workload.
  fileprivate var isLocate: Bool {
    subject == "RadixTree" && quantity == .latency
      && measure == Measure(workload: "typed", stage: .locate)
  }
}
#endif

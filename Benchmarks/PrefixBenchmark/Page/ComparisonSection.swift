/// Whether a figure is better or worse than that of another result.
enum Verdict: String, Sendable {
  case better, equal, worse

  /// Compares figures of which less is better.
  ///
  /// An exact one may not grow by more than its limit. A measured one is worse if its median is beyond
  /// the limit, and the intervals have nothing in common.
  init(_ now: Figure, against before: Figure, limit: PairLimits.Limit) {
    func isBeyond(_ now: Figure, _ before: Figure) -> Bool {
      // What rounding adds to a mean is no growth.
      now.value > before.value * limit.growth + 1e-9
        && (limit.isExact || now.estimate.low > before.estimate.high)
    }
    self = isBeyond(now, before) ? .worse : isBeyond(before, now) ? .better : .equal
  }
}

extension ReportPage {
  /// Every figure that has a limit in two results, with verdicts against the first.
  var comparisonSection: Section? {
    guard isComparison, let first = runs.first else { return nil }
    let content = runs.dropFirst().flatMap { run -> [Markup] in
      let differences = differences(of: run, from: first)
      let compared = first.record.figures.rows.compactMap { compare($0, in: first, and: run) }
      func count(_ verdict: Verdict) -> Int { compared.count { $0.verdict == verdict } }
      let sum = """
        \(run.letter) against \(first.letter): \(count(.better)) figures better, \
        \(count(.equal)) equal, \(count(.worse)) worse.
        """
      let heads = ["figure", first.letter, run.letter]
      guard !compared.isEmpty else { return differences.map(warning) }
      let changed = compared.filter { $0.verdict != .equal }
      let main = Set([first.locate(), first.ten(), first.ten(.cold)])
      let mainOnes = changed.filter { $0.before.key.measure.map(main.contains) ?? true }
      let summary = tag("summary", text: "All \(compared.count) figures")
      let equal = compared.filter { $0.verdict == .equal }
      let all =
        table("What differs", heads: heads, rows: changed.map(\.row))
        + table("What is equal", heads: heads, rows: equal.map(\.row))
      return differences.map(warning) + [tag("p", ["class": "answer"], text: sum)]
        + table("The main figures that differ", heads: heads, rows: mainOnes.map(\.row))
        + [tag("details", [:], [summary] + all)]
    }
    let words = """
      A time is better or worse if the intervals have nothing in common and the medians differ by more \
      than the figure's limit in pairs of runs; an exact figure if it differs at all, but for 1 % of \
      instructions. Times of two days may differ with the machine's load: "bench compare --against" \
      runs two builds by turns.
      """
    return Section(
      "Side by side", id: "comparison", content + [tag("p", ["class": "soft"], text: words)])
  }

  /// A figure of two results.
  private struct Compared {
    let before: Figure
    let now: Figure
    let verdict: Verdict
    let isExact: Bool

    /// The name, the figure of the first result, and that of the second with the verdict.
    var row: [Markup] {
      let words = verdict == .equal ? "equal" : "\(factor), \(verdict.rawValue)"
      let cell = tag(
        "td", ["class": verdict.rawValue], [.text(text(now)), tag("small", text: words)])
      return [.text(before.key.description), .text(text(before)), cell]
    }

    private var factor: String {
      let growth = now.value.growth(from: before.value)
      return isExact && abs(growth - 1) < 0.1 ? "×\(growth.rounded(decimals: 4))" : growth.factor
    }

    /// All digits of what is exact.
    private func text(_ figure: Figure) -> String {
      guard isExact else { return figure.text }
      return figure.value.rounded(decimals: figure.value == figure.value.rounded() ? 0 : 2)
    }
  }

  /// Compares a figure that has a limit and means the same in both results.
  private func compare(_ figure: Figure, in first: PageRun, and run: PageRun) -> Compared? {
    let key = figure.key
    guard let limit = limits.limit(for: key), let now = run.record[key],
      !hasOtherQueries(run, than: first)
    else { return nil }
    // The tail of batches is one of means, and one median stands for a measure.
    if key.quantity == "latency", let measure = key.measure,
      key.statistic == "p50"
        ? first.record.typical(key.subject, measure)?.key != key : key.batch > 1
    {
      return nil
    }
    let (old, new) = (first.header, run.header)
    let sameAllocator = old.build.allocator == new.build.allocator
    let isComparable =
      switch key.quantity {
      case "structure", "allocations", "allocated", "allocations of short names": sameAllocator
      case "instructions":
        sameAllocator && old.machine.architecture == new.machine.architecture
          && old.build.swiftVersion == new.build.swiftVersion
      default: limit.isExact || old.machine == new.machine
      }
    guard isComparable else { return nil }
    return Compared(
      before: figure, now: now, verdict: Verdict(now, against: figure, limit: limit),
      isExact: limit.isExact)
  }

  /// What makes two results hard to compare, and what is therefore left out.
  private func differences(of run: PageRun, from first: PageRun) -> [String] {
    let (old, new) = (first.header, run.header)
    let names = "\(first.letter) and \(run.letter)"
    if hasOtherQueries(run, than: first) {
      return ["The data or the queries of \(names) differ: nothing is judged."]
    }
    return [
      old.machine == new.machine ? "" : "The machines of \(names) differ: times are not judged.",
      old.build.allocator == new.build.allocator
        ? "" : "The allocators of \(names) differ: memory is not judged.",
      old.build.swiftVersion == new.build.swiftVersion ? "" : "The compilers of \(names) differ.",
    ].filter { !$0.isEmpty }
  }

  private func hasOtherQueries(_ run: PageRun, than first: PageRun) -> Bool {
    run.header.data.sha256 != first.header.data.sha256
      || run.header.workloads.contains { workload in
        first.header.workloads.contains {
          $0.name == workload.name && $0.checksum != workload.checksum
        }
      }
  }
}

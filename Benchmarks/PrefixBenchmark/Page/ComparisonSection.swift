extension ReportPage {
  /// Each result against the first: every figure that has a limit, with a verdict.
  var comparisonSection: Section? {
    guard isComparison, let first = runs.first else { return nil }
    let words = """
      A time is better or worse if the intervals do not overlap and the medians differ by more than the \
      figure's limit in pairs of runs; an exact figure if it differs at all, except for instructions \
      within 1 %. Times of two days may differ with the machine's load: "bench compare --against" \
      runs two builds alternately.
      """
    return Section(
      "Side by side", id: "comparison",
      runs.dropFirst().flatMap { compare($0, with: first) }
        + [tag("p", ["class": "soft"], text: words)])
  }

  private func compare(_ run: PageRun, with first: PageRun) -> [Markup] {
    let pair = Comparison.Pair(before: first.record, now: run.record)
    let names = "\(run.letter) against \(first.letter)"
    if let obstacle = Comparison.obstacle(pair) {
      return [warning("\(names): nothing is judged. \(obstacle)")]
    }
    let isSameMachine = first.header.machine == run.header.machine
    let comparison = Comparison(
      [pair], rules: Comparison.Rules(limits: limits, onlyExact: !isSameMachine))
    let figures = comparison.figures.compactMap { figure in
      first.record[figure.key].flatMap { before in
        run.record[figure.key].map { PageComparison(figure: figure, before: before, now: $0) }
      }
    }
    func count(_ verdict: ComparedFigure.Verdict) -> Int {
      figures.count { $0.verdict == verdict }
    }
    let sum = tag(
      "p", ["class": "answer"],
      text: """
        \(names): \(count(.better)) figures better, \(count(.equal)) equal, \(count(.worse)) worse.
        """)
    let heads = ["figure", first.letter, run.letter]
    let changed = figures.filter { $0.verdict != .equal }
    let main = Set([first.record.locate(), first.ten(), first.ten(.cold)])
    let important = changed.filter { $0.before.key.measure.map(main.contains) ?? true }
    let equal = figures.filter { $0.verdict == .equal }
    let all =
      table("\(names): what differs", heads: heads, rows: changed.map(\.row))
      + table("\(names): what is equal", heads: heads, rows: equal.map(\.row))
    let machines = isSameMachine ? [] : ["The machines differ: times are not judged."]
    let faults = comparison.faults.map { tag("li", text: $0) }
    return [sum] + machines.map(warning)
      + (faults.isEmpty ? [] : [tag("ul", ["class": "warning"], faults)])
      + comparison.remarks.map { tag("p", ["class": "soft"], text: $0) }
      + table("\(names): the main figures that differ", heads: heads, rows: important.map(\.row))
      + [tag("details", [:], [tag("summary", text: "All \(figures.count) figures")] + all)]
  }
}

/// A figure of two results from different times.
private struct PageComparison {
  let figure: ComparedFigure
  let before: Figure
  let now: Figure

  /// As in a pair of runs; but measured figures differ only if their intervals do not overlap, because the
  /// load of the machine may have changed.
  var verdict: ComparedFigure.Verdict {
    let (old, new) = (before.estimate, now.estimate)
    let overlap = old.low <= new.high && new.low <= old.high
    return overlap && !figure.limit.isExact ? .equal : figure.verdict
  }

  /// The name, the figure of the first result, and that of the second with the verdict.
  var row: [Markup] {
    let (isExact, ratio) = (figure.limit.isExact, figure.ratio)
    let factor = isExact && abs(ratio - 1) < 0.1 ? "×\(ratio.rounded(decimals: 4))" : ratio.factor
    let words = verdict == .equal ? "equal" : "\(factor), \(verdict.rawValue)"
    // Exact figures with all digits.
    let texts = [before, now].map { figure in
      let isWhole = figure.value == figure.value.rounded()
      return isExact ? figure.value.rounded(decimals: isWhole ? 0 : 2) : figure.brief
    }
    let content: [Markup] = [.text(texts[1]), tag("small", text: words)]
    return [
      .text(figure.key.description), .text(texts[0]),
      tag("td", ["class": verdict.rawValue], content),
    ]
  }
}

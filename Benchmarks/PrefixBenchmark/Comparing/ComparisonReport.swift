/// A comparison in words and a table.
struct ComparisonReport {
  private let comparison: Comparison
  private let showsAll: Bool

  init(_ comparison: Comparison, showsAll: Bool) {
    self.comparison = comparison
    self.showsAll = showsAll
  }

  var text: String {
    ([table.rows.isEmpty ? nil : table.text] + comparison.faults + comparison.remarks + [summary])
      .compactMap { $0 }.joined(separator: "\n")
  }

  /// What changed; or everything, if that was asked for.
  private var table: Table {
    var table = Table(heads: ["", "baseline", "current", "ratio", "verdict"])
    for figure in comparison.figures where showsAll || figure.verdict != .equal {
      let cells = [
        figure.name, figure.number(figure.baseline), figure.number(figure.current),
        figure.ratio.isFinite ? figure.ratio.rounded(decimals: 2) : "",
        figure.verdict.rawValue,
      ]
      table.append(cells, to: figure.subject)
    }
    return table
  }

  private var summary: String {
    func count(_ verdict: ComparedFigure.Verdict, _ kind: ComparedFigure.Kind) -> Int {
      comparison.figures.filter { $0.verdict == verdict && $0.kind == kind }.count
    }
    func words(_ kind: ComparedFigure.Kind, _ noun: String) -> String {
      "\(noun): \(count(.worse, kind)) worse, \(count(.better, kind)) better, "
        + "\(count(.equal, kind)) equal"
    }
    let verdict = comparison.isWorse ? "Something is worse." : "Nothing is worse."
    var lines = ["\(words(.exact, "Exact figures"))."]
    if comparison.figures.contains(where: { $0.kind == .instructions }) {
      lines.append("\(words(.instructions, "Instructions a query")).")
    }
    if comparison.figures.contains(where: \.isRemarkablyBetter) {
      let percent = Int(InstructionsResult.remarkableGain * 100)
      lines.append(
        "Some queries take over \(percent) % fewer instructions: store the baseline anew, "
          + "or it will not notice when they are back.")
    }
    return (lines + [verdict]).joined(separator: "\n")
  }
}

extension ComparedFigure {
  /// A figure of this kind as text.
  fileprivate func number(_ value: Double) -> String {
    switch kind {
    case .instructions: value.rounded(decimals: 1)
    case .exact where value == value.rounded(): value.rounded(decimals: 0)
    case .exact: value.rounded(decimals: 3)
    }
  }
}

import ArgumentParser
import Foundation
package import PrefixMeasuring

/// A comparison of two builds for a terminal, or for a comment on a pull request.
package struct ComparisonReport {
  package let comparison: Comparison
  let before: RunHeader
  let now: RunHeader
  /// Whether to show figures that did not change, too.
  let showsAll: Bool
  /// Whether the builds ran alternately.
  let isOfPairs: Bool

  package init(
    comparison: Comparison, before: RunHeader, now: RunHeader, showsAll: Bool,
    isOfPairs: Bool = false
  ) {
    self.comparison = comparison
    self.before = before
    self.now = now
    self.showsAll = showsAll
    self.isOfPairs = isOfPairs
  }

  /// The report in a form, without a final line feed.
  package func text(_ format: Format) -> String {
    let table = table
    switch format {
    case .table:
      return
        ([heading.wrapped(), table.rows.isEmpty ? nil : table.text]
        + (comparison.faults + comparison.remarks).map { $0.wrapped() } + [summary])
        .compactMap(\.self).joined(separator: "\n")
    case .markdown:
      return
        ([heading, table.rows.isEmpty ? nil : table.markdown]
        + (comparison.faults + comparison.remarks).map { "- \($0)" } + [summary])
        .compactMap(\.self).joined(separator: "\n\n")
    }
  }

  package enum Format: String, CaseIterable, ExpressibleByArgument { case table, markdown }

  private var heading: String {
    func description(_ build: RunHeader.Build) -> String {
      "Swift \(build.swiftVersion), \(build.allocator)"
    }
    func description(_ machine: RunHeader.Machine) -> String {
      "\(machine.processor), \(machine.coreCount) cores, \(machine.system)"
    }
    let builds = [before.build, now.build].map(description)
    let difference =
      builds[0] == builds[1] ? "" : ", built differently (\(builds[0]); \(builds[1]))"
    let machines = [before.machine, now.machine].map(description)
    let machine = machines[0] == machines[1] ? machines[1] : "\(machines[0]), and \(machines[1])"
    let method =
      isOfPairs
      ? "\(comparison.pairCount) pairs of runs in random order"
      : "exact figures, of \(before.method.date.prefix(10)) and \(now.method.date.prefix(10))"
    return """
      Commit \(now.build.commit) against \(before.build.commit)\(difference): \(method), on \(machine).
      """
  }

  /// The changed figures by subject; or all figures, on request.
  private var table: Table {
    var table = Table(heads: [
      "", "before", "now", "ratio", "pairs", "baseline", "limit", "verdict",
    ])
    for figure in comparison.figures where showsAll || figure.verdict != .equal {
      let text = Figure(figure.key, figure.unit, [figure.now]).text
      let ends = [figure.ratios.min() ?? 1, figure.ratios.max() ?? 1].map(Self.ratio)
      table.append(
        [
          figure.key.name, text(figure.before), text(figure.now), Self.ratio(figure.ratio),
          figure.limit.isExact ? "" : ends.joined(separator: "–"),
          figure.movements.isEmpty ? "" : Self.ratio(figure.movements.median),
          Self.ratio(figure.limit.growth),
          figure.verdict.rawValue,
        ], to: figure.key.subject)
    }
    table.removeEmptyColumns()
    return table
  }

  private static func ratio(_ value: Double) -> String {
    value.isFinite ? value.rounded(decimals: value < 1.1 && value > 0.9 ? 3 : 2) : "∞"
  }

  private var summary: String {
    func count(_ verdict: ComparedFigure.Verdict) -> Int {
      comparison.figures.count { $0.verdict == verdict }
    }
    var text = "\(count(.worse)) worse, \(count(.better)) better, \(count(.equal)) equal. "
    if !isOfPairs, comparison.figures.contains(where: \.isRemarkablyBetter) {
      text += """
        Some queries take over \(Int(ComparedFigure.remarkableGain * 100)) % fewer instructions: store \
        a new baseline, or it will hide a regression.\n
        """
    }
    return text + (comparison.isWorse ? "Something is worse." : "Nothing is worse.")
  }
}

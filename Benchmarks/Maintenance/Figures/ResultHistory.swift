#if Benchmark
import Foundation
package import PrefixBenchmark

/// The figures of several stored results in the order of their dates, and the steps in them.
///
/// Results of one machine and one data set form a group; a series has the figures of one group.
package struct ResultHistory {
  /// One figure over the runs that have it.
  package struct Series {
    let group: String
    let key: Figure.Key
    let unit: Figure.Unit
    /// The numbers of the runs, and the figure in each.
    package let points: [(run: Int, value: Double)]
    let limit: Limits.Limit

    /// Where the figure changed by more than its limit and stayed there.
    ///
    /// The median of up to three runs before is compared with that of up to three from there on, so that
    /// one run on a busy machine is no step. Where neighboring runs have the same change, the step is at
    /// the largest jump of the figure itself.
    package var steps: [Step] {
      var steps: [Step] = []
      for index in points.indices.dropFirst() {
        let before = points[max(0, index - 3)..<index].map(\.value).median
        let after = points[index..<min(points.count, index + 3)].map(\.value).median
        let ratio = after.growth(from: before)
        guard ratio > limit.growth || ratio < 1 / limit.growth else { continue }
        let jump = points[index].value.growth(from: points[index - 1].value)
        let step = Step(
          run: points[index].run, ratio: ratio, jump: max(jump, 1 / jump), lastPoint: index)
        guard let last = steps.last, last.lastPoint == index - 1, (last.ratio > 1) == (ratio > 1)
        else {
          steps.append(step)
          continue
        }
        steps[steps.count - 1] = step.jump > last.jump ? step : last
        steps[steps.count - 1].lastPoint = index
      }
      return steps
    }

    /// A bar for each point, as high as its figure stands between the smallest and the largest.
    package var bars: String {
      let values = points.map(\.value)
      guard let low = values.min(), let high = values.max() else { return "" }
      let bars = Array("▁▂▃▄▅▆▇█")
      return String(
        values.map { value in
          high == low ? bars[3] : bars[Int((value - low) / (high - low) * 7)]
        })
    }
  }

  /// A lasting change.
  package struct Step {
    /// The number of the first run with it.
    package let run: Int
    /// The ratio of the median after to the median before.
    let ratio: Double
    /// The factor between this run's figure and the previous one, up or down.
    fileprivate let jump: Double
    /// The last neighboring point with this change.
    fileprivate var lastPoint: Int
  }

  /// The results by date.
  package let runs: [RunRecord]
  package let series: [Series]

  /// Sorts runs by date; figures without a limit are left out.
  package init(_ runs: [RunRecord], limits: Limits) {
    let runs = runs.sorted { ($0.date, $0.commit) < ($1.date, $1.commit) }
    self.runs = runs
    let all = runs.enumerated().flatMap { number, run in
      run.figures.rows.map { (number: number, group: run.group, figure: $0) }
    }
    series = all.grouped { Place(group: $0.group, key: $0.figure.key) }.compactMap { place, rows in
      limits.limit(for: place.key).map { limit in
        Series(
          group: place.group, key: place.key, unit: rows[0].figure.unit,
          points: rows.map { ($0.number, $0.figure.value) }, limit: limit)
      }
    }
  }

  private struct Place: Hashable {
    let group: String
    let key: Figure.Key
  }
}

extension ResultHistory {
  /// A table of runs, and a table with a row for each figure whose name has all `words` in it.
  package func text(words: [String], onlySteps: Bool) -> String {
    var list = Table(heads: ["run", "commit", "date", "machine and data"])
    list.rows = runs.enumerated().map { number, run in
      ["\(number + 1)", run.commit, String(run.date.prefix(10)), run.group]
    }
    var table = Table(heads: ["", "first", "last", "course", "steps\n(run: ×)"])
    for series in series where series.points.count > 1 {
      let (name, steps) = (series.key.description, series.steps)
      let text = Figure(series.key, series.unit, []).text
      guard words.allSatisfy({ name.localizedCaseInsensitiveContains($0) }),
        !steps.isEmpty || !onlySteps
      else { continue }
      let cells = [
        series.key.name, series.points.first.map { text($0.value) } ?? "",
        series.points.last.map { text($0.value) } ?? "", series.bars,
        steps.map { "\($0.run + 1): ×\($0.ratio.rounded(decimals: 2))" }.joined(
          separator: ", "),
      ]
      table.append(cells, to: "\(series.key.subject), \(series.group)")
    }
    let nothing = onlySteps ? "No figure has a step." : "No figure is in two of these results."
    return [list.text, table.rows.isEmpty ? nothing : table.text].joined(separator: "\n\n")
  }
}

extension RunRecord {
  fileprivate var date: String { header.method.date }
  fileprivate var commit: String { header.build.commit }
  /// The machine and the data.
  fileprivate var group: String { "\(header.machine.processor), \(header.data.file)" }
}
#endif

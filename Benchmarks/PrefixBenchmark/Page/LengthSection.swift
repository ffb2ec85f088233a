extension ReportSource {
  /// Latency by the length of the prefix.
  var lengthSection: Section? {
    let plots = [
      ("locate", "Time to locate a prefix, by its length", Measure.Stage.locate),
      ("ten", "\(tenTitle), by the length of the prefix", .cities),
    ]
    let content = plots.flatMap { id, title, stage -> [Markup] in
      func measure(_ workload: String, of named: NamedResult) -> Measure {
        stage == .cities
          ? named.result.firstTen(workload) : Measure(workload: workload, stage: stage)
      }
      let all = results.flatMap { named in
        named.subjects.flatMap { subject in
          named.lengths.compactMap { subject.median(measure($0, of: named)) }
        }
      }
      guard !all.isEmpty else { return [] }
      let y = Axis("median (logarithmic)", logarithmic: all, in: .time)
      return [tag("h3", text: title)]
        + sideBySide { named in
          let lines = named.subjects.compactMap { subject -> LinePlot.Line? in
            let points = named.lengths.enumerated().compactMap { place, workload in
              subject.median(measure(workload, of: named)).map { Point(x: Double(place), y: $0) }
            }
            guard points.count > 1 else { return nil }
            return LinePlot.Line(name: subject.name, style: style(of: subject), points: points)
          }
          guard !lines.isEmpty else { return [] }
          let plot = LinePlot(
            id: "length-\(id)-\(named.letter)", title: title,
            description: "The figures are in the table of workloads. "
              + "Lines: \(lines.map(\.name).joined(separator: ", ")).",
            x: Axis("letters typed", categories: named.lengths.map(\.shortLength)), y: y,
            lines: lines)
          return [
            figure(
              plot.drawing,
              caption: "Medians with warm caches. Dotted: what users would take "
                + "instead. Hollow: answers another question.")
          ]
        }
    }
    return Section(
      "By length of the prefix", id: "length",
      """
      One letter matches thousands of \(data?.plural ?? "cities"), five match a handful. A search that walks through its \
      matches or through all names pays for the first letters, when people look at the screen most.
      """, content)
  }
}

extension NamedResult {
  /// The workloads of one length of prefix each, from the shortest to whole names.
  fileprivate var lengths: [String] {
    result.workloads.map(\.name).filter { $0.hasPrefix("prefix-") || $0 == "whole-name" }
  }
}

extension String {
  /// What stands on an axis for a workload of prefixes.
  fileprivate var shortLength: String {
    self == "whole-name" ? "whole" : String(dropFirst("prefix-".count)).replacing("-", with: "–")
  }
}

extension ReportSource {
  /// Warm and cold caches, and cold starts.
  var cachesSection: Section? {
    let plots: [(String, String, @Sendable (NamedResult, Measure.Caches) -> Measure)] = [
      ("locate", "Locating a prefix", { $0.locate($1) }),
      ("ten", tenTitle, { $0.topTen($1) }),
    ]
    var content = plots.flatMap { id, title, measure -> [Markup] in
      func rows(_ named: NamedResult) -> [DumbbellPlot.Row] {
        named.subjects.compactMap { subject in
          guard let warm = subject.median(measure(named, .warm)),
            let cold = subject.median(measure(named, .cold)), warm > 0, cold > 0
          else { return nil }
          return DumbbellPlot.Row(
            name: subject.name, style: style(of: subject), first: warm, second: cold)
        }
      }
      let all = results.flatMap(rows)
      guard !all.isEmpty else { return [] }
      let x = Axis(
        "median (logarithmic)", logarithmic: all.flatMap { [$0.first, $0.second] }, in: .time,
        limit: 5)
      let figures = sideBySide { named in
        let rows = rows(named)
        guard !rows.isEmpty else { return [] }
        let plot = DumbbellPlot(
          id: "caches-\(id)-\(named.letter)", title: "\(title), with warm and with cold caches",
          description: rows.map {
            "\($0.name): \(Quantity.time.text($0.first)) warm, "
              + "\(Quantity.time.text($0.second)) cold"
          }.joined(separator: "; "),
          x: x, rows: rows, firstName: "warm", secondName: "cold", quantity: .time)
        return [
          figure(plot.drawing, half: true, caption: "The factor says what cold caches cost.")
        ]
      }
      return [tag("div", [:], [tag("h3", text: title)] + figures)]
    }
    if !isComparison, !content.isEmpty { content = [tag("div", ["class": "pair"], content)] }
    content += sideBySide(startTable)
    return Section(
      "Cold and warm", id: "caches",
      """
      A keystroke comes every hundred milliseconds, and in between the rest of the app has used the \
      processor's caches. Cold figures walk a buffer larger than the last level before every query.
      """, content)
  }

  private func startTable(_ named: NamedResult) -> [Markup] {
    let phases =
      named.subjects.compactMap(\.coldStart).max { $0.phases.count < $1.phases.count }?
      .phases.map(\.name) ?? []
    var table = FigureTable(
      caption: "From the start of a process to its first result, phase by phase",
      columns: [.init("in all", .time)]
        + phases.map { name in
          // The other phases are the same work for all, and differ by chance.
          .init(name, .time, best: ["index", "first result"].contains(name) ? .least : nil)
        })
    for subject in named.subjects {
      guard let start = subject.coldStart else { continue }
      let times = phases.map { name in
        // Where nothing is built, the time to do so is that of a call.
        name == "index" && !named.isBuilt(subject)
          ? nil : start.phases.first { $0.name == name }?.time.median
      }
      table.append(subject, style(of: subject), [start.total.median] + times)
    }
    return table.markup
  }
}

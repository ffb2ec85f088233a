extension ReportSource {
  /// Percentile curves.
  var distributionSection: Section? {
    let kinds: [(id: String, title: String, measure: @Sendable (NamedResult) -> Measure)] = [
      ("locate", "Locating a prefix, warm caches", { $0.locate() }),
      ("ten", "\(tenTitle), warm caches", { $0.topTen() }),
      ("locate-cold", "Locating a prefix, cold caches", { $0.locate(.cold) }),
      ("ten-cold", "\(tenTitle), cold caches", { $0.topTen(.cold) }),
    ]
    let content = kinds.flatMap { id, title, measure -> [Markup] in
      let series = results.flatMap { named in
        named.subjects.compactMap { $0.distribution(measure(named)) }
      }
      let all = series.flatMap(\.histogram.bounds).map { max(1, Double($0)) }
      let most = series.map { nines(of: 1 - 0.5 / Double($0.sampleCount)) }.max() ?? 0
      guard let least = all.min() else { return [] }
      // The longest pauses are the system's, and would flatten everything else.
      let high = series.map { $0.p999.median }.max() ?? least
      let y = Axis("time of a query (logarithmic)", logarithmic: [least, high * 2], in: .time)
      let x = Axis("share of queries that take at most so long", ninesUpTo: min(most, 4))
      let figures = sideBySide { named in
        let lines = named.subjects.compactMap { subject in
          subject.distribution(measure(named)).map { series in
            LinePlot.Line(
              name: subject.name, style: style(of: subject),
              points: series.histogram.percentileCurve(upTo: x.scale.domain.upperBound))
          }
        }
        guard !lines.isEmpty else { return [] }
        let plot = LinePlot(
          id: "distribution-\(id)-\(named.letter)", title: title,
          description: "Percentile curves, each nine as wide as the one before. The figures are in "
            + "the tables below. Lines: \(lines.map(\.name).joined(separator: ", ")).",
          x: x, y: y, lines: lines, hasMarkers: false)
        return [figure(plot.drawing, half: true, caption: caption(named, measure(named)))]
      }
      return figures.isEmpty ? [] : [tag("div", [:], [tag("h3", text: title)] + figures)]
    }
    return Section(
      "Distributions", id: "distribution",
      """
      A curve tells what share of queries takes how long: it passes the median at 50 %, and the \
      slowest of a thousand at 99.9 %. Flat is good: what typing feels like is decided on the right.
      """, content.isEmpty ? [] : isComparison ? content : [tag("div", ["class": "pair"], content)])
  }

  private func caption(_ named: NamedResult, _ measure: Measure) -> String {
    let counts = named.subjects.compactMap { $0.distribution(measure)?.sampleCount }
    guard let least = counts.min(), let most = counts.max() else { return "" }
    let samples =
      least == most ? "\(most.grouped) samples" : "\(least.grouped) to \(most.grouped) samples"
    return "\(samples) a curve, of queries timed one by one."
  }
}

extension Histogram {
  /// The shares of samples, as places on an axis of nines, with how long they took at most.
  func percentileCurve(upTo limit: Double) -> [Point] {
    let total = Double(count)
    var points: [Point] = []
    var below = 0
    for (bound, count) in zip(bounds, counts) {
      // Figures below the clock's step have no place on a logarithmic axis.
      let time = Swift.max(1, Double(bound))
      let start = nines(of: Double(below) / total)
      below += count
      // Half a sample stands behind the last one: it is not slower than all there will ever be.
      let end = nines(of: Swift.min(Double(below) / total, 1 - 0.5 / total))
      guard start < limit else { break }
      points.append(Point(x: start, y: time))
      points.append(Point(x: Swift.min(end, limit), y: time))
    }
    return points
  }
}

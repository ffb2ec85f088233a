extension ReportSource {
  /// Growth with the number of keys.
  var growthSection: Section? {
    typealias Measured = @Sendable (SubjectResult.ScalePoint) -> Double
    let plots: [(id: String, title: String, quantity: Quantity, measured: Measured)] = [
      ("locate", "Locating a prefix", .time, { $0.locate }),
      ("topTen", "From text to ten cities", .time, { $0.topTen }),
      ("bytes", "Size of the structure", .bytes, { Double($0.structureByteCount) }),
      ("build", "Building", .time, { $0.buildTime }),
    ]
    let points = results.flatMap { $0.subjects.compactMap(\.scale).flatMap(\.points) }
    let x = Axis(
      "keys (logarithmic)", logarithmic: points.map { Double($0.keyCount) }, in: .count)
    let content = plots.flatMap { id, title, quantity, measured -> [Markup] in
      let all = points.map(measured).filter { $0 > 0 }
      guard !all.isEmpty else { return [] }
      let axisTitle = quantity == .time ? "time (logarithmic)" : "bytes (logarithmic)"
      let y = Axis(axisTitle, logarithmic: all, in: quantity)
      let figures = sideBySide { named in
        let lines = named.subjects.compactMap { subject -> LinePlot.Line? in
          guard let scale = subject.scale else { return nil }
          let points = scale.points.filter { measured($0) > 0 }
            .map { Point(x: Double($0.keyCount), y: measured($0)) }
          let exponent = scale.exponents[id].map { "n^\($0.rounded(decimals: 2))" } ?? ""
          guard !points.isEmpty else { return nil }
          return LinePlot.Line(
            name: subject.name, style: style(of: subject), points: points, remark: exponent)
        }
        guard !lines.isEmpty else { return [] }
        let plot = LinePlot(
          id: "growth-\(id)-\(named.letter)", title: "\(title), by the number of keys",
          description: lines.map { "\($0.name) grows as \($0.remark)" }.joined(separator: "; "),
          x: x, y: y, lines: lines)
        let caption = "The power of the number of keys that fits best stands behind each name."
        return [figure(plot.drawing, half: true, caption: caption)]
      }
      return figures.isEmpty ? [] : [tag("div", [:], [tag("h3", text: title)] + figures)]
    }
    return Section(
      "Growth with size", id: "growth",
      """
      The same structures over fewer and over more names, one process for each size. An exponent of \
      1 is growth in proportion to the number of keys, 0 is none. Beyond the cities there are their \
      alternate names, in all scripts, and made-up names; so not every bend is one of growth.
      """, content.isEmpty ? [] : isComparison ? content : [tag("div", ["class": "pair"], content)])
  }
}

/// Figures of several subjects along an axis that all share, each line with its name at its end.
struct LinePlot: Sendable {
  struct Line: Sendable {
    let name: String
    let style: SeriesStyle
    let points: [Point]
    /// The text after the name.
    var remark = ""

    fileprivate var label: String { remark.isEmpty ? name : "\(name) \(remark)" }
  }

  let id: String
  let title: String
  let description: String
  let x: Axis
  let y: Axis
  let lines: [Line]

  var markup: Markup {
    let widest = lines.map { TextMetrics.width(of: $0.label) }.max() ?? 0
    let frame = PlotFrame(x: x, y: y, height: 250, right: widest + 20)
    let places = lines.map { line in line.points.map { frame($0.x, $0.y) } }
    var content = zip(lines, places).map { line, points in
      tag(
        "g", [:],
        [
          tag("title", text: line.label),
          tag("path", ["class": "line \(line.style.colorClass)", "d": points.path]),
        ] + points.map { line.style.marker($0, radius: 3) })
    }
    let heights = LabelPlacement.spread(
      places.map { $0.last?.y ?? 0 }, spacing: TextMetrics.lineHeight,
      within: frame.plot.top...frame.plot.bottom)
    for ((line, points), y) in zip(zip(lines, places), heights) {
      guard let end = points.last else { continue }
      // Each name is beside the end of its line, and a stroke of the same color leads there.
      let (start, label) = (Point(x: end.x + 4, y: end.y), Point(x: frame.plot.right + 14, y: y))
      content += [
        stroke("leader \(line.style.colorClass)", start, label),
        text("label", line.label, Point(x: label.x + 3, y: y + 4)),
      ]
    }
    return frame.drawing(id: id, title: title, description: description, content)
  }
}

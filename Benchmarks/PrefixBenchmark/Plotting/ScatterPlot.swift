/// Subjects by two figures of which less is better, with the front of the best.
struct ScatterPlot: Sendable {
  struct Mark: Sendable {
    let name: String
    let x: Figure
    let y: Figure
    let style: SeriesStyle

    var words: String { "\(name): \(y.brief), \(x.value > 0 ? x.brief : "nothing kept")" }
  }

  let id: String
  let title: String
  let xTitle: String
  let marks: [Mark]
  /// Marks more than ten times as slow as the next one, which would compress the others; and those with
  /// no position on a logarithmic axis.
  let beyond: [Mark]

  /// Divides marks into those within the frame and those beyond it.
  init(id: String, title: String, xTitle: String, marks: [Mark]) {
    (self.id, self.title, self.xTitle) = (id, title, xTitle)
    let limit = marks.filter { $0.x.value > 0 }.map(\.y.value).last(before: 10) ?? .infinity
    func isInside(_ mark: Mark) -> Bool {
      mark.x.value > 0 && mark.y.value > 0 && mark.y.value <= limit
    }
    self.marks = marks.filter(isInside)
    beyond = marks.filter { !isInside($0) }
  }

  /// The Pareto front: marks that no other beats in both figures, from the smallest to the largest.
  var front: [Mark] {
    let rivals = marks.filter { !$0.style.isHollow }
    return paretoFront(of: rivals.map { ($0.x.value, $0.y.value) }).map { rivals[$0] }
  }

  var markup: Markup {
    let frame = PlotFrame(
      x: .logarithmic(xTitle, holding: marks.map(\.x.value), in: .bytes),
      y: .logarithmic("median", holding: marks.map(\.y.value), in: .nanoseconds), height: 280,
      right: 10)
    let places = marks.map { frame($0.x.value, $0.y.value) }
    // In steps: a point on the line is as slow as one end and as large as the other.
    let corners = front.reduce(into: [Point]()) { corners, mark in
      let place = frame(mark.x.value, mark.y.value)
      if let last = corners.last { corners.append(Point(x: place.x, y: last.y)) }
      corners.append(place)
    }
    let line = corners.count > 1 ? [tag("path", ["class": "front", "d": corners.path])] : []
    let drawn = zip(marks, places).map { mark, place in
      tag("g", [:], [tag("title", text: mark.words), mark.style.marker(place)])
    }
    return frame.drawing(
      id: id, title: title, description: marks.map(\.words).joined(separator: "; "),
      line + labels(places, avoiding: corners, in: frame.plot) + drawn)
  }

  private func labels(_ places: [Point], avoiding corners: [Point], in plot: Box) -> [Markup] {
    let boxes = LabelPlacement(
      labels: zip(marks, places).map { ($1, TextMetrics.width(of: $0.name)) },
      bounds: plot, radius: 5, lines: Array(zip(corners, corners.dropFirst()))
    ).boxes()
    return zip(zip(marks, places), boxes).flatMap { item, box -> [Markup] in
      let (mark, place) = item
      let end = box.nearest(to: place)
      let isFar = max(abs(end.x - place.x), abs(end.y - place.y)) > 16
      // Towards its mark, so that an estimate of the width that is too large leaves no gap there.
      let (anchor, x) =
        box.left > place.x
        ? ("start", box.left)
        : box.right < place.x ? ("end", box.right) : ("middle", (box.left + box.right) / 2)
      return (isFar ? [stroke("leader", place, end)] : [])
        + [text("label", mark.name, Point(x: x, y: box.bottom - 4), anchor)]
    }
  }
}

/// The points of which no other is better in one coordinate and at least as good in the other, where less
/// is better: their positions, from the smallest first coordinate to the largest.
func paretoFront(of points: [(x: Double, y: Double)]) -> [Int] {
  let order = points.indices.sorted {
    (points[$0].x, points[$0].y, $0) < (points[$1].x, points[$1].y, $1)
  }
  return order.reduce(into: []) { front, index in
    // Equal points are as good as each other, and both stay.
    guard let last = front.last, points[index] != points[last] else {
      front.append(index)
      return
    }
    if points[index].y < points[last].y { front.append(index) }
  }
}

/// Figures of several subjects along an axis that all share, each line with its name at its end.
struct LinePlot: Sendable {
  struct Line: Sendable {
    let name: String
    let style: SeriesStyle
    let points: [Point]
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

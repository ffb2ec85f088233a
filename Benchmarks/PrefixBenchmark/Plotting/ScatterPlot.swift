/// Subjects by two figures of which less is better, with the front of the best.
struct ScatterPlot: Sendable {
  struct Mark: Sendable {
    let name: String
    let x: Double
    let y: Double
    let style: SeriesStyle
    /// Whether it takes part in the front.
    let competes: Bool
    /// What is said when the mark is pointed at.
    let remark: String
  }

  let id: String
  let title: String
  let description: String
  let x: Axis
  let y: Axis
  let marks: [Mark]
  /// Where marks without a first figure stand: left of the axis, which has no place for zero.
  let zeroLabel: String

  /// The names on the front, from the smallest to the largest.
  static func front(of marks: [Mark]) -> [String] {
    let rivals = marks.filter(\.competes)
    return paretoFront(of: rivals.map { ($0.x, $0.y) }).map { rivals[$0].name }
  }

  func drawing(_ size: PlotSize) -> Markup {
    let frame = PlotFrame(size)
    let hasZeros = marks.contains { $0.x <= 0 }
    var plot = frame.plot
    let zeroPlace = plot.left + 20
    if hasZeros { plot.left += 62 }
    var (x, y) = (frame.horizontal(x), frame.vertical(y))
    x.scale.start = plot.left
    let places = marks.map { mark in
      Point(x: mark.x > 0 ? x.scale(mark.x) : zeroPlace, y: y.scale(mark.y))
    }

    let competing = marks.indices.filter { marks[$0].competes }
    let front = paretoFront(of: competing.map { (marks[$0].x, marks[$0].y) })
      .map { places[competing[$0]] }
    // A step at a time: a subject between two of the front would have to be as slow as the first and
    // as large as the second.
    var corners: [Point] = []
    for (index, point) in front.enumerated() {
      if index > 0 { corners.append(Point(x: point.x, y: front[index - 1].y)) }
      corners.append(point)
    }

    var content = x.drawBelow(plot) + y.drawLeft(Box(frame.plot, bottom: plot.bottom))
    if hasZeros {
      content.append(line("break", plot.left - 20, plot.top, plot.left - 20, plot.bottom))
      content.append(text("tick", zeroLabel, zeroPlace, plot.bottom + 18, anchor: "middle"))
    }
    if corners.count > 1 {
      content.append(tag("path", ["class": "front", "d": path(corners)]))
    }
    content += labels(places, avoiding: corners, in: frame.plot)
    for (mark, place) in zip(marks, places) {
      content.append(
        tag(
          "g", [:],
          [tag("title", text: mark.remark), mark.style.marker(x: place.x, y: place.y, radius: 6)]))
    }
    return frame.drawing(id: id, title: title, description: description, content)
  }

  private func labels(_ places: [Point], avoiding corners: [Point], in plot: Box) -> [Markup] {
    let placement = LabelPlacement(
      labels: zip(marks, places).map { mark, place in
        LabelPlacement.Label(
          anchor: place, width: TextMetrics.width(of: mark.name), height: TextMetrics.lineHeight)
      },
      bounds: plot, radius: 6, lines: Array(zip(corners, corners.dropFirst())))
    return zip(zip(marks, places), placement.placements()).flatMap { item, placed -> [Markup] in
      let (mark, place) = item
      let end = placed.leaderEnd(from: place)
      let leader =
        placed.needsLeader ? [line("leader", place.x, place.y, end.x, end.y)] : []
      let middle = (placed.box.left + placed.box.right) / 2
      // Towards its mark, so that an estimate of the width that is too large leaves no gap there.
      let (anchor, position) =
        placed.box.left > place.x
        ? ("start", placed.box.left)
        : placed.box.right < place.x ? ("end", placed.box.right) : ("middle", middle)
      return leader + [
        text("label", mark.name, position, placed.box.bottom - 4, anchor: anchor)
      ]
    }
  }
}

extension Box {
  fileprivate init(_ box: Box, bottom: Double) {
    self.init(left: box.left, top: box.top, right: box.right, bottom: bottom)
  }
}

/// A line through points.
func path(_ points: [Point]) -> String {
  "M" + points.map { "\($0.x.coordinate) \($0.y.coordinate)" }.joined(separator: "L")
}

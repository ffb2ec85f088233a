/// Figures of several subjects along an axis that all share, each line with its name at its end.
struct LinePlot: Sendable {
  struct Line: Sendable {
    let name: String
    let style: SeriesStyle
    let points: [Point]
    /// What stands behind the name.
    var remark = ""
  }

  let id: String
  let title: String
  let description: String
  let x: Axis
  let y: Axis
  let lines: [Line]
  /// Whether each figure has a mark; a curve of many has but one at its end.
  var hasMarkers = true

  func drawing(_ size: PlotSize) -> Markup {
    let names = lines.map { $0.remark.isEmpty ? $0.name : "\($0.name) \($0.remark)" }
    let widest = names.map(TextMetrics.width(of:)).max() ?? 0
    // On a phone the names stand below the plot, or they would leave no room for it.
    let isNarrow = size.width < 400
    let rows = isNarrow ? legendRows(names, width: size.width - 8) : []
    let legendHeight = Double(rows.count) * 20
    let size = PlotSize(
      name: size.name, width: size.width, height: size.height + max(0, legendHeight - 20))
    let frame = PlotFrame(size, right: isNarrow ? 14 : widest + 42)
    var plot = frame.plot
    plot.bottom -= legendHeight
    var (x, y) = (frame.horizontal(x), frame.vertical(y))
    y.scale.start = plot.bottom

    var content = x.drawBelow(plot) + y.drawLeft(plot)
    for line in lines where !line.points.isEmpty {
      content.append(drawing(line, x.scale, y.scale))
    }
    if isNarrow {
      content += legend(rows, names, top: plot.bottom + 60)
    } else {
      content += endLabels(names, x.scale, y.scale, in: plot)
    }
    return frame.drawing(id: id, title: title, description: description, content)
  }

  private func drawing(_ line: Line, _ x: Scale, _ y: Scale) -> Markup {
    let places = line.points.map { Point(x: x($0.x), y: y($0.y)) }
    var attributes: [Markup.Attribute] = [
      .init(name: "class", value: "line \(line.style.colorClass)"),
      .init(name: "d", value: path(places.thinned)),
    ]
    if let dashes = line.style.dashes {
      attributes.append(.init(name: "stroke-dasharray", value: dashes))
    }
    let marked = hasMarkers ? places : Array(places.suffix(1))
    return tag(
      "g", [:],
      [tag("title", text: line.name), .element("path", attributes, [])]
        + marked.map { line.style.marker(x: $0.x, y: $0.y, radius: 4.5) })
  }

  /// The names right of the plot, moved apart, each with a line from the end of its curve.
  private func endLabels(_ names: [String], _ x: Scale, _ y: Scale, in plot: Box) -> [Markup] {
    let ends = lines.indices.compactMap { index in
      lines[index].points.last.map { (index: index, place: Point(x: x($0.x), y: y($0.y))) }
    }
    let places = LabelPlacement.spread(
      ends.map(\.place.y), spacing: TextMetrics.lineHeight,
      within: plot.top...max(plot.top, plot.bottom))
    return zip(ends, places).flatMap { end, middle in
      let left = plot.right + 20
      return [
        line("leader", end.place.x + 6, end.place.y, left - 4, middle),
        lines[end.index].style.marker(x: left + 4, y: middle, radius: 4.5),
        text("label", names[end.index], left + 14, middle + 4, anchor: "start"),
      ]
    }
  }

  /// The names in rows that are not wider than the drawing.
  private func legendRows(_ names: [String], width: Double) -> [[Int]] {
    var rows: [[Int]] = []
    var used = Double.infinity
    for index in names.indices {
      let needed = TextMetrics.width(of: names[index]) + 30
      if used + needed > width {
        rows.append([])
        used = 0
      }
      rows[rows.count - 1].append(index)
      used += needed
    }
    return rows
  }

  private func legend(_ rows: [[Int]], _ names: [String], top: Double) -> [Markup] {
    rows.enumerated().flatMap { row, indices -> [Markup] in
      var left = 10.0
      let middle = top + Double(row) * 20
      return indices.flatMap { index -> [Markup] in
        defer { left += TextMetrics.width(of: names[index]) + 30 }
        return [
          lines[index].style.marker(x: left, y: middle, radius: 4.5),
          text("label", names[index], left + 10, middle + 4, anchor: "start"),
        ]
      }
    }
  }
}

extension [Point] {
  /// Without those that lie within half a unit of the one before, except the last.
  fileprivate var thinned: [Point] {
    var kept: [Point] = []
    for (index, point) in enumerated() {
      if let last = kept.last, index < count - 1,
        abs(last.x - point.x) < 0.5, abs(last.y - point.y) < 0.5
      {
        continue
      }
      kept.append(point)
    }
    return kept
  }
}

/// Two figures of every subject on one line: where it stands under either of two conditions.
struct DumbbellPlot: Sendable {
  struct Row: Sendable {
    let name: String
    let style: SeriesStyle
    let first: Double
    let second: Double
  }

  let id: String
  let title: String
  let description: String
  let x: Axis
  let rows: [Row]
  /// What the hollow and the filled mark mean.
  let firstName: String
  let secondName: String
  let quantity: Quantity

  func drawing(_ size: PlotSize) -> Markup {
    let rowHeight = 34.0
    let size = PlotSize(
      name: size.name, width: size.width, height: 92 + rowHeight * Double(rows.count))
    let frame = PlotFrame(size)
    let isNarrow = size.width < 400
    var plot = frame.plot
    let widest = rows.map { TextMetrics.width(of: $0.name) }.max() ?? 0
    // On a phone the names stand above their lines.
    plot.left = isNarrow ? 16 : widest + 16
    plot.right -= 18
    var x = frame.horizontal(x)
    (x.scale.start, x.scale.end) = (plot.left, plot.right)

    var content = x.drawBelow(plot)
    content.append(
      text(
        "axis-title", "hollow: \(firstName), filled: \(secondName)", 2, 14, anchor: "start"))
    for (index, row) in rows.enumerated() {
      let middle = plot.top + rowHeight * (Double(index) + (isNarrow ? 0.68 : 0.5))
      content.append(drawing(row, at: middle, x.scale, plot, isNarrow: isNarrow))
    }
    return frame.drawing(id: id, title: title, description: description, content)
  }

  private func drawing(
    _ row: Row, at y: Double, _ x: Scale, _ plot: Box, isNarrow: Bool
  ) -> Markup {
    let (first, second) = (x(row.first), x(row.second))
    let factor = Quantity.ratio.text(row.second / row.first)
    let remark =
      "\(row.name): \(firstName) \(quantity.text(row.first)), "
      + "\(secondName) \(quantity.text(row.second)), \(factor)"
    let hollow = SeriesStyle(
      colorClass: row.style.colorClass, shape: row.style.shape, dashes: nil, isHollow: true)
    let filled = SeriesStyle(
      colorClass: row.style.colorClass, shape: row.style.shape, dashes: nil, isHollow: false)
    let name =
      isNarrow
      ? text("label", "\(row.name) \(factor)", plot.left, y - 9, anchor: "start")
      : text("label", row.name, plot.left - 12, y + 4, anchor: "end")
    var content = [
      tag("title", text: remark), name,
      line("line \(row.style.colorClass)", first, y, second, y),
      hollow.marker(x: first, y: y, radius: 5), filled.marker(x: second, y: y, radius: 5),
    ]
    if !isNarrow {
      content.append(
        text("tick", factor, (first + second) / 2, y - 7, anchor: "middle"))
    }
    return tag("g", [:], content)
  }
}

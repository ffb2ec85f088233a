/// Figures as bars below the names of their subjects, each with its interval and its value.
struct BarPlot: Sendable {
  let id: String
  let title: String
  let rows: [Row]
  var width = 300.0

  struct Row: Sendable {
    let name: String
    let style: SeriesStyle
    let bars: [Bar]
  }

  struct Bar: Sendable {
    /// The label within a row; empty for a single bar.
    let label: String
    let figure: Figure
  }

  /// The figure at the end of the longest bar; bars that are far longer than most are cut, or the others
  /// would be too short to compare.
  var limit: Double {
    let ends = rows.flatMap(\.bars).map(\.figure.estimate.high)
    return ends.last(before: 5).map { $0 * 1.5 } ?? max(ends.max() ?? 1, .leastNormalMagnitude)
  }

  var markup: Markup {
    let (bars, limit) = (rows.flatMap(\.bars), limit)
    let labels = bars.map { TextMetrics.width(of: $0.label) }.max() ?? 0
    let left = labels > 0 ? labels + 6 : 0
    let words = bars.map { TextMetrics.width(of: $0.figure.brief) }.max() ?? 0
    func x(_ value: Double) -> Double {
      left + (width - words - 14 - left) * min(1, max(0, value / limit))
    }
    var marks: [Markup] = []
    var y = 0.0
    for row in rows {
      marks.append(row.style.marker(Point(x: 6, y: y + 9)))
      marks.append(text("label", row.name, Point(x: 17, y: y + 13)))
      let bottom = y + 17 + 16 * Double(row.bars.count)
      marks.append(stroke("axis", Point(x: left, y: y + 18), Point(x: left, y: bottom)))
      for (place, bar) in row.bars.enumerated() {
        let top = y + 19 + 16 * Double(place)
        marks += markup(bar, row.style, x, y: top, isCut: bar.figure.value > limit)
      }
      y = bottom + 9
    }
    let description = rows.map { row in
      "\(row.name): " + row.bars.map { "\($0.label) \($0.figure.brief)" }.joined(separator: ", ")
    }.joined(separator: "; ")
    return svg(id: id, title: title, description: description, width: width, height: y, marks)
  }

  private func markup(
    _ bar: Bar, _ style: SeriesStyle, _ x: (Double) -> Double, y: Double, isCut: Bool
  ) -> [Markup] {
    let (start, end, estimate) = (x(0), x(bar.figure.value), bar.figure.estimate)
    var marks = [
      tag(
        "rect",
        [
          "class": "bar \(style.colorClass)", "x": start.coordinate, "y": y.coordinate,
          "width": max(1, end - start).coordinate, "height": "10",
        ])
    ]
    if !bar.label.isEmpty { marks.append(text("soft", bar.label, Point(x: 0, y: y + 9))) }
    if isCut {
      // Two strokes across the bar, as on a map where a road goes on beyond the sheet.
      marks += [end - 16, end - 11].map { place in
        stroke("cut", Point(x: place - 3, y: y + 12), Point(x: place + 3, y: y - 2))
      }
    } else if estimate.high > estimate.low {
      let (low, high) = (x(estimate.low), x(estimate.high))
      marks += [
        stroke("interval", Point(x: low, y: y + 5), Point(x: high, y: y + 5)),
        stroke("interval", Point(x: low, y: y + 2), Point(x: low, y: y + 8)),
        stroke("interval", Point(x: high, y: y + 2), Point(x: high, y: y + 8)),
      ]
    }
    let last = isCut ? end : x(estimate.high)
    return marks + [text("label", bar.figure.brief, Point(x: last + 6, y: y + 9))]
  }
}

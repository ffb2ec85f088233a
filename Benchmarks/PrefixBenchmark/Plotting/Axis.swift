import Foundation

/// An axis: the positions of figures along it, and its labels.
struct Axis: Sendable {
  let title: String
  let ticks: [Tick]
  /// The place of a figure, from 0 at the start to 1 at the end; figures beyond lie at the ends.
  let place: @Sendable (Double) -> Double

  struct Tick: Equatable, Sendable {
    let value: Double
    let label: String
  }

  private init(
    _ title: String, _ ticks: [Tick], over domain: ClosedRange<Double>,
    by transform: @escaping @Sendable (Double) -> Double
  ) {
    (self.title, self.ticks) = (title, ticks)
    let (low, high) = (transform(domain.lowerBound), transform(domain.upperBound))
    place = { value in
      let value = min(max(value, domain.lowerBound), domain.upperBound)
      return (transform(value) - low) / (high - low)
    }
  }

  /// A logarithmic axis that holds all figures that are positive, with ends at 1, 2 or 5 times a
  /// power of ten.
  static func logarithmic(
    _ title: String, holding values: some Sequence<Double>, in unit: Figure.Unit
  ) -> Axis {
    let values = values.filter { $0 > 0 && $0.isFinite }
    // A little room, so that no mark lies on the frame.
    let (low, high) = ((values.min() ?? 1) / 1.25, (values.max() ?? 1) * 1.25)
    let exponents = Int(log10(low).rounded(.down)) - 1...Int(log10(high).rounded(.up)) + 1
    let steps = exponents.flatMap { exponent in
      [1.0, 2, 5].map { $0 * pow(10, Double(exponent)) }
    }
    let lower = steps.last { $0 <= low * (1 + 1e-9) } ?? low
    let upper = max(steps.first { $0 >= high * (1 - 1e-9) } ?? high, lower * 4)
    // On a long axis only powers of ten have room, on a very long one not all of these.
    let decades = log10(upper / lower)
    let stride = decades < 2.5 ? 1 : 3 * max(1, Int((decades / 5).rounded(.up)))
    let ticks = steps.enumerated().filter { index, value in
      index.isMultiple(of: stride) && (lower * (1 - 1e-9)...upper * (1 + 1e-9)).contains(value)
    }
    return Axis(
      "\(title), logarithmic", ticks.map { Tick(value: $1, label: unit.text($1)) },
      over: lower...upper, by: { log10($0) })
  }

  /// An axis with a place for each of several things.
  static func categories(_ title: String, _ names: [String]) -> Axis {
    Axis(
      title, names.enumerated().map { Tick(value: Double($0), label: $1) },
      over: -0.25...max(0.25, Double(names.count) - 0.75), by: { $0 })
  }

  /// An axis of percentiles on which each nine has the same length: 90, 99, 99.9.
  static func nines(_ title: String, holding percentiles: some Sequence<Double>) -> Axis {
    let end = max(90, percentiles.filter { $0 < 100 }.max() ?? 90)
    let ticks = [0, 50, 90, 99, 99.9].filter { $0 <= end }
    return Axis(
      title, ticks.map { Tick(value: $0, label: "\($0.plain)\u{A0}%") }, over: 0...end,
      by: { -log10(1 - $0 / 100) })
  }
}

/// The frame of a drawing with two axes.
struct PlotFrame {
  static let width = 420.0
  let plot: Box
  let x: Axis
  let y: Axis

  /// A frame around a plot of a height, with room for labels right of it.
  init(x: Axis, y: Axis, height: Double, right: Double) {
    (self.x, self.y) = (x, y)
    let widest = y.ticks.map { TextMetrics.width(of: $0.label) }.max() ?? 0
    plot = Box(left: widest + 8, top: 24, right: Self.width - right, bottom: 24 + height)
  }

  func callAsFunction(_ x: Double, _ y: Double) -> Point {
    Point(
      x: plot.left + (plot.right - plot.left) * self.x.place(x),
      y: plot.bottom - (plot.bottom - plot.top) * self.y.place(y))
  }

  /// The axes with lines through the plot, the labels that fit, and the content.
  func drawing(id: String, title: String, description: String, _ content: [Markup]) -> Markup {
    var marks = [text("soft", y.title, Point(x: 0, y: 11))]
    for tick in y.ticks {
      let y = plot.bottom - (plot.bottom - plot.top) * self.y.place(tick.value)
      marks.append(stroke("grid", Point(x: plot.left, y: y), Point(x: plot.right, y: y)))
      marks.append(text("soft", tick.label, Point(x: plot.left - 6, y: y + 4), "end"))
    }
    var end = -Double.infinity
    for tick in x.ticks {
      let x = plot.left + (plot.right - plot.left) * self.x.place(tick.value)
      marks.append(stroke("grid", Point(x: x, y: plot.top), Point(x: x, y: plot.bottom)))
      let half = TextMetrics.width(of: tick.label) / 2
      guard x - half > end + 4 else { continue }
      end = x + half
      marks.append(text("soft", tick.label, Point(x: x, y: plot.bottom + 15), "middle"))
    }
    // A title longer than the plot would leave the drawing on its left.
    let right = max(plot.right, TextMetrics.width(of: x.title))
    marks.append(text("soft", x.title, Point(x: right, y: plot.bottom + 32), "end"))
    return svg(
      id: id, title: title, description: description, width: Self.width, height: plot.bottom + 38,
      marks + content)
  }
}

/// A drawing, with a description for screen readers.
func svg(
  id: String, title: String, description: String, width: Double, height: Double,
  _ content: [Markup]
) -> Markup {
  tag(
    "svg",
    [
      "viewBox": "0 0 \(width.coordinate) \(height.coordinate)", "role": "img",
      "aria-labelledby": "\(id)-t \(id)-d",
    ],
    [
      tag("title", ["id": "\(id)-t"], text: title),
      tag("desc", ["id": "\(id)-d"], text: description),
    ] + content)
}

func stroke(_ style: String, _ start: Point, _ end: Point) -> Markup {
  tag("path", ["class": style, "d": [start, end].path])
}

/// A text in a drawing, which begins, ends or has its middle at a point.
func text(
  _ style: String, _ text: String, _ place: Point, _ anchor: String = "start"
) -> Markup {
  tag(
    "text",
    [
      "class": "\(style) \(anchor)", "x": place.x.coordinate, "y": place.y.coordinate,
    ], text: text)
}

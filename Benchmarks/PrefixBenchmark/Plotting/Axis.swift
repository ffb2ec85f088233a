import Foundation

/// An axis: a scale, what stands along it, and its labels.
struct Axis: Sendable {
  let title: String
  var scale: Scale
  let ticks: [LabelledTick]

  struct LabelledTick: Sendable {
    let value: Double
    /// Empty for a mark without a label.
    let label: String
  }

  /// A logarithmic axis that holds all figures.
  init(
    _ title: String, logarithmic values: some Sequence<Double>, in quantity: Quantity,
    limit: Int = 8
  ) {
    self.title = title
    scale = .logarithmic(holding: values)
    ticks = scale.logarithmicTicks(limit: limit).map { tick in
      LabelledTick(value: tick.value, label: tick.isMajor ? quantity.text(tick.value) : "")
    }
  }

  /// An axis with a place for each of several things.
  init(_ title: String, categories: [String]) {
    self.title = title
    scale = Scale(kind: .linear, domain: -0.25...max(0.25, Double(categories.count) - 0.75))
    ticks = categories.enumerated().map { LabelledTick(value: Double($0), label: $1) }
  }

  /// An axis of shares below 1, on which each nine has the same length: 90, 99, 99.9 per cent.
  ///
  /// Figures are those of `nines(of:)`.
  init(_ title: String, ninesUpTo most: Double) {
    self.title = title
    scale = Scale(kind: .linear, domain: 0...max(most, 1))
    let labels = [(0.0, ""), (0.5, "50 %"), (0.9, "90 %"), (0.99, "99 %"), (0.999, "99.9 %")]
    let more = [(0.9999, "99.99 %"), (0.99999, "99.999 %"), (0.999999, "99.9999 %")]
    let upper = scale.domain.upperBound
    ticks = (labels + more).compactMap { share, label in
      let value = nines(of: share)
      return value <= upper + 1e-9 ? LabelledTick(value: value, label: label) : nil
    }
  }
}

extension Axis {
  /// Draws the axis below a plot, with lines through it.
  func drawBelow(_ plot: Box) -> [Markup] {
    var marks: [Markup] = []
    var labelEnd = -Double.infinity
    for tick in ticks {
      let x = scale(tick.value)
      let isMajor = !tick.label.isEmpty
      marks.append(
        line(isMajor ? "grid" : "grid minor", x, plot.top, x, plot.bottom))
      let half = TextMetrics.width(of: tick.label) / 2
      // Where labels would touch, the second has none; its line says enough.
      guard isMajor, x - half > labelEnd + 4 else { continue }
      labelEnd = x + half
      marks.append(text("tick", tick.label, x, plot.bottom + 18, anchor: "middle"))
    }
    marks.append(
      text("axis-title", title, plot.right, plot.bottom + 40, anchor: "end"))
    return marks
  }

  /// Draws the axis left of a plot, with lines through it; its title stands above.
  func drawLeft(_ plot: Box) -> [Markup] {
    var marks: [Markup] = []
    for tick in ticks {
      let y = scale(tick.value)
      let isMajor = !tick.label.isEmpty
      marks.append(line(isMajor ? "grid" : "grid minor", plot.left, y, plot.right, y))
      if isMajor { marks.append(text("tick", tick.label, plot.left - 7, y + 4, anchor: "end")) }
    }
    marks.append(text("axis-title", title, 2, plot.top - 12, anchor: "start"))
    return marks
  }
}

/// A share of all samples as a place on an axis of nines: 0.9 is 1, 0.99 is 2.
func nines(of share: Double) -> Double { -log10(1 - share) }

/// A straight line.
func line(_ style: String, _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> Markup {
  tag(
    "line",
    [
      "class": style, "x1": x1.coordinate, "y1": y1.coordinate, "x2": x2.coordinate,
      "y2": y2.coordinate,
    ])
}

/// A text in a drawing.
func text(_ style: String, _ text: String, _ x: Double, _ y: Double, anchor: String) -> Markup {
  tag(
    "text",
    ["class": style, "x": x.coordinate, "y": y.coordinate, "text-anchor": anchor], text: text)
}

/// The size of a drawing; its text is meant to be read at this size.
struct PlotSize: Sendable {
  let name: String
  let width: Double
  let height: Double

  /// The whole width of a desktop page.
  static let wide = PlotSize(name: "wide", width: 1_040, height: 500)
  /// Half of it.
  static let half = PlotSize(name: "half", width: 508, height: 420)
  /// A phone.
  static let narrow = PlotSize(name: "narrow", width: 336, height: 400)
}

/// The room inside a drawing, and the drawing around it.
struct PlotFrame {
  let size: PlotSize
  /// Where figures are drawn.
  let plot: Box

  /// - Parameters:
  ///   - size: The size of the whole.
  ///   - right: The room right of the plot, for labels of lines.
  init(_ size: PlotSize, right: Double = 12) {
    self.size = size
    plot = Box(left: 62, top: 30, right: size.width - right, bottom: size.height - 48)
  }

  /// Puts an axis along the bottom.
  func horizontal(_ axis: Axis) -> Axis {
    var axis = axis
    (axis.scale.start, axis.scale.end) = (plot.left, plot.right)
    return axis
  }

  /// Puts an axis along the left side, small figures at the bottom.
  func vertical(_ axis: Axis) -> Axis {
    var axis = axis
    (axis.scale.start, axis.scale.end) = (plot.bottom, plot.top)
    return axis
  }

  /// The drawing, with words for those who do not see it.
  func drawing(id: String, title: String, description: String, _ content: [Markup]) -> Markup {
    let id = "\(id)-\(size.name)"
    return tag(
      "svg",
      [
        "class": size.name, "viewBox": "0 0 \(size.width.coordinate) \(size.height.coordinate)",
        "role": "img", "aria-labelledby": "\(id)-title \(id)-desc",
      ],
      [
        tag("title", ["id": "\(id)-title"], text: title),
        tag("desc", ["id": "\(id)-desc"], text: description),
      ] + content)
  }
}

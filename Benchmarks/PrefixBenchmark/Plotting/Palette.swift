/// The colors of series, one list for a light page and one for a dark page.
///
/// Any two colors of a list differ by at least 10 by CIEDE2000, also under protanopia and
/// deuteranopia, and each contrasts with the page; tests compute both.
struct Palette: Sendable {
  /// The background of the page.
  let page: String
  /// The baseline's color first, which is gray.
  let series: [String]

  static let light = Palette(
    page: "#ffffff",
    series: [
      "#566374", "#1562ec", "#a13701", "#6e28a3", "#019185", "#cd7b08", "#6a050f", "#0b92f8",
      "#681d50", "#35a06b", "#ae663c", "#00765f", "#0788a9", "#ab2549",
    ])

  static let dark = Palette(
    page: "#14171b",
    series: [
      "#a0abb9", "#6ea8ff", "#ff995a", "#9d7abd", "#56d6b4", "#df7586", "#be526b", "#60fdf6",
      "#97ff25", "#488213", "#a2f9b3", "#b805ed", "#0edefa", "#ed474d",
    ])

  /// The colors as variables of a style sheet.
  var variables: String {
    series.enumerated().reduce("--page: \(page);") { "\($0) --s\($1.offset): \($1.element);" }
  }

  /// The rules that give elements of a series its color.
  static var classes: String {
    light.series.indices.map { ".s\($0) { --c: var(--s\($0)); }" }.joined(separator: "\n")
  }
}

/// The style of a subject in every drawing of a page.
struct SeriesStyle: Sendable, Equatable {
  /// The place in the palette.
  let color: Int
  /// The role, which the shape of the mark shows without color.
  let role: SubjectRole
  /// Whether the mark is drawn as an outline: the subject answers another question.
  var isHollow = false

  var colorClass: String { "s\(color)" }

  /// The mark around a point: engines are round, the baseline square, rivals triangles.
  func marker(_ point: Point, radius: Double = 5) -> Markup {
    func polygon(_ corners: [(Double, Double)]) -> String {
      corners.map { Point(x: point.x + $0.0 * radius, y: point.y + $0.1 * radius) }.path + "Z"
    }
    let path =
      switch role {
      case .engine:
        "M\((point.x - radius).coordinate) \(point.y.coordinate)"
          + "a\(radius) \(radius) 0 1 0 \(2 * radius) 0a\(radius) \(radius) 0 1 0 \(-2 * radius) 0Z"
      case .baseline: polygon([(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)])
      case .rival: polygon([(0, -1.2), (1.1, 0.9), (-1.1, 0.9)])
      }
    return tag("path", ["class": "marker\(isHollow ? " hollow" : "") \(colorClass)", "d": path])
  }
}

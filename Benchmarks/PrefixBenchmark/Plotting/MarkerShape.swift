import Foundation

/// The shape of a mark, which tells subjects apart where colours cannot.
enum MarkerShape: CaseIterable, Sendable {
  case circle, square, triangle, diamond, hexagon, triangleDown, cross, pentagon, star, plus
  case hourglass, bar

  /// The mark around a point, of about the size of a circle with a radius.
  func path(x: Double, y: Double, radius: Double) -> String {
    func polygon(_ points: [(Double, Double)]) -> String {
      let corners = points.map {
        (x + $0.0 * radius).coordinate + " " + (y + $0.1 * radius).coordinate
      }
      return "M" + corners.joined(separator: "L") + "Z"
    }
    func regular(_ corners: Int, turned: Double = 0, inner: Double? = nil) -> String {
      let count = inner == nil ? corners : 2 * corners
      return polygon(
        (0..<count).map { corner in
          let angle = 2 * Double.pi * (Double(corner) / Double(count) + turned) - .pi / 2
          let size = corner.isMultiple(of: 2) ? 1.15 : inner ?? 1.15
          return (size * cos(angle), size * sin(angle))
        })
    }
    switch self {
    case .circle:
      let (left, radius) = ((x - radius).coordinate, radius.coordinate)
      let across = (2 * self.size(radius)).coordinate
      return "M\(left) \(y.coordinate)a\(radius) \(radius) 0 1 0 \(across) 0"
        + "a\(radius) \(radius) 0 1 0 -\(across) 0Z"
    case .square: return polygon([(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)])
    case .triangle: return polygon([(0, -1.15), (1.1, 0.85), (-1.1, 0.85)])
    case .triangleDown: return polygon([(0, 1.15), (1.1, -0.85), (-1.1, -0.85)])
    case .diamond: return polygon([(0, -1.3), (1.1, 0), (0, 1.3), (-1.1, 0)])
    case .hexagon: return regular(6)
    case .pentagon: return regular(5)
    case .star: return regular(5, inner: 0.5)
    case .hourglass: return polygon([(-1, -1), (1, -1), (-1, 1), (1, 1)])
    case .bar: return polygon([(-1.2, -0.5), (1.2, -0.5), (1.2, 0.5), (-1.2, 0.5)])
    case .plus:
      return polygon([
        (-0.4, -1.2), (0.4, -1.2), (0.4, -0.4), (1.2, -0.4), (1.2, 0.4), (0.4, 0.4), (0.4, 1.2),
        (-0.4, 1.2), (-0.4, 0.4), (-1.2, 0.4), (-1.2, -0.4), (-0.4, -0.4),
      ])
    case .cross:
      return polygon([
        (-1.1, -0.6), (-0.6, -1.1), (0, -0.5), (0.6, -1.1), (1.1, -0.6), (0.5, 0), (1.1, 0.6),
        (0.6, 1.1), (0, 0.5), (-0.6, 1.1), (-1.1, 0.6), (-0.5, 0),
      ])
    }
  }

  private func size(_ text: String) -> Double { Double(text) ?? 0 }
}

/// How a subject looks in every drawing of a page.
struct SeriesStyle: Sendable, Equatable {
  /// The class whose colour the style sheet knows.
  let colorClass: String
  let shape: MarkerShape
  /// The lengths of dashes and gaps; `nil` for a line without gaps.
  let dashes: String?
  /// Whether the mark is drawn as an outline: the subject answers another question.
  let isHollow: Bool

  /// The mark.
  func marker(x: Double, y: Double, radius: Double) -> Markup {
    tag(
      "path",
      [
        "class": "marker \(isHollow ? "hollow " : "")\(colorClass)",
        "d": shape.path(x: x, y: y, radius: radius),
      ])
  }
}

/// A point of a drawing; *y* grows downwards.
struct Point: Equatable, Sendable {
  var x: Double
  var y: Double
}

extension [Point] {
  /// A line through the points, as the data of a path.
  var path: String {
    "M" + map { "\($0.x.coordinate) \($0.y.coordinate)" }.joined(separator: "L")
  }
}

extension Double {
  /// A coordinate in a drawing, to a tenth of a unit.
  var coordinate: String { ((self * 10).rounded() / 10).plain }
}

/// A rectangle of a drawing.
struct Box: Equatable, Sendable {
  var left: Double
  var top: Double
  var right: Double
  var bottom: Double

  /// The area that both rectangles cover.
  func overlap(with other: Box) -> Double {
    let width = min(right, other.right) - max(left, other.left)
    let height = min(bottom, other.bottom) - max(top, other.top)
    return width > 0 && height > 0 ? width * height : 0
  }

  /// The area of this rectangle that lies outside another.
  func area(outside other: Box) -> Double {
    (right - left) * (bottom - top) - overlap(with: other)
  }

  /// Whether a line from one point to another goes through the rectangle.
  func isCrossed(from start: Point, to end: Point) -> Bool {
    // The part of the line, from 0 to 1, that lies within both pairs of sides (Liang and Barsky).
    var (enter, leave) = (0.0, 1.0)
    for (origin, step, low, high) in [
      (start.x, end.x - start.x, left, right), (start.y, end.y - start.y, top, bottom),
    ] {
      if step == 0 {
        guard low < origin, origin < high else { return false }
      } else {
        let (first, second) = ((low - origin) / step, (high - origin) / step)
        (enter, leave) = (max(enter, min(first, second)), min(leave, max(first, second)))
      }
    }
    return enter < leave
  }

  /// The point of the rectangle that is nearest to another.
  func nearest(to point: Point) -> Point {
    Point(x: min(max(point.x, left), right), y: min(max(point.y, top), bottom))
  }
}

extension Box {
  /// A square around a point.
  init(around point: Point, radius: Double) {
    self.init(
      left: point.x - radius, top: point.y - radius, right: point.x + radius,
      bottom: point.y + radius)
  }
}

/// How much room texts take in drawings.
enum TextMetrics {
  static let lineHeight = 15.0

  /// The width of a text, a little more than in most fonts, since the font is unknown until display.
  static func width(of text: String) -> Double {
    text.reduce(0) { width, character in
      switch character {
      case _ where "ijltfrI.,:'|() \u{A0}".contains(character): width + 4.4
      case _ where "mwMW".contains(character): width + 10.8
      case _ where character.isUppercase: width + 8.6
      default: width + 7
      }
    }
  }
}

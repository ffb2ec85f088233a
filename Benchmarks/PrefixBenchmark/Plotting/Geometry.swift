/// A point of a drawing; *y* grows downwards.
struct Point: Equatable, Sendable {
  var x: Double
  var y: Double
}

/// A rectangle of a drawing.
struct Box: Equatable, Sendable {
  var left: Double
  var top: Double
  var right: Double
  var bottom: Double

  init(left: Double, top: Double, right: Double, bottom: Double) {
    (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
  }

  /// A square around a point.
  init(around point: Point, radius: Double) {
    self.init(
      left: point.x - radius, top: point.y - radius, right: point.x + radius,
      bottom: point.y + radius)
  }

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
        enter = max(enter, min(first, second))
        leave = min(leave, max(first, second))
      }
    }
    return enter < leave
  }
}

/// How much room texts take in drawings.
enum TextMetrics {
  static let fontSize = 13.0
  static let lineHeight = 16.0

  /// The width of a text, a little more than in most fonts: a page knows no font before it is shown.
  static func width(of text: String) -> Double {
    text.reduce(0) { width, character in
      let ratio =
        switch character {
        case "i", "j", "l", "t", "f", "r", "I", ".", ",", ":", "'", "|", "(", ")", "\u{A0}", " ":
          0.36
        case "m", "w", "M", "W": 0.9
        case _ where character.isUppercase: 0.7
        default: 0.58
        }
      return width + ratio * fontSize
    }
  }
}

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

/// Places labels beside marks so that they cover neither each other nor the marks.
///
/// For each label there are candidates in eight directions at growing distances. The cost of a candidate
/// is the area that it covers, the area outside the plot, and a little for its distance. The cheapest is
/// taken, label after label, and again with the others known, until nothing moves.
struct LabelPlacement {
  /// The positions of the marks, and the width of each label.
  let labels: [(anchor: Point, width: Double)]
  let bounds: Box
  let radius: Double
  /// Lines that labels should avoid.
  var lines: [(Point, Point)] = []

  /// The places, one for each label.
  func boxes() -> [Box] {
    var chosen = labels.indices.compactMap { candidates($0).first?.box }
    for _ in 0..<8 {
      let before = chosen
      for index in labels.indices {
        let others = chosen.enumerated().filter { $0.offset != index }.map(\.element)
        let costs = candidates(index).map { ($0.box, $0.cost + cost(of: $0.box, others)) }
        chosen[index] = costs.min { $0.1 < $1.1 }?.0 ?? chosen[index]
      }
      if chosen == before { break }
    }
    return chosen
  }

  /// Boxes around a mark, each with the cost of its distance.
  private func candidates(_ index: Int) -> [(box: Box, cost: Double)] {
    let (anchor, width) = labels[index]
    let height = TextMetrics.lineHeight
    return [3.0, 9, 17, 28, 42, 60].enumerated().flatMap { step, gap in
      Self.directions.enumerated().map { rank, direction in
        let x = anchor.x + direction.x * (radius + gap + width / 2)
        let y = anchor.y + direction.y * (radius + gap + height / 2)
        let box = Box(
          left: x - width / 2, top: y - height / 2, right: x + width / 2, bottom: y + height / 2)
        return (box, Double(step) * 12 + Double(rank) * 2)
      }
    }
  }

  /// Beside the mark first, then above and below, then askew.
  private static let directions = [
    (1, 0), (-1, 0), (0, -1), (0, 1), (0.8, -1), (0.8, 1), (-0.8, -1), (-0.8, 1),
  ].map { Point(x: $0.0, y: $0.1) }

  private func cost(of box: Box, _ others: [Box]) -> Double {
    let crossed = lines.count { box.isCrossed(from: $0.0, to: $0.1) }
    let marks = labels.map { Box(around: $0.anchor, radius: radius + 1) }
    return 100 * box.area(outside: bounds) + 30 * Double(crossed)
      + others.reduce(0) { $0 + 20 * box.overlap(with: $1) }
      + marks.reduce(0) { $0 + 10 * box.overlap(with: $1) }
  }

  /// Moves labels in a column apart, each as little as possible from where its middle should be, within a
  /// range of the middles; returns these in the order given.
  static func spread(
    _ wanted: [Double], spacing: Double, within range: ClosedRange<Double>
  ) -> [Double] {
    // Blocks of labels that touch; each is centered on the mean of the wanted positions.
    var blocks: [[Int]] = []
    func start(_ block: [Int]) -> Double {
      let half = spacing * Double(block.count - 1) / 2
      let middle = block.reduce(0) { $0 + wanted[$1] } / Double(block.count)
      let highest = max(range.lowerBound + half, range.upperBound - half)
      return min(max(middle, range.lowerBound + half), highest) - half
    }
    for index in wanted.indices.sorted(by: { (wanted[$0], $0) < (wanted[$1], $1) }) {
      var block = [index]
      while let last = blocks.last, start(block) < start(last) + spacing * Double(last.count) {
        block = blocks.removeLast() + block
      }
      blocks.append(block)
    }
    var places = wanted
    for block in blocks {
      for (offset, index) in block.enumerated() {
        places[index] = start(block) + spacing * Double(offset)
      }
    }
    return places
  }
}

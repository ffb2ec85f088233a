/// Places labels beside marks so that they cover neither each other nor the marks.
///
/// For each label there are candidates in eight directions at growing distances. The cost of a candidate
/// is the area that it covers, the area outside the plot, and a little for its distance. The cheapest is
/// taken, label after label, and again with the others known, until nothing moves.
struct LabelPlacement {
  /// The positions of the marks, and the width of each label.
  let labels: [(anchor: Point, width: Double)]
  let bounds: Box
  /// Half the width of a mark.
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

  /// Moves labels in a column apart, each as little as possible.
  ///
  /// - Parameters:
  ///   - wanted: Where the middle of each label should be.
  ///   - spacing: The least distance of two middles.
  ///   - range: Where the middles may be.
  /// - Returns: Where they are, in the order given.
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

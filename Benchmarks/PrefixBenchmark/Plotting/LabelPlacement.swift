import Foundation

/// Places labels beside marks so that they cover neither each other nor the marks.
///
/// For each label there are candidates in eight directions at growing distances. Each costs what it
/// covers, what of it lies outside, and a little for its distance; the cheapest is taken, label after
/// label, and then again while the others are known, until nothing moves.
struct LabelPlacement {
  /// A label to be placed.
  struct Label {
    let anchor: Point
    let width: Double
    let height: Double
  }

  /// Where a label went.
  struct Placement: Equatable {
    let box: Box
    /// Whether it is so far from its mark that a line should lead there.
    let needsLeader: Bool
  }

  let labels: [Label]
  let bounds: Box
  /// Half the width of a mark.
  let radius: Double
  /// Lines that labels should rather not cross.
  var lines: [(Point, Point)] = []

  /// The places, one for each label.
  func placements() -> [Placement] {
    var chosen: [Placement?] = labels.map { _ in nil }
    // Those with the most neighbours first: they have the least choice.
    let order = labels.indices.sorted { crowd($0) > crowd($1) }
    for _ in 0..<6 {
      var hasChanged = false
      for index in order {
        let others = chosen.indices.compactMap { $0 == index ? nil : chosen[$0]?.box }
        let best = candidates(labels[index]).min {
          cost($0, of: index, others) < cost($1, of: index, others)
        }
        if best?.placement != chosen[index] { hasChanged = true }
        chosen[index] = best?.placement
      }
      if !hasChanged { break }
    }
    return chosen.compactMap { $0 }
  }

  private struct Candidate {
    let placement: Placement
    /// What it costs before anything is in its way.
    let inconvenience: Double
  }

  private func candidates(_ label: Label) -> [Candidate] {
    let gaps = [4.0, 10, 18, 30, 46, 64]
    return gaps.enumerated().flatMap { step, gap in
      Self.directions.enumerated().map { rank, direction in
        let distance = radius + gap
        let center = Point(
          x: label.anchor.x + direction.x * (distance + label.width / 2),
          y: label.anchor.y + direction.y * (distance + label.height / 2))
        let box = Box(
          left: center.x - label.width / 2, top: center.y - label.height / 2,
          right: center.x + label.width / 2, bottom: center.y + label.height / 2)
        return Candidate(
          placement: Placement(box: box, needsLeader: gap > 10),
          inconvenience: Double(step) * 12 + Double(rank) * 2)
      }
    }
  }

  /// Beside the mark first, then above and below, then askew.
  private static let directions = [
    Point(x: 1, y: 0), Point(x: -1, y: 0), Point(x: 0, y: -1), Point(x: 0, y: 1),
    Point(x: 0.8, y: -1), Point(x: 0.8, y: 1), Point(x: -0.8, y: -1), Point(x: -0.8, y: 1),
  ]

  private func cost(_ candidate: Candidate, of index: Int, _ others: [Box]) -> Double {
    let box = candidate.placement.box
    var cost = candidate.inconvenience
    cost += 100 * box.area(outside: bounds)
    cost += others.reduce(0) { $0 + 20 * box.overlap(with: $1) }
    for label in labels {
      cost += 10 * box.overlap(with: Box(around: label.anchor, radius: radius + 1))
    }
    cost += lines.reduce(0) { $0 + (box.isCrossed(from: $1.0, to: $1.1) ? 30 : 0) }
    if candidate.placement.needsLeader {
      // A leader should not lead across another label or mark.
      let (start, end) = (
        labels[index].anchor, candidate.placement.leaderEnd(from: labels[index].anchor)
      )
      cost += others.reduce(0) { $0 + ($1.isCrossed(from: start, to: end) ? 60 : 0) }
    }
    return cost
  }

  private func crowd(_ index: Int) -> Int {
    let near = Box(around: labels[index].anchor, radius: 60)
    return labels.count { near.overlap(with: Box(around: $0.anchor, radius: 1)) > 0 }
  }

  /// Moves labels in a column apart, each as little as may be.
  ///
  /// - Parameters:
  ///   - wanted: Where the middle of each label should be.
  ///   - spacing: The least distance of two middles.
  ///   - range: Where the middles may be.
  /// - Returns: Where they are, in the order given.
  static func spread(
    _ wanted: [Double], spacing: Double, within range: ClosedRange<Double>
  ) -> [Double] {
    let order = wanted.indices.sorted { (wanted[$0], $0) < (wanted[$1], $1) }
    // Blocks of labels that touch; each lies where its labels together would like it best.
    var blocks: [(sum: Double, count: Int)] = []
    func start(_ block: (sum: Double, count: Int)) -> Double {
      let half = spacing * Double(block.count - 1) / 2
      let middle = block.sum / Double(block.count)
      let highest = max(range.lowerBound + half, range.upperBound - half)
      return min(max(middle, range.lowerBound + half), highest) - half
    }
    for index in order {
      blocks.append((wanted[index], 1))
      while blocks.count > 1 {
        let (last, previous) = (blocks[blocks.count - 1], blocks[blocks.count - 2])
        guard start(last) < start(previous) + spacing * Double(previous.count) else { break }
        blocks.removeLast()
        blocks[blocks.count - 1] = (previous.sum + last.sum, previous.count + last.count)
      }
    }
    var places = wanted
    var next = 0
    for block in blocks {
      for offset in 0..<block.count {
        places[order[next]] = start(block) + spacing * Double(offset)
        next += 1
      }
    }
    return places
  }
}

extension LabelPlacement.Placement {
  /// Where the line from the mark ends: the point of the box next to it.
  func leaderEnd(from anchor: Point) -> Point {
    Point(
      x: min(max(anchor.x, box.left), box.right), y: min(max(anchor.y, box.top), box.bottom))
  }
}

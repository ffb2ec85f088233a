/// What a search through a tree looks for.
protocol PlaceCollector {
  /// The greatest square of a line, as computed, at which a point is still wanted.
  var limit: Float { get }

  /// Measures the place at a row, and keeps it if it is near enough.
  mutating func add(row: Int)
}

extension PlaceTree {
  /// Shows a collector every point within its limit, near ones first as far as the tree knows.
  ///
  /// - Complexity: O(log *n*) for points that are spread like towns, where *n* is the number of
  ///   points; O(*n*) at worst, when all are equally far.
  func search(from point: UnitVector, for collector: inout some PlaceCollector) {
    guard !leaves.isEmpty else { return }
    visit(0..<leaves.count, from: point.lanes, gaps: SIMD4(), for: &collector)
  }

  /// Visits the leaves of `range` that reach into the limit, beginning on the point's side of each
  /// split.
  ///
  /// How far the cell of a node lies away on each axis is known on the way down (Arya and Mount,
  /// 1993): `gaps` holds it, zero for an axis on which the point lies within.
  private func visit(
    _ range: Range<Int>, from point: SIMD4<Float>, gaps: SIMD4<Float>,
    for collector: inout some PlaceCollector
  ) {
    guard range.count > 1 else {
      return scan(leaves[range.lowerBound], from: point, for: &collector)
    }
    let middle = Self.middle(of: range)
    let split = splits[middle]
    let axis = Int(split.axis)
    let gap = point[axis] - split.position
    let (before, behind) = (range.lowerBound..<middle, middle..<range.upperBound)
    visit(gap < 0 ? before : behind, from: point, gaps: gaps, for: &collector)
    var farGaps = gaps
    farGaps[axis] = gap
    guard (farGaps * farGaps).sum() <= collector.limit else { return }
    visit(gap < 0 ? behind : before, from: point, gaps: farGaps, for: &collector)
  }

  /// Shows the points of a leaf, the nearest first.
  @inline(__always)
  private func scan(
    _ leaf: Leaf, from point: SIMD4<Float>, for collector: inout some PlaceCollector
  ) {
    let (x, y, z) = (leaf.x - point.x, leaf.y - point.y, leaf.z - point.z)
    var squares = x * x + y * y + z * z
    while true {
      let least = squares.min()
      guard least <= collector.limit else { return }
      var lane = 0
      while squares[lane] != least { lane &+= 1 }
      collector.add(row: Int(leaf.rows[lane]))
      squares[lane] = .infinity
    }
  }
}

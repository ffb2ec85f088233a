/// A balanced k-d tree over points of the unit sphere (Bentley, 1975), without pointers.
///
/// The points are stored in leaves of eight, in the order of the tree; leaf and split of every node
/// follow from the range of leaves below it. A node with more than one leaf is split in the middle of
/// its leaves, on the axis of the widest spread; the split before a leaf is stored at the index of that
/// leaf. The tree takes 17 bytes a point.
struct KDTree: Sendable {
  /// Eight points, coordinate by coordinate, so that all their distances are computed at once.
  struct Leaf: Sendable {
    var x = SIMD8<Float>(repeating: Self.beyond)
    var y = SIMD8<Float>(repeating: Self.beyond)
    var z = SIMD8<Float>(repeating: Self.beyond)
    var rows = SIMD8<UInt32>()

    /// The coordinate of padding points: further from the sphere than any two points of it.
    private static let beyond: Float = 8
    static let capacity = 8

    /// Whether there is a point in a lane.
    func isUsed(_ lane: Int) -> Bool { x[lane] < Self.beyond }

    /// The squared chord lengths from a point.
    @inline(__always)
    func squares(from point: SIMD4<Float>) -> SIMD8<Float> {
      let (x, y, z) = (x - point.x, y - point.y, z - point.z)
      return x * x + y * y + z * z
    }
  }

  /// The plane that divides the leaves of a node in two halves.
  struct Split: Sendable {
    /// 0 for x, 1 for y, 2 for z.
    var axis: UInt32 = 0
    /// No point of the first half has a greater coordinate, and none of the second a lesser one.
    var position: Float = 0
  }

  private(set) var leaves: [Leaf]
  /// The split before each leaf; the first is not used.
  private(set) var splits: [Split]

  /// The split of the node with the leaves of `range`, which has at least two.
  @inline(__always)
  static func middle(of range: Range<Int>) -> Int {
    range.lowerBound &+ range.count / 2
  }
}

// MARK: - Building

extension KDTree {
  /// A point and the row of the city there.
  struct Point {
    /// The coordinates, and the bits of the row in the fourth lane.
    private var lanes: SIMD4<Float>

    init(_ vector: UnitVector, row: Int) {
      lanes = vector.lanes
      lanes.w = Float(bitPattern: UInt32(row))
    }

    subscript(axis: Int) -> Float { lanes[axis] }
    var row: UInt32 { lanes.w.bitPattern }
  }

  /// Builds the tree.
  ///
  /// - Complexity: O(*n* log *n*) on average, where *n* is the number of points.
  init(_ points: consuming [Point]) {
    let leafCount = (points.count + Leaf.capacity - 1) / Leaf.capacity
    leaves = Array(repeating: Leaf(), count: leafCount)
    splits = Array(repeating: Split(), count: leafCount)
    var points = points
    arrange(&points, leaves: 0..<leafCount)
    for (place, point) in points.enumerated() {
      let (leaf, lane) = (place / Leaf.capacity, place % Leaf.capacity)
      leaves[leaf].x[lane] = point[0]
      leaves[leaf].y[lane] = point[1]
      leaves[leaf].z[lane] = point[2]
      leaves[leaf].rows[lane] = point.row
    }
  }

  /// Partitions the points of a range of leaves at its split, recursively.
  private mutating func arrange(_ points: inout [Point], leaves range: Range<Int>) {
    guard range.count > 1 else { return }
    let middle = Self.middle(of: range)
    let places =
      range.lowerBound * Leaf.capacity..<min(range.upperBound * Leaf.capacity, points.count)
    let axis = Self.widestAxis(of: points.span.extracting(places))
    let place = middle * Leaf.capacity
    points.select(place, in: places) { $0[axis] }
    splits[middle] = Split(axis: UInt32(axis), position: points[place][axis])
    arrange(&points, leaves: range.lowerBound..<middle)
    arrange(&points, leaves: middle..<range.upperBound)
  }

  /// The axis of the widest spread.
  private static func widestAxis(of points: Span<Point>) -> Int {
    var widest = (axis: 0, width: -Float.infinity)
    for axis in 0..<3 {
      var (least, greatest) = (Float.infinity, -Float.infinity)
      for index in points.indices {
        least = min(least, points[index][axis])
        greatest = max(greatest, points[index][axis])
      }
      if greatest - least > widest.width { widest = (axis, greatest - least) }
    }
    return widest.axis
  }
}

extension Array {
  /// Moves the elements of `range` so that none before `place` is greater than the one there, and
  /// none after it is less (Hoare's quickselect, 1961).
  ///
  /// - Complexity: O(*n*) on average, where *n* is the length of the range.
  mutating func select(
    _ place: Int, in range: Range<Int>, by value: (Element) -> some Comparable
  ) {
    var (low, high) = (range.lowerBound, range.upperBound - 1)
    while low < high {
      let pivot = value(self[low + (high - low) / 2])
      var (left, right) = (low, high)
      // Equal elements are swapped, too, which balances the halves if many are equal.
      while left <= right {
        while value(self[left]) < pivot { left += 1 }
        while value(self[right]) > pivot { right -= 1 }
        guard left <= right else { break }
        swapAt(left, right)
        left += 1
        right -= 1
      }
      if place <= right {
        high = right
      } else if place >= left {
        low = left
      } else {
        return
      }
    }
  }
}

/// Collects the results of a nearest-neighbor search.
protocol NeighborCollector {
  /// The greatest squared chord length, as computed, of a point that is still a candidate.
  var limit: Float { get }

  /// Measures the distance of the city at a row, and keeps it if it is near enough.
  mutating func add(row: Int)
}

extension KDTree {
  /// Passes every point within the collector's limit to it, approximately by ascending distance.
  ///
  /// - Complexity: O(log *n*) for points that are distributed like towns, where *n* is the number of
  ///   points; O(*n*) in the worst case, if all are equally far.
  func search(from point: UnitVector, for collector: inout some NeighborCollector) {
    guard !leaves.isEmpty else { return }
    visit(0..<leaves.count, from: point.lanes, gaps: SIMD4(), for: &collector)
  }

  /// Passes every point within the collector's limit to it, in the order of leaves, which is faster than a
  /// search if the collector rejects most of the near points.
  ///
  /// - Complexity: O(*n*), where *n* is the number of points.
  func scan(from point: UnitVector, for collector: inout some NeighborCollector) {
    let point = point.lanes
    for leaf in leaves {
      let squares = leaf.squares(from: point)
      guard squares.min() <= collector.limit else { continue }
      for lane in 0..<Leaf.capacity where squares[lane] <= collector.limit {
        collector.add(row: Int(leaf.rows[lane]))
      }
    }
  }

  /// Visits the leaves of `range` within the limit, beginning on the point's side of each split.
  ///
  /// The distance of the cell of a node on each axis is maintained incrementally (Arya and Mount, 1993)
  /// in `gaps`; it is zero for an axis on which the point lies within the cell.
  private func visit(
    _ range: Range<Int>, from point: SIMD4<Float>, gaps: SIMD4<Float>,
    for collector: inout some NeighborCollector
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

  /// Passes the points of a leaf to the collector, the nearest first.
  @inline(__always)
  private func scan(
    _ leaf: Leaf, from point: SIMD4<Float>, for collector: inout some NeighborCollector
  ) {
    var squares = leaf.squares(from: point)
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

/// A point of the unit sphere, in single precision.
///
/// The chord between two such points grows with the great-circle distance of their coordinates, without
/// special cases at the poles and the antimeridian.
struct UnitVector: Sendable, Equatable {
  /// The three coordinates; the fourth lane is zero.
  let lanes: SIMD4<Float>

  init(_ coordinate: Coordinate) {
    let degree = Double.pi / 180
    let (latitude, longitude) = (coordinate.latitude * degree, coordinate.longitude * degree)
    let ring = cosine(latitude)
    lanes = SIMD4(
      Float(ring * cosine(longitude)), Float(ring * sine(longitude)), Float(sine(latitude)), 0)
  }
}

extension UnitVector {
  /// A conservative bound on the squared chord length for a distance.
  ///
  /// Rounding moves each coordinate of a vector by at most 2^-25, so each end of a chord by 5.2e-8, and
  /// the arithmetic adds less than four parts in 2^24 to a squared length. The bound is twice these
  /// errors, so every city that the exact distance could prefer lies within the limit.
  ///
  /// - Parameter haversine: sin²(angle / 2) of the best distance so far.
  /// - Returns: The greatest squared chord length, as computed, of a city that is as near.
  static func limit(forHaversine haversine: Double) -> Float {
    let line = 2 * haversine.squareRoot() * (1 + 0x1p-21) + 0x1p-22
    return Float(line * line).nextUp
  }

  /// The inverse of ``limit(forHaversine:)``: a lower bound on the haversine of a city whose chord, as
  /// computed, has this squared length or more.
  static func leastHaversine(forSquaredChord square: Float) -> Double {
    let line = (Double(square.nextDown).squareRoot() - 0x1p-22) / (1 + 0x1p-21)
    guard line > 0 else { return 0 }
    // Less a few units of the last place, for the rounding of these operations.
    return line * line / 4 * (1 - 0x1p-48)
  }

  /// More than the squared length of any chord.
  static let noLimit: Float = 5
}

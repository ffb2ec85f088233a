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
    /// The rows of the cities there; with ``shared``, that of the first of several.
    private var rows = SIMD8<UInt32>()

    /// The coordinate of padding points: further from the sphere than any two points of it.
    private static let beyond: Float = 8
    static let capacity = 8
    /// The bit of a row whose point has several cities; no row is as great.
    private static let shared: UInt32 = 1 << 31

    /// Whether there is a point in a lane.
    @inline(__always)
    func isUsed(_ lane: Int) -> Bool { x[lane] < Self.beyond }

    /// The row of the first city at a point.
    @inline(__always)
    func row(_ lane: Int) -> CityRow {
      CityRow(Int(truncatingIfNeeded: rows[lane] & ~Self.shared))
    }

    /// Whether there are several cities at a point.
    @inline(__always)
    func isShared(_ lane: Int) -> Bool { rows[lane] & Self.shared != 0 }

    mutating func set(_ lane: Int, _ point: Point) {
      (x[lane], y[lane], z[lane]) = (point[0], point[1], point[2])
      rows[lane] = point.row | (point.isShared ? Self.shared : 0)
    }

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
  /// A point and the row of the first city there.
  struct Point {
    /// The coordinates, and the bits of the row in the fourth lane.
    private var lanes: SIMD4<Float>
    /// Whether there are other cities.
    let isShared: Bool

    init(_ vector: UnitVector, row: Int, isShared: Bool) {
      lanes = vector.lanes
      lanes.w = Float(bitPattern: UInt32(row))
      self.isShared = isShared
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
      leaves[leaf].set(lane, point)
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
  /// A lower bound on the haversine, sin²(angle / 2), of points whose chord has at least a squared length, as
  /// computed.
  ///
  /// Rounding moves each coordinate of a vector by at most 2^-25, so each end of a chord by 5.2e-8, and
  /// the arithmetic adds less than four parts in 2^24 to a squared length. The bound allows for twice these
  /// errors, so no city is visited after one that is further away.
  @inline(__always)
  static func leastHaversine(forSquaredChord square: Float) -> Double {
    // Half the line, less a few units of the last place for the rounding of these operations.
    let half = (Double(square.nextDown).squareRoot() - 0x1p-22) * (0.5 - 0x1p-21)
    return half > 0 ? half * half : 0
  }
}

internal import PrefixSearch

/// Enumerates cities by distance from a point, the nearest first; equally far ones in canonical order.
///
/// Cells of the tree and cities wait in one queue, in the order of the least distance that they may have
/// (Hjaltason and Samet, *Distance Browsing in Spatial Databases*, 1999).
struct NearestCursor: Sendable {
  private let tree: CityTree
  private let origin: SIMD4<Float>
  private let measure: DistanceMeasure
  private var queue = PriorityQueue<Item>()
  /// The number of cities so far that did not fulfill the condition.
  private(set) var rejectedCount = 0
  /// The number of these after which the search gives up, to be continued in another way.
  var patience = Int.max
  /// Whether it did.
  var hasGivenUp: Bool { rejectedCount > patience }

  /// A city, or the cell of the tree with some leaves.
  private struct Item: Comparable, Sendable {
    /// The haversine of a city, and a lower bound for that of all cities of a cell.
    let haversine: Double
    let row: UInt32
    /// The leaves of a cell; none for a city.
    let leaves: Range<UInt32>
    /// How far the cell lies from the origin along each axis.
    let gaps: SIMD4<Float>

    static func < (one: Item, two: Item) -> Bool {
      if one.haversine != two.haversine { return one.haversine < two.haversine }
      // Cells come before cities, so that equally far cities are compared with each other.
      if one.leaves.isEmpty != two.leaves.isEmpty { return two.leaves.isEmpty }
      return (one.row, one.leaves.lowerBound) < (two.row, two.leaves.lowerBound)
    }

    static func == (one: Item, two: Item) -> Bool { !(one < two) && !(two < one) }
  }

  init(_ tree: CityTree, from origin: Coordinate) {
    self.tree = tree
    self.origin = UnitVector(origin).lanes
    measure = DistanceMeasure(from: origin)
    add(0..<tree.points.leaves.count, gaps: SIMD4())
  }

  private mutating func add(_ leaves: Range<Int>, gaps: SIMD4<Float>) {
    guard !leaves.isEmpty else { return }
    queue.add(
      Item(
        haversine: UnitVector.leastHaversine(forSquaredChord: (gaps * gaps).sum()), row: 0,
        leaves: UInt32(leaves.lowerBound)..<UInt32(leaves.upperBound), gaps: gaps))
  }

  /// The next city that fulfills a condition; `nil` after the last, and if the search has given up.
  ///
  /// - Complexity: O(*s* log *s*) for *s* cities that are visited.
  mutating func next(where isIncluded: (CityRow) -> Bool) -> CityRow? {
    while !hasGivenUp, let first = queue.popFirst() {
      if first.leaves.isEmpty { return CityRow(Int(first.row)) }
      let leaves = Int(first.leaves.lowerBound)..<Int(first.leaves.upperBound)
      if leaves.count == 1 {
        addCities(of: tree.points.leaves[leaves.lowerBound], where: isIncluded)
        continue
      }
      let middle = KDTree.middle(of: leaves)
      let split = tree.points.splits[middle]
      let axis = Int(split.axis)
      let gap = origin[axis] - split.position
      var farGaps = first.gaps
      farGaps[axis] = gap
      let (before, behind) = (leaves.lowerBound..<middle, middle..<leaves.upperBound)
      add(before, gaps: gap < 0 ? first.gaps : farGaps)
      add(behind, gaps: gap < 0 ? farGaps : first.gaps)
    }
    return nil
  }

  private mutating func addCities(of leaf: KDTree.Leaf, where isIncluded: (CityRow) -> Bool) {
    for lane in 0..<KDTree.Leaf.capacity where leaf.isUsed(lane) {
      let row = Int(leaf.rows[lane])
      add(row, where: isIncluded)
      for other in tree.coincidentPoints.others(at: row) { add(other, where: isIncluded) }
    }
  }

  private mutating func add(_ row: Int, where isIncluded: (CityRow) -> Bool) {
    guard isIncluded(CityRow(row)) else {
      rejectedCount += 1
      return
    }
    queue.add(
      Item(
        haversine: measure.haversine(to: tree.records.coordinate(atRow: CityRow(row))),
        row: UInt32(row), leaves: 0..<0, gaps: SIMD4()))
  }
}

internal import PrefixSearch

/// Enumerates cities by distance from a point, the nearest first; equally far ones in canonical order.
///
/// Cells of the tree and cities wait in one queue, in the order of the least distance that they may have
/// (Hjaltason and Samet, *Distance Browsing in Spatial Databases*, 1999). Every search for what is near is a use of
/// this one: it takes as many cities as it needs.
struct NearestCursor: Sendable {
  private let tree: CityTree
  private let origin: SIMD4<Float>
  private let measure: DistanceMeasure
  private var queue = PriorityQueue<Item>()
  /// The number of cities so far that did not fulfill the condition.
  private(set) var rejectedCount = 0

  /// A city and how far it is.
  struct Neighbor {
    let city: CityRow
    /// sin²(angle / 2), which grows with the distance.
    let haversine: Double
  }

  /// A city, or the cell of the tree with some leaves.
  private struct Item: Comparable, Sendable {
    /// The haversine of a city, and a lower bound for that of all cities of a cell.
    let haversine: Double
    /// The row of a city, or the first leaf of a cell.
    let first: UInt32
    /// The end of the leaves of a cell; 0 for a city.
    let end: UInt32
    /// How far the cell lies from the origin along each axis; the fourth lane has the bits of `lanes`.
    private(set) var gaps = SIMD4<Float>()

    /// The lanes of a leaf that fulfill the condition and were not visited; 0 for all, if it was not visited.
    var lanes: UInt32 { gaps.w.bitPattern }
    var isCity: Bool { end == 0 }
    var leaves: Range<Int> { Int(first)..<Int(end) }

    /// A city.
    init(_ row: Int, haversine: Double) {
      (first, end) = (UInt32(truncatingIfNeeded: row), 0)
      self.haversine = haversine
    }

    /// A cell.
    init(_ leaves: Range<Int>, gaps: SIMD4<Float>) {
      (first, end) = (
        UInt32(truncatingIfNeeded: leaves.lowerBound), UInt32(truncatingIfNeeded: leaves.upperBound)
      )
      self.gaps = gaps
      haversine = UnitVector.leastHaversine(forSquaredChord: (gaps * gaps).sum())
    }

    /// The rest of a leaf.
    init(leaf: Int, lanes: UInt32, haversine: Double) {
      (first, end) = (UInt32(truncatingIfNeeded: leaf), UInt32(truncatingIfNeeded: leaf) &+ 1)
      gaps.w = Float(bitPattern: lanes)
      self.haversine = haversine
    }

    /// Goes down to the leaf on the origin's side of each split, past the cells on the other sides.
    ///
    /// The distance of a cell on each axis is maintained incrementally (Arya and Mount, 1993); it is zero for an
    /// axis on which the origin lies within the cell.
    @inline(__always)
    func leaf(
      nearestTo origin: SIMD4<Float>, in tree: KDTree, beside add: (Item) -> Void
    ) -> Int {
      var leaves = leaves
      while leaves.count > 1 {
        let middle = KDTree.middle(of: leaves)
        let split = tree.splits[middle]
        let axis = Int(split.axis)
        let gap = origin[axis] - split.position
        var farGaps = gaps
        farGaps[axis] = gap
        let (before, behind) = (leaves.lowerBound..<middle, middle..<leaves.upperBound)
        add(Item(gap < 0 ? behind : before, gaps: farGaps))
        leaves = gap < 0 ? before : behind
      }
      return leaves.lowerBound
    }

    @inline(__always)
    static func < (one: Item, two: Item) -> Bool {
      if one.haversine != two.haversine { return one.haversine < two.haversine }
      // Cells come before cities, so that equally far cities are compared with each other.
      if one.isCity != two.isCity { return two.isCity }
      return one.first < two.first
    }

    static func == (one: Item, two: Item) -> Bool { !(one < two) && !(two < one) }
  }

  init(_ tree: CityTree, from origin: Coordinate) {
    self.tree = tree
    self.origin = UnitVector(origin).lanes
    measure = DistanceMeasure(from: origin)
    guard !tree.points.leaves.isEmpty else { return }
    // Room for the cells beside a path to a leaf, and some cities.
    queue.reserveCapacity(48)
    queue.add(Item(0..<tree.points.leaves.count, gaps: SIMD4()))
  }

  /// The next city that fulfills a condition.
  ///
  /// - Parameters:
  ///   - patience: The greatest number of cities, in all calls, that do not fulfill the condition.
  ///   - isIncluded: The condition.
  /// - Returns: The city; `nil` after the last, and after too many that do not fulfill the condition.
  /// - Complexity: O(*s* log *s*) for *s* cities that are visited.
  @inline(__always)
  mutating func next(
    patience: Int = .max, where isIncluded: (CityRow) -> Bool
  ) -> Neighbor? {
    while rejectedCount <= patience, let first = queue.popFirst() {
      if first.isCity {
        return Neighbor(city: CityRow(Int(first.first)), haversine: first.haversine)
      }
      let leaf = first.leaf(nearestTo: origin, in: tree.points) { queue.add($0) }
      visit(leaf, lanes: first.lanes, where: isIncluded)
    }
    return nil
  }

  /// The first city that fulfills a condition, of a cursor that has found none.
  ///
  /// The walk goes deep first, and leaves out what is further away than a city that was seen: so nothing has to be kept
  /// in order.
  @inline(__always)
  private mutating func nearest(
    patience: Int, where isIncluded: (CityRow) -> Bool
  ) -> Neighbor? {
    // The queue is emptied, so that its memory is not copied.
    var cells = queue.elements
    queue = PriorityQueue()
    // More than the haversine of any city, and less than that of the points that fill a leaf.
    var best = Neighbor(city: CityRow(.max), haversine: 2)
    while rejectedCount <= patience, let cell = cells.popLast() {
      if cell.haversine > best.haversine { continue }
      let leaf = tree.points.leaves[
        cell.leaf(nearestTo: origin, in: tree.points) { cells.append($0) }]
      var squares = leaf.squares(from: origin)
      while true {
        let least = squares.min()
        guard UnitVector.leastHaversine(forSquaredChord: least) <= best.haversine else { break }
        var lane = 0
        while squares[lane] != least { lane &+= 1 }
        squares[lane] = .infinity
        let (first, isShared) = (leaf.row(lane), leaf.isShared(lane))
        let others = isShared ? Array(tree.coincidentPoints.others(at: first)) : []
        guard let city = isIncluded(first) ? first : others.first(where: isIncluded) else {
          rejectedCount &+= 1
          continue
        }
        let haversine = measure.haversine(to: tree.records.coordinate(atRow: city))
        if (haversine, city) < (best.haversine, best.city) {
          best = Neighbor(city: city, haversine: haversine)
        }
      }
    }
    return rejectedCount <= patience && best.haversine < 2 ? best : nil
  }

  /// The next cities that fulfill a condition, within a distance in meters.
  ///
  /// - Parameters:
  ///   - limit: The greatest number of cities.
  ///   - meters: The greatest distance.
  ///   - patience: The greatest number of cities that do not fulfill the condition.
  ///   - isIncluded: The condition.
  /// - Returns: The rows; fewer than `limit` if there are no more, or after too many others.
  @inline(__always)
  mutating func rows(
    _ limit: Int, within meters: Double, patience: Int = .max, where isIncluded: (CityRow) -> Bool
  ) -> [CityRow] {
    func isWithin(_ found: Neighbor) -> Bool {
      meters == .infinity || Coordinate.distance(ofHaversine: found.haversine) <= meters
    }
    if limit == 1 {
      let first = nearest(patience: patience, where: isIncluded)
      return first.map { isWithin($0) ? [$0.city] : [] } ?? []
    }
    var rows: [CityRow] = []
    while rows.count < limit, let next = next(patience: patience, where: isIncluded), isWithin(next)
    {
      rows.append(next.city)
    }
    return rows
  }

  /// Queues the cities of a leaf that may be the next, and the others as the rest of the leaf.
  @inline(__always)
  private mutating func visit(
    _ number: Int, lanes: UInt32, where isIncluded: (CityRow) -> Bool
  ) {
    let leaf = tree.points.leaves[number]
    var lanes = lanes == 0 ? self.lanes(of: leaf, where: isIncluded) : lanes
    let squares = leaf.squares(from: origin)
    while lanes != 0 {
      var (lane, least) = (0, Float.infinity)
      var rest = lanes
      while rest != 0 {
        let next = rest.trailingZeroBitCount
        if squares[next] < least { (lane, least) = (next, squares[next]) }
        rest &= rest &- 1
      }
      let haversine = UnitVector.leastHaversine(forSquaredChord: least)
      if let first = queue.first, first.haversine < haversine {
        return queue.add(Item(leaf: number, lanes: lanes, haversine: haversine))
      }
      lanes &= ~(1 &<< UInt32(truncatingIfNeeded: lane))
      let isShared = leaf.isShared(lane)
      let city = leaf.row(lane)
      if !isShared || isIncluded(city) { add(city) }
      if isShared {
        for other in tree.coincidentPoints.others(at: city) where isIncluded(other) { add(other) }
      }
    }
  }

  /// The lanes of a leaf with cities that fulfill the condition.
  @inline(__always)
  private mutating func lanes(
    of leaf: KDTree.Leaf, where isIncluded: (CityRow) -> Bool
  ) -> UInt32 {
    var lanes: UInt32 = 0
    for lane in 0..<KDTree.Leaf.capacity where leaf.isUsed(lane) {
      let city = leaf.row(lane)
      if isIncluded(city)
        || leaf.isShared(lane) && tree.coincidentPoints.others(at: city).contains(where: isIncluded)
      {
        lanes |= 1 &<< UInt32(truncatingIfNeeded: lane)
      } else {
        rejectedCount &+= 1
      }
    }
    return lanes
  }

  private mutating func add(_ city: CityRow) {
    let haversine = measure.haversine(to: tree.records.coordinate(atRow: city))
    queue.add(Item(city.rawValue, haversine: haversine))
  }
}

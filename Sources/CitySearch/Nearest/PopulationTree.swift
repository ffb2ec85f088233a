internal import PrefixSearch

/// A priority search tree over the coordinates of cities (McCreight, 1985), which finds the most populous
/// ones of a rectangle.
///
/// It is a k-d tree of latitudes and longitudes, each node of which has a city: the most populous one of its
/// part of the plane. The other cities of this part are divided in two at the median, along the wider side.
/// A search takes the most populous city out of a queue, and puts in the two below it. So it gives cities by
/// descending population, and passes over few that lie elsewhere.
///
/// The nodes are stored in the order in which they are divided, without pointers: the first half follows
/// its node, and where the second begins follows from the number of nodes. A node takes 16 bytes.
final class PopulationTree: Sendable {
  private let nodes: [Node]
  /// The cities by their ranks.
  private let order: PopulationOrder

  private struct Node: Sendable {
    let latitude, longitude: Int32
    /// The place of the city among all cities by population; no two have the same.
    let rank: UInt32
    /// Where the cities below are divided: up to there those of the first half, from there on those of the
    /// second.
    var split = Split(at: 0, ofLongitudes: false)
  }

  /// A coordinate, whose lowest bit says which one it is, so that it takes four bytes.
  private struct Split: Sendable {
    private let bits: Int32

    init(at coordinate: Int32, ofLongitudes: Bool) {
      bits = coordinate & ~1 | (ofLongitudes ? 1 : 0)
    }

    var dividesLongitudes: Bool { bits & 1 != 0 }
    /// At most the coordinate, and at least one unit less.
    var least: Int32 { bits & ~1 }
    /// At least the coordinate, and at most one unit more.
    var greatest: Int32 { bits | 1 }
  }

  /// Builds the tree.
  ///
  /// - Complexity: O(*n* log *n*) on average, where *n* is the number of cities.
  init(_ table: Gazetteer.Table) {
    order = table.populationOrder
    var nodes: [Node] = []
    nodes.reserveCapacity(table.count)
    for (rank, row) in order.rows.enumerated() {
      let place = table.records.coordinate(atRow: CityRow(Int(row)))
      nodes.append(
        Node(
          latitude: place.fixedLatitude, longitude: place.fixedLongitude, rank: UInt32(rank)))
    }
    Self.divide(&nodes, 0..<nodes.count)
    self.nodes = nodes
  }

  /// The nodes of the two halves below the first node of a range.
  private static func halves(of nodes: Range<Int>) -> (first: Range<Int>, second: Range<Int>) {
    let start = nodes.lowerBound + 1
    let middle = start + (nodes.upperBound - start) / 2
    return (start..<middle, middle..<nodes.upperBound)
  }

  /// Brings the most populous city of a range to its beginning, and divides the others, recursively.
  private static func divide(_ nodes: inout [Node], _ range: Range<Int>) {
    guard range.count > 1 else { return }
    var (best, latitudes, longitudes) = (range.lowerBound, Extent(), Extent())
    for index in range {
      if nodes[index].rank < nodes[best].rank { best = index }
      latitudes.insert(nodes[index].latitude)
      longitudes.insert(nodes[index].longitude)
    }
    nodes.swapAt(range.lowerBound, best)
    let (first, second) = halves(of: range)
    let isWide = longitudes.width > latitudes.width
    let middle = second.lowerBound
    let rest = first.lowerBound..<second.upperBound
    if isWide {
      nodes.select(middle, in: rest) { $0.longitude }
    } else {
      nodes.select(middle, in: rest) { $0.latitude }
    }
    let split = isWide ? nodes[middle].longitude : nodes[middle].latitude
    nodes[range.lowerBound].split = Split(at: split, ofLongitudes: isWide)
    divide(&nodes, first)
    divide(&nodes, second)
  }

  /// The least and the greatest of some numbers.
  private struct Extent {
    private var least = Int32.max
    private var greatest = Int32.min

    var width: Int64 { Int64(greatest) - Int64(least) }

    mutating func insert(_ number: Int32) {
      least = min(least, number)
      greatest = max(greatest, number)
    }
  }
}

// MARK: - Searching

extension PopulationTree {
  /// A part of the tree that was not visited yet; the lesser is visited first.
  private struct Part: Comparable {
    /// The rank of its most populous city.
    let rank: UInt32
    let start, end: UInt32
    /// The number of the box in which cities are looked for.
    let box: Int

    static func < (one: Part, two: Part) -> Bool { one.rank < two.rank }
    static func == (one: Part, two: Part) -> Bool { one.rank == two.rank }
  }

  /// Finds the most populous cities of a rectangle.
  ///
  /// - Parameters:
  ///   - rectangle: The rectangle.
  ///   - limit: The greatest number of cities.
  /// - Returns: Their rows, the largest first; ties in canonical order.
  /// - Complexity: O((*k* + *s*) log *n*), where *k* is the number of cities found and *n* that of all cities;
  ///   *s* is the number of more populous ones near the edges, which is O(√*n*) at worst.
  func rows(in rectangle: CoordinateRectangle, limit: Int) -> [CityRow] {
    let boxes = rectangle.boxes
    var queue = PriorityQueue<Part>()
    func add(_ range: Range<Int>, _ box: Int) {
      guard !range.isEmpty else { return }
      queue.add(
        Part(
          rank: nodes[range.lowerBound].rank, start: UInt32(range.lowerBound),
          end: UInt32(range.upperBound), box: box))
    }
    for box in boxes.indices { add(nodes.indices, box) }
    var found: [CityRow] = []
    while found.count < limit, let part = queue.popFirst() {
      let (node, box) = (nodes[Int(part.start)], boxes[part.box])
      if box.contains(latitude: node.latitude, longitude: node.longitude) {
        found.append(CityRow(Int(order.rows[Int(node.rank)])))
      }
      let (first, second) = Self.halves(of: Int(part.start)..<Int(part.end))
      // Both halves extend as far as their part does, but for the split.
      let least = node.split.dividesLongitudes ? box.west : box.south
      let greatest = node.split.dividesLongitudes ? box.east : box.north
      if least <= node.split.greatest { add(first, part.box) }
      if greatest >= node.split.least { add(second, part.box) }
    }
    return found
  }
}

extension Gazetteer {
  /// Finds the most populous cities of a rectangle, such as that of a map.
  ///
  /// ```swift
  /// let alps = CoordinateRectangle(south: 45.5, west: 5.9, north: 47.8, east: 13.5)
  /// gazetteer.cities(in: alps, limit: 20).first?.name  // "Zürich"
  /// ```
  ///
  /// A search among the names in a rectangle has a filter, see ``CityFilter/rectangles``.
  ///
  /// - Parameters:
  ///   - rectangle: The rectangle; its edges belong to it.
  ///   - limit: The greatest number of cities, none if it is negative.
  /// - Returns: The cities, the largest first; ties in canonical order.
  /// - Complexity: O((*k* + *s*) log *n*), where *k* is the number of cities found and *n* that of all
  ///   cities; *s* is the number of more populous ones near the edges, which is O(√*n*) at worst. The first
  ///   call builds a tree in O(*n* log *n*), which is kept as long as the gazetteer.
  public func cities(in rectangle: CoordinateRectangle, limit: Int) -> [City] {
    rows(in: rectangle, limit: limit).map { self[$0] }
  }

  /// Finds the rows of the most populous cities of a rectangle, without making the cities.
  ///
  /// - Parameters:
  ///   - rectangle: The rectangle; its edges belong to it.
  ///   - limit: The greatest number of rows, none if it is negative.
  /// - Returns: The rows, those of the largest cities first; ties in canonical order.
  /// - Complexity: That of ``cities(in:limit:)``.
  package func rows(in rectangle: CoordinateRectangle, limit: Int) -> [CityRow] {
    guard limit > 0 else { return [] }
    return table.populationTree.rows(in: rectangle, limit: limit)
  }
}

package import PrefixSearch

/// Exact nearest-neighbor search over cities.
///
/// ```swift
/// let places = NearestCities(gazetteer)
/// let here = Coordinate(latitude: 48.8583, longitude: 2.2945)
/// places.nearest(to: here)?.city.name  // "Paris 16 Passy"
///
/// let large = CityFilter(minimumPopulation: 500_000)
/// places.nearest(to: here, filter: large)?.city.name  // "Paris"
/// ```
///
/// The answer is that of a linear scan by the haversine that ``Coordinate/distance(to:)`` is computed
/// from, which has finer steps than the distance; ties come in canonical order. It is the city that
/// ``CityOrder/distance(from:)`` puts first.
///
/// The cities are stored in a k-d tree over points of the unit sphere, so that neither the poles nor the
/// antimeridian are special cases. The tree works in single precision with an error bound, and the exact
/// distance decides between the few cities within it. Cities at the same point are stored in the tree
/// once.
///
/// The value is immutable; any number of tasks may search at once.
public struct NearestCities: Sendable {
  /// The cities.
  public let gazetteer: Gazetteer
  private let tree: CityTree

  /// Takes the tree of the gazetteer, or builds it.
  ///
  /// - Parameter gazetteer: The cities to find.
  /// - Complexity: O(*n* log *n*) on average, where *n* is the number of cities; O(1) if the tree is there,
  ///   because cities of this gazetteer were searched by distance before.
  public init(_ gazetteer: Gazetteer) {
    self.gazetteer = gazetteer
    tree = gazetteer.table.cityTree
  }

  /// The exact number of bytes of the tree, without the gazetteer.
  ///
  /// - Complexity: O(1).
  package var memoryFootprint: MemoryFootprint {
    MemoryFootprint([
      .init("leaves", storageOf: tree.points.leaves),
      .init("splits", storageOf: tree.points.splits),
      .init("shared places", storageOf: tree.coincidentPoints.pairs),
    ])
  }
}

/// The tree over the cities of a gazetteer, which all searches by distance share.
final class CityTree: Sendable {
  /// The first city at each point.
  let points: KDTree
  /// The others.
  let coincidentPoints: CoincidentPoints
  let records: CityRecords

  init(_ table: Gazetteer.Table) {
    let records = table.records
    let rows = 0..<table.count
    let coincidentPoints = CoincidentPoints(rows: rows) { records.coordinate(atRow: CityRow($0)) }
    points = KDTree(
      coincidentPoints.firstRows(of: rows).map { row in
        KDTree.Point(UnitVector(records.coordinate(atRow: CityRow(row))), row: row)
      })
    self.coincidentPoints = coincidentPoints
    self.records = records
  }
}

extension NearestCities {
  /// A city and how far away it is.
  public struct Answer: Sendable, Hashable {
    /// The city.
    public let city: City
    /// The great-circle distance in meters.
    public let distance: Double

    /// Creates an answer.
    package init(city: City, distance: Double) {
      self.city = city
      self.distance = distance
    }
  }

  /// Finds the city nearest to a point.
  ///
  /// - Parameters:
  ///   - point: Any point.
  ///   - filter: Which cities may be found, such as those with a least population.
  ///   - maximumDistance: The greatest distance in meters; none is near enough if it is negative.
  /// - Returns: The city, or `nil` if no city passes the filter within the distance.
  /// - Complexity: O(log *n*) for cities that are distributed as in the world, where *n* is their number;
  ///   O(*n*) in the worst case, for a point from which all are equally far. With a filter, O(*m* + log *n*),
  ///   where *m* is the number of nearer cities that do not pass; if they are many, O(*n*).
  public func nearest(
    to point: Coordinate, filter: CityFilter = CityFilter(), maximumDistance: Double = .infinity
  ) -> Answer? {
    row(nearestTo: point, filter: filter, maximumDistance: maximumDistance)
      .map { answer(atRow: $0, to: point) }
  }

  /// Finds the cities nearest to a point, the nearest first.
  ///
  /// - Parameters:
  ///   - point: Any point.
  ///   - limit: The greatest number of cities, none if it is negative.
  ///   - filter: Which cities may be found, such as those with a least population.
  ///   - maximumDistance: The greatest distance in meters; none is near enough if it is negative.
  /// - Returns: The cities; fewer than `limit` only if there are no more.
  /// - Complexity: O(*k* log *k* + log *n*) for cities that are distributed as in the world, where *k* is
  ///   the limit and *n* the number of cities; O(*n* log *k*) at worst. With a filter, O(*m* + *k* log *k* +
  ///   log *n*), where *m* is the number of nearer cities that do not pass; if they are many, O(*n*).
  public func nearest(
    to point: Coordinate, limit: Int, filter: CityFilter = CityFilter(),
    maximumDistance: Double = .infinity
  ) -> [Answer] {
    rows(nearestTo: point, limit: limit, filter: filter, maximumDistance: maximumDistance)
      .map { answer(atRow: $0, to: point) }
  }

  /// Finds the row of the city nearest to a point, without making the city.
  ///
  /// - Parameters:
  ///   - point: Any point.
  ///   - filter: Which cities may be found.
  ///   - maximumDistance: The greatest distance in meters.
  /// - Returns: The row in the gazetteer, or `nil` if no city passes the filter within the distance.
  /// - Complexity: That of ``nearest(to:filter:maximumDistance:)``.
  package func row(
    nearestTo point: Coordinate, filter: CityFilter = CityFilter(),
    maximumDistance: Double = .infinity
  ) -> CityRow? {
    guard filter.isEmpty, maximumDistance == .infinity else {
      return rows(nearestTo: point, limit: 1, passing: filter, within: maximumDistance).first
    }
    var nearest = NearestNeighbor(from: point, in: gazetteer)
    tree.points.search(from: UnitVector(point), for: &nearest)
    return nearest.row.map { CityRow($0) }
  }

  /// Finds the rows of the cities nearest to a point, the nearest first.
  ///
  /// - Parameters:
  ///   - point: Any point.
  ///   - limit: The greatest number of rows, none if it is negative.
  ///   - filter: Which cities may be found.
  ///   - maximumDistance: The greatest distance in meters.
  /// - Returns: The rows in the gazetteer; fewer than `limit` only if there are no more.
  /// - Complexity: That of ``nearest(to:limit:filter:maximumDistance:)``.
  package func rows(
    nearestTo point: Coordinate, limit: Int, filter: CityFilter = CityFilter(),
    maximumDistance: Double = .infinity
  ) -> [CityRow] {
    guard limit > 0 else { return [] }
    guard filter.isEmpty, maximumDistance == .infinity else {
      return rows(nearestTo: point, limit: limit, passing: filter, within: maximumDistance)
    }
    var places = NearestNeighbors(limit, from: point, in: gazetteer)
    tree.points.search(from: UnitVector(point), for: &places)
    return tree.coincidentPoints.rows(of: places.sorted, limit: limit).map { CityRow($0) }
  }

  private func answer(atRow row: CityRow, to point: Coordinate) -> Answer {
    let city = gazetteer[row]
    return Answer(city: city, distance: point.distance(to: city.coordinate))
  }
}

/// Cities with exactly the coordinate of an earlier one.
///
/// Data sets assign one coordinate to many cities of unknown position. The tree cannot split them, so it
/// holds the first city at each point, and this table holds the others.
struct CoincidentPoints: Sendable {
  /// The row of the first city at a point in the high half, that of another in the low: ascending.
  let pairs: [UInt64]

  /// Finds the points with more than one city.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of rows.
  init(rows: Range<Int>, coordinate: (Int) -> Coordinate) {
    var placed = rows.map { row in
      let place = coordinate(row)
      return (
        UInt64(UInt32(bitPattern: place.fixedLatitude)) << 32
          | UInt64(UInt32(bitPattern: place.fixedLongitude)),
        UInt32(row)
      )
    }
    placed.sort(by: <)
    var pairs: [UInt64] = []
    var first = placed.startIndex
    for index in placed.indices.dropFirst() {
      if placed[index].0 == placed[first].0 {
        pairs.append(UInt64(placed[first].1) << 32 | UInt64(placed[index].1))
      } else {
        first = index
      }
    }
    pairs.sort()
    self.pairs = pairs
  }

  /// The rows of the first city at each point.
  func firstRows(of rows: Range<Int>) -> [Int] {
    let others = Set(pairs.lazy.map { UInt32(truncatingIfNeeded: $0) })
    return rows.filter { !others.contains(UInt32($0)) }
  }

  /// The rows of all cities at some points, the nearest first, at most `limit`.
  ///
  /// Distinct points may be equally far, for example on both sides of the query, so the rows of equally
  /// far points are sorted together.
  func rows(of places: [Neighbor], limit: Int) -> [Int] {
    var rows: [Neighbor] = []
    for place in places {
      rows.append(place)
      for other in others(at: place.row) {
        rows.append(Neighbor(haversine: place.haversine, row: other))
      }
    }
    return rows.first(limit, by: <).map { $0.row }
  }

  /// The rows of the other cities at the point of a first one.
  func others(at row: Int) -> some Sequence<Int> {
    pairs[firstIndex(ofPlaceAt: row)...].lazy.prefix { $0 >> 32 == UInt64(row) }
      .map { Int(UInt32(truncatingIfNeeded: $0)) }
  }

  /// The index of the first pair of a point.
  private func firstIndex(ofPlaceAt row: Int) -> Int {
    pairs.indices.partitioningIndex { pairs[$0] >> 32 >= UInt64(row) }
  }
}

/// A city with its sort key: its distance, then its row.
struct Neighbor: Sendable, Comparable {
  /// sin²(angle / 2), which grows with the distance.
  let haversine: Double
  let row: Int

  static func < (one: Neighbor, two: Neighbor) -> Bool {
    (one.haversine, one.row) < (two.haversine, two.row)
  }
}

/// Collects the nearest city.
struct NearestNeighbor: NeighborCollector {
  private let measure: DistanceMeasure
  private let records: CityRecords
  private var best = Neighbor(haversine: .infinity, row: .max)
  private(set) var limit = UnitVector.noLimit

  init(from point: Coordinate, in gazetteer: Gazetteer) {
    measure = DistanceMeasure(from: point)
    records = gazetteer.table.records
  }

  /// The row of the nearest city; `nil` if there is none.
  var row: Int? { best.row == .max ? nil : best.row }

  mutating func add(row: Int) {
    let place = Neighbor(
      haversine: measure.haversine(to: records.coordinate(atRow: CityRow(row))), row: row)
    guard place < best else { return }
    best = place
    limit = UnitVector.limit(forHaversine: place.haversine)
  }
}

/// Collects the *k* nearest cities.
struct NearestNeighbors: NeighborCollector {
  private let measure: DistanceMeasure
  private let records: CityRecords
  private let count: Int
  /// The nearest cities so far; once there are `count`, a heap with the furthest at its root.
  private var places: [Neighbor] = []
  private(set) var limit = UnitVector.noLimit

  /// Creates an empty collector; `count` is at least 1.
  init(_ count: Int, from point: Coordinate, in gazetteer: Gazetteer) {
    measure = DistanceMeasure(from: point)
    records = gazetteer.table.records
    self.count = count
  }

  /// The cities, the nearest first.
  var sorted: [Neighbor] { places.sorted() }

  mutating func add(row: Int) {
    let haversine = measure.haversine(to: records.coordinate(atRow: CityRow(row)))
    places.keepFirst(count, adding: Neighbor(haversine: haversine, row: row), by: <)
    if places.count == count { limit = UnitVector.limit(forHaversine: places[0].haversine) }
  }
}

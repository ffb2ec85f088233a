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
  package let gazetteer: Gazetteer
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
    MemoryFootprint(parts: [
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
    let coincidentPoints = CoincidentPoints(rows: 0..<table.count) {
      records.coordinate(atRow: CityRow($0))
    }
    let shared = Set(coincidentPoints.pairs.lazy.map { Int($0 >> 32) })
    points = KDTree(
      coincidentPoints.firstRows(of: 0..<table.count).map { row in
        KDTree.Point(
          UnitVector(records.coordinate(atRow: CityRow(row))), row: row,
          isShared: shared.contains(row))
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
    rows(nearestTo: point, limit: 1, filter: filter, maximumDistance: maximumDistance).first
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
    // Not a number is less than no number.
    guard limit > 0, maximumDistance >= 0 else { return [] }
    var cursor = NearestCursor(tree, from: point)
    guard let filter = RowFilter(filter, in: gazetteer) else {
      return cursor.rows(limit, within: maximumDistance) { _ in true }
    }
    if filter.isImpossible { return [] }
    let patience = filter.namedRows == nil ? Self.patience : -1
    var rows = cursor.rows(
      limit, within: maximumDistance, patience: patience, where: filter.contains)
    guard cursor.rejectedCount > patience else { return rows }
    var rest = filter.allCities()
    for row in rows { rest.remove(row) }
    let table = gazetteer.table
    var others = CityCursor(
      rest, by: CityRanking(.distance(from: point), in: table), in: table)
    while rows.count < limit, let city = others.next(),
      point.distance(to: table.records.coordinate(atRow: city)) <= maximumDistance
    {
      rows.append(city)
    }
    return rows
  }

  /// After so many cities that do not pass a filter, those that pass are determined for all: tests in any order
  /// wait for memory.
  private static let patience = 2_048

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

  /// The other cities at the point of a first one.
  func others(at first: CityRow) -> some Sequence<CityRow> {
    let row = UInt64(first.rawValue)
    let start = pairs.indices.partitioningIndex { pairs[$0] >> 32 >= row }
    return pairs[start...].lazy.prefix { $0 >> 32 == row }
      .map { CityRow(Int(UInt32(truncatingIfNeeded: $0))) }
  }
}

public import PrefixSearch

/// The nearest city to a point, exactly, without looking at all of them.
///
/// ```swift
/// let places = NearestCities(gazetteer)
/// let here = Coordinate(latitude: 48.8583, longitude: 2.2945)
/// places.nearest(to: here)?.city.name  // "Paris 16 Passy"
/// ```
///
/// The answer is that of a scan over all cities by ``Coordinate/distance(to:)``, or rather by the
/// measure from which it is computed, whose steps are finer; equally near cities come in canonical
/// order. It is the same that ``CityOrder/distance(from:)`` puts first.
///
/// The cities' places stand in a tree over the points of the sphere, so that neither a pole nor the
/// antimeridian is special. The tree works in single precision, with an allowance for what that
/// leaves open, and the exact measure decides between the few cities within it. Cities at one place
/// stand in the tree once.
///
/// The value is immutable; any number of tasks may ask at once.
public struct NearestCities: Sendable {
  /// The cities.
  public let gazetteer: Gazetteer
  private let tree: PlaceTree
  private let sharedPlaces: SharedPlaces

  /// Builds the tree.
  ///
  /// - Parameter gazetteer: The cities to find.
  /// - Complexity: O(*n* log *n*) on average, where *n* is the number of cities.
  public init(_ gazetteer: Gazetteer) {
    self.gazetteer = gazetteer
    let records = gazetteer.table.records
    let rows = gazetteer.indices.rawValues
    let sharedPlaces = SharedPlaces(rows: rows) { records.coordinate(atRow: CityRow($0)) }
    tree = PlaceTree(
      sharedPlaces.firstRows(of: rows).map { row in
        PlaceTree.Point(UnitVector(records.coordinate(atRow: CityRow(row))), row: row)
      })
    self.sharedPlaces = sharedPlaces
  }

  /// The exact number of bytes of the tree, without the gazetteer.
  ///
  /// - Complexity: O(1).
  public var memoryFootprint: MemoryFootprint {
    MemoryFootprint([
      .init("leaves", storageOf: tree.leaves),
      .init("splits", storageOf: tree.splits),
      .init("shared places", storageOf: sharedPlaces.pairs),
    ])
  }
}

extension NearestCities {
  /// A city and how far away it is.
  public struct Answer: Sendable, Hashable {
    /// The city.
    public let city: City
    /// The length of the great circle to it, in metres.
    public let distance: Double

    /// Creates an answer.
    public init(city: City, distance: Double) {
      self.city = city
      self.distance = distance
    }
  }

  /// Finds the city nearest to a point.
  ///
  /// - Parameter point: Any point.
  /// - Returns: The city, or `nil` if there are no cities at all.
  /// - Complexity: O(log *n*) for cities that are spread as in the world, where *n* is their number;
  ///   O(*n*) at worst, for a point from which all are equally far.
  public func nearest(to point: Coordinate) -> Answer? {
    row(nearestTo: point).map { answer(atRow: $0, to: point) }
  }

  /// Finds the cities nearest to a point, the nearest first.
  ///
  /// - Parameters:
  ///   - point: Any point.
  ///   - limit: The most cities to give, at least 0.
  /// - Returns: The cities; fewer than `limit` only if there are no more.
  /// - Complexity: O(*k* log *k* + log *n*) for cities that are spread as in the world, where *k* is
  ///   the limit and *n* the number of cities; O(*n* log *k*) at worst.
  public func nearest(to point: Coordinate, limit: Int) -> [Answer] {
    rows(nearestTo: point, limit: limit).map { answer(atRow: $0, to: point) }
  }

  /// Finds the row of the city nearest to a point, without making the city.
  ///
  /// - Parameter point: Any point.
  /// - Returns: The row in the gazetteer, or `nil` if there are no cities at all.
  /// - Complexity: That of ``nearest(to:)``.
  public func row(nearestTo point: Coordinate) -> CityRow? {
    var nearest = NearestPlace(from: point, in: gazetteer)
    tree.search(from: UnitVector(point), for: &nearest)
    return nearest.row.map { CityRow($0) }
  }

  /// Finds the rows of the cities nearest to a point, the nearest first.
  ///
  /// - Parameters:
  ///   - point: Any point.
  ///   - limit: The most rows to give, at least 0.
  /// - Returns: The rows in the gazetteer; fewer than `limit` only if there are no more.
  /// - Complexity: That of ``nearest(to:limit:)``.
  public func rows(nearestTo point: Coordinate, limit: Int) -> [CityRow] {
    precondition(limit >= 0, "A limit is a number from 0, not \(limit).")
    guard limit > 0 else { return [] }
    var places = NearestPlaces(limit, from: point, in: gazetteer)
    tree.search(from: UnitVector(point), for: &places)
    return sharedPlaces.rows(of: places.sorted, limit: limit).map { CityRow($0) }
  }

  private func answer(atRow row: CityRow, to point: Coordinate) -> Answer {
    let city = gazetteer[row]
    return Answer(city: city, distance: point.distance(to: city.coordinate))
  }
}

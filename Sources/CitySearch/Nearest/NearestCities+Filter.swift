internal import PrefixSearch

extension NearestCities {
  /// The rows of the nearest cities that pass a filter, within a distance.
  ///
  /// Cities are visited as without a filter, and those that do not pass are left out. If these are many, the
  /// search begins anew with all cities that pass.
  func rows(
    nearestTo point: Coordinate, limit: Int, passing filter: CityFilter, within meters: Double
  ) -> [CityRow] {
    let table = gazetteer.table
    let rowFilter = RowFilter(filter, in: gazetteer)
    // Not a number is less than no number.
    guard meters >= 0, !(rowFilter?.isImpossible ?? false) else { return [] }
    var places = PassingNeighbors(limit, from: point, within: meters, rowFilter, in: table)
    if let named = rowFilter?.namedRows {
      for row in named { places.keep(row.rawValue) }
    } else {
      table.cityTree.points.search(from: UnitVector(point), for: &places)
      if let passing = places.passing { places.restart(with: passing, from: point) }
    }
    return places.sorted.map { CityRow($0.row) }
  }
}

/// Collects the *k* nearest cities that pass a filter, within a distance.
private struct PassingNeighbors: NeighborCollector {
  private let measure: DistanceMeasure
  private let tree: CityTree
  private let count: Int
  private let greatestDistance: Double
  private let greatestLimit: Float
  private let filter: RowFilter?
  private var rejectedCount = 0
  /// All cities that pass; `nil` until the search of the tree was given up.
  private(set) var passing: CitySet?
  /// The nearest cities so far; once there are `count`, a heap with the furthest at its root.
  private var places: [Neighbor] = []
  private(set) var limit: Float

  /// After so many cities that do not pass, those that pass are determined for all: tests in any order wait
  /// for memory.
  private static let patience = 2_048
  /// So many cities are visited faster by their rows than by the leaves of the tree.
  private static let fewCities = 16_384

  init(
    _ count: Int, from point: Coordinate, within meters: Double, _ filter: RowFilter?,
    in table: Gazetteer.Table
  ) {
    measure = DistanceMeasure(from: point)
    tree = table.cityTree
    self.count = count
    greatestDistance = meters
    self.filter = filter
    let chord = sine(min(meters / Coordinate.earthRadius, .pi) / 2)
    greatestLimit = min(UnitVector.noLimit, UnitVector.limit(forHaversine: chord * chord))
    limit = greatestLimit
  }

  /// The cities, the nearest first.
  var sorted: [Neighbor] { places.sorted() }

  mutating func add(row: Int) {
    if let passing {
      if passing.contains(CityRow(row)) { keep(row) }
      return
    }
    addIfPassing(row)
    for other in tree.coincidentPoints.others(at: row) { addIfPassing(other) }
    guard rejectedCount > Self.patience, let filter else { return }
    passing = filter.allCities()
    // No city of the tree is as near as this.
    limit = -1
  }

  private mutating func addIfPassing(_ row: Int) {
    if filter?.contains(CityRow(row)) ?? true { keep(row) } else { rejectedCount += 1 }
  }

  /// Keeps a city that passes if it is near enough.
  mutating func keep(_ row: Int) {
    let haversine = measure.haversine(to: tree.records.coordinate(atRow: CityRow(row)))
    guard Coordinate.distance(ofHaversine: haversine) <= greatestDistance else { return }
    places.keepFirst(count, adding: Neighbor(haversine: haversine, row: row), by: <)
    if places.count == count {
      limit = min(limit, UnitVector.limit(forHaversine: places[0].haversine))
    }
  }

  /// Collects the nearest of the cities that pass.
  mutating func restart(with passing: CitySet, from point: Coordinate) {
    places = []
    limit = greatestLimit
    guard passing.count > Self.fewCities else {
      var row = 0
      while let city = passing.first(from: row) {
        keep(city.rawValue)
        row = city.rawValue + 1
      }
      return
    }
    tree.points.scan(from: UnitVector(point), for: &self)
    for pair in tree.coincidentPoints.pairs {
      add(row: Int(UInt32(truncatingIfNeeded: pair)))
    }
  }
}

internal import PrefixSearch

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
      var index = firstIndex(ofPlaceAt: place.row)
      while index < pairs.count, pairs[index] >> 32 == UInt64(place.row) {
        let other = Int(UInt32(truncatingIfNeeded: pairs[index]))
        rows.append(Neighbor(haversine: place.haversine, row: other))
        index += 1
      }
    }
    return rows.first(limit, by: <).map(\.row)
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

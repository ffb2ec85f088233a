internal import PrefixSearch

/// Cities that lie where an earlier one lies, to the last digit.
///
/// Files put many cities at one place when they do not know better. A tree could not part them, so it
/// holds the first of them, and this knows the others.
struct SharedPlaces: Sendable {
  /// The row of the first city of a place in the high half, that of another in the low: ascending.
  let pairs: [UInt64]

  /// Finds places of more than one city.
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

  /// The rows without those of cities that lie where an earlier one lies.
  func firstRows(of rows: Range<Int>) -> [Int] {
    let others = Set(pairs.lazy.map { UInt32(truncatingIfNeeded: $0) })
    return rows.filter { !others.contains(UInt32($0)) }
  }

  /// The rows of all cities at some places, the nearest first, at most `limit`.
  ///
  /// Places may be equally far without being one, as on both sides of a point, so the rows of equally
  /// far places are put into order together.
  func rows(of places: [MeasuredPlace], limit: Int) -> [Int] {
    var rows: [MeasuredPlace] = []
    for place in places {
      rows.append(place)
      var index = firstIndex(ofPlaceAt: place.row)
      while index < pairs.count, pairs[index] >> 32 == UInt64(place.row) {
        let other = Int(UInt32(truncatingIfNeeded: pairs[index]))
        rows.append(MeasuredPlace(haversine: place.haversine, row: other))
        index += 1
      }
    }
    return rows.first(limit, by: <).map(\.row)
  }

  /// The index of the first pair that does not come before a place.
  private func firstIndex(ofPlaceAt row: Int) -> Int {
    pairs.indices.partitioningIndex { pairs[$0] >> 32 >= UInt64(row) }
  }
}

/// A place with all that decides about its rank: how far it is, then its row.
struct MeasuredPlace: Sendable, Comparable {
  /// sin²(angle / 2), which grows with the distance.
  let haversine: Double
  let row: Int

  static func < (one: MeasuredPlace, two: MeasuredPlace) -> Bool {
    (one.haversine, one.row) < (two.haversine, two.row)
  }
}

/// Keeps the nearest place.
struct NearestPlace: PlaceCollector {
  private let measure: DistanceMeasure
  private let records: CityRecords
  private var best = MeasuredPlace(haversine: .infinity, row: .max)
  private(set) var limit = UnitVector.noLimit

  init(from point: Coordinate, in gazetteer: Gazetteer) {
    measure = DistanceMeasure(from: point)
    records = gazetteer.table.records
  }

  /// The row of the nearest place; `nil` if none was shown.
  var row: Int? { best.row == .max ? nil : best.row }

  mutating func add(row: Int) {
    let place = MeasuredPlace(
      haversine: measure.haversine(to: records.coordinate(atRow: CityRow(row))), row: row)
    guard place < best else { return }
    best = place
    limit = UnitVector.limit(forHaversine: place.haversine)
  }
}

/// Keeps the nearest places, some number of them.
struct NearestPlaces: PlaceCollector {
  private let measure: DistanceMeasure
  private let records: CityRecords
  private let count: Int
  /// The places so far; as soon as they are enough, a heap with the furthest on top.
  private var places: [MeasuredPlace] = []
  private(set) var limit = UnitVector.noLimit

  /// Starts with no places; `count` is at least 1.
  init(_ count: Int, from point: Coordinate, in gazetteer: Gazetteer) {
    measure = DistanceMeasure(from: point)
    records = gazetteer.table.records
    self.count = count
  }

  /// The places, the nearest first.
  var sorted: [MeasuredPlace] { places.sorted() }

  mutating func add(row: Int) {
    let haversine = measure.haversine(to: records.coordinate(atRow: CityRow(row)))
    places.keepFirst(count, adding: MeasuredPlace(haversine: haversine, row: row), by: <)
    if places.count == count { limit = UnitVector.limit(forHaversine: places[0].haversine) }
  }
}

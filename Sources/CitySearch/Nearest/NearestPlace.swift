internal import PrefixSearch

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

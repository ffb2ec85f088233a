internal import PrefixSearch

/// The points of cities for one query by a person at a place, see ``SearchBias``.
///
/// They are computed of the record of a city when a search asks for them: most cities are excluded by a
/// comparison of latitudes, so nothing is computed in advance for a place, and nothing is kept. A class, because
/// cursors are copied while they search.
final class AppliedBias: Sendable {
  private let rings: DistanceRings?
  /// The divisions of the country.
  private let divisions: Range<Int>
  private let chosen: [CityRow]
  private let records: CityRecords

  /// The points for a query; `nil` if no city gets any.
  ///
  /// No initializer that fails: Embedded Swift does not free the object of one.
  ///
  /// - Complexity: O(log *d* + *c* log *n*), where *d* is the number of divisions, *n* that of cities, and
  ///   *c* that of chosen ones.
  static func of(_ bias: SearchBias?, in gazetteer: Gazetteer) -> AppliedBias? {
    guard let bias, !bias.isEmpty else { return nil }
    return AppliedBias(bias, in: gazetteer)
  }

  private init(_ bias: SearchBias, in gazetteer: Gazetteer) {
    let table = gazetteer.table
    rings = bias.coordinate.map { DistanceRings(around: $0) }
    divisions =
      bias.countryCode.flatMap(table.number(of:)).map(table.divisions(ofCountry:)) ?? 0..<0
    chosen = bias.chosenIDs.compactMap(gazetteer.row(ofID:)).sortedByPlace(<)
    records = table.records
  }

  /// The points of a city.
  @inline(__always)
  func points(for city: CityRow) -> Int {
    let record = records[city]
    return (rings?.points(at: record.coordinate) ?? 0)
      + (divisions.contains(Int(clamping: record.division)) ? SearchBias.pointsForCountry : 0)
      + (isChosen(city) ? SearchBias.pointsForChosen : 0)
  }

  /// Whether a city gets more points than all cities of its country: these are few, or may be.
  @inline(__always)
  func isNear(_ city: CityRow) -> Bool {
    rings?.points(at: records[city].coordinate) ?? 0 > 0 || isChosen(city)
  }

  /// The greatest number of points of a city that is not near.
  static var greatestPointsOfOthers: Int { SearchBias.pointsForCountry }

  @inline(__always)
  private func isChosen(_ city: CityRow) -> Bool {
    if chosen.isEmpty { return false }
    let place = chosen.indices.partitioningIndex { chosen[$0] >= city }
    return place < chosen.count && chosen[place] == city
  }
}

/// The rings around a place in which cities get points.
private struct DistanceRings {
  private let measure: DistanceMeasure
  /// Most cities are excluded by these whole numbers, in the units of coordinates.
  private let latitudes: ClosedRange<Int32>
  private let longitude: Int32
  /// The greatest difference of longitudes; none excludes a city if the rings contain a pole.
  private let reach: UInt32

  /// The outer edges of the rings and their points, the innermost first.
  private static let rings = SearchBias.pointsForDistance.map { kilometers, points in
    (haversine: DistanceMeasure.haversine(ofKilometers: kilometers), points: points)
  }
  /// The radius of the outermost ring, and a little more, as it only saves the exact comparison.
  private static let degrees =
    (SearchBias.pointsForDistance.map { $0.0 }.max() ?? 0) / DistanceMeasure.kilometersPerDegree
    * 1.01

  init(around center: Coordinate) {
    measure = DistanceMeasure(from: center)
    let units = Double(Coordinate.unitsPerDegree)
    let height = Int32(Self.degrees * units)
    latitudes = center.fixedLatitude - height...center.fixedLatitude + height
    longitude = center.fixedLongitude
    reach = UInt32(
      DistanceMeasure.longitudeReach(of: Self.degrees, at: center.latitude) * units)
  }

  @inline(__always)
  func points(at coordinate: Coordinate) -> Int {
    guard latitudes.contains(coordinate.fixedLatitude) else { return 0 }
    // Up to 360 degrees, which fit in 32 bits without a sign.
    let difference = UInt32(
      truncatingIfNeeded: (Int64(coordinate.fixedLongitude) &- Int64(longitude)).magnitude)
    let turn = 360 * UInt32(Coordinate.unitsPerDegree)
    guard min(difference, turn &- difference) <= reach else { return 0 }
    return exactPoints(at: coordinate)
  }

  @inline(never)
  private func exactPoints(at coordinate: Coordinate) -> Int {
    let haversine = measure.haversine(to: coordinate)
    return Self.rings.first { haversine <= $0.haversine }?.points ?? 0
  }
}

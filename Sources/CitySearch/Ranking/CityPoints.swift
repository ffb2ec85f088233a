internal import PrefixSearch
internal import Synchronization

/// The points of all cities for a person at a place, see ``SearchBias``.
///
/// They are computed once for a place, in about the time of a slow search, because every search of many names
/// looks at the points of most cities. A class, so that copies share them.
final class CityPoints: Sendable {
  let coordinate: Coordinate?
  let country: CountryCode?
  private let points: [UInt8]

  /// Computes the points.
  ///
  /// - Complexity: O(*n*), where *n* is the number of cities.
  init(_ coordinate: Coordinate?, _ country: CountryCode?, in table: Gazetteer.Table) {
    self.coordinate = coordinate
    self.country = country
    var points = [UInt8](repeating: 0, count: table.count)
    let rings = coordinate.map { DistanceRings(around: $0) }
    let number = country.flatMap(table.number)
    let isInCountry = (0..<table.divisionCount).map {
      number != nil && table.countryNumber(ofDivision: $0) == number
    }
    for row in 0..<table.count {
      let city = CityRow(row)
      let division = table.division(atRow: city)
      var sum =
        division < isInCountry.count && isInCountry[division] ? SearchBias.pointsForCountry : 0
      if let rings { sum += rings.points(at: table.records.coordinate(atRow: city)) }
      points[row] = UInt8(sum)
    }
    self.points = points
  }

  @inline(__always)
  subscript(city: CityRow) -> Int { Int(points[city.rawValue]) }
}

/// The rings around a place in which cities get points.
private struct DistanceRings {
  private let measure: DistanceMeasure
  private let rings: [(haversine: Double, points: Int)]
  private let latitudes: ClosedRange<Double>
  private let longitude: Double
  /// The greatest difference of longitudes; none excludes a city if the rings contain a pole.
  private let reach: Double

  init(around center: Coordinate) {
    measure = DistanceMeasure(from: center)
    rings = SearchBias.pointsForDistance.map { kilometers, points in
      (DistanceMeasure.haversine(ofKilometers: kilometers), points)
    }
    let outermost = SearchBias.pointsForDistance.map(\.0).max() ?? 0
    // A little more, as this only saves the exact comparison.
    let degrees = outermost / DistanceMeasure.kilometersPerDegree * 1.01
    latitudes = center.latitude - degrees...center.latitude + degrees
    longitude = center.longitude
    reach = DistanceMeasure.longitudeReach(of: degrees, at: center.latitude)
  }

  @inline(__always)
  func points(at coordinate: Coordinate) -> Int {
    guard latitudes.contains(coordinate.latitude) else { return 0 }
    let difference = abs(coordinate.longitude - longitude)
    guard min(difference, 360 - difference) <= reach else { return 0 }
    let haversine = measure.haversine(to: coordinate)
    for ring in rings where haversine <= ring.haversine { return ring.points }
    return 0
  }
}

/// The points of cities for one query.
struct AppliedBias: Sendable {
  private let points: CityPoints?
  private let chosen: [CityRow]

  /// `nil` if no city gets points.
  init?(_ bias: SearchBias?, in gazetteer: Gazetteer) {
    guard let bias, !bias.isEmpty else { return nil }
    points =
      bias.coordinate == nil && bias.countryCode == nil
      ? nil : gazetteer.table.points(bias.coordinate, bias.countryCode)
    chosen = bias.chosenIDs.compactMap(gazetteer.row(ofID:)).sorted()
  }

  /// The points of a city.
  @inline(__always)
  func points(for city: CityRow) -> Int {
    (points.map { $0[city] } ?? 0) + (isChosen(city) ? SearchBias.pointsForChosen : 0)
  }

  /// Whether a city gets more points than all cities of its country: these are few, or may be.
  @inline(__always)
  func isNear(_ city: CityRow) -> Bool {
    let points = points.map { $0[city] } ?? 0
    // No distance gives as many points as the country alone.
    return points != 0 && points != SearchBias.pointsForCountry || isChosen(city)
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

/// The points for the last few places that were asked for.
struct KnownPoints: ~Copyable, Sendable {
  private let known = Mutex<[CityPoints]>([])
  /// A quarter of a megabyte each, of all cities: for some people who type at the same time.
  private static let greatestCount = 8

  /// The points that are known for a place.
  func points(_ coordinate: Coordinate?, _ country: CountryCode?) -> CityPoints? {
    known.withLock { known in
      known.first { $0.coordinate == coordinate && $0.country == country }
    }
  }

  /// Keeps the points for a place instead of the oldest ones.
  func keep(_ points: CityPoints) {
    known.withLock { known in
      known.insert(points, at: 0)
      if known.count > Self.greatestCount { known.removeLast() }
    }
  }
}

extension Gazetteer.Table {
  /// The points for a place, computed when they are first needed.
  func points(_ coordinate: Coordinate?, _ country: CountryCode?) -> CityPoints {
    if let points = knownPoints.points(coordinate, country) { return points }
    let points = CityPoints(coordinate, country, in: self)
    knownPoints.keep(points)
    return points
  }
}

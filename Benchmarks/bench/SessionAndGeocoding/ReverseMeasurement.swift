package import CitySearch
import Foundation
package import PrefixBenchmark
import PrefixSearch

/// The time of finding the nearest city, compared with a scan over all cities.
package struct ReverseMeasurement {
  package let gazetteer: Gazetteer
  package let count: Int
  let seed: UInt64

  package init(_ gazetteer: Gazetteer, count: Int, seed: UInt64) {
    self.gazetteer = gazetteer
    self.count = count
    self.seed = seed
  }

  /// The scan is slower by four orders of magnitude, so it is timed on fewer points.
  private var scanCount: Int { min(count, 200) }

  /// Times both on the same points, and throws if the tree finds a city that is not the nearest one.
  package func measured() throws -> (table: Table, note: String) {
    let start = MonotonicClock.now
    let places = NearestCities(gazetteer)
    let buildTime = MonotonicClock.now - start
    let coordinates = gazetteer.map(\.coordinate)
    var table = Table(heads: [
      "nearest city", "points", "p50\nns", "p99\nns", "ten, p50\nns", "p99\nns", "scan, p50\nns",
      "ratio",
    ])
    var generator = SplitMix64(seed: seed)
    for set in PointSet.allCases {
      let points = set.points(count, in: gazetteer, using: &generator)
      var (one, ten, scan) = (Samples(), Samples(), Samples())
      for point in points { blackHole(places.row(nearestTo: point)) }
      for point in points { _ = one.time { places.row(nearestTo: point) } }
      for point in points { _ = ten.time { places.rows(nearestTo: point, limit: 10) } }
      for point in points.prefix(scanCount) {
        let least = scan.time {
          coordinates.reduce(Double.infinity) { min($0, point.distance(to: $1)) }
        }
        // Several cities may be equally near, so their distances are compared.
        let row = places.row(nearestTo: point)
        guard let row, point.distance(to: coordinates[row.rawValue]) == least else {
          throw BenchFailure("The tree misses the city nearest to \(point), \(least) m away.")
        }
      }
      let times = one.percentiles([50, 99]) + ten.percentiles([50, 99]) + scan.percentiles([50])
      let ratio = Double(times[4]) / Double(max(times[0], 1))
      table.rows.append(
        [set.rawValue, points.count.grouped] + times.map(\.grouped)
          + [ratio.rounded(decimals: 0)])
    }
    let bytes = places.memoryFootprint.byteCount
    let each = Double(bytes) / Double(max(gazetteer.count, 1))
    return (
      table,
      """
      The tree has \(bytes.grouped) bytes, \(each.rounded(decimals: 1)) for each city, and was built \
      in \((Double(buildTime) / 1e6).rounded(decimals: 0)) ms.
      A scan over all coordinates found none nearer for the first \(scanCount) points of each set.
      """
    )
  }
}

/// Points for searches of the nearest city.
package enum PointSet: String, CaseIterable {
  /// Within some kilometers of a city, where people are.
  case nearCities = "near cities"
  /// Anywhere, uniformly by area: mostly at sea.
  case anywhere = "anywhere on the sphere"

  package func points(
    _ count: Int, in gazetteer: Gazetteer, using generator: inout SplitMix64
  ) -> [Coordinate] {
    (0..<count).map { _ in
      switch self {
      case .nearCities:
        if let city = gazetteer.randomElement(using: &generator) {
          return Self.point(near: city.coordinate, using: &generator)
        }
        fallthrough
      case .anywhere:
        // The height above the plane of the equator is uniform on a sphere (Archimedes).
        let height = Double.random(in: -1...1, using: &generator)
        return Coordinate(
          latitude: asin(height) * 180 / .pi,
          longitude: .random(in: -180...180, using: &generator))
      }
    }
  }

  /// A point at most a tenth of a degree, eleven kilometers, north or south and east or west.
  private static func point(
    near place: Coordinate, using generator: inout SplitMix64
  ) -> Coordinate {
    let reach = 0.1
    let north = place.latitude + .random(in: -reach...reach, using: &generator)
    let stretch = 1 / max(cos(place.latitude * .pi / 180), 0.01)
    let east = place.longitude + stretch * .random(in: -reach...reach, using: &generator)
    return Coordinate(
      latitude: min(max(north, -90), 90), longitude: east.remainder(dividingBy: 360))
  }
}

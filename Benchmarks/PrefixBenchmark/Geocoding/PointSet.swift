import CitySearch
import Foundation

/// Points for searches of the nearest city.
enum PointSet: String, CaseIterable {
  /// Within some kilometers of a city, where people are.
  case nearCities = "near cities"
  /// Anywhere, uniformly by area: mostly at sea.
  case anywhere = "anywhere on the sphere"

  /// Draws `count` points.
  func points(
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
          validLatitude: asin(height) * 180 / .pi,
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
      validLatitude: min(max(north, -90), 90), longitude: east.remainder(dividingBy: 360))
  }
}

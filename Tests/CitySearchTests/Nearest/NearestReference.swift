import TestSupport

@testable import CitySearch

/// The nearest cities by a scan of all cities.
struct NearestReference {
  private let coordinates: [Coordinate]

  init(_ gazetteer: Gazetteer) { coordinates = gazetteer.map(\.coordinate) }

  /// The row of the nearest city; the first of equally near ones.
  func row(nearestTo point: Coordinate) -> CityRow? {
    let measure = DistanceMeasure(from: point)
    var best: (haversine: Double, row: Int)?
    for (row, coordinate) in coordinates.enumerated() {
      let haversine = measure.haversine(to: coordinate)
      if best.map({ haversine < $0.haversine }) ?? true { best = (haversine, row) }
    }
    return best.map { CityRow($0.row) }
  }

  /// All rows, the nearest first, equally near ones ascending.
  func rows(nearestTo point: Coordinate) -> [CityRow] {
    let measure = DistanceMeasure(from: point)
    return coordinates.enumerated()
      .map { (measure.haversine(to: $0.element), $0.offset) }
      .sorted(by: <).map { CityRow($0.1) }
  }
}

/// How points and cities are spread.
enum Spread: String, CaseIterable, Sendable {
  /// Anywhere.
  case sphere
  /// A whole number of degrees: many equal, many equally far.
  case grid
  /// Within a meter of one place, so that single precision cannot distinguish them.
  case meter
  /// The poles and close to them.
  case poles
  /// Both sides of the antimeridian, and on it by both of its names.
  case antimeridian
  /// One line, from which the poles are equally far everywhere.
  case equator

  func coordinate(using generator: inout SeededGenerator) -> Coordinate {
    func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &generator) }
    func whole(_ range: ClosedRange<Int>) -> Double {
      Double(Int.random(in: range, using: &generator))
    }
    return switch self {
    case .sphere: Coordinate(latitude: number(-90...90), longitude: number(-180...180))
    case .grid: Coordinate(latitude: 30 * whole(-3...3), longitude: 45 * whole(-4...4))
    case .meter:
      Coordinate(latitude: 47 + 1e-7 * whole(-40...40), longitude: 8 + 1e-7 * whole(-40...40))
    case .poles:
      Coordinate(
        latitude: (whole(0...1) * 2 - 1) * (90 - [0, 0, 1e-7, 0.01][Int(whole(0...3))]),
        longitude: number(-180...180))
    case .antimeridian:
      Coordinate(
        latitude: number(-60...60),
        longitude: (whole(0...1) * 2 - 1) * (180 - [0, 0, 1e-7, 0.01][Int(whole(0...3))]))
    case .equator: Coordinate(latitude: 0, longitude: number(-180...180))
    }
  }
}

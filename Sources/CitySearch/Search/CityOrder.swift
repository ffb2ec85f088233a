/// An order to show cities in.
public enum CityOrder: Sendable, Hashable {
  /// By name as folded for searching, then by country: the canonical order of a gazetteer.
  case name
  /// By population, the largest first; equal ones in canonical order.
  case population
  /// By the great circle from a point, the nearest first; equal ones in canonical order.
  case distance(from: Coordinate)
}

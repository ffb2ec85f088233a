internal import FlatStorage

extension Gazetteer {
  /// Every country that a city lies in or that has a name: its code, and its name if names were joined
  /// in; ascending by code.
  ///
  /// - Complexity: O(*c*), where *c* is the number of countries.
  package var countries: [(code: CountryCode, name: String?)] {
    (0..<table.countryCount).map { (table.country($0), table.countryNames[$0].ifNotEmpty) }
  }

  /// Every first-level administrative division that a city lies in or that has a name: its codes, and
  /// its name if names were joined in; ascending by codes.
  ///
  /// - Complexity: O(*d*), where *d* is the number of divisions.
  package var divisions: [(codes: Division, name: String?)] {
    (0..<table.divisionCount).map { (table.division($0), table.divisionNames[$0].ifNotEmpty) }
  }
}

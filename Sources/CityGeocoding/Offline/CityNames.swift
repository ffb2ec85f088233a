internal import CitySearch
internal import CitySession

/// Cities by what an address may call them.
struct CityNames: Sendable {
  let cities: CityIndex

  /// How the name in an address is compared with those of cities, the best way first.
  enum Comparison: CaseIterable {
    /// It is the whole name.
    case whole
    /// It is the whole of another name: "München" for Munich.
    case other
    /// It is the first words of a longer name: "Kingston upon" for Kingston upon Hull.
    case firstWords
  }

  /// The cities that have a name, in canonical order.
  ///
  /// - Complexity: That of a lookup, and O(*k*) for *k* cities.
  func cities(named key: FoldedQuery, _ comparison: Comparison) -> [City] {
    let gazetteer = cities.gazetteer
    guard comparison != .other else {
      return gazetteer.cities(withKey: key.bytes, kinds: [.alternate, .expansion, .saint])
    }
    let rows = cities.rows(of: key)
    guard let first = rows.first.map({ gazetteer[$0] }) else { return [] }
    // Rows whose key is the whole prefix come before those whose keys go on.
    let whole =
      first.nameKey == key
      ? gazetteer.rows(sharingNameOf: rows.lowerBound) : rows.lowerBound..<rows.lowerBound
    return Array(gazetteer[comparison == .whole ? whole : whole.upperBound..<rows.upperBound])
  }
}

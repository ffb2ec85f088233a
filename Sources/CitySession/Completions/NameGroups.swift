internal import CitySearch

/// The groups of cities in a list that share a name, as far as they are found.
struct NameGroups {
  private var groups: [NameGroup] = []
  private let source: Source

  private enum Source {
    case gazetteer(Gazetteer)
    case places(any PlaceResolving, lines: [(key: FoldedQuery, city: City)])
  }

  /// Finds groups in a gazetteer, by row, so that only names that are shared are folded.
  init(in gazetteer: Gazetteer) { source = .gazetteer(gazetteer) }

  /// Finds groups of cities from anywhere, by the keys of their names.
  init(of page: [CityMatch], in places: any PlaceResolving) {
    source = .places(places, lines: page.map { ($0.city.nameKey, $0.city) })
  }

  /// A group.
  subscript(index: Int) -> NameGroup {
    get { groups[index] }
    set { groups[index] = newValue }
  }

  /// Finds the group that a city belongs to.
  ///
  /// - Parameters:
  ///   - match: The match of the city.
  ///   - line: The number of the match.
  /// - Returns: The index of the group; `nil` if the city shares its name with none.
  mutating func index(of match: CityMatch, atLine line: Int) -> Int? {
    switch source {
    case .gazetteer(let gazetteer):
      guard let row = match.row else { return nil }
      if let index = groups.firstIndex(where: { $0.contains(row) }) { return index }
      let rows = gazetteer.rows(sharingNameOf: row)
      guard rows.count > 1 else { return nil }
      groups.append(NameGroup(key: match.city.nameKey, rows: rows, in: gazetteer))
    case .places(let places, let lines):
      let key = lines[line].key
      if let index = groups.firstIndex(where: { $0.key == key }) { return index }
      // The source may know more than it gave.
      let known = places.namesakes(of: match.city)
      let cities = known.isEmpty ? lines.lazy.filter { $0.key == key }.map(\.city) : known
      guard cities.count > 1 else { return nil }
      groups.append(NameGroup(key: key, cities: cities))
    }
    return groups.count - 1
  }
}

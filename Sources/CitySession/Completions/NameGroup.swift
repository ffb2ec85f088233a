internal import CitySearch

/// Two or more cities that share a name, and what each is told apart by.
struct NameGroup {
  /// The key of the name.
  let key: FoldedQuery
  /// Whether there is a line for all of them already.
  var isListed = false
  private let cities: Cities

  /// Cities in canonical order, or in any.
  private enum Cities {
    case rows(Range<CityRow>, Gazetteer)
    case list([City])
  }

  /// Takes the cities at some rows.
  init(key: FoldedQuery, rows: Range<CityRow>, in gazetteer: Gazetteer) {
    self.key = key
    cities = .rows(rows, gazetteer)
  }

  /// Takes cities that may come from anywhere.
  init(key: FoldedQuery, cities: [City]) {
    self.key = key
    self.cities = .list(cities)
  }

  /// Whether the city at a row is one of them.
  func contains(_ row: CityRow) -> Bool {
    guard case .rows(let rows, _) = cities else { return false }
    return rows.contains(row)
  }

  /// Whether more people live in `city` than in all others together.
  func isDominated(by city: City) -> Bool {
    let total =
      switch cities {
      case .rows(let rows, let gazetteer):
        rows.reduce(0) { $0 + gazetteer.population(atRow: $1) }
      case .list(let cities): cities.reduce(0) { $0 + $1.population }
      }
    return city.population > total - city.population
  }

  /// Makes the line that stands for all of them.
  ///
  /// - Parameter name: The name that one of them was found by, its own, which becomes the title: those
  ///   of the others may differ in accents.
  /// - Returns: The line, with the most populous city first.
  func completion(for name: MatchedName) -> SearchCompletion {
    let ids = ids
    return SearchCompletion(
      kind: .sharedName(ids), title: name.text, subtitle: "\(ids.count) places",
      titleHighlightRanges: name.highlight.length > 0 ? [name.highlight] : [], edits: name.edits)
  }

  /// The ids, that of the most populous city first.
  private var ids: [City.ID] {
    let members =
      switch cities {
      case .rows(let rows, let gazetteer):
        rows.map { (population: gazetteer.population(atRow: $0), id: gazetteer.id(atRow: $0)) }
      case .list(let cities): cities.map { (population: $0.population, id: $0.id) }
      }
    return members.sorted { ($1.population, $0.id) < ($0.population, $1.id) }.map(\.id)
  }

  /// What the subtitle of a city needs so that no other of the group looks like it; `nil` for nothing.
  func addition(
    to subtitle: Subtitle, of match: CityMatch, _ subtitles: Subtitles
  ) -> String? {
    let lookalikes = lookalikes(of: match, subtitle, subtitles)
    guard !lookalikes.isEmpty else { return nil }
    for decimals in [2, 4, 7] {
      let text = match.city.coordinate.text(decimals: decimals)
      if lookalikes.allSatisfy({ $0.coordinate.text(decimals: decimals) != text }) { return text }
    }
    return "no. \(match.id)"
  }

  /// The other cities of the group with the same title and subtitle.
  private func lookalikes(
    of match: CityMatch, _ subtitle: Subtitle, _ subtitles: Subtitles
  ) -> [City] {
    let city = match.city
    func looksAlike(_ other: City) -> Bool {
      other.name == city.name && other.countryCode == city.countryCode
    }
    var found: [City] = []
    switch cities {
    case .rows(let rows, let gazetteer):
      guard let row = match.row else { return [] }
      let division = gazetteer.divisionNumber(atRow: row)
      func collect(_ neighbor: CityRow) -> Bool {
        let other = gazetteer[neighbor]
        guard looksAlike(other) else { return false }
        let number = gazetteer.divisionNumber(atRow: neighbor)
        if !gazetteer.haveDifferentNames(divisions: division, number),
          subtitles.subtitle(of: other, at: neighbor) == subtitle
        {
          found.append(other)
        }
        return true
      }
      // In canonical order, cities of one name and one country are neighbors.
      var neighbor = row
      while neighbor > rows.lowerBound, collect(neighbor.advanced(by: -1)) {
        neighbor = neighbor.advanced(by: -1)
      }
      neighbor = row.advanced(by: 1)
      while neighbor < rows.upperBound, collect(neighbor) { neighbor = neighbor.advanced(by: 1) }
    case .list(let cities):
      for other in cities where other.id != city.id && looksAlike(other) {
        if subtitles.subtitle(of: other, at: nil) == subtitle { found.append(other) }
      }
    }
    return found
  }
}

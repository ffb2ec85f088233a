internal import CitySearch
internal import PrefixSearch

/// Two or more cities that share a name.
struct SharedName {
  /// The key of the name.
  let key: FoldedQuery
  /// Whether the list has the completion for all of them.
  var isListed = false
  private let cities: Cities

  /// The cities by row in canonical order, or as values in any order.
  private enum Cities {
    case rows(Range<CityRow>, Gazetteer)
    case list([City])
  }

  /// Creates a shared name of the cities at some rows.
  init(key: FoldedQuery, rows: Range<CityRow>, in gazetteer: Gazetteer) {
    self.key = key
    cities = .rows(rows, gazetteer)
  }

  /// Creates a shared name of cities of any source.
  init(key: FoldedQuery, cities: [City]) {
    self.key = key
    self.cities = .list(cities)
  }

  /// Whether the city at a row is one of them.
  func contains(_ row: CityRow) -> Bool {
    guard case .rows(let rows, _) = cities else { return false }
    return rows.contains(row)
  }

  /// Whether `city` has more inhabitants than all others together.
  func isDominated(by city: City) -> Bool {
    // In 64 bits, because two cities of a file may have more inhabitants than a number of a page holds.
    let total: Int64 =
      switch cities {
      case .rows(let rows, let gazetteer):
        rows.reduce(0) { $0 + Int64(gazetteer.population(atRow: $1)) }
      case .list(let cities): cities.reduce(0) { $0 + Int64($1.population) }
      }
    return Int64(city.population) > total - Int64(city.population)
  }

  /// Makes the completion for all of them.
  ///
  /// - Parameters:
  ///   - name: The own name of the matched city, which becomes the title; the names of the others may
  ///     differ in accents.
  ///   - grade: How well the name fits.
  /// - Returns: The completion, with the most populous city first.
  func completion(for name: MatchedName, _ grade: MatchGrade) -> SearchCompletion {
    let ids = ids
    return SearchCompletion(
      kind: .sharedName(ids), title: name.text, subtitle: "\(ids.count) places",
      titleHighlightRanges: name.highlight.length > 0 ? [name.highlight] : [], edits: name.edits,
      grade: grade)
  }

  /// The ids, the most populous city first.
  private var ids: [City.ID] {
    let members =
      switch cities {
      case .rows(let rows, let gazetteer):
        rows.map { (population: gazetteer.population(atRow: $0), id: gazetteer.id(atRow: $0)) }
      case .list(let cities): cities.map { (population: $0.population, id: $0.id) }
      }
    return members.sortedByPlace { ($1.population, $0.id) < ($0.population, $1.id) }.map { $0.id }
  }

  /// What tells a city apart from the others that have the same subtitle; `nil` if there are none.
  func distinction(
    of match: CityMatch, _ subtitle: Subtitle, _ places: PlaceLookup
  ) -> Distinction? {
    switch cities {
    case .rows(let rows, let gazetteer):
      return match.row.flatMap { gazetteer.distinction(ofRow: $0, among: rows) }
    case .list(let cities):
      let city = match.city
      let lookalikes = cities.filter { other in
        other.id != city.id && other.name == city.name && other.countryCode == city.countryCode
          && places.subtitle(of: other, at: nil) == subtitle
      }
      return Distinction(of: city, among: lookalikes) { places.places.subdivisionName(of: $0) }
    }
  }
}

/// The shared names of a list, found match by match.
struct SharedNames {
  private var names: [SharedName] = []
  private let source: Source

  private enum Source {
    case gazetteer(Gazetteer)
    case places(PlaceLookup, lines: [(key: FoldedQuery, city: City)])
  }

  /// Finds shared names in a gazetteer by row, so that only shared names are folded.
  init(in gazetteer: Gazetteer) { source = .gazetteer(gazetteer) }

  /// Finds shared names of any source by the keys of the names.
  init(of page: [CityMatch], in places: PlaceLookup) {
    source = .places(places, lines: page.map { ($0.city.nameKey, $0.city) })
  }

  /// The shared name at an index.
  subscript(index: Int) -> SharedName {
    get { names[index] }
    set { names[index] = newValue }
  }

  /// Finds the shared name of a matched city.
  ///
  /// - Parameters:
  ///   - match: The match of the city.
  ///   - line: The number of the match.
  /// - Returns: The index of the shared name; `nil` if no other city has the name.
  mutating func index(of match: CityMatch, atLine line: Int) -> Int? {
    switch source {
    case .gazetteer(let gazetteer):
      guard let row = match.row else { return nil }
      if let index = names.firstIndex(where: { $0.contains(row) }) { return index }
      let rows = gazetteer.rows(sharingNameOf: row)
      guard rows.count > 1 else { return nil }
      names.append(SharedName(key: match.city.nameKey, rows: rows, in: gazetteer))
    case .places(let places, let lines):
      let key = lines[line].key
      if let index = names.firstIndex(where: { $0.key == key }) { return index }
      // A gazetteer may have namesakes that the search did not return.
      let known = places.subtitles?.gazetteer.namesakes(of: match.city) ?? []
      let cities = known.isEmpty ? lines.lazy.filter { $0.key == key }.map { $0.city } : known
      guard cities.count > 1 else { return nil }
      names.append(SharedName(key: key, cities: cities))
    }
    return names.count - 1
  }
}

import CitySearch

/// Cities whose names are difficult for searches, and some ordinary ones.
///
/// - for every character of names that is not ASCII, the first two cities that have it: every
///   script, every accent, every kind of apostrophe;
/// - the names that most cities share, 12 cities each;
/// - the longest and the shortest names, and those with digits, commas or parentheses;
/// - names that are the beginning of another, with that other;
/// - the most populous cities;
/// - evenly spaced rows of the rest, up to about `count` cities.
struct DifficultCities {
  static let count = 1_000

  /// The ids of the selected cities.
  private(set) var ids: Set<Int> = []

  init(in gazetteer: Gazetteer) {
    let cities = Array(gazetteer)
    addEveryCharacter(of: cities)
    addSharedNames(of: cities)
    addExtremes(of: cities)
    addNestedNames(of: cities)
    add(cities.sorted { $0.population > $1.population }.prefix(120))
    let missing = Self.count - ids.count
    guard missing > 0 else { return }
    for row in stride(from: 0, to: cities.count, by: max(1, cities.count / missing)) {
      ids.insert(cities[row].id)
    }
  }

  private mutating func add(_ cities: some Sequence<City>) {
    for city in cities { ids.insert(city.id) }
  }

  private mutating func addEveryCharacter(of cities: [City]) {
    var seen: [Unicode.Scalar: Int] = [:]
    for city in cities {
      for scalar in Set(city.name.unicodeScalars) where !scalar.isASCII {
        guard seen[scalar, default: 0] < 2 else { continue }
        seen[scalar, default: 0] += 1
        ids.insert(city.id)
      }
    }
  }

  private mutating func addSharedNames(of cities: [City]) {
    let groups = Dictionary(grouping: cities, by: \.name)
    let largest = groups.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
    for group in largest.prefix(12) { add(group.value.prefix(12)) }
  }

  private mutating func addExtremes(of cities: [City]) {
    let byLength = cities.sorted { ($0.name.utf8.count, $0.id) < ($1.name.utf8.count, $1.id) }
    add(byLength.prefix(30))
    add(byLength.suffix(30))
    for characters in ["0123456789", ",", "()", "'", "."] {
      add(cities.lazy.filter { $0.name.contains { characters.contains($0) } }.prefix(12))
    }
  }

  /// Names of which another name begins with all, which in canonical order is the next.
  private mutating func addNestedNames(of cities: [City]) {
    let pairs = zip(cities, cities.dropFirst()).lazy.filter { first, second in
      second.name != first.name && second.name.hasPrefix(first.name)
    }
    for (first, second) in pairs.prefix(2_000) where first.id % 25 == 0 { add([first, second]) }
  }
}

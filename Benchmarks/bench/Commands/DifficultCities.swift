package import CitySearch

/// Cities whose names are difficult for searches, and some ordinary ones.
///
/// - for every character of names that is not ASCII, the first two cities that have it: every
///   script, every accent, every kind of apostrophe;
/// - the names that most cities share, 12 cities each;
/// - the longest and the shortest names, and those with digits, commas or parentheses;
/// - names that are the beginning of another, with that other;
/// - the most populous cities;
/// - evenly spaced rows of the rest, up to about `count` cities.
package struct DifficultCities {
  static let count = 1_000

  package let ids: Set<City.ID>

  package init(in gazetteer: Gazetteer) {
    let cities = Array(gazetteer)
    let byPopulation = cities.sorted { $0.population > $1.population }
    let difficult =
      Self.everyCharacter(of: cities) + Self.sharedNames(of: cities) + Self.extremes(of: cities)
      + Self.nestedNames(of: cities) + byPopulation.prefix(120)
    let ids = Set(difficult.map(\.id))
    let missing = Self.count - ids.count
    let others = stride(from: 0, to: cities.count, by: max(1, cities.count / max(1, missing)))
      .map { cities[$0].id }
    self.ids = missing > 0 ? ids.union(others) : ids
  }

  private static func everyCharacter(of cities: [City]) -> [City] {
    var seen: [Unicode.Scalar: Int] = [:]
    return cities.filter { city in
      let rare = Set(city.name.unicodeScalars).filter { !$0.isASCII && seen[$0, default: 0] < 2 }
      for scalar in rare { seen[scalar, default: 0] += 1 }
      return !rare.isEmpty
    }
  }

  private static func sharedNames(of cities: [City]) -> [City] {
    let groups = Dictionary(grouping: cities, by: \.name)
    let largest = groups.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
    return largest.prefix(12).flatMap { $0.value.prefix(12) }
  }

  private static func extremes(of cities: [City]) -> [City] {
    let byLength = cities.sorted { ($0.name.utf8.count, $0.id) < ($1.name.utf8.count, $1.id) }
    let marked = ["0123456789", ",", "()", "'", "."].flatMap { characters in
      cities.lazy.filter { $0.name.contains { characters.contains($0) } }.prefix(12)
    }
    return byLength.prefix(30) + byLength.suffix(30) + marked
  }

  /// Some of the pairs of neighbors in canonical order whose first name is the beginning of the second.
  private static func nestedNames(of cities: [City]) -> [City] {
    let pairs = zip(cities, cities.dropFirst()).lazy.filter { first, second in
      second.name != first.name && second.name.hasPrefix(first.name)
    }
    return pairs.prefix(2_000).filter { $0.0.id.rawValue % 25 == 0 }.flatMap { [$0, $1] }
  }
}

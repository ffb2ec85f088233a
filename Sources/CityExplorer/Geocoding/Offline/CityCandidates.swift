internal import CitySearch

/// The cities that an address may mean, and the likeliest of them.
struct CityCandidates {
  /// The most populous; of equally populous ones the first in canonical order.
  private(set) var best: City?
  private(set) var count = 0
  private var population = 0

  /// Adds a city; cities come in canonical order.
  mutating func add(_ city: City) {
    count += 1
    population += Self.weight(of: city)
    if best.map({ city.population > $0.population }) ?? true { best = city }
  }

  /// The part of the people of all candidates who live in the best, from 0 to 1.
  var share: Double {
    best.map { Double(Self.weight(of: $0)) / Double(population) } ?? 0
  }

  /// Somebody lives even where nobody was counted.
  private static func weight(of city: City) -> Int { max(city.population, 1) }
}

extension CityIndex {
  /// How the name in an address is compared with those of cities.
  enum NameComparison: CaseIterable {
    /// It is the whole name.
    case whole
    /// It is the first words of a longer name: "Frankfurt" for Frankfurt am Main.
    case firstWords
  }

  /// The cities whose name is, or begins with, the words of a key.
  ///
  /// - Complexity: That of the engine's lookup, and O(*k*) for *k* cities.
  func cities(named key: FoldedQuery, _ comparison: NameComparison) -> [City] {
    let rows = rows(of: key)
    guard let first = rows.first.map({ gazetteer[$0] }) else { return [] }
    // Rows whose key is the whole prefix come before those whose keys go on.
    let whole =
      first.nameKey == key
      ? gazetteer.cities(from: rows.lowerBound, named: first.name, key: key) : []
    return switch comparison {
    case .whole: whole
    case .firstWords: gazetteer[rows.dropFirst(whole.count)].map { $0 }
    }
  }
}

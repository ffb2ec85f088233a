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

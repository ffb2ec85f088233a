import CitySearch

/// The orders as they are defined, by sorting everything.
struct SlowOrder {
  let order: CityOrder

  /// The cities in order, cut to `limit`.
  func sorted(_ cities: [City], limit: Int? = nil) -> [City] {
    let ranked = cities.map { (rank: rank(of: $0), key: CanonicalKey($0), city: $0) }
    let sorted = ranked.sorted { ($0.rank, $0.key) < ($1.rank, $1.key) }.map(\.city)
    return limit.map { Array(sorted.prefix(max(0, $0))) } ?? sorted
  }

  private func rank(of city: City) -> Double {
    switch order {
    // Cities in memory are already in canonical order.
    case .name, .relevance: 0
    case .population: Double(-city.population)
    case .distance(let origin): origin.distance(to: city.coordinate)
    }
  }
}

/// The criteria of the canonical order, one after the other.
struct CanonicalKey: Comparable {
  let key: [UInt8]
  let name: [UInt8]
  let country: [UInt8]
  let population: Int
  let id: City.ID

  init(_ city: City) {
    key = Folding.key(of: city.name)
    name = Array(city.name.utf8)
    country = Array("\(city.countryCode)".utf8)
    population = city.population
    id = city.id
  }

  static func < (first: CanonicalKey, second: CanonicalKey) -> Bool {
    for (one, two) in [
      (first.key, second.key), (first.name, second.name), (first.country, second.country),
    ] where one != two {
      return one.lexicographicallyPrecedes(two)
    }
    return (-first.population, first.id) < (-second.population, second.id)
  }
}

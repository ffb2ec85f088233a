internal import PrefixSearch

/// A set of cities, visited in the order of names, population or distance.
///
/// All cities of the gazetteer are enumerated in this order, and those that are not in the set passed over.
struct CityCursor: Sendable {
  private let ranking: CityRanking
  /// The cities that were not visited yet.
  private var cities: CitySet
  /// How many rows, or cities by population, were passed.
  private var position = 0
  private var byPopulation: PopulationOrder?
  private var byDistance: NearestCursor?
  /// The cities that were not visited yet, if they are sorted.
  private var sorted = PriorityQueue<RankedCity>()
  /// By distance, so many cities may be passed over: then the others are sorted, which takes as long.
  private var patience = 0

  private struct RankedCity: Comparable, Sendable {
    let key: UInt64
    let city: CityRow

    static func < (one: RankedCity, two: RankedCity) -> Bool {
      one.key == two.key ? one.city < two.city : one.key < two.key
    }
  }

  /// Up to this many cities are sorted at once: by distance, fewer are hard to find among all.
  private static let fewCities = (byPopulation: 512, byDistance: 8_192)

  init(_ cities: CitySet, by ranking: CityRanking, in table: Gazetteer.Table) {
    self.cities = cities
    self.ranking = ranking
    if ranking.order == .name { return }
    let count = cities.count
    switch ranking.order {
    case .distance(let origin):
      if count > Self.fewCities.byDistance, let tree = table.cityTree(insteadOfSorting: count) {
        byDistance = NearestCursor(tree, from: origin)
        patience = 2 * count
      } else {
        sortRest()
      }
    case _ where count <= Self.fewCities.byPopulation: sortRest()
    default: byPopulation = table.populationOrder
    }
  }

  /// The next city; `nil` after the last.
  mutating func next() -> CityRow? {
    if ranking.order == .name { return nextByName() }
    if let rows = byPopulation?.rows {
      while position < rows.count {
        let city = CityRow(Int(rows[position]))
        position += 1
        if cities.contains(city) { return city }
      }
      return nil
    }
    if byDistance != nil, let city = nextByDistance() { return city }
    return sorted.popFirst()?.city
  }

  private mutating func nextByName() -> CityRow? {
    let city = cities.first(from: position)
    if let city { position = city.rawValue + 1 }
    return city
  }

  private mutating func nextByDistance() -> CityRow? {
    if let next = byDistance?.next(patience: patience, where: cities.contains) {
      cities.remove(next.city)
      return next.city
    }
    if byDistance.map({ $0.rejectedCount > patience }) ?? false { sortRest() }
    byDistance = nil
    return nil
  }

  /// Sorts the cities that were not visited yet.
  private mutating func sortRest() {
    var rest: [RankedCity] = []
    while let city = nextByName() {
      rest.append(RankedCity(key: ranking.key(of: city), city: city))
    }
    sorted = PriorityQueue(rest)
  }
}

/// All cities by population, the largest first; equal ones in canonical order.
///
/// It is not stored, because it is sorted in the time in which a file of its size is read from a disk.
final class PopulationOrder: Sendable {
  /// The rows.
  let rows: [UInt32]

  /// Sorts the cities by the digits of their complemented populations, the lowest digit first.
  ///
  /// - Complexity: O(*n*), where *n* is the number of cities: three passes, as a population has at most 33
  ///   bits of digits.
  init(_ table: Gazetteer.Table) {
    let digitBits: UInt64 = 11
    let digits = 1 << Int(digitBits)
    // The row below, the complemented population above, so that a pass reads them one after the other.
    var cities = (0..<table.count).map { row in
      let population = UInt32(truncatingIfNeeded: table.records.population(atRow: CityRow(row)))
      return UInt64(~population) << 32 | UInt64(row)
    }
    var sorted = [UInt64](repeating: 0, count: cities.count)
    for shift in stride(from: UInt64(32), to: 65, by: Int(digitBits)) {
      func digit(_ city: UInt64) -> Int { Int(truncatingIfNeeded: city >> shift) & (digits - 1) }
      var starts = [Int](repeating: 0, count: digits + 1)
      for city in cities { starts[digit(city) + 1] += 1 }
      for digit in 1..<digits { starts[digit] += starts[digit - 1] }
      for city in cities {
        sorted[starts[digit(city)]] = city
        starts[digit(city)] += 1
      }
      swap(&cities, &sorted)
    }
    rows = cities.map { UInt32(truncatingIfNeeded: $0) }
  }
}

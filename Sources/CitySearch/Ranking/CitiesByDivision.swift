internal import PrefixSearch

/// All cities by division, and those of a division by population, the largest first.
///
/// It is not stored: it is made of the order by population in the time in which a file of its size is read from a
/// disk, when a search first asks for the cities of a region.
final class CitiesByDivision: Sendable {
  /// The rows.
  fileprivate let rows: [UInt32]
  /// Where the rows of each division begin, and the end of the last.
  private let starts: [Int]

  /// Sorts the cities by division.
  ///
  /// - Complexity: O(*n*), where *n* is the number of cities.
  init(_ table: Gazetteer.Table) {
    // Read row by row, because the records of many cities do not fit in the caches of a processor.
    let divisions = (0..<table.count).map {
      UInt32(truncatingIfNeeded: table.division(atRow: CityRow($0)))
    }
    // A damaged file may have divisions that do not exist.
    func isKnown(_ division: UInt32) -> Bool { division < table.divisionCount }
    var starts = [Int](repeating: 0, count: table.divisionCount + 1)
    for division in divisions where isKnown(division) { starts[Int(division) + 1] += 1 }
    for number in 0..<table.divisionCount { starts[number + 1] += starts[number] }
    self.starts = starts
    var rows = [UInt32](repeating: 0, count: starts[table.divisionCount])
    for row in table.populationOrder.rows {
      let division = divisions[Int(row)]
      guard isKnown(division) else { continue }
      rows[starts[Int(division)]] = row
      starts[Int(division)] += 1
    }
    self.rows = rows
  }

  /// The number of the cities of a division.
  func count(ofDivision number: Int) -> Int { positions(ofDivision: number).count }

  /// Adds the cities of a division that fulfill a condition to a set.
  func insertCities(
    ofDivision number: Int, into cities: inout CitySet, where isIncluded: (CityRow) -> Bool
  ) {
    for position in positions(ofDivision: number) {
      let row = CityRow(Int(rows[position]))
      if isIncluded(row) { cities.insert(row) }
    }
  }

  /// The cities of a division, the most populous first.
  func rows(ofDivision number: Int) -> [CityRow] {
    positions(ofDivision: number).map { CityRow(Int(rows[$0])) }
  }

  /// The positions of the cities of a division.
  fileprivate func positions(ofDivision number: Int) -> Range<Int> {
    guard number + 1 < starts.count else { return 0..<0 }
    return starts[number]..<starts[number + 1]
  }
}

/// Enumerates the cities of some divisions by population, the largest first; ties in canonical order.
struct RegionCursor: Sendable {
  private let cities: CitiesByDivision
  private let records: CityRecords
  private var divisions = PriorityQueue<Division>()

  /// The cities of a division that were not visited yet, the next one first.
  private struct Division: Comparable, Sendable {
    let population: Int
    let row: UInt32
    let rest: Range<Int>

    static func < (one: Division, two: Division) -> Bool {
      one.population == two.population ? one.row < two.row : one.population > two.population
    }
  }

  /// Begins with the first city.
  ///
  /// - Complexity: O(*d*), where *d* is the number of divisions.
  init(_ numbers: some Sequence<Int>, in table: Gazetteer.Table) {
    cities = table.citiesByDivision
    records = table.records
    let cities = cities
    divisions = PriorityQueue(numbers.compactMap { division(cities.positions(ofDivision: $0)) })
  }

  private func division(_ positions: Range<Int>) -> Division? {
    guard let first = positions.first else { return nil }
    let row = cities.rows[first]
    return Division(
      population: records.population(atRow: CityRow(Int(row))), row: row,
      rest: first + 1..<positions.upperBound)
  }

  /// The number of cities that were not visited yet.
  ///
  /// - Complexity: O(*d*), where *d* is the number of divisions.
  var count: Int { divisions.elements.reduce(0) { $0 + $1.rest.count + 1 } }

  /// The number of cities that were not visited yet and fulfill a condition.
  ///
  /// - Complexity: O(*n*), where *n* is the number of cities that were not visited.
  func count(where isIncluded: (CityRow) -> Bool) -> Int {
    divisions.elements.reduce(0) { sum, division in
      sum
        + (division.rest.lowerBound - 1..<division.rest.upperBound).count {
          isIncluded(CityRow(Int(cities.rows[$0])))
        }
    }
  }

  /// The next city; `nil` after the last.
  ///
  /// - Complexity: O(log *d*), where *d* is the number of divisions.
  mutating func next() -> CityRow? {
    guard let first = divisions.popFirst() else { return nil }
    if let next = division(first.rest) { divisions.add(next) }
    return CityRow(Int(first.row))
  }
}

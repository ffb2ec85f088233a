/// What the interpretations of a query have found.
struct Findings {
  private var collector: HitCollector
  /// The interpretations with regions or typos; interpretation 0, the whole query as the beginning of a
  /// name, is not among them.
  private(set) var interpretations: [Interpretation] = []
  /// The cities of the interpretations with a region.
  var regionCities = CityCollector()
  /// Whether these are all.
  var areRegionCitiesComplete = true
  /// Whether an interpretation with a complete region found a city.
  var hasFullRegion = false

  init(limit: Int?) { collector = HitCollector(limit: limit) }

  /// The hits in any order; those of the best cities in order, if there is a limit.
  var hits: [Hit] { collector.hits }

  /// Adds an interpretation, and gives its number.
  mutating func number(of interpretation: Interpretation) -> UInt8 {
    interpretations.append(interpretation)
    return UInt8(clamping: interpretations.count)
  }

  /// Adds a hit.
  @inline(__always)
  mutating func add(_ hit: Hit) { collector.add(hit) }

  /// Moves the best hit of each city out, in order.
  mutating func finishHits() -> [Hit] {
    let hits = collector.finish()
    collector = HitCollector(limit: nil)
    return hits
  }

  /// Adds the best names that begin with the whole text, before all other hits.
  ///
  /// - Parameters:
  ///   - best: The names.
  ///   - bonuses: Those that get a bonus.
  ///   - table: The gazetteer.
  /// - Returns: The number of cities with such names.
  mutating func append(
    _ best: BestNames, _ bonuses: BonusRanges, in table: Gazetteer.Table
  ) -> PrefixCount {
    for position in 0..<best.count {
      let name = table.nameTable.name(position, of: best)
      let entry = table.nameTable[name]
      collector.append(
        Hit(
          name, entry, bonus: bonuses.bonus(ofRow: name.rawValue, entry.kind), in: table,
          interpretation: 0))
    }
    return PrefixCount(
      total: .exactly(best.cityCount),
      known: best.cityCount == best.count ? hits.map(\.city) : [])
  }

  /// Adds the cities of an area among those with some names, which equal a text.
  ///
  /// - Parameters:
  ///   - rows: The names.
  ///   - area: The area; `nil` for any.
  ///   - bonus: What is added to the score of each name.
  ///   - isFull: Whether the area is that of a complete region.
  ///   - table: The gazetteer.
  ///   - filter: The other conditions for cities.
  ///   - interpretation: Makes the interpretation, if there are such cities.
  mutating func add(
    _ rows: Range<Int>, in area: AreaIntersection?, bonus: Int, isFull: Bool,
    of table: Gazetteer.Table, filter: RowFilter?, interpretation: () -> Interpretation
  ) {
    var number: UInt8 = 0
    for row in rows {
      let entry = table.nameTable[NameID(row)]
      if let area, !table.contains(area, entry.city) { continue }
      if let filter, !filter.contains(entry.city) { continue }
      // Most interpretations find no city, so they are made for the first one.
      if number == 0 { number = self.number(of: interpretation()) }
      regionCities.insert(entry.city)
      add(Hit(NameID(row), entry, bonus: bonus, in: table, interpretation: number))
    }
    if number > 0, isFull { hasFullRegion = true }
  }

  /// The number of cities without corrections.
  ///
  /// It is exact if regions found nothing, or if all cities of interpretation 0 are known.
  ///
  /// - Parameters:
  ///   - plain: The cities of interpretation 0.
  ///   - hits: The best hits.
  ///   - areAllHits: Whether these are all.
  /// - Returns: The number, or a lower bound.
  func total(_ plain: PrefixCount, _ hits: [Hit], areAllHits: Bool) -> MatchTotal {
    if regionCities.isEmpty && areRegionCitiesComplete { return plain.total }
    if plain.total.isExact, plain.total.count <= plain.known.count || areAllHits {
      var all = regionCities
      for city in areAllHits ? hits.map(\.city) : plain.known { all.insert(city) }
      let count = all.distinct().count
      return areRegionCitiesComplete ? .exactly(count) : .atLeast(count)
    }
    return .atLeast(max(plain.total.count, hits.count))
  }
}

/// The cities of interpretation 0: their number, and the cities if they are few.
struct PrefixCount {
  var total: MatchTotal
  /// All of them, if they are few.
  var known: [CityRow] = []
}

/// An interpretation of a query: the names that match, and the regions of their cities.
struct Interpretation: Sendable {
  /// The text that the names begin with, or equal.
  var head: FoldedQuery
  /// The parts of the query that are regions, the last part first.
  var regions: [FoldedQuery] = []
}

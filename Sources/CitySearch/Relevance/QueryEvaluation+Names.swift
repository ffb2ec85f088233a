internal import PrefixSearch

extension QueryEvaluation {
  /// The names that begin with a text.
  struct NameRanges {
    /// All of them.
    var all: Range<Int>
    /// The names that get a bonus.
    var bonus: BonusRanges
    /// The stored list of the best names with their bonuses, if there is one.
    var list: TopKIndex.List?
  }

  /// Finds the names that begin with a text.
  ///
  /// - Parameter text: The text, folded.
  /// - Returns: The names; `nil` if there are none.
  @inline(__always)
  func nameRanges(of text: Span<UInt8>) -> NameRanges? {
    guard let position = index.position(of: text) else { return nil }
    let all = index.rows(below: position)
    return NameRanges(
      all: all, bonus: BonusRanges(of: text, at: position, in: index),
      list: names.list(
        of: all, at: position, in: index,
        variant: names.variant(of: text, at: position, in: index)))
  }

  /// Collects the cities of the names that begin with the whole query.
  func gatherPrefix() -> PrefixCount {
    let ranges = text.folded.withBytes { nameRanges(of: $0) }
    guard let ranges, !ranges.all.isEmpty else { return PrefixCount(total: .exactly(0)) }
    let list = filter == nil && query.names == .all ? ranges.list : nil
    if let wanted, wanted <= names.topK.k, let list {
      for position in 0..<list.count {
        add(NameID(names.topK.row(position, of: list)), in: ranges, interpretation: 0)
      }
      let isKnown = list.groupCount <= wanted
      return PrefixCount(
        total: .exactly(list.groupCount), known: isKnown ? collector.hits.map(\.city) : [])
    }
    var cities = CityCollector()
    if text.folded.isEmpty, let rows = filter?.namedRows {
      // Every name begins with the empty text, so only the names of these cities matter.
      for row in rows {
        cities.insert(row)
        let population = table.records.population(atRow: row)
        collector.add(
          Hit(
            ownNameOf: row, weight: NameScore.weight(.own, population: population),
            interpretation: 0))
      }
      return PrefixCount(total: .exactly(cities.count), known: cities.rows)
    }
    let isComplete = gather(ranges, area: nil, interpretation: 0, cities: &cities)
    if !isComplete, let list {
      // The list has the number of cities, though not all of them.
      return PrefixCount(total: .exactly(list.groupCount), known: cities.rows)
    }
    return PrefixCount(
      total: isComplete ? .exactly(cities.count) : .atLeast(cities.count), known: cities.rows)
  }

  /// Collects the cities in an area with names that begin with a text.
  ///
  /// - Parameters:
  ///   - ranges: The names.
  ///   - area: The area of the cities; `nil` for any.
  ///   - interpretation: The number of the interpretation.
  ///   - givesBonus: Whether whole names and words get a bonus.
  ///   - cities: Receives the cities.
  /// - Returns: Whether these are all.
  func gather(
    _ ranges: NameRanges, area: AreaIntersection?, interpretation: UInt8, givesBonus: Bool = true,
    cities: inout CityCollector
  ) -> Bool {
    let isFew = ranges.all.count <= (area == nil ? Self.fewNames : Self.manyNames)
    guard let wanted, !isFew else {
      for row in ranges.all {
        let entry = names[NameID(row)]
        guard isIncluded(entry.kind), entry.kind != .code || ranges.bonus.whole.contains(row),
          isIncluded(entry.city, in: area)
        else { continue }
        cities.insert(entry.city)
        add(NameID(row), in: ranges, interpretation: interpretation, givesBonus: givesBonus)
      }
      return true
    }
    let best = names.topK.first(wanted, of: ranges.all, by: NameRanks(names, table.records)) {
      let entry = names[NameID($0)]
      return isIncluded(entry.kind) && isIncluded(entry.city, in: area)
    }
    for row in best {
      cities.insert(names[NameID(Int(row))].city)
      add(NameID(Int(row)), in: ranges, interpretation: interpretation, givesBonus: givesBonus)
    }
    if givesBonus {
      gatherBonuses(ranges, area: area, interpretation: interpretation)
    } else {
      gatherCodes(ranges, area: area, interpretation: interpretation, bonus: 0)
    }
    return best.count < wanted
  }

  /// Adds a hit by a name, with its bonus.
  @inline(__always)
  private func add(
    _ name: NameID, in ranges: NameRanges, interpretation: UInt8, givesBonus: Bool = true
  ) {
    let entry = names[name]
    let bonus = givesBonus ? ranges.bonus.bonus(ofRow: name.rawValue, entry.kind) : 0
    add(name, entry, bonus: bonus, interpretation: interpretation)
  }

  /// Adds a hit.
  @inline(__always)
  func add(_ name: NameID, _ entry: NameTable.Entry, bonus: Int, interpretation: UInt8) {
    collector.add(
      Hit(
        name, entry,
        weight: NameScore.weight(
          entry.kind, population: table.records.population(atRow: entry.city), bonus: bonus),
        interpretation: interpretation))
  }

  /// Adds the best of the names that get a bonus, which may not be among the best without it.
  private func gatherBonuses(_ ranges: NameRanges, area: AreaIntersection?, interpretation: UInt8) {
    if ranges.bonus.whole.count <= Self.fewNames {
      for row in ranges.bonus.whole { addWhole(row, area: area, interpretation: interpretation) }
    } else {
      let best = names.topK.first(
        wanted ?? .max, of: ranges.bonus.whole, by: NameRanks(names, table.records)
      ) {
        let entry = names[NameID($0)]
        return isIncluded(entry.kind) && isIncluded(entry.city, in: area)
      }
      for row in best { addWhole(Int(row), area: area, interpretation: interpretation) }
      gatherCodes(ranges, area: area, interpretation: interpretation, bonus: NameScore.wholeBonus)
    }
    let words =
      max(
        ranges.bonus.whole.upperBound, ranges.bonus.words.lowerBound)..<max(
        ranges.bonus.whole.upperBound, ranges.bonus.words.upperBound)
    guard !ranges.bonus.words.isEmpty, !words.isEmpty else { return }
    if words.count <= Self.fewNames {
      for row in words {
        let entry = names[NameID(row)]
        guard entry.kind == .own, isIncluded(entry.city, in: area) else { continue }
        add(NameID(row), entry, bonus: NameScore.wordBonus, interpretation: interpretation)
      }
    } else {
      let best = names.topK.first(
        wanted ?? .max, of: words, by: NameRanks(names, table.records)
      ) {
        let entry = names[NameID($0)]
        return entry.kind == .own && isIncluded(entry.city, in: area)
      }
      for row in best {
        add(
          NameID(Int(row)), names[NameID(Int(row))], bonus: NameScore.wordBonus,
          interpretation: interpretation)
      }
    }
  }

  private func addWhole(_ row: Int, area: AreaIntersection?, interpretation: UInt8) {
    let entry = names[NameID(row)]
    guard isIncluded(entry.kind), isIncluded(entry.city, in: area) else { return }
    add(NameID(row), entry, bonus: NameScore.wholeBonus, interpretation: interpretation)
  }

  /// Adds the codes that equal the text, which lists leave out.
  private func gatherCodes(
    _ ranges: NameRanges, area: AreaIntersection?, interpretation: UInt8, bonus: Int
  ) {
    for row in codes(in: ranges.bonus.whole) {
      let entry = names[NameID(row)]
      guard isIncluded(entry.kind), isIncluded(entry.city, in: area) else { continue }
      add(NameID(row), entry, bonus: bonus, interpretation: interpretation)
    }
  }

  /// The codes among names with the same key, which are sorted by kind.
  private func codes(in rows: Range<Int>) -> Range<Int> {
    func first(_ precedence: UInt8) -> Int {
      rows.partitioningIndex { names[NameID($0)].kind.precedence >= precedence }
    }
    guard !rows.isEmpty else { return rows }
    let precedence = StoredKind.code.precedence
    let lower = first(precedence)
    return lower..<max(lower, first(precedence + 1))
  }
}

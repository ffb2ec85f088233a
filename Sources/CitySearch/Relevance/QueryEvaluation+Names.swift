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
    let bonus = BonusRanges(of: text, at: position, in: index)
    return NameRanges(
      all: all, bonus: bonus,
      list: names.list(at: position, in: index).map {
        names.tree.variant(bonus.variant(of: all), of: $0)
      })
  }

  /// Collects the cities of the names that begin with the whole query.
  func gatherPrefix(into found: inout Findings) -> PrefixCount {
    let ranges = text.folded.withBytes { nameRanges(of: $0) }
    guard let ranges, !ranges.all.isEmpty else { return PrefixCount(total: .exactly(0)) }
    let list = filter == nil && query.names == .all ? ranges.list : nil
    if let wanted, wanted <= NameTable.listLength, let list {
      return found.append(
        BestNames(cityCount: list.groupCount, rows: list.best), ranges.bonus, in: table)
    }
    if text.folded.isEmpty, let rows = filter?.namedRows {
      // Every name begins with the empty text, so only the names of these cities matter.
      for row in rows {
        let population = table.records.population(atRow: row)
        found.add(
          Hit(
            ownNameOf: row, weight: NameScore.weight(.own, population: population),
            interpretation: 0))
      }
      return PrefixCount(total: .exactly(rows.count), known: rows)
    }
    var cities = CityCollector()
    let isComplete = gather(ranges, area: nil, interpretation: 0, cities: &cities, into: &found)
    if !isComplete, let list {
      // The list has the number of cities, though not all of them.
      return PrefixCount(total: .exactly(list.groupCount), known: cities.distinct())
    }
    let known = cities.distinct()
    return PrefixCount(
      total: isComplete ? .exactly(known.count) : .atLeast(known.count), known: known)
  }

  /// Collects the cities in an area with names that begin with a text.
  ///
  /// - Parameters:
  ///   - ranges: The names.
  ///   - area: The area of the cities; `nil` for any.
  ///   - interpretation: The number of the interpretation.
  ///   - givesBonus: Whether whole names and words get a bonus.
  ///   - cities: Receives the cities.
  ///   - found: Receives the hits.
  /// - Returns: Whether these are all.
  func gather(
    _ ranges: NameRanges, area: AreaIntersection?, interpretation: UInt8, givesBonus: Bool = true,
    cities: inout CityCollector, into found: inout Findings
  ) -> Bool {
    let isFew = ranges.all.count <= (area == nil ? Self.fewNames : Self.manyNames)
    guard let wanted, !isFew else {
      for row in ranges.all {
        let entry = names[NameID(row)]
        guard isIncluded(entry.kind), entry.kind != .code || ranges.bonus.whole.contains(row),
          isIncluded(entry.city, in: area)
        else { continue }
        cities.insert(entry.city)
        add(
          NameID(row), entry, in: ranges, interpretation: interpretation, givesBonus: givesBonus,
          into: &found)
      }
      return true
    }
    let best = names.tree.first(wanted, of: ranges.all, by: NameRanks(names, table.records)) {
      let entry = names[NameID($0)]
      return isIncluded(entry.kind) && isIncluded(entry.city, in: area)
    }
    for row in best {
      let entry = names[NameID(Int(row))]
      cities.insert(entry.city)
      add(
        NameID(Int(row)), entry, in: ranges, interpretation: interpretation,
        givesBonus: givesBonus, into: &found)
    }
    if givesBonus {
      gatherBonuses(ranges, area: area, interpretation: interpretation, into: &found)
    } else {
      gatherCodes(ranges, area: area, interpretation: interpretation, bonus: 0, into: &found)
    }
    return best.count < wanted
  }

  /// Adds a hit by a name, with its bonus.
  @inline(__always)
  private func add(
    _ name: NameID, _ entry: NameTable.Entry, in ranges: NameRanges, interpretation: UInt8,
    givesBonus: Bool, into found: inout Findings
  ) {
    let bonus = givesBonus ? ranges.bonus.bonus(ofRow: name.rawValue, entry.kind) : 0
    add(name, entry, bonus: bonus, interpretation: interpretation, into: &found)
  }

  /// Adds a hit.
  @inline(__always)
  private func add(
    _ name: NameID, _ entry: NameTable.Entry, bonus: Int, interpretation: UInt8,
    into found: inout Findings
  ) {
    found.add(Hit(name, entry, bonus: bonus, in: table, interpretation: interpretation))
  }

  /// Adds the best of the names that get a bonus, which may not be among the best without it.
  private func gatherBonuses(
    _ ranges: NameRanges, area: AreaIntersection?, interpretation: UInt8,
    into found: inout Findings
  ) {
    if ranges.bonus.whole.count <= Self.fewNames {
      for row in ranges.bonus.whole {
        addWhole(row, area: area, interpretation: interpretation, into: &found)
      }
    } else {
      let best = names.tree.first(
        wanted ?? .max, of: ranges.bonus.whole, by: NameRanks(names, table.records)
      ) {
        let entry = names[NameID($0)]
        return isIncluded(entry.kind) && isIncluded(entry.city, in: area)
      }
      for row in best {
        addWhole(Int(row), area: area, interpretation: interpretation, into: &found)
      }
      gatherCodes(
        ranges, area: area, interpretation: interpretation, bonus: NameScore.wholeBonus,
        into: &found)
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
        add(
          NameID(row), entry, bonus: NameScore.wordBonus, interpretation: interpretation,
          into: &found)
      }
    } else {
      let best = names.tree.first(
        wanted ?? .max, of: words, by: NameRanks(names, table.records)
      ) {
        let entry = names[NameID($0)]
        return entry.kind == .own && isIncluded(entry.city, in: area)
      }
      for row in best {
        add(
          NameID(Int(row)), names[NameID(Int(row))], bonus: NameScore.wordBonus,
          interpretation: interpretation, into: &found)
      }
    }
  }

  private func addWhole(
    _ row: Int, area: AreaIntersection?, interpretation: UInt8, into found: inout Findings
  ) {
    let entry = names[NameID(row)]
    guard isIncluded(entry.kind), isIncluded(entry.city, in: area) else { return }
    add(
      NameID(row), entry, bonus: NameScore.wholeBonus, interpretation: interpretation, into: &found)
  }

  /// Adds the codes that equal the text, which lists leave out.
  private func gatherCodes(
    _ ranges: NameRanges, area: AreaIntersection?, interpretation: UInt8, bonus: Int,
    into found: inout Findings
  ) {
    for row in codes(in: ranges.bonus.whole) {
      let entry = names[NameID(row)]
      guard isIncluded(entry.kind), isIncluded(entry.city, in: area) else { continue }
      add(NameID(row), entry, bonus: bonus, interpretation: interpretation, into: &found)
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

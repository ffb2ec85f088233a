internal import PrefixSearch

/// Finds the names that match a query, by an index over them.
///
/// The rules are those of the article <doc:FindingCities>: one word is the beginning of a name, or a region; of several
/// words that few names begin with, some may be a name, and the others say where it is.
struct QueryReadings<Index: PrefixIndex>: Sendable {
  let text: QueryText
  let names: SearchedNames
  let index: Index
  /// The texts for which the index lately had no similar name.
  let misses: MissCache
  /// Whether a part of the text may be a region.
  let hasRegions: Bool
  /// Whether names with typos count.
  let isCorrected: Bool

  var table: Gazetteer.Table { names.table }

  /// The names that match the text.
  func candidates() -> Candidates {
    var candidates = Candidates(names.scope)
    candidates.plain = text.folded.withBytes { NameRanges(of: $0, in: index) }
    if let plain = candidates.plain { candidates.add(plain) }
    guard hasRegions else { return candidates }
    addRegionAlone(to: &candidates)
    if let plain = candidates.plain {
      if count(of: plain) >= TypoRule.sufficientMatchCount { return candidates }
      if !text.typed.isOneWord, !text.written.hasComma, !table.mayBeLine(text.folded) {
        return candidates
      }
    }
    if text.isOneWord {
      if !text.typed.isOneWord {
        // "Paris/France"; but what is not explained is rather a typo.
        addLine(to: &candidates, isCorrected: false)
      }
      guard candidates.streams.isEmpty, text.isWithoutSpaces || text.hasNumber else {
        return candidates
      }
    }
    addLine(to: &candidates, isCorrected: isCorrected)
    return candidates
  }

  /// The number of the cities of some names, or a number that is sufficient.
  private func count(of plain: NameRanges) -> Int {
    names.cityCount(of: plain) ?? Set(plain.all.map { names.entry($0).city }).count
  }

  /// Adds the cities of a region that is the whole text.
  private func addRegionAlone(to candidates: inout Candidates) {
    let regions: Gazetteer.NamedRegions
    if table.regions.isRegionAlone(text.folded) {
      let lines = table.regions.lines(named: text.folded)
      regions = Gazetteer.NamedRegions(all: lines.map { Region(line: table.regions.line($0)) })
    } else if candidates.plain == nil, text.typed.count >= RegionTable.shortestAlone {
      // Names of smaller divisions, and rare ones.
      regions = Gazetteer(table).regions(withKey: text.typed.bytes[...])
      if regions.isEmpty || text.typed.isForeign && regions.areSmall { return }
    } else {
      return
    }
    let countries = Gazetteer.NamedRegions(all: regions.all.filter { $0.isCountry })
    let divisions = Gazetteer.NamedRegions(all: regions.all.filter { !$0.isCountry })
    if !countries.isEmpty {
      addCities(of: countries, NameScore.countryBonus, to: &candidates)
      addNamesakes(of: countries, to: &candidates)
    }
    if !divisions.isEmpty { addCities(of: divisions, NameScore.regionBonus, to: &candidates) }
  }

  /// Adds all cities of regions that are the whole text.
  private func addCities(
    of regions: Gazetteer.NamedRegions, _ bonus: Int, to candidates: inout Candidates
  ) {
    candidates.isRegion = true
    candidates.add(
      NameStream(
        cities: 0..<table.count, bonus: bonus, area: Area([regions], hasTerritories: false),
        reading: candidates.number(of: .region)))
  }

  /// Adds the cities with the name of a country that is the whole text, which are meant before its largest city: those in
  /// it, as Kuwait City by an alternate name, and large ones elsewhere.
  private func addNamesakes(
    of countries: Gazetteer.NamedRegions, to candidates: inout Candidates
  ) {
    let rows = candidates.plain?.bonus.whole ?? 0..<0
    guard !rows.isEmpty else { return }
    let area = Area([countries], hasTerritories: false)
    let bonus = NameScore.wholeBonus + NameScore.namesakeBonus
    candidates.add(NameStream(rows: rows, kinds: .names, bonus: bonus, area: area))
    for row in rows {
      let entry = names.entry(row)
      // Of equal keys, those of own names come first.
      guard entry.isOwn else { break }
      if table.records.population(atRow: entry.city) >= NameScore.populationOfNamesake {
        candidates.add(NameStream(rows: row..<row + 1, kinds: .own, bonus: bonus))
      }
    }
  }
}

extension Gazetteer.Table {
  /// Whether some words of a text that begins a name may be a whole name, and the others begin that of a country or
  /// division.
  ///
  /// Without this question, the whole reader would run while somebody types a long name.
  ///
  /// - Complexity: A lookup of two keys for each word of the text.
  func mayBeLine(_ text: borrowing FoldedQuery) -> Bool {
    let (names, regions) = (nameTable.tree, regions)
    return text.withBytes { text in
      for end in text.indices.dropLast() where text[end] == asciiSpace {
        if names.position(of: text.extracting(0...end)).map({ !names.rows(endingAt: $0).isEmpty })
          ?? false,
          regions.hasName(beginningWith: text.extracting((end + 1)...))
        {
          return true
        }
      }
      return false
    }
  }
}

extension RegionTable {
  /// Whether a whole text is a region.
  ///
  /// A shorter text in ASCII than four letters is none, but for a few names that people use: it may be the code of
  /// a region, but mostly it is the beginning of a city's name.
  @inline(__always)
  func isRegionAlone(_ text: borrowing FoldedQuery) -> Bool {
    // Every letter outside of ASCII has two bytes or more, and no key has one letter.
    let length = text.count - (text.endsInSeparator ? 1 : 0)
    guard length >= Self.shortestAlone || Self.isShortName(text.firstWord, length) else {
      return false
    }
    return !lines(named: text).isEmpty
  }

  /// The least number of bytes of a text that is a region alone.
  static var shortestAlone: Int { 4 }

  /// Whether the first bytes of a text are a short name of a country that is no code of it.
  @inline(__always)
  private static func isShortName(_ word: UInt64, _ length: Int) -> Bool {
    guard length == 2 || length == 3 else { return false }
    switch word & (1 &<< UInt64(truncatingIfNeeded: 8 &* length) &- 1) {
    // uk, usa, uae, drc: the first letter is the lowest byte.
    case 0x6B75, 0x61_7375, 0x65_6175, 0x63_7264: return true
    default: return false
    }
  }
}

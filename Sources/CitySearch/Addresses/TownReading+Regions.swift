internal import PrefixSearch

// Readings of texts that are a region and nothing else: "Toscana", "Tuscany, Italy", "République française". Its largest
// cities are meant.

extension TownReader {
  /// The readings of the largest cities of regions, if regions explain all words.
  ///
  /// - Complexity: That of ``covers(of:by:)``, and for each of them, that of the cities of its regions.
  func regionReadings() -> [TownReading] {
    regionsOfLine().flatMap { largestCities(in: $0, Self.mostCities) }
  }

  /// The sets of hints at regions that are all of some words, no word in two of them.
  ///
  /// - Parameters:
  ///   - words: The words.
  ///   - hints: The hints that may be chosen.
  /// - Returns: The sets.
  /// - Complexity: O(*h*³) for *h* hints.
  func covers(of words: UInt128, by hints: [RegionHint]) -> [[RegionHint]] {
    var covers: [[RegionHint]] = []
    // The hints that were chosen so far, their words, and the number of the next one.
    func choose(_ chosen: [RegionHint], _ known: UInt128, from first: Int) {
      if words & ~known == 0 { return covers.append(chosen) }
      guard chosen.count < Self.mostRegions else { return }
      for number in first..<hints.count where hints[number].mask & known == 0 {
        choose(chosen + [hints[number]], known | hints[number].mask, from: number + 1)
      }
    }
    choose([], 0, from: 0)
    return covers
  }

  /// The largest cities that lie in one region of each hint: those of the smallest one are enumerated.
  func largestCities(in chosen: [RegionHint], _ count: Int) -> [TownReading] {
    let table = gazetteer.table
    func size(_ hint: RegionHint) -> Int {
      hint.regions.all.reduce(0) { $0 + table.cityCount(in: $1) }
    }
    // A region alone need not be counted.
    let inner = chosen.count > 1 ? chosen.indices.min { size(chosen[$0]) < size(chosen[$1]) } : 0
    guard let inner else { return [] }
    let (hint, others) = (chosen[inner], chosen.indices.filter { $0 != inner }.map { chosen[$0] })
    return hint.regions.all.flatMap { region in
      table.mostPopulous(count, in: region) { row in
        others.allSatisfy { level(of: $0.regions, containing: row) != nil }
      }.compactMap { row in
        guard let city = gazetteer.cityByOwnName(row) else { return nil }
        var reading = TownReading(hint.words, city, .region)
        reading.add(hint, region.level)
        for other in others {
          if let level = level(of: other.regions, containing: row) { reading.add(other, level) }
        }
        reading.score += points(ofRegions: reading.regions)
        return reading
      }
    }
  }

  private func points(
    ofRegions regions: [(hint: RegionHint, level: Gazetteer.RegionLevel)]
  ) -> Int {
    let others = regions.dropFirst()
    let alone =
      others.isEmpty
      ? regions.first?.level == .country ? Points.countryAlone : Points.divisionAlone
      : Points.regionInRegion
    return Points.allUnderstood + 2 * Points.edge + Points.region * others.count + alone
  }

  /// The greatest number of regions of a text: a district, a division and a country.
  private static let mostRegions = 3
  /// The greatest number of cities of a region.
  private static let mostCities = NameTable.listLength
}

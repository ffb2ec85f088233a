internal import PrefixSearch

/// The cities that lie in a region of each of some names, such as a county and its state.
///
/// A class, so that names without an area are cheap to copy.
final class Area: Sendable {
  /// The regions of each name.
  let regions: [Gazetteer.NamedRegions]
  /// Whether a city of a territory lies in its state, too, see ``Territories``.
  let hasTerritories: Bool

  init(_ regions: [Gazetteer.NamedRegions], hasTerritories: Bool = true) {
    self.regions = regions
    self.hasTerritories = hasTerritories
  }

  /// Whether all cities of the first-level divisions around the area lie in it.
  var isOfDivisions: Bool {
    regions.count == 1 && !regions[0].isBegun
      && regions[0].all.allSatisfy { $0.level != .subdivision }
  }
}

extension Gazetteer.Table {
  /// Whether a city lies in an area.
  ///
  /// - Complexity: O(*k*) for *k* regions.
  func contains(_ area: Area, _ city: CityRow) -> Bool {
    area.regions.allSatisfy { regions in
      level(of: regions, containing: city) != nil
        || area.hasTerritories && territoryIsIn(regions, city)
    }
  }

  /// The level of the smallest of some regions in which a city itself lies; `nil` if it lies in none.
  ///
  /// - Complexity: O(*k*), where *k* is the number of regions; for those whose names a text begins O(log *k*).
  func level(
    of regions: Gazetteer.NamedRegions, containing row: CityRow
  ) -> Gazetteer.RegionLevel? {
    if regions.isBegun {
      func isNamed(_ region: Region) -> Bool {
        self.regions.contains(region, in: regions.longer)
          || moreRegions.contains(region, in: regions.longerOfMore)
      }
      if subdivisionPath(atRow: row).contains(where: { isNamed(.subdivision($0)) }) {
        return .subdivision
      }
      let division = division(atRow: row)
      if isNamed(.division(division)) { return .division }
      return isNamed(.country(countryNumber(ofDivision: division))) ? .country : nil
    }
    return regions.all.reduce(nil as Gazetteer.RegionLevel?) { level, region in
      guard level ?? .country <= region.level, contains(region, row) else { return level }
      return region.level
    }
  }

  /// Whether a city lies in a territory whose state is one of some regions.
  func territoryIsIn(_ regions: Gazetteer.NamedRegions, _ row: CityRow) -> Bool {
    let country = countryNumber(ofDivision: division(atRow: row))
    let state = territories.state(of: country)
    guard state != country else { return false }
    if !regions.isBegun { return regions.all.contains(.country(state)) }
    return self.regions.contains(Region.country(state), in: regions.longer)
      || moreRegions.contains(Region.country(state), in: regions.longerOfMore)
  }

  /// All cities that lie in an area.
  ///
  /// - Complexity: O(*n* / 64 + *k* + *c*) for each name, where *n* is the number of all cities, *k* that of the regions
  ///   of the name and *c* that of their cities.
  func cities(in area: Area) -> CitySet {
    var sets = area.regions.map { cities(in: $0, withTerritories: area.hasTerritories) }
    guard var cities = sets.popLast() else { return CitySet(cityCount: count) }
    for set in sets { cities.formIntersection(set) }
    return cities
  }

  private func cities(
    in regions: Gazetteer.NamedRegions, withTerritories: Bool
  ) -> CitySet {
    var cities = CitySet(cityCount: count)
    var divisions = RegionSet(divisionCount: divisionCount, countryCount: 0)
    // The cities of a division are read once for all its subdivisions.
    var divided = RegionSet(divisionCount: divisionCount, countryCount: 0)
    var small = RegionSet(divisionCount: subdivisions.count, countryCount: 0)
    forEachRegion(of: regions) { region in
      if case .subdivision(let number) = region {
        for inner in subdivisions.subtree(of: number) { small.insert(division: inner) }
        divided.insert(division: subdivisions.division(of: number))
      } else {
        forEachDivision(of: region, withTerritories: withTerritories) {
          divisions.insert(division: $0)
        }
      }
    }
    for division in 0..<divisionCount {
      if divisions.contains(division) {
        citiesByDivision.insertCities(ofDivision: division, into: &cities) { _ in true }
      } else if divided.contains(division) {
        citiesByDivision.insertCities(ofDivision: division, into: &cities) {
          subdivisions.subdivision(atRow: $0, inDivision: division).map(small.contains) ?? false
        }
      }
    }
    return cities
  }

  private func forEachRegion(of regions: Gazetteer.NamedRegions, _ body: (Region) -> Void) {
    regions.all.forEach(body)
    for line in regions.longer { body(Region(line: self.regions.line(line))) }
    for line in regions.longerOfMore { body(place(ofLine: line)) }
  }

  private func forEachDivision(
    of region: Region, withTerritories: Bool, _ body: (Int) -> Void
  ) {
    switch region {
    case .subdivision(let number): body(subdivisions.division(of: number))
    case .division(let number): body(number)
    case .country(let number):
      divisions(ofCountry: number).forEach(body)
      guard withTerritories, territories.isState(number) else { return }
      for territory in territories.territories(of: number) {
        divisions(ofCountry: territory).forEach(body)
      }
    }
  }

  /// The first-level divisions with the cities of an area, ascending, and perhaps others.
  func divisions(around area: Area) -> [Int] {
    var found: RegionSet?
    for regions in area.regions {
      var set = RegionSet(divisionCount: divisionCount, countryCount: 0)
      forEachRegion(of: regions) { region in
        forEachDivision(of: region, withTerritories: area.hasTerritories) {
          set.insert(division: $0)
        }
      }
      if let other = found { set.formIntersection(other) }
      found = set
    }
    return found.map { set in (0..<divisionCount).filter { set.contains($0) } } ?? []
  }
}

/// A set of countries and divisions of one level, as bits by their numbers.
///
/// Countries have their own bits, because most names of regions are names of countries, and a country
/// has dozens of divisions.
struct RegionSet: Sendable {
  private var words: [UInt64]
  /// Where the bits of countries begin, in words.
  private let firstCountryWord: Int

  /// An empty set, with bits for the given numbers of divisions and countries.
  init(divisionCount: Int, countryCount: Int) {
    // A bit more than there are divisions, which stands for none of them.
    firstCountryWord = divisionCount / 64 + 1
    words = Array(repeating: 0, count: firstCountryWord + (countryCount + 63) / 64)
  }

  /// Whether the set has neither divisions nor countries.
  var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  /// Whether the set contains a division itself.
  func contains(_ division: Int) -> Bool { contains(bit: division) }

  /// Removes what is not in another set for as many divisions and countries.
  mutating func formIntersection(_ other: RegionSet) {
    for index in words.indices { words[index] &= other.words[index] }
  }

  /// Whether the set contains a division, or its country.
  @inline(__always)
  func contains(division: Int, country: Int) -> Bool {
    contains(bit: division) || contains(bit: firstCountryWord &<< 6 &+ country)
  }

  @inline(__always)
  private func contains(bit: Int) -> Bool {
    let word = bit &>> 6
    guard word < words.count else { return false }
    return words[word] &>> UInt64(truncatingIfNeeded: bit & 63) & 1 != 0
  }

  /// Adds a division.
  mutating func insert(division: Int) { insert(bit: division) }

  /// Adds a country.
  mutating func insert(country: Int) { insert(bit: firstCountryWord &<< 6 &+ country) }

  private mutating func insert(bit: Int) {
    guard bit >> 6 < words.count else { return }
    words[bit >> 6] |= 1 << UInt64(bit & 63)
  }
}

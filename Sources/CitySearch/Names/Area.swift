internal import PrefixSearch

/// The countries and divisions of some consecutive lines of the table of regions.
///
/// A city lies in the area if one of the lines is for its division or its country. It is the lines of
/// these two that are searched, so that the cost does not depend on the number of lines in the area,
/// which is hundreds for a single letter. For many cities, the lines are made into a set instead.
struct Area: Sendable {
  fileprivate let lines: Range<Int>
  fileprivate let set: RegionSet?

  /// Up to this many lines are compared one by one.
  fileprivate static let few = 2
  /// How many lines can be added to a set while one city is compared without it.
  fileprivate static let linesPerCity = 8
}

/// An intersection of areas, such as a division and its country.
///
/// A class, so that names without an area are cheap to copy.
final class AreaIntersection: Sendable {
  fileprivate let first: Area
  /// The other areas; mostly none.
  fileprivate let others: [Area]
  fileprivate let members: Members

  /// Which cities lie in an area.
  enum Members {
    /// Those of the countries and divisions themselves.
    case own
    /// Those of their territories, too, see ``Territories``.
    case all
    /// Those that lie there only because territories count.
    case ofTerritories
  }

  init(_ first: Area, _ others: [Area] = [], members: Members = .all) {
    self.first = first
    self.others = others
    self.members = members
  }
}

extension Gazetteer.Table {
  /// The union of the countries and divisions of some lines of the table of regions.
  ///
  /// - Parameters:
  ///   - lines: The lines.
  ///   - cityCount: How many cities will be compared with the area, about.
  /// - Returns: The area.
  /// - Complexity: O(1) for fewer cities than lines; otherwise O(*l* + *d*), where *l* is the number of
  ///   lines and *d* that of divisions and countries, divided by 64.
  func area(ofLines lines: Range<Int>, for cityCount: Int) -> Area {
    guard cityCount > lines.count / Area.linesPerCity, lines.count > Area.few else {
      return Area(lines: lines, set: nil)
    }
    var set = RegionSet(divisionCount: divisionCount, countryCount: countryCount)
    for number in lines { set.insert(regions.line(number)) }
    return Area(lines: lines, set: set)
  }

  /// The intersection of areas that are named beside a name as it was typed: the cities there, and apart from them
  /// those of territories, which have a lower score.
  ///
  /// - Complexity: O(*l*), where *l* is the number of lines of all areas.
  func areasAsTyped(
    _ first: Area, _ others: [Area] = []
  ) -> [(area: AreaIntersection, bonus: Int)] {
    let own = (AreaIntersection(first, others, members: .own), 0)
    let haveTerritories = ([first] + others).contains { area in
      area.lines.contains { number in
        let line = regions.line(number)
        return line & RegionTable.countryFlag != 0
          && territories.isState(Int(truncatingIfNeeded: line & ~RegionTable.countryFlag))
      }
    }
    guard haveTerritories else { return [own] }
    let others = AreaIntersection(first, others, members: .ofTerritories)
    return [own, (others, NameScore.territoryBonus)]
  }

  /// Whether some lines and others have a common region: the same one, a division and its country, or a territory
  /// and its state.
  ///
  /// - Complexity: O(*l* *m*), where *l* and *m* are the numbers of lines, which are those of one name each.
  func haveCommonRegion(_ lines: Range<Int>, _ others: Range<Int>) -> Bool {
    /// The region, its country, and the state of that.
    func regionsAround(_ line: Int) -> [UInt32] {
      let region = regions.line(line)
      var country = Int(truncatingIfNeeded: region & ~RegionTable.countryFlag)
      if region & RegionTable.countryFlag == 0 { country = countryNumber(ofDivision: country) }
      return [region]
        + [country, territories.state(of: country)]
        .map { UInt32(truncatingIfNeeded: $0) | RegionTable.countryFlag }
    }
    return lines.contains { line in
      others.contains { other in
        regionsAround(line).contains(regions.line(other))
          || regionsAround(other).contains(regions.line(line))
      }
    }
  }

  /// Whether a city lies in areas.
  @inline(__always)
  func contains(_ areas: AreaIntersection, _ city: CityRow) -> Bool {
    contains(areas.first, areas.others, areas.members, division: division(atRow: city))
  }

  /// Whether a city lies in one area, or in a territory of it.
  @inline(__always)
  func contains(_ area: Area, _ city: CityRow) -> Bool {
    contains(area, [], .all, division: division(atRow: city))
  }

  /// Whether a division lies in an area and in others.
  @inline(__always)
  private func contains(
    _ first: Area, _ others: [Area], _ members: AreaIntersection.Members, division: Int
  ) -> Bool {
    let country = countryNumber(ofDivision: division)
    let isOwn =
      contains(first, division: division, country: country)
      && (others.isEmpty
        || others.allSatisfy { contains($0, division: division, country: country) })
    if isOwn { return members != .ofTerritories }
    guard members != .own else { return false }
    let state = territories.state(of: country)
    // That of the state alone: no division is that of a territory.
    return state != country
      && ([first] + others).allSatisfy {
        contains($0, division: division, country: country)
          || contains($0, division: divisionCount, country: state)
      }
  }

  /// The number of lines of the first of some areas, which is the one that is enumerated.
  func lineCount(of areas: AreaIntersection) -> Int { areas.first.lines.count }

  /// The divisions in areas, ascending.
  ///
  /// - Complexity: O(*l* log *n* + *d* log *d*), where *l* is the number of lines of the first area, *d* that of
  ///   its divisions, and *n* that of all divisions.
  func divisions(in areas: AreaIntersection) -> [Int] {
    var divisions: Set<Int> = []
    for number in areas.first.lines {
      let line = regions.line(number)
      let region = Int(truncatingIfNeeded: line & ~RegionTable.countryFlag)
      if line & RegionTable.countryFlag == 0 {
        divisions.insert(region)
      } else {
        divisions.formUnion(self.divisions(ofCountry: region))
        guard areas.members != .own, territories.isState(region) else { continue }
        for territory in territories.territories(of: region) {
          divisions.formUnion(self.divisions(ofCountry: territory))
        }
      }
    }
    return divisions.sorted().filter {
      contains(areas.first, areas.others, areas.members, division: $0)
    }
  }

  /// All cities that lie in areas.
  ///
  /// - Complexity: That of ``divisions(in:)``, and O(*n* / 64 + *c*), where *n* is the number of all cities, and *c*
  ///   that of the cities in the areas.
  func cities(in areas: AreaIntersection) -> CitySet { cities(inDivisions: divisions(in: areas)) }

  /// All cities of some divisions.
  ///
  /// - Complexity: O(*n* / 64 + *c*), where *n* is the number of all cities, and *c* that of the cities of the
  ///   divisions.
  func cities(inDivisions divisions: [Int]) -> CitySet {
    var cities = CitySet(cityCount: count)
    for division in divisions { citiesByDivision.insertCities(ofDivision: division, into: &cities) }
    return cities
  }

  @inline(__always)
  private func contains(_ area: Area, division: Int, country: Int) -> Bool {
    if let set = area.set { return set.contains(division: division, country: country) }
    let division = UInt32(truncatingIfNeeded: division)
    let country = UInt32(truncatingIfNeeded: country) | RegionTable.countryFlag
    guard area.lines.count <= Area.few else {
      return regions.contains(division, in: area.lines) || regions.contains(country, in: area.lines)
    }
    for number in area.lines {
      let line = regions.line(number)
      if line == division || line == country { return true }
    }
    return false
  }
}

/// A set of countries and first-level divisions, as bits by their numbers.
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

  /// Adds a division, or the country of a line with ``RegionTable/countryFlag``.
  mutating func insert(_ region: UInt32) {
    let number = Int(truncatingIfNeeded: region & ~RegionTable.countryFlag)
    if region & RegionTable.countryFlag != 0 {
      insert(country: number)
    } else {
      insert(division: number)
    }
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

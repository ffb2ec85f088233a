package import PrefixSearch

/// The divisions below the first level, which are called subdivisions here: counties, provinces, districts.
///
/// They are numbered in preorder: by the number of their first-level division, each before those that lie in it. So
/// those in a subdivision are the numbers behind its own with a deeper level, which are few: the second level is right
/// below the first, and a third one is rare.
///
/// Records of cities have no bits left for them. A city has a byte instead, and some bits more if a first-level
/// division has more than 255 subdivisions: the position of its deepest subdivision among those of its first-level
/// division, counted from 1, or 0 if it lies in none.
package struct Subdivisions: Sendable {
  /// The number of subdivisions.
  package let count: Int
  private let tree: ByteRegion
  private let cities: ByteRegion
  private let codes: TextBlocks
  /// The names.
  package let names: TextBlocks
  private let divisionCount: Int
  /// Where those of each first-level division begin, and the end of the last.
  private let starts: PackedNumbers
  /// The level of each less two.
  private let levels: BitPackedNumbers
  /// The bits above the lowest eight of the positions of cities; `nil` if they have no more.
  private let highBits: BitPackedNumbers?

  /// The level of those right below the first-level divisions.
  package static let firstLevel = 2
  /// The greatest level.
  package static let greatestLevel = 9
  /// The greatest number.
  package static let maximumCount = 1 << 24
  /// The bytes before the starts: the number of subdivisions, the greatest level less two, and the greatest number in
  /// a first-level division.
  package static let headSize = 12
  /// What stands between the code of a subdivision in its division and that of ISO 3166-2 in its country.
  package static let codeSeparator: Character = "\t"

  /// Reads the sections; `nil` if they do not fit each other.
  ///
  /// - Complexity: O(1)
  package init?(
    tree: ByteRegion, cities: ByteRegion, codes: ByteRegion, names: ByteRegion, cityCount: Int,
    divisionCount: Int
  ) {
    let number = tree.uint32(at: 0)
    let (deepest, most) = (tree.uint32(at: 4), tree.uint32(at: 8))
    guard number <= Self.maximumCount, most <= number,
      deepest <= Self.greatestLevel - Self.firstLevel,
      let codes = TextBlocks(codes), let names = TextBlocks(names)
    else { return nil }
    let count = Int(number)
    starts = PackedNumbers(start: Self.headSize, width: PackedNumbers.width(for: count))
    levels = BitPackedNumbers(
      start: Self.headSize + (divisionCount + 1) * starts.stride, greatest: Int(deepest))
    highBits = Self.highBits(cityCount: cityCount, greatestPosition: Int(most))
    let cityBytes = count == 0 ? 0 : cityCount + (highBits?.byteCount(cityCount) ?? 0)
    guard codes.count == count, names.count == count,
      tree.count - ByteRegion.padding == levels.start + levels.byteCount(count),
      cities.count - ByteRegion.padding == cityBytes
    else { return nil }
    (self.count, self.tree, self.cities) = (count, tree, cities)
    (self.codes, self.names) = (codes, names)
    self.divisionCount = divisionCount
  }

  /// The bits of the positions of cities above the lowest eight, which follow the bytes; `nil` if there are none.
  package static func highBits(cityCount: Int, greatestPosition: Int) -> BitPackedNumbers? {
    greatestPosition > 0xFF
      ? BitPackedNumbers(start: cityCount, greatest: greatestPosition >> 8) : nil
  }

  /// The subdivisions of a first-level division, of all levels.
  @inline(__always)
  package func subdivisions(ofDivision division: Int) -> Range<Int> {
    guard division >= 0, division < divisionCount else { return 0..<0 }
    // In a damaged file these may be any numbers.
    let end = min(starts.value(at: division &+ 1, in: tree), count)
    return min(starts.value(at: division, in: tree), end)..<end
  }

  /// The deepest subdivision that the city at `row` lies in; `nil` if there is none.
  ///
  /// - Parameters:
  ///   - row: The city.
  ///   - division: Its first-level division.
  /// - Returns: The number.
  @inline(__always)
  package func subdivision(atRow row: CityRow, inDivision division: Int) -> Int? {
    guard count > 0 else { return nil }
    var position = Int(cities.byte(at: row.rawValue))
    if let highBits { position |= highBits.value(at: row.rawValue, in: cities) &<< 8 }
    let all = subdivisions(ofDivision: division)
    return position > 0 && position <= all.count ? all.lowerBound &+ position &- 1 : nil
  }

  /// The first-level division of a subdivision.
  ///
  /// - Complexity: O(log *d*), where *d* is the number of first-level divisions.
  package func division(of number: Int) -> Int {
    (0..<divisionCount).partitioningIndex { starts.value(at: $0 + 1, in: tree) > number }
  }

  /// The level: 2 for most.
  package func level(of number: Int) -> Int {
    Self.firstLevel + levels.value(at: number, in: tree)
  }

  /// A subdivision and those in it.
  ///
  /// - Complexity: O(*k*), where *k* is their number.
  package func subtree(of number: Int) -> Range<Int> {
    let end = subdivisions(ofDivision: division(of: number)).upperBound
    let level = level(of: number)
    var next = number + 1
    while next < end, self.level(of: next) > level { next += 1 }
    return number..<next
  }

  /// The subdivisions that a subdivision lies in, from the second level down to itself.
  ///
  /// - Complexity: O(1) for one of the second level; else O(*k*), where *k* is the number of subdivisions before it in
  ///   its division.
  package func path(to number: Int) -> [Int] {
    var path = [number]
    var level = level(of: number)
    guard level > Self.firstLevel else { return path }
    let first = subdivisions(ofDivision: division(of: number)).lowerBound
    var above = number
    while level > Self.firstLevel, above > first {
      above -= 1
      guard self.level(of: above) < level else { continue }
      level = self.level(of: above)
      path.insert(above, at: 0)
    }
    return path
  }

  /// The subdivision of a first-level division with a code; `nil` if there is none.
  ///
  /// - Complexity: O(*k*), where *k* is the number of its subdivisions.
  package func number(of code: SubdivisionCode, inDivision division: Int) -> Int? {
    let bytes = Array(code.description.utf8)
    return subdivisions(ofDivision: division).first { number in
      codes.hasText(number, beginningWith: bytes, andThen: 0x09)
    }
  }

  /// The code within its first-level division, such as `167`, without that of ISO 3166-2.
  package func code(of number: Int) -> String { String(codeParts(of: number).code) }

  /// The code of ISO 3166-2 without that of the country, such as `MI`; `nil` if there is none.
  package func isoCode(of number: Int) -> String? { codeParts(of: number).iso.map(String.init) }

  private func codeParts(of number: Int) -> (code: Substring, iso: Substring?) {
    let text = codes[number]
    guard let end = text.utf8.firstIndex(of: 0x09) else { return (text[...], nil) }
    return (text[..<end], text[text.utf8.index(after: end)...])
  }
}

/// A country or a division of any level, by its number.
package enum Region: Sendable, Hashable {
  case country(Int)
  /// A first-level division.
  case division(Int)
  case subdivision(Int)

  /// The region of a line of a table of regions.
  @inline(__always)
  package init(line: UInt32) {
    let number = Int(
      truncatingIfNeeded: line & ~(RegionTable.countryFlag | RegionTable.subdivisionFlag))
    self =
      line & RegionTable.countryFlag != 0
      ? .country(number)
      : line & RegionTable.subdivisionFlag != 0 ? .subdivision(number) : .division(number)
  }

  /// Whether it is a country.
  package var isCountry: Bool {
    if case .country = self { true } else { false }
  }

  /// The level.
  package var level: Gazetteer.RegionLevel {
    switch self {
    case .country: .country
    case .division: .division
    case .subdivision: .subdivision
    }
  }

  /// What a line of a table has for it.
  @inline(__always)
  package var line: UInt32 {
    switch self {
    case .country(let number): UInt32(truncatingIfNeeded: number) | RegionTable.countryFlag
    case .division(let number): UInt32(truncatingIfNeeded: number)
    case .subdivision(let number): UInt32(truncatingIfNeeded: number) | RegionTable.subdivisionFlag
    }
  }
}

extension Gazetteer.Table {
  /// The country or division of a line of ``moreRegions``.
  @inline(__always)
  package func place(ofLine number: Int) -> Region { Region(line: moreRegions.line(number)) }

  /// The countries and divisions with codes: several for the ISO code of an area such as Java; none if there is none.
  ///
  /// - Complexity: O(log *d* + *k*), where *d* is the number of first-level divisions, and *k* that of the subdivisions
  ///   of one.
  package func regions(of division: Gazetteer.Division) -> [Region] {
    if division.isISOCode {
      let country = number(of: division.countryCode)
      let key = Folding.key(of: division.description)
      return moreRegions.lines(named: key.span).map { place(ofLine: $0) }.filter {
        self.country(of: $0) == country
      }
    }
    if division.divisionCode.isEmpty, division.subdivisionCode.isEmpty,
      let country = number(of: division.countryCode)
    {
      return [.country(country)]
    }
    let firstLevel = Gazetteer.Division(
      countryCode: division.countryCode, divisionCode: division.divisionCode)
    guard let number = number(of: firstLevel) else { return [] }
    guard !division.subdivisionCode.isEmpty else { return [.division(number)] }
    return subdivisions.number(of: division.subdivisionCode, inDivision: number)
      .map { [.subdivision($0)] } ?? []
  }

  /// The number of the country of a region.
  package func country(of region: Region) -> Int {
    switch region {
    case .country(let number): number
    case .division(let number): countryNumber(ofDivision: number)
    case .subdivision(let number): countryNumber(ofDivision: subdivisions.division(of: number))
    }
  }

  /// The deepest subdivision that the city at `row` lies in; `nil` if there is none.
  @inline(__always)
  package func subdivision(atRow row: CityRow) -> Int? {
    subdivisions.subdivision(atRow: row, inDivision: division(atRow: row))
  }

  /// The subdivisions of the city at `row`, from the second level down.
  package func subdivisionPath(atRow row: CityRow) -> [Int] {
    subdivision(atRow: row).map(subdivisions.path) ?? []
  }

  /// Whether the city at `row` lies in a region itself, not in a territory of it.
  package func contains(_ region: Region, _ row: CityRow) -> Bool {
    let division = division(atRow: row)
    switch region {
    case .country(let number): return countryNumber(ofDivision: division) == number
    case .division(let number): return division == number
    case .subdivision(let number):
      // Most cities lie in another first-level division.
      guard subdivisions.subdivisions(ofDivision: division).contains(number),
        let own = subdivisions.subdivision(atRow: row, inDivision: division)
      else { return false }
      return own == number || subdivisions.subtree(of: number).contains(own)
    }
  }

  /// The name of a region; empty if it has none.
  package func name(of region: Region) -> String {
    switch region {
    case .country(let number): countryNames[number]
    case .division(let number): divisionNames[number]
    case .subdivision(let number): subdivisions.names[number]
    }
  }

  /// The cities of a region, the most populous first; ties in canonical order.
  ///
  /// - Complexity: O(*c*), where *c* is the number of cities of its first-level division, or O(*c* log *d*) for the *d*
  ///   divisions of a country; O(*n*) the first time, where *n* is that of all cities.
  package func rows(in region: Region) -> [CityRow] {
    switch region {
    case .country(let number):
      var rows: [CityRow] = []
      var cursor = RegionCursor(divisions(ofCountry: number), in: self)
      while let row = cursor.next() { rows.append(row) }
      return rows
    case .division(let number): return citiesByDivision.rows(ofDivision: number)
    case .subdivision(let number): return rows(inSubdivisions: subdivisions.subtree(of: number))
    }
  }

  /// The most populous cities of a region that fulfill a condition; ties in canonical order.
  ///
  /// - Complexity: O(*d* + *p* log *d*), where *d* is the number of divisions of a country, and *p* that of the cities that
  ///   are visited; for a division that of ``rows(in:)``.
  func mostPopulous(
    _ count: Int, in region: Region, where isIncluded: (CityRow) -> Bool
  ) -> [CityRow] {
    guard case .country(let number) = region else {
      return Array(rows(in: region).lazy.filter(isIncluded).prefix(count))
    }
    var (found, cursor) = ([CityRow](), RegionCursor(divisions(ofCountry: number), in: self))
    while found.count < count, let row = cursor.next() {
      if isIncluded(row) { found.append(row) }
    }
    return found
  }

  /// The cities of a subdivision and those in it, the most populous first.
  func rows(inSubdivisions numbers: Range<Int>) -> [CityRow] {
    let division = subdivisions.division(of: numbers.lowerBound)
    return citiesByDivision.rows(ofDivision: division).filter {
      subdivisions.subdivision(atRow: $0, inDivision: division).map(numbers.contains) ?? false
    }
  }

  /// The number of the cities of a region.
  ///
  /// - Complexity: That of ``rows(in:)`` for a subdivision; else O(*d*), where *d* is the number of its divisions.
  package func cityCount(in region: Region) -> Int {
    switch region {
    case .country(let number):
      divisions(ofCountry: number).reduce(0) { $0 + citiesByDivision.count(ofDivision: $1) }
    case .division(let number): citiesByDivision.count(ofDivision: number)
    case .subdivision: rows(in: region).count
    }
  }
}

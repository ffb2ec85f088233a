internal import PrefixSearch

/// The names of countries and first-level divisions: in many languages, with codes and abbreviations.
///
/// Each line is a name and its country or division. A name may have several lines: "georgia" is a country
/// and a state.
struct RegionTable: Sendable {
  /// Finds the lines by the folded name, which ends in a space.
  private let index: RadixTree
  /// The country or division of each line.
  private let lines: ByteRegion

  /// The flag of a line for a whole country, in addition to its number; other lines have the number of a
  /// division.
  static let countryFlag: UInt32 = 1 << 31
  /// The bytes of a line.
  static let lineSize = 4

  /// Reads a table; `nil` if its two sections do not fit each other.
  init?(keys: ByteRegion, lines: ByteRegion) {
    index = RadixTree(region: keys)
    self.lines = lines
    guard lines.count - ByteRegion.padding == index.count * Self.lineSize else { return nil }
  }

  /// All names, in order, with their lines.
  ///
  /// - Complexity: O(*b*), where *b* is the length of all names in bytes.
  var completions: [Completion] { index.completions(of: []) }

  /// The country or division of a line.
  @inline(__always)
  func line(_ number: Int) -> UInt32 { lines.uint32(at: number &* Self.lineSize) }

  /// The lines of a name, and those of longer names that begin with it.
  ///
  /// - Parameter key: A text that may be a name, folded; if it ends in a space, so does the name.
  /// - Returns: The lines of the name itself, and those of the longer names.
  func lines(of key: Span<UInt8>) -> (exact: Range<Int>, longer: Range<Int>) {
    guard key.count > 0, let position = index.position(of: key) else { return (0..<0, 0..<0) }
    let all = index.rows(below: position)
    let end =
      key[key.count - 1] == asciiSpace ? position : index.child(of: position, by: asciiSpace)
    // The name itself sorts before all longer names.
    let exact = end.map { index.rows(endingAt: $0) } ?? 0..<0
    guard !exact.isEmpty else { return (0..<0, all) }
    return (exact, exact.upperBound..<Swift.max(exact.upperBound, all.upperBound))
  }
}

/// A set of countries and first-level divisions, as bits by their numbers.
///
/// Countries have their own bits, because most names of regions are names of countries, and a country
/// has dozens of divisions.
struct Area: Sendable {
  private var words: [UInt64]
  /// Where the bits of countries begin, in words.
  private let firstCountryWord: Int

  /// An empty area, with bits for the given numbers of divisions and countries.
  init(divisionCount: Int, countryCount: Int) {
    firstCountryWord = (divisionCount + 63) / 64
    words = Array(repeating: 0, count: firstCountryWord + (countryCount + 63) / 64)
  }

  /// Whether the area contains a division, or its country.
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

  mutating func insert(division: Int) { insert(bit: division) }
  mutating func insert(country: Int) { insert(bit: firstCountryWord << 6 + country) }

  private mutating func insert(bit: Int) {
    guard bit >> 6 < words.count else { return }
    words[bit >> 6] |= 1 << UInt64(bit & 63)
  }
}

/// An intersection of areas, such as a division and its country.
struct AreaIntersection: Sendable {
  private let first: Area
  private let others: [Area]

  init(_ first: Area, _ others: Area?...) {
    self.first = first
    self.others = others.compactMap(\.self)
  }

  @inline(__always)
  func contains(division: Int, country: Int) -> Bool {
    first.contains(division: division, country: country)
      && others.allSatisfy { $0.contains(division: division, country: country) }
  }
}

extension Gazetteer.Table {
  /// The union of the countries and divisions of some lines of the table of regions.
  ///
  /// - Complexity: O(*l* + *d*), where *l* is the number of lines and *d* that of divisions and countries
  ///   by 64.
  func area(ofLines numbers: Range<Int>) -> Area {
    var area = Area(divisionCount: divisionCount, countryCount: countryCount)
    for number in numbers {
      let line = regions.line(number)
      if line & RegionTable.countryFlag == 0 {
        area.insert(division: Int(truncatingIfNeeded: line))
      } else {
        area.insert(country: Int(truncatingIfNeeded: line & ~RegionTable.countryFlag))
      }
    }
    return area
  }

  /// Whether a city lies in areas.
  @inline(__always)
  func contains(_ areas: AreaIntersection, _ city: CityRow) -> Bool {
    let division = division(atRow: city)
    return areas.contains(
      division: division, country: countryNumber(ofDivision: division))
  }
}

/// Collects the lines of a table of regions, in any order.
struct RegionTableBuilder {
  /// A folded name and the code of a country, with that of a division unless the whole country is meant.
  struct Line {
    var key: [UInt8]
    var countryCode: CountryCode
    var admin1Code: DivisionCode?
  }

  private var lines: [(key: [UInt8], value: UInt32)] = []
  private let codes: DivisionCodes
  private let countries: [CountryCode: Int]
  private let divisions: [Gazetteer.Division: Int]
  /// The divisions and countries that have cities.
  private let inhabited: Set<Gazetteer.Division>
  private let inhabitedCountries: Set<CountryCode>

  init(_ codes: DivisionCodes, inhabited: Set<Gazetteer.Division>) {
    self.codes = codes
    countries = codes.countries.numbers
    divisions = codes.divisions.numbers
    self.inhabited = inhabited
    inhabitedCountries = Set(inhabited.map(\.countryCode))
  }

  /// Adds a line, unless its country or division has no city, or its name has fewer than two letters.
  mutating func append(_ line: Line) {
    let key = line.key
    guard key.count(where: { $0 & 0xC0 != 0x80 }) > 2 else { return }
    if let code = line.admin1Code {
      let division = Gazetteer.Division(countryCode: line.countryCode, admin1Code: code)
      guard inhabited.contains(division), let number = divisions[division] else { return }
      lines.append((key, UInt32(number)))
    } else if inhabitedCountries.contains(line.countryCode),
      let number = countries[line.countryCode]
    {
      lines.append((key, UInt32(number) | RegionTable.countryFlag))
    }
  }

  /// Adds the codes of countries and the joined names of countries and divisions, for lack of a file of
  /// names of regions.
  mutating func appendKnownNames(_ places: PlaceNames) {
    for code in codes.countries where !code.isEmpty {
      for name in [code.description, places.countries[code]].compactMap(\.self) {
        append(Line(key: Folding.key(of: name), countryCode: code))
      }
    }
    for division in codes.divisions {
      guard let name = places.divisions[division] else { continue }
      append(
        Line(
          key: Folding.key(of: name), countryCode: division.countryCode,
          admin1Code: division.admin1Code))
    }
  }

  /// Sorts the lines and writes both sections.
  ///
  /// - Throws: ``GazetteerError/tooManyKeyBytes(limit:)``
  consuming func finish() throws(GazetteerError) -> (keys: [UInt8], lines: [UInt8]) {
    lines.sort { one, two in
      one.key == two.key
        ? one.value < two.value : one.key.lexicographicallyPrecedes(two.key)
    }
    var builder = SortedKeys.Builder()
    var writer = ByteRegionWriter()
    var last: (key: [UInt8], value: UInt32)?
    for line in lines {
      if let last, last.key == line.key, last.value == line.value { continue }
      do throws(SortedKeysError) {
        try builder.append(line.key.span)
      } catch {
        throw .tooManyKeyBytes(limit: SortedKeys.maximumByteCount)
      }
      writer.append(line.value, width: RegionTable.lineSize)
      last = line
    }
    return (RadixTree(builder.finish()).region.content, writer.bytes)
  }
}

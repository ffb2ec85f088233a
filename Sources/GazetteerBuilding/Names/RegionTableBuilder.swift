internal import CitySearch
internal import PrefixSearch

/// Collects the lines of a table of regions, in any order.
struct RegionTableBuilder {
  /// A folded name and the code of a country, with that of a division unless the whole country is meant.
  struct Line {
    var key: [UInt8]
    var countryCode: CountryCode
    var divisionCode: DivisionCode?
  }

  private var lines: [(key: [UInt8], value: UInt32)] = []
  private let codes: DivisionCodes
  private let countries: [CountryCode: Int]
  private let divisions: [Gazetteer.Division: Int]
  /// The divisions and countries that have cities.
  private let inhabited: Set<Gazetteer.Division>
  private let inhabitedCountries: Set<CountryCode>
  /// The lines of another table, which are left out here.
  private let others: Set<KnownLine>

  private struct KnownLine: Hashable {
    let key: [UInt8]
    let value: UInt32
  }

  /// Begins a table.
  ///
  /// - Parameters:
  ///   - codes: The countries and divisions.
  ///   - inhabited: The divisions that have cities.
  ///   - first: A table whose lines are left out.
  init(
    _ codes: DivisionCodes, inhabited: Set<Gazetteer.Division>,
    beside first: RegionTableBuilder? = nil
  ) {
    others = Set((first?.lines ?? []).map { KnownLine(key: $0.key, value: $0.value) })
    self.codes = codes
    countries = codes.countries.numbers
    divisions = codes.divisions.numbers
    self.inhabited = inhabited
    inhabitedCountries = Set(inhabited.map(\.countryCode))
  }

  /// Adds a line, unless its country or division has no city, or its name has fewer than two letters.
  mutating func append(_ line: Line) {
    if let code = line.divisionCode {
      let division = Gazetteer.Division(countryCode: line.countryCode, divisionCode: code)
      guard inhabited.contains(division), let number = divisions[division] else { return }
      append(line.key, UInt32(number))
    } else if inhabitedCountries.contains(line.countryCode),
      let number = countries[line.countryCode]
    {
      append(line.key, UInt32(number) | RegionTable.countryFlag)
    }
  }

  /// Adds a line of a subdivision, unless its name has fewer than two letters.
  mutating func append(_ key: [UInt8], subdivision number: Int) {
    append(key, UInt32(number) | RegionTable.subdivisionFlag)
  }

  private mutating func append(_ key: [UInt8], _ value: UInt32) {
    guard key.count(where: { $0 & 0xC0 != 0x80 }) > 2,
      others.isEmpty || !others.contains(KnownLine(key: key, value: value))
    else { return }
    lines.append((key, value))
  }

  /// Adds the codes of countries and the joined names of countries and divisions, if there is no file of
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
          divisionCode: division.divisionCode))
    }
  }

  /// Sorts the lines and writes both sections.
  ///
  /// - Throws: ``/CitySearch/GazetteerError/tooManyKeyBytes(limit:)``
  consuming func finish(
    subdivisionCount: Int = 0
  ) throws(GazetteerError) -> (keys: [UInt8], lines: [UInt8]) {
    lines.sort { one, two in
      one.key == two.key
        ? one.value < two.value : one.key.lexicographicallyPrecedes(two.key)
    }
    var builder = SortedKeys.Builder()
    var last: (key: [UInt8], value: UInt32)?
    var values: [UInt32] = []
    for line in lines {
      if let last, last.key == line.key, last.value == line.value { continue }
      do throws(SortedKeysError) {
        try builder.append(line.key.span)
      } catch {
        throw .tooManyKeyBytes(limit: SortedKeys.maximumByteCount)
      }
      values.append(line.value)
      last = line
    }
    return (
      RadixTree(builder.finish()).region.content,
      RegionTable.bytes(
        of: values, divisionCount: codes.divisions.count, countryCount: codes.countries.count,
        subdivisionCount: subdivisionCount)
    )
  }
}

extension RegionTable {
  /// The stored form of some lines and their inverse.
  static func bytes(
    of lines: [UInt32], divisionCount: Int, countryCount: Int, subdivisionCount: Int = 0
  ) -> [UInt8] {
    var numbers = Array(
      repeating: [Int](), count: divisionCount + countryCount + subdivisionCount)
    var writer = ByteRegionWriter()
    for (number, line) in lines.enumerated() {
      writer.append(line, width: lineSize)
      let list =
        switch Region(line: line) {
        case .division(let division): division
        case .country(let country): divisionCount + country
        case .subdivision(let subdivision): divisionCount + countryCount + subdivision
        }
      numbers[list].append(number)
    }
    let width = PackedNumbers.width(for: lines.count)
    var start = 0
    for list in numbers {
      writer.append(start, width: width)
      start += list.count
    }
    writer.append(start, width: width)
    for number in numbers.joined() { writer.append(number, width: width) }
    return writer.bytes
  }
}

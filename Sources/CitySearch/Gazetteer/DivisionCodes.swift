internal import FlatStorage

/// The codes of countries and divisions, ascending: their positions are the numbers that they are
/// known by.
struct DivisionCodes {
  /// The codes of countries.
  let countries: [CountryCode]
  /// The divisions.
  let divisions: [Gazetteer.Division]

  /// Numbers `divisions`, their countries, and more countries.
  init(of divisions: Set<Gazetteer.Division>, countries others: some Sequence<CountryCode>) {
    self.divisions = divisions.sorted()
    countries = Set(divisions.lazy.map(\.countryCode)).union(others).sorted()
  }

  /// The stored form of the countries: four bytes each.
  var countryBytes: [UInt8] {
    var writer = ByteRegionWriter()
    for country in countries { writer.append(country.rawValue, width: 4) }
    return writer.bytes
  }

  /// The stored form of the divisions, with all that a city needs of one in sixteen bytes: the code of
  /// the division, that of its country, and the number of its country.
  var divisionBytes: [UInt8] {
    let numbers = countries.numbers
    var writer = ByteRegionWriter()
    for division in divisions {
      writer.append(division.admin1Code.rawValue, width: 8)
      writer.append(division.countryCode.rawValue, width: 4)
      writer.append(numbers[division.countryCode] ?? 0, width: 4)
    }
    return writer.bytes
  }
}

extension Array where Element: Hashable {
  /// The position of each value, of which none is there twice.
  var numbers: [Element: Int] {
    Dictionary(uniqueKeysWithValues: enumerated().map { ($0.element, $0.offset) })
  }
}

/// The codes of countries and divisions, each list ascending, and the divisions that consist of them.
struct DivisionCodes {
  /// The codes of countries.
  let countries: [String]
  /// The codes of divisions, each once for all countries.
  let admin1Codes: [String]
  /// The divisions in the order in which they are looked up: by the numbers of their two codes.
  let divisions: [Gazetteer.Division]
  /// The two numbers of each division, that of the country first.
  let numbers: [(UInt16, UInt16)]

  /// The most codes of countries, and the most codes of divisions: each has a number of two bytes.
  private static let maximumCount = Int(UInt16.max) + 1

  /// Numbers the codes of `divisions`, and of more countries.
  ///
  /// - Throws: ``GazetteerError/tooManyCodes(limit:)``
  init(
    of divisions: Set<Gazetteer.Division>, countries others: some Sequence<String>
  ) throws(GazetteerError) {
    let known = divisions.sorted(by: <)
    let countries = Set(known.map(\.countryCode)).union(others).sorted { $0.utf8Precedes($1) }
    let admin1Codes = Set(known.map(\.admin1Code)).sorted { $0.utf8Precedes($1) }
    // Cities alone have fewer divisions than that, but files of names may have any number.
    guard Swift.max(countries.count, admin1Codes.count) <= Self.maximumCount else {
      throw .tooManyCodes(limit: Self.maximumCount)
    }
    let (countryNumbers, codeNumbers) = (countries.numbers, admin1Codes.numbers)
    // Codes may be equal as texts and differ in their bytes: then only one is kept, and the order of
    // the numbers is another than that of the codes.
    let pairs = known.map { division in
      (
        division: division, country: UInt16(countryNumbers[division.countryCode] ?? 0),
        code: UInt16(codeNumbers[division.admin1Code] ?? 0)
      )
    }.sorted { ($0.country, $0.code) < ($1.country, $1.code) }
    self.countries = countries
    self.admin1Codes = admin1Codes
    self.divisions = pairs.map(\.division)
    numbers = pairs.map { ($0.country, $0.code) }
  }
}

extension Array where Element: Hashable {
  /// The position of each value, of which none is there twice.
  var numbers: [Element: Int] {
    Dictionary(uniqueKeysWithValues: enumerated().map { ($0.element, $0.offset) })
  }
}

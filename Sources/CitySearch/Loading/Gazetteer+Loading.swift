public import Foundation

extension Gazetteer {
  /// Loads a file of cities; its form is recognised by its content.
  ///
  /// Read are files that ``write(to:)`` made, GeoNames' files of places (19 tab-separated columns: `cities500.txt`, `allCountries.txt`
  /// and their like) and the JSON array of the 200k-cities coding challenge, elements of which look
  /// like `{"country":"UA","name":"Hurzuf","_id":707860,"coord":{"lon":34.28,"lat":44.55}}`. Texts must
  /// be UTF-8, with or without a byte order mark; lines may end in LF or CR LF.
  ///
  /// - Parameters:
  ///   - cities: The file of cities.
  ///   - admin1Codes: GeoNames' `admin1CodesASCII.txt`, to join in the names of divisions. A gazetteer
  ///     file has its names already, and refuses them.
  ///   - countryInfo: GeoNames' `countryInfo.txt`, to join in the names of countries, likewise.
  ///   - regions: What people call countries and divisions: lines of a name, the code of a country, that
  ///     of a division or `*`, and where the name comes from, with tabs between them. Without it, the
  ///     codes of countries and the names that are joined in.
  ///   - population: The least population of cities whose other names are taken, from GeoNames' fourth
  ///     column. Own names always are, with their expansions, short forms and later words.
  /// - Throws: ``GazetteerError``, at the first record that breaks a rule.
  /// - Complexity: O(*b* + *n* log *n*), where *b* is the length of the files in bytes and *n* the
  ///   number of cities. The content of the largest file is in memory once while it is read.
  public init(
    contentsOf cities: URL, admin1Codes: URL? = nil, countryInfo: URL? = nil,
    regions: URL? = nil, otherNamesFromPopulation population: Int = 0
  ) throws(GazetteerError) {
    var selection = NameSelection()
    selection.otherNamesFromPopulation = population
    var loader = GazetteerLoader(isLenient: false)
    self = try loader.load(
      cities, admin1Codes: admin1Codes, countryInfo: countryInfo, regions: regions,
      names: selection)
  }

  /// Loads a file of cities, skips the records that break a rule, and reports them.
  ///
  /// - Parameters:
  ///   - cities: The file of cities, in one of the forms of
  ///     ``init(contentsOf:admin1Codes:countryInfo:regions:otherNamesFromPopulation:)``.
  ///   - admin1Codes: GeoNames' `admin1CodesASCII.txt`, to join in the names of divisions. A gazetteer
  ///     file has its names already, and refuses them.
  ///   - countryInfo: GeoNames' `countryInfo.txt`, to join in the names of countries, likewise.
  ///   - regions: What people call countries and divisions: lines of a name, the code of a country, that
  ///     of a division or `*`, and where the name comes from, with tabs between them. Without it, the
  ///     codes of countries and the names that are joined in.
  ///   - population: The least population of cities whose other names are taken, from GeoNames' fourth
  ///     column. Own names always are, with their expansions, short forms and later words.
  /// - Returns: The cities that could be read, and every record that could not, in their order.
  /// - Throws: ``GazetteerError`` if a file as a whole cannot be read or recognised.
  /// - Complexity: That of ``init(contentsOf:admin1Codes:countryInfo:regions:otherNamesFromPopulation:)``.
  public static func loadingLeniently(
    contentsOf cities: URL, admin1Codes: URL? = nil, countryInfo: URL? = nil,
    regions: URL? = nil, otherNamesFromPopulation population: Int = 0
  ) throws(GazetteerError) -> (gazetteer: Gazetteer, skipped: [MalformedRecord]) {
    var selection = NameSelection()
    selection.otherNamesFromPopulation = population
    var loader = GazetteerLoader(isLenient: true)
    let gazetteer = try loader.load(
      cities, admin1Codes: admin1Codes, countryInfo: countryInfo, regions: regions,
      names: selection)
    return (gazetteer, loader.skipped)
  }

  /// Loads a file of cities with some of its names.
  ///
  /// - Throws: ``GazetteerError``, at the first record that breaks a rule.
  package init(
    contentsOf cities: URL, admin1Codes: URL? = nil, countryInfo: URL? = nil,
    regions: URL? = nil, names selection: NameSelection
  ) throws(GazetteerError) {
    var loader = GazetteerLoader(isLenient: false)
    self = try loader.load(
      cities, admin1Codes: admin1Codes, countryInfo: countryInfo, regions: regions,
      names: selection)
  }
}

public import Foundation

extension Gazetteer {
  /// Loads a file of cities; its form is recognized by its content, see ``GazetteerLoader``.
  ///
  /// - Parameters:
  ///   - cities: The file of cities, or a pipe.
  ///   - admin1Codes: GeoNames' `admin1CodesASCII.txt`, to join in the names of divisions. A gazetteer
  ///     file has its names already, and refuses them.
  ///   - countryInfo: GeoNames' `countryInfo.txt`, to join in the names of countries, likewise.
  ///   - regions: What people call countries and divisions: lines of a name, the code of a country, that
  ///     of a division or `*`, and where the name comes from, with tabs between them. Without it, the
  ///     codes of countries and the names that are joined in.
  ///   - population: The least population of cities whose other names are taken, from GeoNames' fourth
  ///     column. Own names always are, with their expansions, short forms and later words.
  /// - Throws: ``GazetteerError``, at the first record that breaks a rule, or if the task is cancelled.
  /// - Complexity: O(*b* + *n* log *n*), where *b* is the length of the files in bytes and *n* the
  ///   number of names. The content of the largest file is in memory once while it is read.
  public init(
    contentsOf cities: URL, admin1Codes: URL? = nil, countryInfo: URL? = nil,
    regions: URL? = nil, otherNamesFromPopulation population: Int = 0
  ) throws(GazetteerError) {
    var selection = NameSelection()
    selection.otherNamesFromPopulation = population
    try self.init(
      contentsOf: cities, admin1Codes: admin1Codes, countryInfo: countryInfo, regions: regions,
      names: selection)
  }

  /// Loads a file of cities with some of its names.
  ///
  /// - Throws: ``GazetteerError``, at the first record that breaks a rule.
  package init(
    contentsOf cities: URL, admin1Codes: URL? = nil, countryInfo: URL? = nil,
    regions: URL? = nil, names selection: NameSelection
  ) throws(GazetteerError) {
    var loader = GazetteerLoader()
    loader.admin1Codes = admin1Codes.map(LoadingSource.file)
    loader.countryInfo = countryInfo.map(LoadingSource.file)
    loader.regions = regions.map(LoadingSource.file)
    loader.names = selection
    self = try loader.load(.file(cities)).gazetteer
  }
}

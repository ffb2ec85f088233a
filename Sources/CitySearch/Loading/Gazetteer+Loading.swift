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
  /// - Throws: ``GazetteerError``, at the first record that breaks a rule.
  /// - Complexity: O(*b* + *n* log *n*), where *b* is the length of the files in bytes and *n* the
  ///   number of cities. The content of the largest file is in memory once while it is read.
  public init(
    contentsOf cities: URL, admin1Codes: URL? = nil, countryInfo: URL? = nil
  ) throws(GazetteerError) {
    var loader = GazetteerLoader(isLenient: false)
    self = try loader.load(cities, admin1Codes: admin1Codes, countryInfo: countryInfo)
  }

  /// Loads a file of cities, skips the records that break a rule, and reports them.
  ///
  /// - Parameters:
  ///   - cities: The file of cities, in one of the forms of
  ///     ``init(contentsOf:admin1Codes:countryInfo:)``.
  ///   - admin1Codes: GeoNames' `admin1CodesASCII.txt`, to join in the names of divisions. A gazetteer
  ///     file has its names already, and refuses them.
  ///   - countryInfo: GeoNames' `countryInfo.txt`, to join in the names of countries, likewise.
  /// - Returns: The cities that could be read, and every record that could not, in their order.
  /// - Throws: ``GazetteerError`` if a file as a whole cannot be read or recognised.
  /// - Complexity: That of ``init(contentsOf:admin1Codes:countryInfo:)``.
  public static func loadingLeniently(
    contentsOf cities: URL, admin1Codes: URL? = nil, countryInfo: URL? = nil
  ) throws(GazetteerError) -> (gazetteer: Gazetteer, skipped: [MalformedRecord]) {
    var loader = GazetteerLoader(isLenient: true)
    let gazetteer = try loader.load(cities, admin1Codes: admin1Codes, countryInfo: countryInfo)
    return (gazetteer, loader.skipped)
  }
}

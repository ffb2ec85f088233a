public import CitySearch
public import Foundation

/// Loads gazetteers, from files or from data in memory, strictly or leniently.
///
/// Supported are files made by `Gazetteer.write(to:)`, GeoNames' files of places (19 tab-separated
/// columns, such as `cities500.txt` and `allCountries.txt`), tables with a header (comma-separated
/// values, or with semicolons or tabs), points in GeoJSON, and the JSON of the 200k-cities coding challenge: an array
/// of objects like `{"country":"UA","name":"Hurzuf","_id":707860,"coord":{"lon":34.28,"lat":44.55}}`, or with
/// the names that columns of tables have, see ``PlaceField``. The format is detected by the content. Texts
/// must be UTF-8, with or without a byte order mark, unless ``encoding`` says otherwise; cities may also be UTF-16.
/// Lines may end in LF or CR LF, and have at most 16 MiB. Any source may be compressed by gzip: the program `gzip`
/// decompresses it.
///
/// ```swift
/// var loader = GazetteerLoader()
/// loader.isLenient = true
/// loader.progress = { share in print(share) }
/// let (gazetteer, report) = try loader.load(.file(file))
/// print("\(report.skippedCount) records were skipped, such as \(report.skipped)")
/// ```
///
/// The short form is
/// `Gazetteer.init(contentsOf:admin1Codes:countryInfo:regions:languages:otherNamesFromPopulation:)`.
public struct GazetteerLoader: Sendable {
  /// GeoNames' `admin1CodesASCII.txt`, to join in the names of divisions.
  ///
  /// A gazetteer file has names already: loading it throws ``/CitySearch/GazetteerError/placesNotJoinable(file:)`` if
  /// this property, one of the eight below or ``otherNamesFromPopulation`` is set.
  public var admin1Codes: LoadingSource?
  /// GeoNames' `countryInfo.txt`, to join in the names of countries.
  public var countryInfo: LoadingSource?
  /// More names of countries and divisions.
  ///
  /// Lines of a name, the code of a country, that of a division or `*`, and the source of the name,
  /// separated by tabs. Without this file, regions have the codes of countries and the names of the two
  /// files above.
  public var regions: LoadingSource?
  /// Divisions of every level: counties, provinces, districts, and the areas of several first-level divisions.
  ///
  /// Lines of a code (`US.IL`, `US.IL.167`, or that of ISO 3166-2 where GeoNames has none), that of the division above
  /// it, the level, the code of ISO 3166-2, the kind, the name, and other names with `|` between them, separated by
  /// tabs; a first line with titles is skipped. Those without a city are left out.
  public var divisions: LoadingSource?
  /// The divisions of cities, of the file ``divisions``.
  ///
  /// Lines of the id of a city, and the codes of its divisions, the largest first, with spaces between them. Cities
  /// that are not there, or whose division of the first level differs, have no deeper one.
  public var cityDivisions: LoadingSource?
  /// Official and other names of countries.
  ///
  /// Lines of the code of a country, its code of three letters, its name, its official and its common name, and other
  /// names with `|` between them, separated by tabs. Of lines with the same code, only the first counts.
  public var countryNames: LoadingSource?
  /// The names of cities by language.
  ///
  /// Lines of the id of a city, a language such as `de`, `pt_BR` or `sr@latin`, and a name, separated by
  /// tabs. Languages are stored for names that the file of cities has. A name with a letter that is not Latin becomes
  /// another name of its city. A name of column 4 that a city has in English, or in a language of its country by
  /// ``countryInfo``, is found before names that it has elsewhere.
  public var languages: LoadingSource?
  /// Codes of airports, which are other names of the cities that they serve.
  ///
  /// Lines of a code of three letters, the id of a city, and how this city was found, separated by tabs: `name`, because
  /// the airport names it, or `metropolitan`, for a code of all airports of a city. Lines with other words there are left
  /// out: that an airport is near does not say that it serves a city.
  public var airportCodes: LoadingSource?
  /// GeoNames' `alternateNamesV2.txt`: names of cities by language, and codes.
  ///
  /// Its names are other names of the cities with their ids, those with the mark of preferred ones are shown in their
  /// languages, and codes of airports (`iata`, `icao`) and of places of trade (`unlc`) are found when they are typed
  /// in full. Historic and colloquial names, and those with an end, are found after others, as names of the kind
  /// ``/CitySearch/NameKind/expansion``, and are not shown as the name in a language, even if ``languages`` has them.
  /// Links, postal codes and other numbers are left out. The file is read block by block, and may have names of any
  /// number of other places.
  public var alternateNames: LoadingSource?
  /// The names of columns of a table, or of members of JSON objects, that are not the usual ones.
  ///
  /// ```swift
  /// loader.columns = [.name: "Ort", .latitude: "Breite", .longitude: "Länge"]
  /// ```
  ///
  /// The others are found by their usual names, see ``PlaceField``.
  public var columns: [PlaceField: String] = [:]
  /// The encoding of a table that is neither UTF-8 nor UTF-16; all other texts are one of these.
  public var encoding = String.Encoding.utf8
  /// GeoNames' feature classes of the places that are loaded, the letters in the seventh column of its files; others
  /// are only counted.
  ///
  /// By default, these are populated places (`P`).
  public var featureClasses: Set<Character> = ["P"]
  /// GeoNames' feature codes of the places that are left out, and only counted.
  ///
  /// By default, these are historical capitals (`PPLCH`), and historical (`PPLH`), abandoned (`PPLQ`) and
  /// destroyed (`PPLW`) populated places.
  ///
  /// Places without a code, as in the shipped file, are loaded.
  public var excludedFeatureCodes: Set<String> = ["PPLCH", "PPLH", "PPLQ", "PPLW"]
  /// Whether to skip and report malformed records, instead of throwing at the first.
  ///
  /// A source of another format, or JSON with a syntax error, is rejected in any case, and so is a file without any
  /// valid record.
  public var isLenient = false
  /// Receives the progress from 0 to 1, at most a hundred times, on the thread that loads.
  public var progress: (@Sendable (Double) -> Void)?
  /// The least population of cities whose other names are loaded, from GeoNames' fourth column.
  ///
  /// Own names are always loaded, with their expansions, short forms and later words.
  public var otherNamesFromPopulation = 0
  /// Sets names that the caller has not given, when the format of the cities is known.
  package var defaultNames: (@Sendable (inout GazetteerLoader, LoadedFormat) -> Void)?

  /// Creates a strict loader of populated places, without names of countries and divisions.
  public init() {}

  /// Loads cities.
  ///
  /// If the current task is cancelled, loading throws an error.
  ///
  /// - Parameter cities: The source of the cities.
  /// - Returns: The gazetteer, and a report of the records that were skipped.
  /// - Throws: ``/CitySearch/GazetteerError``; a strict loader also throws it at the first malformed record.
  /// - Complexity: O(*b* + *n* log *n*), where *b* is the length of the texts in bytes and *n* the
  ///   number of names. The content of a gazetteer is in memory once while it is read, a table twice, and JSON with
  ///   all of its places decoded.
  public func load(
    _ cities: LoadingSource
  ) throws(GazetteerError) -> (gazetteer: Gazetteer, report: LoadingReport) {
    var pass = LoadingPass(of: cities, by: self)
    let gazetteer = try pass.run()
    return (gazetteer, pass.report)
  }

  /// Writes cities to a gazetteer file, without the gazetteer in memory.
  ///
  /// The file has the bytes that ``load(_:)`` and `Gazetteer.write(to:)` give. GeoNames' columns are
  /// read and sorted in passes. What does not fit the memory of a pass goes to a scratch file without a
  /// name in the folder of `file`. So five million cities with all names take 1.1 GB. If an
  /// error is thrown, an older file stays as it was, and nothing is left of the new one.
  ///
  /// ```swift
  /// let report = try GazetteerLoader().write(.file(allCountries), to: file)
  /// let cities = try Gazetteer(mapping: file)
  /// ```
  ///
  /// - Parameters:
  ///   - cities: The source of the cities.
  ///   - file: Where to write the gazetteer; an older file is replaced in one step.
  /// - Returns: A report of the records that were skipped.
  /// - Throws: ``/CitySearch/GazetteerError``; a strict loader also throws it at the first malformed record.
  /// - Complexity: That of ``load(_:)``.
  public func write(
    _ cities: LoadingSource, to file: URL
  ) throws(GazetteerError) -> LoadingReport {
    var pass = LoadingPass(of: cities, by: self)
    try file.withPathToWrite { path throws(GazetteerError) in try pass.run(writingTo: path) }
    return pass.report
  }
}

/// A source of a text or a gazetteer.
@nonexhaustive
public enum LoadingSource: Sendable, Hashable {
  /// A file, or a pipe that is read to its end.
  case file(URL)
  /// Standard input, which is read to its end: a file, or the output of another program.
  case standardInput
  /// Data in memory, with a name for messages.
  case data(Data, name: String)

  /// The path as it was given, or the name of the data.
  var name: String {
    switch self {
    case .file(let url): url.pathAsGiven
    case .standardInput: "standard input"
    case .data(_, let name): name
    }
  }

  /// The name of the text, without the folder of a file, which differs from one machine to another.
  var fileName: String {
    if case .file(let url) = self { url.textName } else { name }
  }
}

/// The records of a file that are not in the gazetteer.
public struct LoadingReport: Sendable, Hashable {
  /// The first malformed records that were skipped, in order, at most 1,000.
  public private(set) var skipped: [MalformedRecord] = []
  /// The number of all records that were skipped.
  public private(set) var skippedCount = 0
  /// The number of records of other feature classes than the requested ones.
  package internal(set) var otherFeatureCount = 0
  /// The number of records of the requested feature classes with an excluded feature code.
  package internal(set) var excludedFeatureCount = 0
  /// What may be a mistake in places of tables and JSON that were loaded.
  package private(set) var notes: [Note: Noted] = [:]

  /// The greatest number of records in ``skipped``.
  private static let maximumListed = 1_000

  /// What may be a mistake in a place, which is loaded nevertheless.
  package enum Note: Sendable, Hashable, CaseIterable {
    /// An earlier place has the same name and coordinate.
    case duplicate
    /// The latitude and the longitude are 0.
    case zeroCoordinate
    /// The name of the division is not known, or that of several; the place has none.
    case unknownDivision
  }

  /// How many places have a note, and where the first is.
  package struct Noted: Sendable, Hashable {
    package var count: Int
    package let first: MalformedRecord.Position
  }

  /// Creates an empty report.
  package init() {}

  mutating func note(_ note: Note, at position: MalformedRecord.Position) {
    notes[note, default: Noted(count: 0, first: position)].count += 1
  }

  /// Counts a record, and lists it if it is one of the first.
  mutating func skip(_ record: MalformedRecord) {
    skippedCount += 1
    if skipped.count < Self.maximumListed { skipped.append(record) }
  }
}

extension Gazetteer {
  /// Loads a file of cities, whose format is detected by its content, see ``GazetteerLoader``.
  ///
  /// - Parameters:
  ///   - cities: The file of cities, or a pipe.
  ///   - admin1Codes: GeoNames' `admin1CodesASCII.txt`, to join in the names of divisions. With a
  ///     gazetteer file, which has names already, this file and those below must be `nil`.
  ///   - countryInfo: GeoNames' `countryInfo.txt`, to join in the names of countries.
  ///   - regions: More names of countries and divisions: lines of a name, the code of a country, that of a
  ///     division or `*`, and the source of the name, separated by tabs. The default is the codes of
  ///     countries and the names that are joined in.
  ///   - divisions: Divisions of every level, see ``GazetteerLoader/divisions``.
  ///   - cityDivisions: The divisions of cities, see ``GazetteerLoader/cityDivisions``.
  ///   - countryNames: More names of countries, see ``GazetteerLoader/countryNames``.
  ///   - languages: The names of cities by language: lines of the id of a city, a language and a name,
  ///     separated by tabs.
  ///   - airportCodes: Codes of airports, see ``GazetteerLoader/airportCodes``.
  ///   - population: The least population of cities whose other names are loaded, from GeoNames' fourth
  ///     column. Own names are always loaded, with their expansions, short forms and later words.
  /// - Throws: ``/CitySearch/GazetteerError`` at the first malformed record, or if the task is cancelled.
  /// - Complexity: O(*b* + *n* log *n*), where *b* is the length of the files in bytes and *n* the
  ///   number of names.
  public init(
    contentsOf cities: URL, admin1Codes: URL? = nil, countryInfo: URL? = nil,
    regions: URL? = nil, divisions: URL? = nil, cityDivisions: URL? = nil,
    countryNames: URL? = nil, languages: URL? = nil, airportCodes: URL? = nil,
    otherNamesFromPopulation population: Int = 0
  ) throws(GazetteerError) {
    var loader = GazetteerLoader()
    loader.admin1Codes = admin1Codes.map(LoadingSource.file)
    loader.countryInfo = countryInfo.map(LoadingSource.file)
    loader.regions = regions.map(LoadingSource.file)
    loader.divisions = divisions.map(LoadingSource.file)
    loader.cityDivisions = cityDivisions.map(LoadingSource.file)
    loader.countryNames = countryNames.map(LoadingSource.file)
    loader.languages = languages.map(LoadingSource.file)
    loader.airportCodes = airportCodes.map(LoadingSource.file)
    loader.otherNamesFromPopulation = population
    self = try loader.load(.file(cities)).gazetteer
  }
}

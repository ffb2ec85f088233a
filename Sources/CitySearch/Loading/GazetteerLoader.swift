public import Foundation

/// Loads gazetteers, from files or from data in memory, strictly or leniently.
///
/// Read are files that ``Gazetteer/write(to:)`` made, GeoNames' files of places (19 tab-separated columns:
/// `cities500.txt`, `allCountries.txt` and their like) and the JSON of the 200k-cities coding challenge
/// or of OpenWeatherMap's list of cities: an array, or one after the other, of elements like
/// `{"country":"UA","name":"Hurzuf","_id":707860,"coord":{"lon":34.28,"lat":44.55}}`. The form is
/// recognized by the content. Texts must be UTF-8, with or without a byte order mark; lines may end
/// in LF or CR LF.
///
/// ```swift
/// var loader = GazetteerLoader()
/// loader.isLenient = true
/// loader.progress = { share in print(share) }
/// let (gazetteer, report) = try loader.load(.file(url))
/// print("\(report.skippedCount) records were skipped, such as \(report.skipped)")
/// ```
///
/// For the plain case there is
/// ``Gazetteer/init(contentsOf:admin1Codes:countryInfo:regions:otherNamesFromPopulation:)``.
public struct GazetteerLoader: Sendable {
  /// GeoNames' `admin1CodesASCII.txt`, to join in the names of divisions.
  ///
  /// A gazetteer file has its names already, and refuses this and the two below.
  public var admin1Codes: LoadingSource?
  /// GeoNames' `countryInfo.txt`, to join in the names of countries.
  public var countryInfo: LoadingSource?
  /// What people call countries and divisions.
  ///
  /// Lines of a name, the code of a country, that of a division or `*`, and where the name comes from,
  /// with tabs between them. Without it, the codes of countries and the names that are joined in.
  public var regions: LoadingSource?
  /// The classes of the places that are taken from GeoNames' files; others are counted and left out.
  public var featureClasses: Set<FeatureClass> = [.populatedPlace]
  /// Whether to skip and report records that break a rule, instead of throwing at the first.
  ///
  /// A JSON array may then end in a comma, be cut off, or have objects in it that are no JSON but whose
  /// braces match. What is not the form at all is refused all the same, and so is a file of which nothing
  /// can be read.
  public var isLenient = false
  /// Told how much is done, from 0 to 1, a hundred times at most, by the thread that loads.
  public var progress: (@Sendable (Double) -> Void)?
  /// Which names are taken.
  package var names = NameSelection()

  /// The least population of cities whose other names are taken, from GeoNames' fourth column.
  ///
  /// Own names always are, with their expansions, short forms and later words.
  public var otherNamesFromPopulation: Int {
    get { names.otherNamesFromPopulation }
    set { names.otherNamesFromPopulation = newValue }
  }

  /// Creates a loader that is strict, takes populated places and no names of countries and divisions.
  public init() {}

  /// Loads cities.
  ///
  /// If the task is cancelled in which this is called, loading ends with an error.
  ///
  /// - Parameter cities: Where the cities are.
  /// - Returns: The gazetteer, and what is not in it.
  /// - Throws: ``GazetteerError``, unless the loader is lenient at the first record that breaks a rule.
  /// - Complexity: O(*b* + *n* log *n*), where *b* is the length of the texts in bytes and *n* the
  ///   number of names. The content of the largest file is in memory once while it is read.
  public func load(
    _ cities: LoadingSource
  ) throws(GazetteerError) -> (gazetteer: Gazetteer, report: LoadingReport) {
    var pass = LoadingPass(of: cities, by: self)
    let gazetteer = try pass.run()
    return (gazetteer, pass.report)
  }
}

/// Where a loader finds a text or a gazetteer.
public enum LoadingSource: Sendable, Hashable {
  /// A file, or a pipe that is read to its end.
  case file(URL)
  /// Standard input, which is read to its end: a file or what another program writes.
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
}

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

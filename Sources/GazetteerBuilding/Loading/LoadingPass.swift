internal import CitySearch
internal import Foundation
internal import PrefixSearch
internal import SystemFiles

/// One run of a loader: reads sources into a builder, and throws or reports malformed records.
struct LoadingPass {
  private(set) var loader: GazetteerLoader
  private let cities: LoadingSource
  var report = LoadingReport()
  /// The day of the last change of a city, as far as the file says it.
  var newestDate: String?
  /// The hashes of the places of tables and JSON.
  private var identities: Set<UInt64> = []
  var monitor: LoadingMonitor

  init(of cities: LoadingSource, by loader: GazetteerLoader) {
    self.cities = cities
    self.loader = loader
    monitor = LoadingMonitor(file: cities.name, progress: loader.progress)
  }
}

extension LoadingPass {
  /// Loads the cities, and the names of places from the sources that are set.
  mutating func run() throws(GazetteerError) -> Gazetteer {
    switch try readCities(in: WorkingMemory()) {
    case .finished(let gazetteer): return gazetteer
    case .unsorted(let builder, let places, let source):
      monitor.part = readEnd...1
      return try builder.finish(
        places: places, otherNamesFromPopulation: loader.otherNamesFromPopulation, source: source,
        monitor: &monitor)
    }
  }

  /// Writes the cities to a file, see ``GazetteerLoader/write(_:to:)``.
  mutating func run(
    writingTo path: String, limits: WorkingMemory.Limits = WorkingMemory.Limits()
  ) throws(GazetteerError) {
    // A file that cannot be written fails before anything is read.
    let file = try NewFile.create(replacing: path)
    switch try readCities(in: WorkingMemory(beside: path, limits: limits)) {
    case .finished(let gazetteer): try file.complete(with: gazetteer.fileBytes())
    case .unsorted(let builder, let places, let source):
      monitor.part = readEnd...1
      _ = try builder.finish(
        places: places, otherNamesFromPopulation: loader.otherNamesFromPopulation, source: source,
        to: .file(file),
        monitor: &monitor)
    }
  }

  /// The part of reading the cities in the whole work, behind that of the names of places.
  private static let reading = 0.05...0.25
  /// The part of all reading.
  private var readEnd: Double { loader.alternateNames == nil ? Self.reading.upperBound : 0.5 }

  /// Reads the names of countries, divisions and languages.
  private mutating func readPlaces() throws(GazetteerError) -> PlaceNames {
    var places = PlaceNames()
    if let countryInfo = loader.countryInfo { try readCountryInfo(countryInfo, into: &places) }
    if let admin1Codes = loader.admin1Codes { try readAdmin1Codes(admin1Codes, into: &places) }
    if let regions = loader.regions { try readRegions(regions, into: &places) }
    places.tree = try readDivisionTree()
    if let languages = loader.languages { try readLanguages(languages, into: &places) }
    if let codes = loader.airportCodes { try readAirportCodes(codes, into: &places) }
    return places
  }

  /// The content of a source of cities.
  private enum Cities: ~Copyable {
    /// A gazetteer.
    case finished(Gazetteer)
    /// Cities in any order, the names of places, and the file that they came from.
    case unsorted(GazetteerBuilder, PlaceNames, SourceRecord)
  }

  /// Reads the cities: lines as many at a time as fit a buffer; a gazetteer, JSON or a table at once.
  private mutating func readCities(
    in memory: WorkingMemory
  ) throws(GazetteerError) -> Cities {
    var builder = GazetteerBuilder(in: memory)
    let file = try SourceReader(cities, leastSize: memory.limits.block, &monitor)
    let text = try inUTF8(file)
    let format = try text.withBlock { block throws(GazetteerError) in
      try SourceFormat(of: block, loader.encoding, columns: loader.columns, file: cities.name)
    }
    loader.defaultNames?(&loader, format.loaded)
    if case .gazetteer = format { return .finished(try openGazetteer(text)) }
    monitor.part = 0...Self.reading.lowerBound
    let places = try readPlaces()
    monitor.part = Self.reading
    switch format {
    case .gazetteer: break
    case .columns: try readGeoNames(text, into: &builder)
    case .json:
      let content = Data(try content(of: text).content)
      try readJSON(content, file: cities.name, RegionsByName(places), into: &builder)
    case .table(let header):
      let content = try content(of: text).withContent { $0.decoded(loader.encoding) }
      guard let content else {
        throw .unrecognized(file: cities.name, reason: "it is not text in \(loader.encoding)")
      }
      try readTable(content, header, file: cities.name, RegionsByName(places), into: &builder)
    }
    identities = []
    if builder.isEmpty, report != LoadingReport() { throw noCities }
    if let names = loader.alternateNames {
      monitor.part = Self.reading.upperBound...readEnd
      try readAlternateNames(names, into: &builder)
    }
    let source = SourceRecord(name: cities.fileName, date: newestDate ?? "", digest: file.digest)
    return .unsorted(builder, places, source)
  }

  /// What a text in UTF-16 is in UTF-8, as a whole; any other source as it is.
  private mutating func inUTF8(_ file: SourceReader) throws(GazetteerError) -> SourceReader {
    let isLittleEndian = file.withBlock { block in
      block.extracting(first: min(block.count, SourceFormat.sampleSize)).isLittleEndianUTF16
    }
    guard let isLittleEndian else { return file }
    let content = try content(of: file)
    let decoded = content.withContent { $0.decodedUTF16(isLittleEndian: isLittleEndian) }
    guard let text = decoded else {
      throw .unrecognized(file: cities.name, reason: "it is not valid UTF-16")
    }
    return try SourceReader(.data(Data(text.utf8), name: cities.name), &monitor)
  }

  /// The whole of a text that is not read block by block.
  private mutating func content(of text: SourceReader) throws(GazetteerError) -> ByteRegion {
    let part = monitor.part
    monitor.part = monitor.share(0, to: 0.2)
    let content = try text.content(&monitor)
    monitor.part = monitor.part.upperBound...part.upperBound
    return content
  }

  /// Takes a gazetteer, whose names cannot change.
  private mutating func openGazetteer(
    _ text: SourceReader
  ) throws(GazetteerError) -> Gazetteer {
    let content = try text.content(&monitor)
    // The last bytes of the file are its own padding.
    let region = content.part(0..<max(0, content.count - 2 * ByteRegion.padding)) ?? content
    let table = try Gazetteer.Table(region, file: cities.name)
    try monitor.reach(1)
    guard loader.admin1Codes == nil, loader.countryInfo == nil, loader.regions == nil,
      loader.divisions == nil, loader.cityDivisions == nil, loader.countryNames == nil,
      loader.languages == nil, loader.airportCodes == nil, loader.alternateNames == nil,
      loader.otherNamesFromPopulation == 0
    else {
      throw .placesNotJoinable(file: cities.name)
    }
    return Gazetteer(table)
  }

  /// Why there is no city.
  private var noCities: GazetteerError {
    if let first = report.skipped.first {
      return .unrecognized(
        file: cities.name,
        reason: "none of its \(report.skippedCount) records is valid, the first: "
          + first.description)
    }
    return .noCities(
      file: cities.name, otherFeatureCount: report.otherFeatureCount,
      excludedFeatureCount: report.excludedFeatureCount)
  }

  /// Adds a place of a table or of JSON, and counts what may be a mistake in it.
  mutating func append(
    _ place: PlaceRecord, at position: MalformedRecord.Position, to builder: inout GazetteerBuilder
  ) throws(GazetteerBuilder.ValidationError) {
    try place.append(to: &builder)
    if place.hasUnknownDivision { report.note(.unknownDivision, at: position) }
    if place.isAtZero { report.note(.zeroCoordinate, at: position) }
    if !identities.insert(place.identity).inserted { report.note(.duplicate, at: position) }
  }

  /// Throws `record`, or reports it if the loader is lenient.
  mutating func skip(_ record: MalformedRecord) throws(GazetteerError) {
    guard loader.isLenient else { throw .malformed(record) }
    report.skip(record)
  }
}

/// Reports the progress of a load, and checks for cancellation.
struct LoadingMonitor {
  /// The name of the source; `nil` without progress and cancellation.
  private let file: String?
  private let progress: ((Double) -> Void)?
  private var reported = 0.0
  /// The share of the current step in the whole work.
  var part = 0.0...1.0

  /// A monitor without progress and cancellation.
  static var none: LoadingMonitor { LoadingMonitor(file: nil, progress: nil) }

  init(file: String?, progress: ((Double) -> Void)?) {
    self.file = file
    self.progress = progress
  }

  /// A part of the current step as a share of the whole work.
  func share(_ lower: Double, to upper: Double) -> ClosedRange<Double> {
    let size = part.upperBound - part.lowerBound
    return part.lowerBound + lower * size...part.lowerBound + upper * size
  }

  /// Throws if the task was cancelled.
  func checkCancellation() throws(GazetteerError) {
    if let file, Task.isCancelled { throw .cancelled(file: file) }
  }

  /// Reports how much of the current step is done, from 0 to 1.
  ///
  /// - Throws: ``/CitySearch/GazetteerError/cancelled(file:)``
  mutating func reach(_ share: Double) throws(GazetteerError) {
    guard file != nil else { return }
    try checkCancellation()
    guard let progress else { return }
    let done = part.lowerBound + share * (part.upperBound - part.lowerBound)
    // A hundred steps are enough for a progress bar.
    guard done >= reported + 0.01 || done >= 1 && reported < 1 else { return }
    reported = done
    progress(min(done, 1))
  }
}

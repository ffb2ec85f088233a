internal import CitySearch
internal import Foundation
internal import PrefixSearch
internal import SystemFiles

/// One run of a loader: reads sources into a builder, and throws or reports malformed records.
struct LoadingPass {
  let loader: GazetteerLoader
  private let cities: LoadingSource
  private(set) var report = LoadingReport()
  /// The day of the last change of a city, as far as the file says it.
  var newestDate: String?
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
    let places = try readPlaces()
    switch try readCities(places, in: WorkingMemory()) {
    case .finished(let gazetteer): return gazetteer
    case .unsorted(let builder, let source):
      monitor.part = readEnd...1
      return try builder.finish(
        places: places, names: loader.names, source: source, monitor: &monitor)
    }
  }

  /// Writes the cities to a file, see ``GazetteerLoader/write(_:to:)``.
  mutating func run(
    writingTo path: String, limits: WorkingMemory.Limits = WorkingMemory.Limits()
  ) throws(GazetteerError) {
    // A file that cannot be written fails before anything is read.
    let file = try NewFile.create(replacing: path)
    let places = try readPlaces()
    switch try readCities(places, in: WorkingMemory(beside: path, limits: limits)) {
    case .finished(let gazetteer): try file.complete(with: gazetteer.fileBytes())
    case .unsorted(let builder, let source):
      monitor.part = readEnd...1
      _ = try builder.finish(
        places: places, names: loader.names, source: source, to: .file(file),
        monitor: &monitor)
    }
  }

  /// The part of reading the cities in the whole work.
  private static let reading = 0.0...0.25
  /// The part of all reading.
  private var readEnd: Double { loader.alternateNames == nil ? Self.reading.upperBound : 0.5 }

  /// Reads the names of countries, divisions and languages.
  private mutating func readPlaces() throws(GazetteerError) -> PlaceNames {
    var places = PlaceNames()
    if let countryInfo = loader.countryInfo { try readCountryInfo(countryInfo, into: &places) }
    if let admin1Codes = loader.admin1Codes { try readAdmin1Codes(admin1Codes, into: &places) }
    if let regions = loader.regions { try readRegions(regions, into: &places) }
    if !loader.names.hasRegions { places.regions = [] }
    if let languages = loader.languages { try readLanguages(languages, into: &places) }
    return places
  }

  /// The content of a source of cities.
  private enum Cities: ~Copyable {
    /// A gazetteer.
    case finished(Gazetteer)
    /// Cities in any order, and the file that they came from.
    case unsorted(GazetteerBuilder, SourceRecord)
  }

  /// Reads the cities: lines as many at a time as fit a buffer; a gazetteer, JSON or a table at once.
  private mutating func readCities(
    _ places: PlaceNames, in memory: WorkingMemory
  ) throws(GazetteerError) -> Cities {
    monitor.part = Self.reading
    var builder = GazetteerBuilder(in: memory)
    var text = try TextBlocks(cities, leastSize: memory.limits.block, &monitor)
    let format = try text.withBlock { block throws(GazetteerError) in
      try SourceFormat(of: block, loader.encoding, columns: loader.columns, file: cities.name)
    }
    switch format {
    case .gazetteer:
      monitor.part = 0...1
      return .finished(try openGazetteer(try text.content(&monitor)))
    case .columns: try readGeoNames(&text, into: &builder)
    case .json:
      try content(of: &text).withText { text throws(GazetteerError) in
        try readChallengeJSON(text, file: cities.name, CountriesByName(places), into: &builder)
      }
    case .table(let header):
      let content = try content(of: &text).withText { loader.encoding.decoded($0) }
      try readTable(content, header, file: cities.name, CountriesByName(places), into: &builder)
    }
    if builder.isEmpty, report != LoadingReport() { throw noCities }
    if let names = loader.alternateNames {
      monitor.part = Self.reading.upperBound...readEnd
      try readAlternateNames(names, into: &builder)
    }
    let source = SourceRecord(name: cities.fileName, date: newestDate ?? "", digest: text.digest)
    return .unsorted(builder, source)
  }

  /// The whole of a text that is not read block by block.
  private mutating func content(
    of text: inout TextBlocks
  ) throws(GazetteerError) -> LoadedContent {
    monitor.part = 0...Self.reading.upperBound / 5
    let content = try text.content(&monitor)
    monitor.part = monitor.part.upperBound...Self.reading.upperBound
    return content
  }

  /// Takes a gazetteer, whose names cannot change.
  private mutating func openGazetteer(
    _ content: LoadedContent
  ) throws(GazetteerError) -> Gazetteer {
    let table = try Gazetteer.Table(content.gazetteerRegion, file: cities.name)
    try monitor.reach(1)
    guard loader.admin1Codes == nil, loader.countryInfo == nil, loader.regions == nil,
      loader.languages == nil, loader.alternateNames == nil, loader.otherNamesFromPopulation == 0
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

  /// Throws `record`, or reports it if the loader is lenient.
  mutating func skip(_ record: MalformedRecord) throws(GazetteerError) {
    guard loader.isLenient else { throw .malformed(record) }
    report.skip(record)
  }

  /// Throws or reports a malformed line of text.
  mutating func skip(
    _ line: borrowing TabSeparatedLine, of file: String, _ column: MalformedRecord.Column?,
    _ reason: String
  ) throws(GazetteerError) {
    try skip(
      MalformedRecord(file: file, position: .line(line.number), column: column, reason: reason))
  }

  /// Counts a record of a feature class that was not requested.
  mutating func countOtherFeature() { report.otherFeatureCount += 1 }

  /// Counts a record with an excluded feature code.
  mutating func countExcludedFeature() { report.excludedFeatureCount += 1 }
}

/// The bytes of a source.
enum LoadedContent {
  case region(ByteRegion)
  case data(Data)

  /// Reads a source; the content of a file is in memory once.
  ///
  /// - Parameters:
  ///   - source: The source.
  ///   - monitor: Receives the progress.
  ///   - part: The share of reading a text in the whole work; for a gazetteer it is 1.
  /// - Throws: ``/CitySearch/GazetteerError`` if a file cannot be read.
  init(
    _ source: LoadingSource, _ monitor: inout LoadingMonitor, part: Double = 0
  ) throws(GazetteerError) {
    switch source {
    case .file(let url): try self.init(InputFile(url), &monitor, part)
    case .standardInput:
      try self.init(InputFile(standardInputNamed: source.name), &monitor, part)
    case .data(let data, let name): self = .data(try data.decompressed(named: name))
    }
  }

  private init(
    _ file: consuming InputFile, _ monitor: inout LoadingMonitor, _ part: Double
  ) throws(GazetteerError) {
    monitor.part = 0...(file.beginsWith(GazetteerHeader.magicBytes) ? 1 : part)
    self = .region(try file.readToEnd(&monitor))
  }

  /// Calls a closure with the bytes, without a byte order mark.
  func withText<Result>(
    _ body: (Span<UInt8>) throws(GazetteerError) -> Result
  ) throws(GazetteerError) -> Result {
    switch self {
    case .region(let region):
      try region.withContent { text throws(GazetteerError) in
        try body(text.extracting(text.byteOrderMarkLength...))
      }
    case .data(let data): try body(data.span.extracting(data.span.byteOrderMarkLength...))
    }
  }

  /// The region of a gazetteer, the last bytes of which are its own padding.
  var gazetteerRegion: ByteRegion {
    switch self {
    case .region(let region):
      region.part(0..<max(0, region.count - 2 * ByteRegion.padding)) ?? region
    case .data(let data):
      ByteRegion(copying: data.span.extracting(0..<max(0, data.count - ByteRegion.padding)))
    }
  }
}

extension Data {
  /// This, or what it decompresses to if it is gzip.
  func decompressed(named name: String) throws(GazetteerError) -> Data {
    do throws(DamagedGzip) { return try unpacked() } catch {
      throw .unreadable(file: name, reason: error.reason)
    }
  }
}

extension Span<UInt8> {
  /// The length of the byte order mark at the beginning, 0 if there is none.
  var byteOrderMarkLength: Int {
    count >= 3 && self[0] == 0xEF && self[1] == 0xBB && self[2] == 0xBF ? 3 : 0
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

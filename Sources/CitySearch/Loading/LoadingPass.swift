internal import Foundation
internal import PrefixSearch
internal import SystemFiles

/// One run of a loader: reads sources into a builder, and throws or reports malformed records.
struct LoadingPass {
  let loader: GazetteerLoader
  private let cities: LoadingSource
  private(set) var report = LoadingReport()
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
    var places = PlaceNames()
    if let countryInfo = loader.countryInfo { try readCountryInfo(countryInfo, into: &places) }
    if let admin1Codes = loader.admin1Codes { try readAdmin1Codes(admin1Codes, into: &places) }
    if let regions = loader.regions { try readRegions(regions, into: &places) }
    if !loader.names.hasRegions { places.regions = [] }
    if let languages = loader.languages { try readLanguages(languages, into: &places) }
    switch try readCities() {
    case .finished(let gazetteer):
      guard loader.admin1Codes == nil, loader.countryInfo == nil, loader.regions == nil,
        loader.languages == nil, loader.otherNamesFromPopulation == 0
      else {
        throw .placesNotJoinable(file: cities.name)
      }
      return gazetteer
    case .unsorted(let builder, let digest):
      monitor.part = 0.25...1
      return try builder.finish(
        places: places, names: loader.names, sourceDigest: digest, monitor: &monitor)
    }
  }

  /// The content of a source of cities.
  private enum Cities {
    /// A gazetteer.
    case finished(Gazetteer)
    /// Cities in any order, and the SHA-256 of the source.
    case unsorted(GazetteerBuilder, digest: [UInt8])
  }

  /// Reads the cities; the content of a text is freed before they are sorted.
  private mutating func readCities() throws(GazetteerError) -> Cities {
    let file = cities.name
    let content = try LoadedContent(cities, &monitor, part: 0.05)
    return try content.withText { text throws(GazetteerError) in
      monitor.part = 0.05...0.25
      var builder = GazetteerBuilder()
      switch try SourceFormat(of: text, file: file) {
      case .gazetteer:
        let table = try Gazetteer.Table(content.gazetteerRegion, file: file)
        monitor.part = 0...1
        try monitor.reach(1)
        return .finished(Gazetteer(table))
      case .columns: try readGeoNames(text, file: file, into: &builder)
      case .json: try readChallengeJSON(text, file: file, into: &builder)
      }
      if builder.isEmpty, let first = report.skipped.first {
        throw .unrecognized(
          file: file,
          reason: "none of its \(report.skippedCount) records is valid, the first: "
            + first.description)
      }
      if builder.isEmpty, report.otherFeatureCount > 0 || report.excludedFeatureCount > 0 {
        throw .noCities(
          file: file, otherFeatureCount: report.otherFeatureCount,
          excludedFeatureCount: report.excludedFeatureCount)
      }
      return .unsorted(builder, digest: content.digest)
    }
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
  /// - Throws: ``GazetteerError`` if a file cannot be read.
  init(
    _ source: LoadingSource, _ monitor: inout LoadingMonitor, part: Double = 0
  ) throws(GazetteerError) {
    switch source {
    case .file(let url): try self.init(InputFile(url), &monitor, part)
    case .standardInput:
      try self.init(InputFile(standardInputNamed: source.name), &monitor, part)
    case .data(let data, _): self = .data(data)
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

  /// The SHA-256 of all bytes.
  var digest: [UInt8] {
    var digest = SHA256()
    switch self {
    case .region(let region): region.withContent { digest.update($0) }
    case .data(let data): digest.update(data.span)
    }
    return digest.finish()
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

extension Span<UInt8> {
  /// The length of the byte order mark at the beginning, 0 if there is none.
  fileprivate var byteOrderMarkLength: Int {
    count >= 3 && self[0] == 0xEF && self[1] == 0xBB && self[2] == 0xBF ? 3 : 0
  }
}

/// The records of a file that are not in the gazetteer.
public struct LoadingReport: Sendable, Hashable {
  /// The first malformed records that were skipped, in order, at most ``maximumListed``.
  public private(set) var skipped: [MalformedRecord] = []
  /// The number of all records that were skipped.
  public private(set) var skippedCount = 0
  /// The number of records of other feature classes than the requested ones.
  public internal(set) var otherFeatureCount = 0
  /// The number of records of the requested feature classes with an excluded feature code.
  public internal(set) var excludedFeatureCount = 0

  /// The greatest number of listed records.
  public static let maximumListed = 1_000

  /// Creates an empty report.
  package init() {}

  /// Counts a record, and lists it up to ``maximumListed``.
  mutating func skip(_ record: MalformedRecord) {
    skippedCount += 1
    if skipped.count < Self.maximumListed { skipped.append(record) }
  }
}

/// GeoNames' classes of places; the raw value is the letter in the seventh column of its files.
public enum FeatureClass: String, Sendable, Hashable, CaseIterable {
  /// Countries, states, regions.
  case administrative = "A"
  /// Streams, lakes, seas.
  case water = "H"
  /// Parks, areas.
  case area = "L"
  /// Cities, villages.
  case populatedPlace = "P"
  /// Roads, railroads.
  case road = "R"
  /// Spots, buildings, farms.
  case spot = "S"
  /// Mountains, hills, rocks.
  case terrain = "T"
  /// Undersea features.
  case undersea = "U"
  /// Forests, heaths.
  case vegetation = "V"
  /// No class, or another letter.
  case unknown = ""

  /// Reads a column.
  init(column: Span<UInt8>) {
    let letter = column.count == 1 ? String(validating: column) : nil
    self = letter.flatMap(FeatureClass.init) ?? .unknown
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

  /// Reports how much of the current step is done, from 0 to 1.
  ///
  /// - Throws: ``GazetteerError/cancelled(file:)``
  mutating func reach(_ share: Double) throws(GazetteerError) {
    guard let file else { return }
    if Task.isCancelled { throw .cancelled(file: file) }
    guard let progress else { return }
    let done = part.lowerBound + share * (part.upperBound - part.lowerBound)
    // A hundred steps are enough for a progress bar.
    guard done >= reported + 0.01 || done >= 1 && reported < 1 else { return }
    reported = done
    progress(min(done, 1))
  }
}

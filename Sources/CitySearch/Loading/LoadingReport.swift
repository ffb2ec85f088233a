/// The records of a file that are not in the gazetteer.
public struct LoadingReport: Sendable, Hashable {
  /// The first malformed records that were skipped, in order, at most ``maximumListed``.
  public private(set) var skipped: [MalformedRecord] = []
  /// The number of all records that were skipped.
  public private(set) var skippedCount = 0
  /// The number of records of other feature classes than the requested ones.
  public internal(set) var otherFeatureCount = 0

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

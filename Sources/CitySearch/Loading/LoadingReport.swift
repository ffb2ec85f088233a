/// What became of the records of a file that are not in the gazetteer.
public struct LoadingReport: Sendable, Hashable {
  /// The first records that break a rule and were skipped, in their order: ``maximumListed`` at most.
  public private(set) var skipped: [MalformedRecord] = []
  /// The number of all records that were skipped.
  public private(set) var skippedCount = 0
  /// The number of records that belong to other feature classes than were asked for.
  public internal(set) var otherFeatureCount = 0

  /// How many records are listed at most.
  public static let maximumListed = 1_000

  /// Creates the report of a file without such records.
  public init() {}

  /// Counts a record, and lists it if there is room.
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
  /// What lies under the sea.
  case undersea = "U"
  /// Forests, heaths.
  case vegetation = "V"
  /// Whatever has no class, or another letter.
  case unknown = ""

  /// Reads a column.
  init(column: Span<UInt8>) {
    let letter = column.count == 1 ? String(validating: column) : nil
    self = letter.flatMap(FeatureClass.init) ?? .unknown
  }
}

/// How far a load is: tells whoever wants to know, and ends a task that was cancelled.
struct LoadingMonitor {
  /// What is loaded; `nil` if nobody watches and nothing is ever cancelled.
  private let file: String?
  private let progress: ((Double) -> Void)?
  private var reported = 0.0
  /// The part of the whole that the work in hand is.
  var part = 0.0...1.0

  /// Watches what cannot be cancelled.
  static var none: LoadingMonitor { LoadingMonitor(file: nil, progress: nil) }

  init(file: String?, progress: ((Double) -> Void)?) {
    self.file = file
    self.progress = progress
  }

  /// Says how much of the part in hand is done, from 0 to 1.
  ///
  /// - Throws: ``GazetteerError/cancelled(file:)``
  mutating func reach(_ share: Double) throws(GazetteerError) {
    guard let file else { return }
    if Task.isCancelled { throw .cancelled(file: file) }
    guard let progress else { return }
    let done = part.lowerBound + share * (part.upperBound - part.lowerBound)
    // A hundred steps are enough for any bar.
    guard done >= reported + 0.01 || done >= 1 && reported < 1 else { return }
    reported = done
    progress(min(done, 1))
  }
}

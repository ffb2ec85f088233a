/// One run of the benchmark as it is stored: everything that a table, a page or a comparison is made
/// of, and nothing that was computed from something else in it, except summaries of samples.
///
/// All times are in nanoseconds, all sizes in bytes. What was not measured is absent, never zero.
struct BenchmarkResult: Codable, Equatable, Sendable {
  /// What the first field of every file says.
  static let format = "city-search benchmark"
  /// The version that this program writes, and the only one that it reads.
  static let formatVersion = 1

  var format = Self.format
  var formatVersion = Self.formatVersion
  var machine: Machine
  var build: Build
  var data: DataSet
  var method: Method
  /// The workloads that were replayed, in the order of the report.
  var workloads: [WorkloadDescription]
  /// What every subject answered, one checksum for each thing that was timed.
  var checksums: [AnswerChecksum]
  /// Stages in front of every engine, which therefore belong to none: folding.
  var shared: [LatencySeries]
  /// The engines, the baseline and the rivals, in the order of the table.
  var subjects: [SubjectResult]
  /// The cities and the radix tree as one mapped file.
  var file: FileResult?
  /// The search over all names by relevance.
  var names: NamesResult?
  /// How often the city that is meant is found.
  var quality: QualityReport?
  /// Instructions a query; absent where nothing can count them.
  var instructions: InstructionsResult?
}

extension BenchmarkResult {
  /// The machine, as far as it says something about speed; nothing that names it.
  struct Machine: Codable, Equatable, Sendable {
    /// The model of the processor, as the system names it.
    var processor: String
    /// The processors that were in use.
    var coreCount: Int
    var memoryByteCount: Int
    /// The operating system and its version.
    var system: String
    /// The instruction set, such as x86_64.
    var architecture: String
  }

  /// What was measured, in the sense of the code.
  struct Build: Codable, Equatable, Sendable {
    var swiftVersion: String
    /// The commit of the clone that the program lay in when the run began; with "+" behind it if
    /// the program may not be that of the commit, "unknown" outside a clone.
    var commit: String
    /// The allocator that the counters of memory belong to.
    var allocator: String
  }

  /// What was searched: cities or keys.
  struct DataSet: Codable, Equatable, Sendable {
    /// The name of the file, without folders.
    var file: String
    var sha256: String
    /// Absent if there were keys that are no names of cities.
    var cityCount: Int?
    /// The number of different keys.
    var distinctKeyCount: Int
    /// The number of keys, equal ones included; absent if there were cities.
    var keyCount: Int?
    /// The number of lines without a key, which were skipped.
    var emptyLineCount: Int?
  }

  /// How the figures came about.
  struct Method: Codable, Equatable, Sendable {
    /// When the run began, in UTC, by ISO 8601.
    var date: String
    /// `quick`, `standard` or `full`.
    var extent: String
    var seed: UInt64
    /// The fresh processes that each figure of latency was taken in.
    var processCount: Int
    /// The share of cases in which an interval of such a sample holds the true median, 0 to 1.
    var intervalCoverage: Double
    /// What reading the clock costs; it is subtracted from every sample.
    var clockCost: Double
    /// The smallest step of the clock that was seen.
    var clockResolution: Double
    /// The size of the buffer that is walked before each query with cold caches.
    var coldBufferByteCount: Int
    /// Whether the run came to its end; one that was interrupted has what was finished.
    var isComplete: Bool
  }

  /// A list of queries, made from a seed or fixed.
  struct WorkloadDescription: Codable, Equatable, Sendable {
    /// The name on the command line.
    var name: String
    /// What the queries are, as a phrase.
    var summary: String
    var queryCount: Int
    /// A checksum of the texts: equal ones are the same work.
    var checksum: String
  }

  /// The checksum of all answers to a workload, the same for every subject.
  struct AnswerChecksum: Codable, Equatable, Sendable {
    var measure: Measure
    var value: String
  }
}

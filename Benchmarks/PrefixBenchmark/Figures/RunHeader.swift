/// What all figures of a run have in common: where, of what and how they were taken.
struct RunHeader: Codable, Equatable, Sendable {
  var machine: Machine
  var build: Build
  var data: DataSet
  var method: Method
  /// All lists of queries that were asked, in the order of the report.
  var workloads: [WorkloadDescription]
  /// The engines, the baseline and the rivals, in the order of the table.
  var subjects: [SubjectDescription]

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
    /// The number of cities or keys, equal ones included.
    var count: Int
    /// Whether they are keys that are no names of cities.
    var isOfKeys = false
    /// The number of different keys.
    var distinctKeyCount: Int
    /// The number of lines without a key, which were skipped.
    var emptyLineCount = 0
    /// The queries by which answers are judged; absent if they are not.
    var cases: Cases?

    struct Cases: Codable, Equatable, Sendable {
      /// The name of the file, without folders.
      var file: String
      var sha256: String
      var count: Int
    }
  }

  /// How the figures came about.
  struct Method: Codable, Equatable, Sendable {
    /// When the run began, in UTC, by ISO 8601.
    var date: String
    /// `quick`, `standard` or `full`.
    var extent: String
    var seed: UInt64
    /// The fresh processes that each figure of latency was to be taken in.
    var processCount: Int
    /// The size of the buffer that is walked before each query with cold caches.
    var coldBufferByteCount: Int
    /// What emulated the processor to count instructions; absent if nothing did.
    var emulator: String?
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

  /// An engine, the baseline or a rival.
  struct SubjectDescription: Codable, Equatable, Sendable {
    var name: String
    var role: SubjectRole
    /// What it is, as a phrase.
    var summary: String
    /// What it answers instead, and why, if that is not the question that all others answer.
    ///
    /// Such a subject is listed apart, and its answers are not compared.
    var anotherQuestion: String?
  }
}

/// What a subject is compared as.
enum SubjectRole: String, Codable, CaseIterable, Sendable {
  /// An engine of this package.
  case engine
  /// What ratios are taken of.
  case baseline
  /// What a user would take instead.
  case rival
}

extension RunHeader.DataSet {
  /// What a row is called.
  var noun: String { isOfKeys ? "key" : "city" }

  /// What rows are called.
  var plural: String { isOfKeys ? "keys" : "cities" }

  /// What a list of ten is made of.
  var tenTitle: String { isOfKeys ? "From bytes to ten ids" : "From text to ten cities" }

  /// What was searched, for headings: "999 cities of sample.txt".
  var title: String { "\(count.grouped) \(plural) of \(file)" }
}

/// All that was measured of one engine, of the baseline or of a rival.
struct SubjectResult: Codable, Equatable, Sendable {
  var name: String
  var role: SubjectRole
  /// What it is, as a phrase.
  var summary: String
  /// What it answers instead, and why, if that is not the question that all others answer.
  ///
  /// Such a subject is listed apart, and its answers are not compared.
  var anotherQuestion: String?
  /// The exact size of its structure; absent where it cannot be known.
  var structure: Structure?
  /// The time to build the structure from what all subjects get.
  var buildTime: Estimate?
  /// From the start of a process to the first result.
  var coldStart: ColdStart?
  var memory: MemoryResult?
  var latencies: [LatencySeries]
  var throughput: [Throughput]
  /// The ids of all matches of every query.
  var sweep: Sweep?
  var scale: ScaleSeries?
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

extension SubjectResult {
  /// The exact size of a structure.
  ///
  /// These figures depend on code and data, and on how the allocator rounds the capacity of arrays.
  struct Structure: Codable, Equatable, Sendable {
    var parts: [Part]
    /// The number of nodes of a tree.
    var nodeCount: Int?

    /// A named part.
    struct Part: Codable, Equatable, Sendable {
      var name: String
      var byteCount: Int
    }

    /// The size of all parts.
    var byteCount: Int { parts.reduce(0) { $0 + $1.byteCount } }
  }

  /// From the start of a process to its first result, phase by phase.
  struct ColdStart: Codable, Equatable, Sendable {
    var total: Estimate
    /// In the order of time; together they are the total, but for the rounding of medians.
    var phases: [Phase]

    struct Phase: Codable, Equatable, Sendable {
      var name: String
      var time: Estimate
    }
  }

  /// Queries a second over one shared structure.
  struct Throughput: Codable, Equatable, Sendable {
    var measure: Measure
    var threadCount: Int
    var queriesPerSecond: Estimate
    /// Where all matches are read: how many cities that makes.
    var citiesPerSecond: Estimate?
  }

  /// All ids that match, of every query of the main workload: each query is answered once.
  struct Sweep: Codable, Equatable, Sendable {
    /// The number of different queries.
    var queryCount: Int
    /// The number of ids that were read, of all queries together.
    var idCount: Int
    /// The time for all of them together.
    var time: Estimate
  }

  /// The same subject over data of several sizes.
  struct ScaleSeries: Codable, Equatable, Sendable {
    var points: [ScalePoint]
    /// The exponents of growth, by figure: `build`, `bytes`, `locate`, `topTen`.
    ///
    /// They are those of the powers of the number of keys that fit the points best: 1 is linear
    /// growth, 0 is none.
    var exponents: [String: Double]
  }

  /// One size.
  struct ScalePoint: Codable, Equatable, Sendable {
    /// The name of the data: `10k`, `50k`, `all cities`, `alternate names`, `synthetic`.
    var name: String
    var keyCount: Int
    var distinctKeyCount: Int
    /// The length of all distinct keys.
    var keyByteCount: Int
    var structureByteCount: Int
    var buildTime: Double
    /// The median in one process: of batches for engines and baseline, of single queries for rivals.
    var locate: Double
    /// The median of single queries, in one process.
    var topTen: Double
    /// Sums of the answers to the timed queries.
    var checksums: [ScaleChecksum]?
  }

  /// The sum of the answers to the first queries over data of one size, the same for all subjects.
  struct ScaleChecksum: Codable, Equatable, Sendable {
    var stage: Measure.Stage
    var queryCount: Int
    var value: String
  }
}

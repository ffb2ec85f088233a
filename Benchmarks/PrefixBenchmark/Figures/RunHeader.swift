/// The metadata of a run: machine, build, data and method.
package struct RunHeader: Codable, Equatable, Sendable {
  package var machine: Machine
  package var build: Build
  package var data: DataSet
  package var method: Method
  /// All lists of queries that were asked, in the order of the report.
  package var workloads: [WorkloadDescription]
  /// The engines, the baseline and the rivals, in the order of the table.
  package var subjects: [SubjectDescription]

  /// The properties of the machine that matter for speed; nothing that identifies it.
  package struct Machine: Codable, Equatable, Sendable {
    /// The model of the processor, as the system names it.
    package var processor: String
    /// The number of processors that the system used.
    var coreCount: Int
    var memoryByteCount: Int
    var system: String
    /// The instruction set, such as x86_64.
    var architecture: String
  }

  package struct Build: Codable, Equatable, Sendable {
    package var swiftVersion: String
    /// The commit of the clone around the program when the run began; followed by "+" if the program
    /// may have been built from other sources, "unknown" outside a clone.
    package var commit: String
    /// The allocator whose counters were read.
    package var allocator: String
  }

  /// The searched data: cities or keys.
  package struct DataSet: Codable, Equatable, Sendable {
    /// The name of the file, without folders.
    package var file: String
    package var sha256: String
    /// The number of cities or keys, equal ones included.
    package var count: Int
    /// Whether the rows are keys of the user's own, not cities.
    var isOfKeys = false
    /// The number of different keys.
    var distinctKeyCount: Int
    /// The number of lines without a key, which were skipped.
    var emptyLineCount = 0
    /// The queries by which answers are judged; absent if they are not.
    package var cases: Cases?

    package struct Cases: Codable, Equatable, Sendable {
      /// The name of the file, without folders.
      var file: String
      package var sha256: String
      var count: Int
    }
  }

  /// How the figures were measured.
  package struct Method: Codable, Equatable, Sendable {
    /// When the run began, in UTC, by ISO 8601.
    package var date: String
    /// `engines`, `quick` or `full`.
    var extent: String
    var seed: UInt64
    /// The number of fresh processes planned for each latency.
    var processCount: Int
    /// The size of the buffer that is read before each query with cold caches.
    var coldBufferByteCount: Int
    /// The emulator that counted instructions; absent without one.
    var emulator: String?
    /// Whether the run finished; an interrupted one has the figures that were finished.
    package var isComplete: Bool
  }

  /// A list of queries, made from a seed or fixed.
  package struct WorkloadDescription: Codable, Equatable, Sendable {
    var name: String
    /// A description of the queries, as a phrase.
    var summary: String
    var queryCount: Int
    /// A checksum of the texts: equal ones are the same work.
    package var checksum: String
  }

  /// An engine, the baseline or a rival.
  package struct SubjectDescription: Codable, Equatable, Sendable {
    var name: String
    var role: SubjectRole
    var summary: String
  }
}

/// The role of a subject in comparisons.
package enum SubjectRole: String, Codable, CaseIterable, Sendable {
  case engine
  /// The subject that ratios refer to.
  case baseline
  case rival
}

extension RunHeader.DataSet {
  /// The noun for a row.
  var noun: String { isOfKeys ? "key" : "city" }

  /// The noun for several rows.
  var plural: String { isOfKeys ? "keys" : "cities" }

  /// The searched data, for headings: "999 cities of sample.txt".
  var title: String { "\(count.counted(noun, plural)) of \(file)" }
}

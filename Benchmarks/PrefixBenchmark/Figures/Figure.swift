/// One figure of a run: what it is of, and what each process found.
///
/// A result is a list of these and a ``RunHeader``; tables, the page, CSV, checks and comparisons are
/// functions over the list.
struct Figure: Equatable, Sendable {
  var key: Key
  /// The figure of each process that took it, in their order; never empty.
  var processes: [Double]

  init(_ key: Key, _ processes: [Double]) {
    self.key = key
    self.processes = processes
  }

  /// The median of the processes with its interval.
  var estimate: Estimate { Estimate(processes: processes) }

  /// The median of the processes.
  var value: Double { processes.median }

  /// All that tells figures apart.
  struct Key: Hashable, Sendable {
    /// An engine, the baseline, a rival, or what else is measured: `gazetteer file`, `folding`.
    var subject: String
    /// What is counted or timed, such as `latency`, `build`, `structure`, `allocations`.
    var quantity: String
    /// Which queries, how far they were answered, and under which conditions, if queries were.
    var measure: Measure?
    /// The number of keys, for data of other sizes than the run's own.
    var size: Int?
    /// The number of queries that one sample is the mean of; 1 for queries timed one by one.
    var batch = 1
    /// Of several processes or samples: `p50`, `p99`, `total`, `mean`; or the part, of a sum of parts.
    var statistic: String
    var unit: Unit
  }

  /// What a figure is counted in.
  enum Unit: String, Codable, Sendable {
    case nanoseconds = "ns"
    case bytes
    case count
    case perSecond = "per s"
    /// A checksum: equal or not, and nothing else.
    case checksum
  }
}

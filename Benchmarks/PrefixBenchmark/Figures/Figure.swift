import CitySearch

/// One figure of a run: its key, and a value from each process.
///
/// A result is a list of these and a ``RunHeader``; tables, checks and comparisons are functions over the
/// list.
package struct Figure: Equatable, Sendable {
  package let key: Key
  package let unit: Unit
  /// The value of each process that measured it, in the order of the processes; never empty.
  ///
  /// Subjects that were measured in the same processes have their values at the same indexes, so that
  /// ratios can be taken process by process. An exact figure has one value.
  package var processes: [Double]

  package init(_ key: Key, _ unit: Unit, _ processes: [Double]) {
    self.key = key
    self.unit = unit
    self.processes = processes
  }

  package init(_ key: Key, _ unit: Unit, _ value: some BinaryInteger) {
    self.init(key, unit, [Double(value)])
  }

  /// The sum of answers, of which as many bits are kept as a `Double` holds exactly.
  package init(checksum: UInt64, of key: Key) {
    self.init(key, .checksum, (checksum ^ checksum >> 52) & (1 << 52 - 1))
  }

  /// The median of the processes with its interval.
  var estimate: Estimate { Estimate(processes: processes) }

  package var value: Double { processes.median }

  /// The properties that identify a figure.
  package struct Key: Hashable, Sendable {
    /// An engine, the baseline, a rival, or another subject: `gazetteer file`, `all names`.
    package var subject: String
    package var quantity: Figure.Quantity
    /// The queries, the stage and the conditions, if the figure is about queries.
    package var measure: Measure?
    /// The number of keys, for data of other sizes than the run's own.
    var size: Int?
    /// The number of queries that one sample is the mean of; 1 for queries timed one by one.
    package var batch: Int
    /// What is told of several samples: `p50`, `p99`, `total` or `mean`; of a sum, the name of a part.
    package var statistic: String

    package init(
      _ subject: String, _ quantity: Figure.Quantity, _ measure: Measure? = nil,
      statistic: String = "total", batch: Int = 1, size: Int? = nil
    ) {
      self.subject = subject
      self.quantity = quantity
      self.measure = measure
      self.size = size
      self.batch = batch
      self.statistic = statistic
    }
  }

  package enum Unit: String, Codable, Sendable {
    case nanoseconds = "ns"
    case bytes
    case count
    case perSecond = "per s"
    /// A checksum: equal or not, and nothing else.
    case checksum
  }
}

extension Figure.Key: CustomStringConvertible {
  /// For people, with the subject: "RadixTree: typed, locate, p50".
  package var description: String { "\(subject): \(name)" }

  /// For people, without the subject: "typed, locate, p50".
  package var name: String {
    var parts = quantity == .latency ? [] : [quantity.rawValue]
    if let measure { parts.append(measure.description) }
    if let size { parts.append("\(size.grouped) keys") }
    if !["total", "mean"].contains(statistic) { parts.append(statistic) }
    if batch > 1 { parts.append("in batches") }
    return parts.joined(separator: ", ")
  }
}

// MARK: - As a row of a file

extension Figure: Codable {
  /// The columns of a row; default values are left out.
  package enum Column: String, CodingKey, CaseIterable {
    case subject, quantity, workload, stage, order, limit, typos, reading, caches, size, batch
    case statistic, unit, processes
  }

  package init(from decoder: any Decoder) throws {
    let row = try decoder.container(keyedBy: Column.self)
    var measure: Measure?
    if let workload = try row.decodeIfPresent(String.self, forKey: .workload) {
      measure = Measure(
        workload: workload, stage: try row.decode(Measure.Stage.self, forKey: .stage),
        order: try row.decodeIfPresent(Measure.Order.self, forKey: .order) ?? .name,
        limit: try row.decodeIfPresent(Int.self, forKey: .limit),
        caches: try row.decodeIfPresent(Measure.Caches.self, forKey: .caches) ?? .warm,
        typos: try row.decodeIfPresent(TypoTolerance.self, forKey: .typos),
        reading: try row.decodeIfPresent(Measure.Reading.self, forKey: .reading))
    }
    let key = Key(
      try row.decode(String.self, forKey: .subject),
      try row.decode(Quantity.self, forKey: .quantity), measure,
      statistic: try row.decodeIfPresent(String.self, forKey: .statistic) ?? "total",
      batch: try row.decodeIfPresent(Int.self, forKey: .batch) ?? 1,
      size: try row.decodeIfPresent(Int.self, forKey: .size))
    self.init(
      key, try row.decode(Unit.self, forKey: .unit),
      try row.decode([Double].self, forKey: .processes))
  }

  package func encode(to encoder: any Encoder) throws {
    var row = encoder.container(keyedBy: Column.self)
    let measure = key.measure
    let values:
      [(column: Column, value: (any Encodable & CustomStringConvertible)?, standard: String)] = [
        (.subject, key.subject, ""), (.quantity, key.quantity.rawValue, ""),
        (.workload, measure?.workload, ""), (.stage, measure?.stage.rawValue, ""),
        (.order, measure?.order.rawValue, "name"), (.limit, measure?.limit, ""),
        (.typos, measure?.typos?.rawValue, ""), (.reading, measure?.reading?.rawValue, ""),
        (.caches, measure?.caches.rawValue, "warm"), (.size, key.size, ""),
        (.batch, key.batch, "1"), (.statistic, key.statistic, "total"), (.unit, unit.rawValue, ""),
      ]
    for (column, value, standard) in values {
      guard let value, value.description != standard else { continue }
      try row.encode(value, forKey: column)
    }
    try row.encode(processes, forKey: .processes)
  }
}

import CitySearch
package import Foundation

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
  package var estimate: Estimate { Estimate(processes: processes) }

  package var value: Double { processes.median }

  /// The properties that identify a figure.
  package struct Key: Hashable, Sendable {
    /// An engine, the baseline, a program, or another subject: `gazetteer file`, `all names`.
    package var subject: String
    package var quantity: Figure.Quantity
    /// The queries, the stage and the conditions, if the figure is about queries.
    package var measure: Measure?
    /// The number of queries that one sample is the mean of; 1 for queries timed one by one.
    package var batch: Int
    /// What is told of several samples: `p50`, `p99`, `total` or `mean`; of a sum, the name of a part.
    package var statistic: String

    package init(
      _ subject: String, _ quantity: Figure.Quantity, _ measure: Measure? = nil,
      statistic: String = "total", batch: Int = 1
    ) {
      self.subject = subject
      self.quantity = quantity
      self.measure = measure
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
    if !["total", "mean"].contains(statistic) { parts.append(statistic) }
    if batch > 1 { parts.append("in batches") }
    return parts.joined(separator: ", ")
  }
}

// MARK: - As a row of a file

extension Figure: Codable {
  /// The columns of a row; default values are left out.
  package enum Column: String, CodingKey, CaseIterable {
    case subject, quantity, workload, stage, order, limit, typos, reading, caches, batch
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
      batch: try row.decodeIfPresent(Int.self, forKey: .batch) ?? 1)
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
        (.caches, measure?.caches.rawValue, "warm"), (.batch, key.batch, "1"),
        (.statistic, key.statistic, "total"), (.unit, unit.rawValue, ""),
      ]
    for (column, value, standard) in values {
      guard let value, value.description != standard else { continue }
      try row.encode(value, forKey: column)
    }
    try row.encode(processes, forKey: .processes)
  }
}

// MARK: - What is counted or timed

extension Figure {
  /// What is counted or timed.
  ///
  /// Raw values stand in files of results and of limits, and in names for people.
  package enum Quantity: String, Codable, CaseIterable, Sendable {
    // MARK: A structure, and how it is made
    /// Bytes of a structure, by part.
    case structure
    /// Nodes of a tree.
    case nodes
    /// The time in which a structure or a file is made.
    case build

    // MARK: Answers to queries
    /// The time of a query.
    case latency
    /// The number of samples behind percentiles.
    case samples
    /// The checksum of answers.
    case answers
    /// Allocations of a query.
    case allocations
    /// Allocations of a query whose first ten names are short enough to be stored in place.
    case shortNameAllocations = "allocations of short names"
    /// Bytes allocated by a query.
    case allocated
    /// Instructions of a query, counted by valgrind.
    case instructions

    // MARK: Making and opening a file
    /// Bytes of the text that a file is made from.
    case input
    /// Bytes of a file.
    case file
    /// The most bytes allocated at once while a file is made.
    case peakAllocated = "peak allocated"
    /// The most bytes resident at once while a file is made.
    case peakResident = "peak resident"
    /// The time in which the first process opens a file.
    case firstOpening = "first opening"
    case opening
    /// The queries that were asked of an opened file before its resident pages were counted.
    case openedQueries = "opened queries"
    /// Bytes of pages that became resident by these queries, by kind.
    case residentGrowth = "resident growth"
    case cities, names

    // MARK: The clock
    /// The time in which the clock is read.
    case clockCost = "cost"
    /// The least time that the clock tells from none.
    case clockStep = "step"

    // MARK: Quality, by kind of query
    /// Queries that were asked.
    case cases
    /// The time of one of these queries.
    case searchTime = "search time"
    /// Queries whose first answer is not right.
    case notFirst = "not first"
    case notAmongFive = "not among 5"
    case notAmongTen = "not among 10"
    case noAnswer = "no answer"
    /// Names that were typed letter by letter.
    case draws
    case lettersUntilFirst = "letters until first"
    case lettersUntilAmongThree = "letters until among 3"
    case neverFirst = "never first"
    case neverAmongThree = "never among 3"
  }
}

// MARK: - Lists

/// Rows of figures, no two of which have the same key.
package struct FigureList: Equatable, Sendable {
  package private(set) var rows: [Figure] = []
  private var places: [Figure.Key: Int] = [:]

  package init() {}

  /// Takes rows; those with equal keys become one.
  package init(_ figures: some Sequence<Figure>) {
    for figure in figures { add(figure) }
  }

  package subscript(key: Figure.Key) -> Figure? { places[key].map { rows[$0] } }

  /// Adds a figure; values of a known key follow those that are there.
  package mutating func add(_ figure: Figure) {
    if let place = places[figure.key] {
      rows[place].processes += figure.processes
    } else {
      places[figure.key] = rows.count
      rows.append(figure)
    }
  }

  /// Adds the figures of a process.
  ///
  /// - Throws: ``DifferentAnswer`` if a checksum differs from that of the processes before.
  package mutating func merge(_ figures: [Figure]) throws(DifferentAnswer) {
    for figure in figures {
      guard figure.unit == .checksum, let known = self[figure.key] else {
        add(figure)
        continue
      }
      guard known.processes == figure.processes else { throw DifferentAnswer(key: figure.key) }
    }
  }

  /// Two processes had different answers to the same queries.
  package struct DifferentAnswer: Error {
    package let key: Figure.Key
  }
}

extension FigureList: Codable {
  /// Reads rows; those that another version measured, and this one does not, are left out.
  package init(from decoder: any Decoder) throws {
    rows = try [Row](from: decoder).compactMap(\.figure)
    for (place, row) in rows.enumerated() where places.updateValue(place, forKey: row.key) != nil {
      throw BenchFailure("two rows are of \(row.key)")
    }
  }

  package func encode(to encoder: any Encoder) throws { try rows.encode(to: encoder) }

  private struct Row: Decodable {
    /// `nil` for a quantity or a stage that this version does not have.
    package let figure: Figure?

    package init(from decoder: any Decoder) throws {
      let row = try decoder.container(keyedBy: Figure.Column.self)
      let quantity = try row.decode(String.self, forKey: .quantity)
      let stage = try row.decodeIfPresent(String.self, forKey: .stage)
      let isKnown =
        Figure.Quantity(rawValue: quantity) != nil
        && stage.map { Measure.Stage(rawValue: $0) != nil } ?? true
      figure = isKnown ? try Figure(from: decoder) : nil
    }
  }
}

extension FigureList {
  /// The rows as JSON, one per line, with keys in a fixed order, so that results can be compared by line.
  package var json: Data {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      let lines = try rows.map { "  \(String(decoding: try encoder.encode($0), as: UTF8.self))" }
      return Data("[\n\(lines.joined(separator: ",\n"))\n]\n".utf8)
    }
  }
}

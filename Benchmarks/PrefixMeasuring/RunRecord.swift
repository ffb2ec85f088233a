package import Foundation

/// One run as it is stored: a header, and a row for each figure.
///
/// All times are in nanoseconds, all sizes in bytes. A figure that was not measured is absent, not zero.
package struct RunRecord: Equatable, Sendable {
  /// The first field of every file.
  package static let format = "city-search benchmark"
  /// The version of the format that this program writes, and the only one that it reads.
  package static let formatVersion = 2

  package var header: RunHeader
  package var figures: FigureList

  package init(header: RunHeader, figures: FigureList) {
    self.header = header
    self.figures = figures
  }
}

// MARK: - In a file

extension RunRecord {
  package init(contentsOf url: URL) throws {
    let file = url.relativePath
    let data = try explaining("\(file) cannot be read") { try Data(contentsOf: url) }
    try self.init(json: data, file: file)
  }

  /// Reads a result from JSON and checks it.
  package init(json data: Data, file: String) throws {
    guard let head = try? JSONDecoder().decode(Head.self, from: data), head.format == Self.format
    else { throw BenchFailure("\(file) is not a result of `bench run --output`.") }
    guard head.formatVersion == Self.formatVersion else {
      throw BenchFailure(
        "\(file) has version \(head.formatVersion) of the format; "
          + "this program reads version \(Self.formatVersion).")
    }
    do {
      let document = try JSONDecoder().decode(Document.self, from: data)
      self.init(header: document.header, figures: document.figures)
    } catch let error as DecodingError {
      throw BenchFailure("\(file) is damaged: \(error.place) \(error.fault).")
    } catch {
      throw BenchFailure("\(file) is damaged: \(error).")
    }
    if let flaw = firstFlaw { throw BenchFailure("\(file) is damaged: \(flaw).") }
  }

  /// The result as JSON, one row per line: equal results are equal files.
  package var json: Data {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      let header = String(decoding: try encoder.encode(header), as: UTF8.self)
      let rows = String(decoding: try figures.json.dropLast(), as: UTF8.self)
      return Data(
        """
        {"format":"\(Self.format)","formatVersion":\(Self.formatVersion),
        "header":\(header),
        "figures":\(rows)}

        """.utf8)
    }
  }

  /// The fields that are read first, to check the format.
  private struct Head: Decodable {
    package var format: String
    package var formatVersion: Int
  }

  private struct Document: Decodable {
    package var header: RunHeader
    package var figures: FigureList
  }
}

extension Double {
  /// The shortest digits that mean this number, without ".0".
  package var plain: String {
    rounded() == self && magnitude < 1e16 ? String(Int(self)) : String(self)
  }
}

extension DecodingError {
  /// Where in the document the error is, such as `figures[2].unit`.
  fileprivate var place: String {
    let path: [any CodingKey] =
      switch self {
      case .typeMismatch(_, let context), .valueNotFound(_, let context),
        .dataCorrupted(let context):
        context.codingPath
      case .keyNotFound(let key, let context): context.codingPath + [key]
      @unknown default: []
      }
    let text = path.reduce("") { text, key in
      if let index = key.intValue { return "\(text)[\(index)]" }
      return text.isEmpty ? key.stringValue : "\(text).\(key.stringValue)"
    }
    return text.isEmpty ? "the document" : text
  }

  /// The error, as the end of a sentence.
  fileprivate var fault: String {
    switch self {
    case .keyNotFound: "is missing"
    case .typeMismatch(let type, _): "is not of type \(type)"
    case .valueNotFound: "is null"
    case .dataCorrupted: "has a value that is not allowed"
    @unknown default: "cannot be read"
    }
  }
}

// MARK: - Validation

extension RunRecord {
  /// The first inconsistency, as the end of a sentence; `nil` if there is none.
  ///
  /// A valid result can be shown and compared without further checks.
  package var firstFlaw: String? {
    guard !header.subjects.isEmpty else { return "it has no subjects" }
    if let name = header.subjects.map(\.name).firstRepeated {
      return "two subjects are called \(name)"
    }
    guard header.subjects.count(where: { $0.role == .baseline }) <= 1 else {
      return "it has two baselines"
    }
    if let name = header.workloads.map(\.name).firstRepeated {
      return "two workloads are called \(name)"
    }
    let (data, machine, method) = (header.data, header.machine, header.method)
    let sizes =
      [
        data.count, data.distinctKeyCount, data.emptyLineCount, data.cases?.count ?? 0,
        machine.memoryByteCount, machine.coreCount, method.processCount,
        method.coldBufferByteCount,
      ] + header.workloads.map(\.queryCount)
    // Sums of thousands of them must not overflow.
    guard sizes.allSatisfy((0...1 << 50).contains) else { return "it has an implausible size" }
    let workloads = Set(header.workloads.map(\.name))
    return figures.rows.lazy.compactMap { $0.firstFlaw(workloads: workloads) }.first
      ?? firstDescent
  }

  /// The first percentile that is smaller than one below it.
  private var firstDescent: String? {
    let percentiles = figures.rows.filter { Percentile($0.key.statistic) != nil }
    let pair = zip(percentiles, percentiles.dropFirst()).first { lower, upper in
      var key = lower.key
      key.statistic = upper.key.statistic
      return key == upper.key && lower.processes.count == upper.processes.count
        && lower.value > upper.value
    }
    return pair.map { "\($1.key) is less than \($0.key.statistic)" }
  }
}

extension Figure {
  /// The first error in this row.
  fileprivate func firstFlaw(workloads: Set<String>) -> String? {
    guard !processes.isEmpty else { return "\(key) has no figures" }
    guard key.batch > 0 else { return "\(key) has an impossible size" }
    let range = unit == .bytes ? -1e15...1e15 : unit == .checksum ? 0...0x1p52 : 0...1e15
    guard processes.allSatisfy(range.contains) else {
      return "\(key) has an implausible figure"
    }
    if let workload = key.measure?.workload, !workloads.contains(workload) {
      return "no workload is called \(workload)"
    }
    return nil
  }
}

// MARK: - The header

/// The metadata of a run: machine, build, data and method.
package struct RunHeader: Codable, Equatable, Sendable {
  package var machine: Machine
  package var build: Build
  package var data: DataSet
  package var method: Method
  /// All lists of queries that were asked, in the order of the report.
  package var workloads: [WorkloadDescription]
  /// The engines, the baseline and programs, in the order of the table.
  package var subjects: [SubjectDescription]

  /// The properties of the machine that matter for speed; nothing that identifies it.
  package struct Machine: Codable, Equatable, Sendable {
    /// The model of the processor, as the system names it.
    package var processor: String
    /// The number of processors that the system used.
    package var coreCount: Int
    package var memoryByteCount: Int
    package var system: String
    /// The instruction set, such as x86_64.
    package var architecture: String
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
    package var isOfKeys = false
    /// The number of different keys.
    package var distinctKeyCount: Int
    /// The number of lines without a key, which were skipped.
    package var emptyLineCount = 0
    /// The queries by which answers are judged; absent if they are not.
    package var cases: Cases?

    package struct Cases: Codable, Equatable, Sendable {
      /// The name of the file, without folders.
      package var file: String
      package var sha256: String
      package var count: Int
    }
  }

  /// How the figures were measured.
  package struct Method: Codable, Equatable, Sendable {
    /// When the run began, in UTC, by ISO 8601.
    package var date: String
    /// `engines`, `quick` or `full`.
    package var extent: String
    package var seed: UInt64
    /// The number of fresh processes planned for each latency.
    package var processCount: Int
    /// The size of the buffer that is read before each query with cold caches.
    package var coldBufferByteCount: Int
    /// The emulator that counted instructions; absent without one.
    package var emulator: String?
    /// Whether the run finished; an interrupted one has the figures that were finished.
    package var isComplete: Bool
  }

  /// A list of queries, made from a seed or fixed.
  package struct WorkloadDescription: Codable, Equatable, Sendable {
    package var name: String
    /// A description of the queries, as a phrase.
    package var summary: String
    package var queryCount: Int
    /// A checksum of the texts: equal ones are the same work.
    package var checksum: String
  }

  /// An engine, the baseline or a program.
  package struct SubjectDescription: Codable, Equatable, Sendable {
    package var name: String
    package var role: SubjectRole
    package var summary: String
  }
}

/// The role of a subject in comparisons.
package enum SubjectRole: String, Codable, CaseIterable, Sendable {
  case engine
  /// The subject that ratios refer to.
  case baseline
  /// A program in another language.
  case program = "rival"
}

extension RunHeader.DataSet {
  /// The noun for a row.
  package var noun: String { isOfKeys ? "key" : "city" }

  /// The noun for several rows.
  package var plural: String { isOfKeys ? "keys" : "cities" }

  /// The searched data, for headings: "999 cities of sample.txt".
  package var title: String { "\(count.counted(noun, plural)) of \(file)" }
}

import Foundation

/// What has to be known to read the main table, in words.
struct ResultNotes {
  private let record: RunRecord

  init(_ record: RunRecord) { self.record = record }

  var text: String {
    [interrupted, setting, columns, clock].compactMap { $0 }.joined(separator: " ")
  }

  private var interrupted: String? {
    record.header.method.isComplete
      ? nil : "This run was interrupted; these are the figures it had."
  }

  private var setting: String {
    let (machine, build, data) = (record.header.machine, record.header.build, record.header.data)
    let processCount = record.processCount
    let memory = (Double(machine.memoryByteCount) / 1_073_741_824).rounded(decimals: 0)
    let processes = processCount == 1 ? "one process" : "\(processCount) processes"
    return """
      \(data.title)\(equalKeys), \(machine.processor), \(machine.coreCount) cores, \
      \(memory) GiB, \(machine.system), Swift \(build.swiftVersion), \
      \(build.allocator) malloc, commit \(build.commit), \(record.header.method.date.prefix(10)). \
      Medians of \(processes) for each figure, one thread, warm caches unless it says cold. Bold: the \
      smallest, where its interval lies below all others.
      """
  }

  /// What is to be known about keys that a user has given.
  private var equalKeys: String {
    let data = record.header.data
    guard data.isOfKeys else { return "" }
    let lines = data.emptyLineCount
    let skipped =
      lines == 0 ? "" : ", \(lines.grouped) empty \(lines == 1 ? "line" : "lines") skipped"
    return " (\(data.distinctKeyCount.grouped) different\(skipped))"
  }

  private var columns: String { record.header.data.isOfKeys ? columnsOverKeys : columnsOverCities }

  private var columnsOverKeys: String {
    let queries = record.header.workloads.first?.queryCount ?? 0
    let buffer = record.header.method.coldBufferByteCount >> 20
    return """
      Keys are compared byte by byte, as they stand. index: the exact bytes of the structure. build: \
      from sorted keys. locate: bytes in, range of rows out, over \(queries.grouped) queries of the \
      workload "\(record.mainWorkload)".\(sampled)\(spread) ratio: of its median to that of the \
      baseline, plain binary search with memcmp; engines are measured in the same processes with it, \
      rivals in others. 10 ids: bytes in, the numbers of the first ten lines out. cold: 10 ids, with \
      caches evicted before each query by a walk through \(buffer) MiB. start: from the start of a \
      process, which reads and sorts the keys and builds the index, to its first result.
      """
  }

  private var columnsOverCities: String {
    let queries = record.header.workloads.first?.queryCount ?? 0
    let buffer = record.header.method.coldBufferByteCount >> 20
    return """
      index: the exact bytes of the structure, without the cities, which all share. build: from folded \
      and sorted names. locate: folded bytes in, range of rows out, over \(queries.grouped) queries of \
      the workload "\(record.mainWorkload)".\(sampled)\(spread) ratio: of its median to that of the \
      baseline, plain binary search with memcmp; engines are measured in the same processes with it, \
      rivals in others. unread: text in, a page of ten cities with names and highlights out, of \
      which nothing is read. read: the same, and every field of every city is read. \
      cold: read, with caches evicted before each query by a walk through \(buffer) MiB. \
      all: million cities made a second where every match is read. start: from the start of a \
      process, which loads the cities and builds the index, to its first result.
      """
  }

  /// Who was asked only a part of the queries.
  private var sampled: String {
    let queries = record.header.workloads.first?.queryCount ?? 0
    let locate = Measure(workload: record.mainWorkload, stage: .locate)
    let few = record.comparable.compactMap { subject -> String? in
      guard let count = record[subject.name, "samples", locate]?.value else { return nil }
      return count < Double(queries) ? "\(subject.name) \(count.rounded(decimals: 0))" : nil
    }
    guard !few.isEmpty else { return "" }
    return " Slow subjects get to fewer in each process: \(few.joined(separator: ", "))."
  }

  /// What stands beside the median; nothing is known of the spread of one process.
  private var spread: String {
    let processCount = record.processCount
    guard processCount > 1 else { return "" }
    let percent = (MedianInterval(sampleCount: processCount).coverage * 100).rounded(decimals: 0)
    return """
       ±: how far the ends of the interval are from the median at most that holds the true one in \
      \(percent) of 100 cases, by the sign test.
      """
  }

  private var clock: String {
    let cost = (record["clock", "cost"]?.value ?? 0).rounded(decimals: 0)
    let step = max(1, record["clock", "step"]?.processes.min() ?? 0).rounded(decimals: 0)
    return """
      The clock goes in steps of \(step) ns, and reading it takes \(cost) ns, which is subtracted. \
      Where single queries of locate take less than \
      \(RunRecord.shortQuery.rounded(decimals: 0)) ns, the median is that of batches of \
      \(TimedPass.batchSize), in which each query waits for the one before; all else is of single \
      queries.
      """
  }
}

/// The tables in a Markdown file, which nobody edits by hand.
///
/// A table stands between two comments, `<!-- bench: NAME -->` and `<!-- bench: end of NAME -->`; a
/// file has those tables that it has comments for.
struct MarkdownTables {
  let url: URL

  init(path: String) { url = URL(filePath: path) }

  /// The tables that a file can have.
  private enum Name: String, CaseIterable {
    /// What one chooses an engine by.
    case engines
    /// The main tables, whole.
    case table
    /// How often the city that is meant is found.
    case quality

    var begin: String { "<!-- bench: \(rawValue) -->" }
    var end: String { "<!-- bench: end of \(rawValue) -->" }
  }

  /// Checks that the file has comments for a table.
  ///
  /// - Throws: `BenchFailure` if it has not, or if a comment is without the other.
  func check() throws { _ = try rewritten { _ in nil } }

  /// Replaces the tables by those of a result; one that the result does not have stays.
  ///
  /// - Throws: As ``check()``, and what Foundation throws if the file cannot be written.
  func write(_ record: RunRecord) throws {
    let text = try rewritten { name in
      switch name {
      case .engines: ResultTables(record).engineChoice
      case .table: ResultTables(record).readme
      case .quality: Self.quality(of: record)
      }
    }
    try Data(text.utf8).write(to: url, options: .atomic)
  }

  private static func quality(of record: RunRecord) -> String? {
    guard let cases = record.header.data.cases else { return nil }
    let report = QualityReport(record.figures, file: cases.file)
    return report.summary.rows.isEmpty
      ? nil : "\(report.summary.markdown)\n\n\(report.summaryNote)"
  }

  /// The file as it would be with these contents.
  private func rewritten(_ content: (Name) -> String?) throws -> String {
    var text: String
    do {
      text = try String(contentsOf: url, encoding: .utf8)
    } catch {
      throw BenchFailure("\(url.lastPathComponent) cannot be read: \(error.localizedDescription)")
    }
    var isEmpty = true
    for name in Name.allCases {
      guard let start = text.range(of: name.begin) else { continue }
      guard let stop = text.range(of: name.end, range: start.upperBound..<text.endIndex) else {
        throw BenchFailure(
          "\(url.path) has a line \"\(name.begin)\", and no \"\(name.end)\" after it.")
      }
      isEmpty = false
      guard let content = content(name) else { continue }
      text.replaceSubrange(start.upperBound..<stop.lowerBound, with: "\n\n\(content)\n\n")
    }
    guard !isEmpty else {
      let names = Name.allCases.map { "\"\($0.begin)\"" }.joined(separator: ", ")
      throw BenchFailure(
        "\(url.path) must have lines for a table, which begin with one of \(names).")
    }
    return text
  }
}

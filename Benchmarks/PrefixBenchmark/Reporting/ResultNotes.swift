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

/// The tables in a README, which nobody edits by hand.
struct ReadmeTables {
  let url: URL

  init(path: String) { url = URL(filePath: path) }

  /// Checks that the file has the markers.
  ///
  /// - Throws: `BenchFailure` if it has not.
  func check() throws { _ = try rewritten(["table": "", "quality": ""]) }

  /// Replaces the tables by those of a result; that of quality stays if the result has none.
  func write(_ record: RunRecord) throws {
    try check()
    var contents = ["table": ResultTables(record).readme]
    if let cases = record.header.data.cases {
      let report = QualityReport(record.figures, file: cases.file)
      if !report.summary.rows.isEmpty {
        contents["quality"] = "\(report.summary.markdown)\n\n\(report.summaryNote)"
      }
    }
    try Data(rewritten(contents).utf8).write(to: url, options: .atomic)
  }

  /// The file as it would be with contents between the comments of these names.
  ///
  /// - Throws: `BenchFailure` if the file does not have both comments of each, in order.
  func rewritten(_ contents: [String: String]) throws -> String {
    var text: String
    do {
      text = try String(contentsOf: url, encoding: .utf8)
    } catch {
      throw BenchFailure("\(url.lastPathComponent) cannot be read: \(error.localizedDescription)")
    }
    for (name, content) in contents {
      let (begin, end) = ("<!-- bench: \(name) -->", "<!-- bench: end of \(name) -->")
      guard let start = text.range(of: begin),
        let stop = text.range(of: end, range: start.upperBound..<text.endIndex)
      else {
        throw BenchFailure("\(url.path) has no lines \"\(begin)\" and \"\(end)\".")
      }
      text.replaceSubrange(start.upperBound..<stop.lowerBound, with: "\n\n\(content)\n\n")
    }
    return text
  }
}

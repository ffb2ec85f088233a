/// What has to be known to read the main table, in words.
struct ResultNotes {
  private let result: BenchmarkResult

  init(_ result: BenchmarkResult) { self.result = result }

  var text: String {
    [interrupted, setting, columns, clock].compactMap { $0 }.joined(separator: " ")
  }

  private var interrupted: String? {
    result.method.isComplete ? nil : "This run was interrupted; these are the figures it had."
  }

  private var setting: String {
    let (machine, method) = (result.machine, result.method)
    let memory = (Double(machine.memoryByteCount) / 1_073_741_824).rounded(decimals: 0)
    let processes = method.processCount == 1 ? "one process" : "\(method.processCount) processes"
    return """
      \(result.data.title)\(equalKeys), \(machine.processor), \(machine.coreCount) cores, \
      \(memory) GiB, \(machine.system), Swift \(result.build.swiftVersion), \
      \(result.build.allocator) malloc, commit \(result.build.commit), \(method.date.prefix(10)). \
      Medians of \(processes) for each figure, one thread, warm caches unless it says cold. Bold: the \
      smallest, where its interval lies below all others.
      """
  }

  /// What is to be known about keys that a user has given.
  private var equalKeys: String {
    let data = result.data
    guard data.isOfKeys else { return "" }
    let lines = data.emptyLineCount ?? 0
    let skipped =
      lines == 0 ? "" : ", \(lines.grouped) empty \(lines == 1 ? "line" : "lines") skipped"
    return " (\(data.distinctKeyCount.grouped) different\(skipped))"
  }

  private var columns: String { result.data.isOfKeys ? columnsOverKeys : columnsOverCities }

  private var columnsOverKeys: String {
    let queries = result.workloads.first.map(\.queryCount) ?? 0
    let buffer = result.method.coldBufferByteCount >> 20
    return """
      Keys are compared byte by byte, as they stand. index: the exact bytes of the structure. build: \
      from sorted keys. locate: bytes in, range of rows out, over \(queries.grouped) queries of the \
      workload "\(result.mainWorkload)".\(sampled)\(spread) ratio: of its median to that of the \
      baseline, plain binary search with memcmp; engines are measured in the same processes with it, \
      rivals in others. 10 ids: bytes in, the numbers of the first ten lines out. cold: 10 ids, with \
      caches evicted before each query by a walk through \(buffer) MiB. start: from the start of a \
      process, which reads and sorts the keys and builds the index, to its first result.
      """
  }

  private var columnsOverCities: String {
    let queries = result.workloads.first.map(\.queryCount) ?? 0
    let buffer = result.method.coldBufferByteCount >> 20
    return """
      index: the exact bytes of the structure, without the cities, which all share. build: from folded \
      and sorted names. locate: folded bytes in, range of rows out, over \(queries.grouped) queries of \
      the workload "\(result.mainWorkload)".\(sampled)\(spread) ratio: of its median to that of the \
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
    let queries = result.workloads.first.map(\.queryCount) ?? 0
    let locate = Measure(workload: result.mainWorkload, stage: .locate)
    let few = result.comparable.compactMap { subject -> String? in
      guard let series = subject.singleLatency(locate) else { return nil }
      let count = series.sampleCount / max(1, series.p50.processes.count)
      return count < queries ? "\(subject.name) \(count.grouped)" : nil
    }
    guard !few.isEmpty else { return "" }
    return " Slow subjects get to fewer in each process: \(few.joined(separator: ", "))."
  }

  /// What stands beside the median; nothing is known of the spread of one process.
  private var spread: String {
    guard result.method.processCount > 1 else { return "" }
    let percent = (result.method.intervalCoverage * 100).rounded(decimals: 0)
    return """
       ±: how far the ends of the interval are from the median at most that holds the true one in \
      \(percent) of 100 cases, by the sign test.
      """
  }

  private var clock: String {
    let cost = result.method.clockCost.rounded(decimals: 0)
    let step = max(1, result.method.clockResolution).rounded(decimals: 0)
    return """
      The clock goes in steps of \(step) ns, and reading it takes \(cost) ns, which is subtracted. \
      Where single queries of locate take less than \
      \(SubjectResult.shortQuery.rounded(decimals: 0)) ns, the median is that of batches of \
      \(TimedPass.batchSize), in which each query waits for the one before; all else is of single \
      queries.
      """
  }
}

import Foundation
import PrefixMeasuring

extension ResultTables {
  /// The explanation of the table of engines.
  var enginesNote: String {
    let data = record.header.data
    let queries = record.header.workloads.first?.queryCount ?? 0
    let ten =
      data.isOfKeys
      ? "ten ids: from bytes to the numbers of the first ten lines."
      : "ten cities: from text to ten cities, every field of which is read."
    return [
      interrupted, setting,
      """
      \(ten) locate: from \(data.isOfKeys ? "" : "folded ")bytes to the range of rows. Medians over \
      \(queries.grouped) queries of the workload "\(record.mainWorkload)", every answer to which is checked.
      """,
    ].compactMap(\.self).joined(separator: " ")
  }

  /// The explanation of the main table.
  package var mainNote: String {
    [interrupted, setting, Self.bold, columns, clock].compactMap { $0 }.joined(separator: " ")
  }

  private var interrupted: String? {
    record.header.method.isComplete
      ? nil : "This run was interrupted; the tables show its finished figures."
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
      Medians of \(processes) for each figure, one thread, warm caches.
      """
  }

  private static let bold =
    "Caches are cold where that is stated. Bold: the smallest, where its interval lies below all others."

  /// The numbers of different keys and of skipped lines, for keys of the user's own.
  private var equalKeys: String {
    let data = record.header.data
    guard data.isOfKeys else { return "" }
    let lines = data.emptyLineCount
    let skipped =
      lines == 0 ? "" : ", \(lines.grouped) empty \(lines == 1 ? "line" : "lines") skipped"
    return " (\(data.distinctKeyCount.grouped) different\(skipped))"
  }

  private var columns: String {
    let isOfKeys = record.header.data.isOfKeys
    let queries = record.header.workloads.first?.queryCount ?? 0
    let buffer = record.header.method.coldBufferByteCount >> 20
    let index =
      isOfKeys
      ? "Keys are compared byte by byte, as they stand. index: the bytes that are kept for it."
      : "index: the bytes that are allocated for it and kept, without the cities, which all share."
    let ten =
      isOfKeys
      ? "10 ids: bytes in, the numbers of the first ten lines out. cold: 10 ids"
      : """
      unread: text in, a page of ten cities with names and highlights out, without reading it. \
      read: the same, and every field of every city is read. cold: read
      """
    return """
      \(index) build: from \(isOfKeys ? "sorted keys" : "folded and sorted names"). locate: \
      \(isOfKeys ? "bytes" : "folded bytes") in, range of rows out, over \(queries.grouped) queries of \
      the workload "\(record.mainWorkload)".\(sampled)\(spread) ratio: of its median to that of the \
      baseline, plain binary search with memcmp; engines are measured in the same processes with it, \
      programs in others. \(ten), with caches evicted before each query by reading \(buffer) MiB.
      """
  }

  /// The subjects that answered only a part of the queries.
  private var sampled: String {
    let queries = record.header.workloads.first?.queryCount ?? 0
    let few = record.header.subjects.compactMap { subject -> String? in
      guard let count = record[subject.name, .samples, record.locate()]?.value else { return nil }
      return count < Double(queries) ? "\(subject.name) \(count.rounded(decimals: 0))" : nil
    }
    guard !few.isEmpty else { return "" }
    return " Slow subjects answer fewer in each process: \(few.joined(separator: ", "))."
  }

  /// The meaning of the interval; one process has none.
  private var spread: String {
    let processCount = record.processCount
    guard processCount > 1 else { return "" }
    let percent = (MedianInterval(sampleCount: processCount).coverage * 100).rounded(decimals: 0)
    return """
       ±: the distance of the farther end of the interval, which holds the true median in \(percent) of \
      100 cases by the sign test.
      """
  }

  private var clock: String {
    let cost = (record["clock", .clockCost]?.value ?? 0).rounded(decimals: 0)
    let step = max(1, record["clock", .clockStep]?.processes.min() ?? 0).rounded(decimals: 0)
    return """
      The clock has a resolution of \(step) ns, and reading it takes \(cost) ns, which is subtracted. \
      Where single queries take less than \(RunRecord.shortQuery.rounded(decimals: 0)) ns, the medians of \
      locate and of ids are those of batches of \(TimedPass.batchSize), in which each query waits for the \
      previous one; all other figures are of single queries.
      """
  }
}

/// The gazetteer file in one row.
struct FileTable {
  let table: Table
  let note: String

  /// `nil` if no file was measured.
  init?(_ result: BenchmarkResult) {
    guard let file = result.file else { return nil }
    var table = Table(heads: [
      "", "file\nMB", "bytes/\ncity", "build\nms", "peak\nMB", "peak/\ninput", "first open\nµs",
      "open\np50 µs", "p99", "own\nkB", "of file\nMB",
    ])
    func microseconds(_ time: Estimate) -> String { (time.median / 1e3).rounded(decimals: 0) }
    let each = Double(file.byteCount) / Double(max(1, result.data.count))
    table.rows = [
      [
        "gazetteer", (Double(file.byteCount) / 1e6).rounded(decimals: 2),
        each.rounded(decimals: 1), (file.buildTime.median / 1e6).rounded(decimals: 0),
        file.peakResident.map { ($0.median / 1e6).rounded(decimals: 0) } ?? "",
        file.peakFactor.map { $0.rounded(decimals: 2) } ?? "",
        microseconds(file.firstOpening), microseconds(file.openings.p50),
        microseconds(file.openings.p99),
        file.anonymousGrowth.map { ($0.median / 1e3).rounded(decimals: 0) } ?? "",
        file.fileBackedGrowth.map { ($0.median / 1e6).rounded(decimals: 2) } ?? "",
      ]
    ]
    self.table = table
    note = Self.note(file, of: result)
  }

  private static func note(_ file: FileResult, of result: BenchmarkResult) -> String {
    let input = (Double(file.inputByteCount) / 1e6).rounded(decimals: 1)
    let allocated = file.peakAllocated.map { bytes in
      let factor = Double(bytes) / Double(max(1, file.inputByteCount))
      return "; \((Double(bytes) / 1e6).rounded(decimals: 0)) MB were allocated at most, "
        + "\(factor.rounded(decimals: 2)) times the input"
    }
    return """
      gazetteer: cities, names and radix tree in one mapped file. build: from the \(input) MB of \
      \(result.data.file) to the finished file. peak: the most that was resident meanwhile, code and \
      all\(allocated ?? ""). first open: mapping the file and answering a query with ten cities, as \
      the first thing that a process does; open: the same once more, for \
      \(file.openings.sampleCount.grouped) queries; the file is in the system's page cache. own, of \
      file: resident pages after \(file.queryCount.grouped) queries less before, those of the \
      process and those of the file.
      """
  }
}

/// Memory, by the structure itself, by the allocator and by the system; of several results, such as
/// those of two allocators, in one table.
struct MemoryTable {
  private(set) var table: Table

  init(_ results: [BenchmarkResult]) {
    let heads = [
      "index\nbytes", "allocator\nbytes", "peak while\nbuilding", "RssAnon\ngrowth",
      "RssFile\ngrowth", "bytes/query\ntop 10", "bytes/query\nby population",
      "allocations\nshort names", "process\nactive", "process\nresident",
    ]
    table = Table(heads: ["", "allocator"] + heads)
    // The rows of a subject stand together, so that allocators can be compared.
    for name in results.first?.subjects.map(\.name) ?? [] {
      for result in results {
        guard let subject = result.subjects.first(where: { $0.name == name }) else { continue }
        addRow(subject, of: result)
      }
    }
    table.removeEmptyColumns()
  }

  private mutating func addRow(_ subject: SubjectResult, of result: BenchmarkResult) {
    guard let memory = subject.memory else { return }
    func growth(_ pages: KeyPath<MemoryResult.ResidentPages, Int>) -> String {
      guard let before = memory.pagesBefore, let after = memory.pagesAfter else { return "" }
      return (after[keyPath: pages] - before[keyPath: pages]).grouped
    }
    let topTen = result.firstTen(result.mainWorkload, .unread)
    let ordered = Measure.tenMostPopulous(result.mainWorkload, .unread)
    let process = [memory.jemalloc?.active, memory.jemalloc?.resident].map { $0?.grouped ?? "" }
    let cells = [
      subject.name, result.build.allocator, subject.structure?.byteCount.grouped ?? "",
      (memory.inUseAfter - memory.inUseBefore).grouped, memory.peakWhileBuilding?.grouped ?? "",
      growth(\.anonymous), growth(\.fileBacked),
      subject.allocations(topTen)?.byteCount.rounded(decimals: 1) ?? "",
      subject.allocations(ordered)?.byteCount.rounded(decimals: 1) ?? "",
      memory.shortNames?.count?.rounded(decimals: 2) ?? "",
    ]
    table.rows.append(cells + process)
  }

  static func note(_ result: BenchmarkResult) -> String {
    let pages = """
       short names: how often a page of ten cities allocates all names of which have at most \
      \(MemoryResult.shortNameLength) bytes.
      """
    return """
      Each subject in a process of its own. index: what the structure asked for. allocator: what was \
      handed out and not given back, after building less before. peak: the most in use at once, the \
      keys that the structure is built from included. Rss: resident pages, after less before. process: \
      what jemalloc tells of the whole process after building, \(result.data.plural) included.\
      \(result.data.isOfKeys ? "" : pages)
      """
  }
}

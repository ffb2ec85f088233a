/// Tables of all names, the mapped file, and instructions.
extension ResultTables {
  /// The search over all names by the default engine: a row for each workload.
  package var names: Section {
    let engine = record.nameEngines.first ?? ""
    typealias Row = RunHeader.WorkloadDescription
    let measures: [(String, KeyPath<NamesMeasures, Measure>)] = [
      ("10 ids", \.ids), ("unread", \.unread), ("read", \.read),
    ]
    let columns = measures.flatMap { name, path in
      func measure(_ row: Row) -> Measure { NamesMeasures(row.name)[keyPath: path] }
      return [
        Column<Row>("\(name)\np50", .time) { record.typical(engine, measure($0)) },
        Column("p99", .time, isJoined: true) { record.single(engine, measure($0), "p99") },
        Column("ratio", isJoined: true) {
          record.typical(engine, measure($0)).flatMap(record.timeInBaselines)?.ratioText ?? ""
        },
      ]
    }
    func loop(_ row: Row) -> Measure { NamesMeasures(row.name).loop }
    let call = [
      Column<Row>("search(for:)\np50", .time) { record.single(engine, loop($0)) },
      Column("p99", .time, isJoined: true) { record.single(engine, loop($0), "p99") },
    ]
    return Section(
      title: "Search over all names, ns",
      table: Table(
        corner: "search over all names", rows: record.nameWorkloads, name: \.name,
        columns: [Column("queries") { $0.queryCount.grouped }] + columns + call),
      note: namesNote(by: engine), isInReadme: true)
  }

  private func namesNote(by engine: String) -> String {
    let workloads = record.nameWorkloads.map { "\($0.name): \($0.summary)." }.joined(separator: " ")
    let (unit, count) = (record.mainWorkload, record["all names", .names]?.value ?? 0)
    return """
      \(count.rounded(decimals: 0)) names, by \(engine), the likeliest city \
      first. 10 ids: those of the ten best, from folded bytes where names that begin with one word are \
      the answer, else from the text. unread: text in, a page of ten cities with matched names and highlights out, \
      without reading it. read: the same, and every field of every city is read. search(for:): the loop \
      over ten cities that README shows. Mistakes are corrected, except for "\(unit)" before its last columns. Single queries, warm caches; ratio: of the median to that of the \
      baseline, which locates own names, workload "\(unit)", in the same processes. \
      \(workloads)
      """
  }

  /// How often the intended city is found.
  var quality: Section {
    let report = QualityReport(record.figures, file: record.header.data.cases?.file ?? "")
    return Section(table: report.summary, note: report.summaryNote)
  }

  var file: Section {
    let subject = FileBuildJob.subject
    let measure = Measure(workload: record.mainWorkload, stage: .cities, limit: 10)
    func figure(_ quantity: Figure.Quantity, _ statistic: String = "total") -> Figure? {
      record[subject, quantity, statistic: statistic]
    }
    func ratio(_ quantity: Figure.Quantity, to base: Double?, decimals: Int) -> String {
      guard let figure = figure(quantity), let base else { return "" }
      return (figure.value / max(1, base)).rounded(decimals: decimals)
    }
    // If the process released pages meanwhile, growth is negative, which says nothing about the file.
    func growth(_ part: String, unit: Double, decimals: Int) -> String {
      figure(.residentGrowth, part)
        .map { (max(0, $0.value) / unit).rounded(decimals: decimals) } ?? ""
    }
    let input = figure(.input)?.value
    let table = Table(
      rows: figure(.file) == nil ? [] : ["gazetteer"], name: \.self,
      columns: [
        Column("file\nMB", .per(1e6, decimals: 2)) { _ in figure(.file) },
        Column("bytes/\ncity") { _ in
          ratio(.file, to: Double(record.header.data.count), decimals: 1)
        },
        Column("build\nms", .per(1e6)) { _ in figure(.build) },
        Column("peak\nMB", .per(1e6)) { _ in figure(.peakResident) },
        Column("peak/\ninput") { _ in ratio(.peakResident, to: input, decimals: 2) },
        Column("first open\nµs", .per(1e3)) { _ in figure(.firstOpening) },
        Column("open\np50 µs", .per(1e3)) { _ in
          record[subject, .opening, measure, statistic: "p50"]
        },
        Column("p99", .per(1e3), isJoined: true) { _ in
          record[subject, .opening, measure, statistic: "p99"]
        },
        Column("own\nkB") { _ in growth("anonymous", unit: 1e3, decimals: 0) },
        Column("of file\nMB") { _ in growth("file-backed", unit: 1e6, decimals: 2) },
      ])
    let samples = record[subject, .samples, measure]?.processes.reduce(0, +) ?? 0
    let allocated = figure(.peakAllocated).map { bytes in
      """
      ; \((bytes.value / 1e6).rounded(decimals: 0)) MB were allocated at most, \
      \(ratio(.peakAllocated, to: input, decimals: 2)) times the input
      """
    }
    let uncounted =
      record.measures(of: .instructions).isEmpty
      ? " Instructions a query were not counted in this run." : ""
    return Section(
      table: table,
      note: """
        gazetteer: cities, names and radix tree in one mapped file. build: from the \
        \(((input ?? 0) / 1e6).rounded(decimals: 1)) MB of \(record.header.data.file) to the finished \
        file. peak: the maximum resident memory of that process, including code\(allocated ?? ""). first \
        open: mapping the file and answering a query with ten cities at the start of a process; open: \
        the same repeated for \(samples.rounded(decimals: 0)) queries; the file is in the system's page \
        cache. own, of file: resident pages after \
        \((figure(.openedQueries)?.value ?? 0).rounded(decimals: 0)) queries less before, private \
        ones and those of the file.\(uncounted)
        """, isInReadme: true)
  }
}

// MARK: - Instructions

extension ResultTables {
  /// Instructions a query, one row for each stage.
  package var instructions: Section {
    func column(_ statistic: String) -> Column<Measure> {
      Column(statistic, .plain()) {
        record[FileBuildJob.subject, .instructions, $0, statistic: statistic]
      }
    }
    return Section(
      table: Table(
        corner: "instructions a query", rows: record.measures(of: .instructions),
        name: \.stageName,
        columns: [Column("workload") { $0.workload }, column("queries"), column("mean")]),
      note: """
        By the radix tree of the mapped file, counted by \(record.header.method.emulator ?? "") on \
        \(record.header.machine.architecture). The count is the same on every run; `bench compare` \
        fails if it grows by more than its limit.
        """, isInReadme: true)
  }
}

import Algorithms

/// Tables of all names, the mapped file, instructions and memory.
extension ResultTables {
  /// The search over all names: a row for each workload, and for each engine if all are to be shown;
  /// the first is the default.
  package func names(allEngines: Bool) -> Section {
    let engines = Array(record.nameEngines.prefix(allEngines ? .max : 1))
    typealias Row = (workload: RunHeader.WorkloadDescription, engine: String)
    let rows: [Row] = product(record.nameWorkloads, engines).map { ($0, $1) }
    let measures: [(String, KeyPath<NamesMeasures, Measure>)] = [
      ("10 ids", \.ids), ("unread", \.unread), ("read", \.read),
    ]
    let columns = measures.flatMap { name, path in
      func measure(_ row: Row) -> Measure { NamesMeasures(row.workload.name)[keyPath: path] }
      return [
        Column<Row>("\(name)\np50", .time) { record.typical($0.engine, measure($0)) },
        Column("p99", .time, isJoined: true) { record.single($0.engine, measure($0), "p99") },
        Column("ratio", isJoined: true) {
          record.typical($0.engine, measure($0)).flatMap(record.timeInBaselines)?.ratioText ?? ""
        },
      ]
    }
    return Section(
      title: "Search over all names, ns",
      table: Table(
        corner: "search over all names", rows: rows,
        name: { engines.count > 1 ? "\($0.workload.name), \($0.engine)" : $0.workload.name },
        columns: [Column("queries") { $0.workload.queryCount.grouped }] + columns),
      note: namesNote(by: engines), isInReadme: true)
  }

  private func namesNote(by engines: [String]) -> String {
    let workloads = record.nameWorkloads.map { "\($0.name): \($0.summary)." }.joined(separator: " ")
    let (unit, count) = (record.mainWorkload, record["all names", .names]?.value ?? 0)
    return """
      \(count.rounded(decimals: 0)) names, by \(engines.joined(separator: ", ")), the likeliest city \
      first. 10 ids: those of the ten best, from folded bytes where names that begin with one word are \
      the answer, else from the text. unread: text in, a page of ten cities with matched names and highlights out, \
      without reading it. read: the same, and every field of every city is read. Mistakes are \
      corrected, except for "\(unit)". Single queries, warm caches; ratio: of the median to that of the \
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

  /// The same by the processor's counter: a row for each stage, a column for each subject.
  var processorInstructions: Section {
    Section(
      table: Table(
        corner: "instructions, by the processor", rows: record.measures(of: .processorInstructions),
        name: \.stageName,
        columns: record.comparable.flatMap { subject in
          let figure = { (measure: Measure) in
            record[subject.name, .processorInstructions, measure, statistic: "mean"]
          }
          return [
            Column(subject.name, .plain(), figure),
            Column("±\n%", isJoined: true) { measure in
              figure(measure)?.estimate.spreadText(decimals: 2) ?? ""
            },
          ]
        }),
      note: "Instructions a query in user space, warm, each subject over keys in memory."
        + (record.processCount > 1 ? " ±: the spread between processes." : ""))
  }
}

// MARK: - Memory

extension ResultTables {
  package var memory: Section {
    Section(
      title: "Memory", table: Self.memory([record]),
      note: """
        Each subject in a process of its own. index: the bytes of the structure's own arrays and objects. \
        allocator: bytes allocated and not freed, after building less before. peak: the maximum of \
        those bytes, including the keys from which the structure is built. Rss: resident pages, after \
        less before. process: the whole process after building, including \
        \(record.header.data.plural), as counted by jemalloc.
        """, isWide: true)
  }

  /// Memory by the structure itself, by the allocator and by the system; of several results, such as
  /// those of two allocators, in one table.
  package static func memory(_ records: [RunRecord]) -> Table {
    // The rows of a subject stand together, so that allocators can be compared.
    let names = records.first?.header.subjects.map(\.name) ?? []
    typealias Row = (name: String, record: RunRecord)
    let rows: [Row] = product(names, records).map { ($0, $1) }
    func column(
      _ head: String, best: Best? = .least, _ figure: @escaping (Row) -> Figure?
    ) -> Column<Row> {
      Column(head, best: best) { $0.record.cell(figure($0), .plain(), of: $0.name) }
    }
    return Table(
      rows: rows.filter { $0.record.allocated($0.name) != nil }, name: \.name,
      columns: [
        Column("allocator") { $0.record.header.build.allocator },
        column("index\nbytes") { $0.record[$0.name, .structure] },
        column("allocator\nbytes") { $0.record.allocated($0.name) },
        column("peak while\nbuilding") {
          $0.record[$0.name, .allocator, statistic: "peak while building"]
        },
        column("nodes") { $0.record[$0.name, .nodes] },
        column("RssAnon\ngrowth") {
          $0.record[$0.name, .residentGrowth, statistic: "anonymous"]
        },
        column("RssFile\ngrowth") {
          $0.record[$0.name, .residentGrowth, statistic: "file-backed"]
        },
        column("process\nactive") { $0.record[$0.name, .process, statistic: "active"] },
        column("process\nresident") { $0.record[$0.name, .process, statistic: "resident"] },
      ],
      competes: { row in row.record.comparable.contains { $0.name == row.name } })
  }

  /// The allocations of queries, a column for each stage.
  var allocations: [Section] {
    [
      ("Allocations", Set<Figure.Quantity>([.allocations, .shortNameAllocations]), 2),
      ("Bytes allocated", [.allocated], 1),
    ].map { title, quantities, decimals in
      Section(
        title: "\(title) for each query, on average",
        table: subjectTable(
          columns(
            .plain(decimals: decimals), best: .least,
            where: { $0.statistic == "mean" && quantities.contains($0.quantity) }
          ) { key in
            let stage = key.measure?.stageName ?? ""
            return key.quantity == .shortNameAllocations ? "\(stage),\nshort names" : stage
          }),
        note: quantities.contains(.shortNameAllocations) && !record.header.data.isOfKeys
          ? """
          short names: where all names of the page have at most \(MemoryJob.shortNameLength) bytes.
          """ : nil, isWide: true)
    }
  }
}

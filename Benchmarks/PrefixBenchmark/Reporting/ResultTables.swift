package import PrefixMeasuring

/// A result as tables, with notes that explain them.
///
/// A table is a list of columns, each of which selects a figure of a row; another figure is one more
/// column, another table one more section. A terminal and Markdown show the same tables.
package struct ResultTables {
  package typealias Subject = RunHeader.SubjectDescription

  let record: RunRecord

  package init(_ record: RunRecord) { self.record = record }

  /// A title, a table, and the note below it.
  package struct Section {
    var title: String?
    package var table: Table
    var note: String?
    var isInReadme = false
  }

  /// All sections that have a table; of a run of the engines alone, only theirs.
  private var sections: [Section] {
    guard record.header.method.extent != Extent.engines.rawValue else { return [engines] }
    return [
      main, ratios, names, quality, file, instructions, workloads, allocations,
    ].filter { !$0.table.rows.isEmpty }
  }

  /// For a terminal of 80 columns.
  package var text: String {
    sections.map { section in
      [section.title, section.table.text, section.note.map { "\n" + $0.wrapped() }]
        .compactMap(\.self).joined(separator: "\n")
    }.joined(separator: "\n\n")
  }

  package var markdown: String {
    sections.map { section in
      [section.title.map { "**\($0)**" }, section.table.markdown, section.note]
        .compactMap(\.self).joined(separator: "\n\n")
    }.joined(separator: "\n\n")
  }

  /// For a README, which has titles of its own.
  var readme: String { Self.markdown(sections.filter(\.isInReadme)) }

  private static func markdown(_ sections: [Section]) -> String {
    sections.flatMap { [$0.table.markdown, $0.note].compactMap(\.self) }
      .joined(separator: "\n\n")
  }
}

// MARK: - A row for each subject

extension ResultTables {
  /// The figures that an engine is chosen by: of engines and baseline, and of programs that a run of the engines was
  /// told to measure.
  package var engines: Section {
    let ten = record.firstTen(record.mainWorkload)
    let rows = Double(max(1, record.header.data.count))
    let isOfEngines = record.header.method.extent == Extent.engines.rawValue
    return Section(
      table: Table(
        rows: record.header.subjects.filter { isOfEngines || $0.role != .program }, name: \.name,
        columns: [
          Column(record.header.data.isOfKeys ? "ten ids, ns" : "ten cities, ns", .time) {
            record.typical($0.name, ten)
          },
          Column("locate, ns", .time) { record.typical($0.name, record.locate()) },
          Column("index, MB", .per(1e6, decimals: 2)) { record[$0.name, .structure] },
          Column("bytes a \(record.header.data.noun)", .per(rows, decimals: 1)) {
            record[$0.name, .structure]
          },
          Column("build, ms", .per(1e6, decimals: 0)) { record[$0.name, .build] },
        ]), note: enginesNote)
  }

  /// Every figure by which subjects are compared.
  private var main: Section {
    let (locate, workload) = (record.locate(), record.mainWorkload)
    let unread = Measure.tenCities(workload, .unread)
    let (read, cold) = (record.firstTen(workload), record.firstTen(workload, caches: .cold))
    /// A column in which only subjects that build something are compared.
    func built(
      _ head: String, _ unit: Double, decimals: Int = 0, _ quantity: Figure.Quantity
    ) -> Column<Subject> {
      Column(head, marksLeast: true) { subject in
        let figure = record[subject.name, quantity]
        return Column<Subject>.Cell(
          text: figure.map(Figure.Format.per(unit, decimals: decimals).text) ?? "", figure: figure,
          isRanked: record[subject.name, .structure]?.value != 0)
      }
    }
    func percentile(
      _ head: String, _ measure: Measure, _ name: String = "p50"
    ) -> Column<Subject> {
      Column(head, .time, marksLeast: true, isJoined: name != "p50") {
        // A median as that of locate beside it, or ten ids could seem to take less than locating them.
        name == "p50" ? record.typical($0.name, measure) : record.single($0.name, measure, name)
      }
    }
    let table = Table(
      rows: record.header.subjects, name: \.name,
      columns: [
        built("index\nMB", 1e6, decimals: 2, .structure),
        built("build\nms", 1e6, .build),
        Column("locate\np50 ns", .time, marksLeast: true) { record.typical($0.name, locate) },
        Column("±\n%", .spread, isJoined: true) { record.typical($0.name, locate) },
        percentile("p99", locate, "p99"),
        Column("ratio", marksLeast: true, isJoined: true) {
          Column.Cell(
            text: record.ratio(of: $0, at: locate)?.ratioText ?? "",
            figure: record.typical($0.name, locate))
        },
        percentile("unread\np50 ns", unread), percentile("p99", unread, "p99"),
        percentile(record.header.data.isOfKeys ? "10 ids\np50 ns" : "read\np50 ns", read),
        percentile("p99", read, "p99"),
        Column("cold\np50 ns", .time, marksLeast: true) { record.typical($0.name, cold) },
      ])
    return Section(table: table, note: mainNote, isInReadme: true)
  }

  /// The allocations of queries, a column for each stage.
  private var allocations: Section {
    let measures = record.measures(of: .allocations)
    return Section(
      title: "Allocations for each query, on average",
      table: Table(
        rows: record.header.subjects, name: \.name,
        columns: measures.map { measure in
          Column(measure.stageName, .plain(decimals: 2)) {
            record[$0.name, .allocations, measure, statistic: "mean"]
          }
        }))
  }
}

// MARK: - A row for each stage or workload

extension ResultTables {
  /// Every main stage in terms of the baseline, so that machines can be compared.
  private var ratios: Section {
    let (workload, locate) = (record.mainWorkload, record.locate())
    let ids = Measure(workload: workload, stage: .rows, limit: 10)
    let cold = [locate, ids, .tenCities(workload, .unread), .tenCities(workload)].map { measure in
      var measure = measure
      measure.caches = .cold
      return measure
    }
    let base = record.baseline?.name ?? ""
    /// Times with warm caches are in terms of one unit, those with cold ones of the baseline's own.
    func ratio(_ figure: Figure?, _ measure: Measure) -> String {
      guard let figure,
        let unit = record.typical(base, measure.caches == .cold ? measure : locate),
        unit.value > 0
      else { return "" }
      return (figure.value / unit.value).ratioText
    }
    let columns = record.header.subjects.flatMap { subject in
      [
        Column<Measure>("\(subject.name)\np50") { measure in
          measure == locate
            ? record.ratio(of: subject, at: locate)?.ratioText ?? ""
            : ratio(record.typical(subject.name, measure), measure)
        },
        Column<Measure>("p99", isJoined: true) { measure in
          measure.caches == .cold ? "" : ratio(record.single(subject.name, measure, "p99"), measure)
        },
      ]
    }
    return Section(
      title: "In terms of the baseline, workload \"\(workload)\"",
      table: Table(
        rows: Measure.mainStages(of: workload) + cold, name: \.stageName, columns: columns),
      note: ratioNote, isInReadme: true)
  }

  private var ratioNote: String {
    let stages =
      record.header.data.isOfKeys
      ? "10 ids: from bytes."
      : """
      ids: from folded bytes; cities: a page of ten, made from the text and then unread, or read with \
      every field of each city.
      """
    return """
      \(stages) Times with warm caches are in terms of the baseline's median of locate, times with \
      cold ones in terms of the baseline's own.
      """
  }

  private var workloads: Section {
    let isOfKeys = record.header.data.isOfKeys
    let columns = record.header.subjects.flatMap { subject in
      [
        Column<String>("\(subject.name)\nlocate", .time) {
          record.typical(subject.name, Measure(workload: $0, stage: .locate))
        },
        Column<String>(isOfKeys ? "10 ids" : "top 10", .time, isJoined: true) {
          record.typical(subject.name, record.firstTen($0))
        },
      ]
    }
    let workloads = record.header.workloads.map(\.name)
    return Section(
      title: "Median by workload, ns: locate, and ten \(isOfKeys ? "ids" : "cities from the text")",
      table: Table(rows: workloads.count > 1 ? workloads : [], name: \.self, columns: columns))
  }
}

extension RunRecord {
  /// The measures that a quantity was taken with, in order.
  func measures(of quantity: Figure.Quantity) -> [Measure] {
    figures.rows.filter { $0.key.quantity == quantity }.compactMap(\.key.measure).uniqued()
  }
}

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

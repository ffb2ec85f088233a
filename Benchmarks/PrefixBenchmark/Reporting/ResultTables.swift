import Algorithms

/// A result as tables and the words that belong to them.
///
/// A table is a list of columns, each of which says which figure of a row it shows; another figure is
/// one more column, another table one more section.
struct ResultTables {
  let record: RunRecord

  init(_ record: RunRecord) { self.record = record }

  /// A title, a table, and words below it.
  struct Section {
    var title: String?
    var table: Table
    var note: String?
    /// Whether only `--wide` shows it.
    var isWide = false
    /// Whether the README has it.
    var isInReadme = false
  }

  /// All sections that have something in them.
  private func sections(wide: Bool) -> [Section] {
    let sections =
      [main, otherQuestions, ratios(includingRivals: wide), names(allEngines: wide), quality, file]
      + [instructions, processorInstructions, workloads(includingRivals: wide)] + wideSections
    return sections.filter { !$0.table.rows.isEmpty && (wide || !$0.isWide) }
  }

  /// For a terminal of 80 columns, unless all tables are wanted.
  func text(wide: Bool) -> String {
    sections(wide: wide).map { section in
      let table = wide ? section.table.wideText : section.table.text
      return [section.title, table, section.note.map { "\n" + $0.wrapped() }]
        .compactMap(\.self).joined(separator: "\n")
    }.joined(separator: "\n\n")
  }

  /// For a Markdown file.
  func markdown(wide: Bool) -> String {
    sections(wide: wide).map { section in
      [section.title.map { "**\($0)**" }, section.table.markdown, section.note]
        .compactMap(\.self).joined(separator: "\n\n")
    }.joined(separator: "\n\n")
  }

  /// For a README, which has titles of its own.
  var readme: String {
    sections(wide: false).filter(\.isInReadme)
      .flatMap { [$0.table.markdown, $0.note].compactMap(\.self) }.joined(separator: "\n\n")
  }
}

// MARK: - The table that users choose an engine by

extension ResultTables {
  private typealias Subject = RunHeader.SubjectDescription

  private var main: Section {
    Section(
      table: main(of: record.comparable), note: ResultNotes(record).text, isInReadme: true)
  }

  private var otherQuestions: Section {
    let others = record.header.subjects.filter { $0.anotherQuestion != nil }
    return Section(
      title: "These answer another question", table: main(of: others),
      note: others.map { "\($0.name): \($0.anotherQuestion ?? "")" }.joined(separator: " "))
  }

  private func main(of subjects: [Subject]) -> Table {
    let record = record
    let locate = Measure(workload: record.mainWorkload, stage: .locate)
    let unread = Measure.tenCities(record.mainWorkload, .unread)
    let (read, cold) = (
      record.firstTen(record.mainWorkload), record.firstTen(record.mainWorkload, caches: .cold)
    )
    /// What is the best only of subjects that build something.
    func built(
      _ head: String, _ unit: Double, decimals: Int = 0, _ quantity: String
    ) -> Column<Subject> {
      Column(head) { subject in
        let isBuilt = record[subject.name, "structure"]?.value != 0
        return isBuilt ? record[subject.name, quantity] : nil
      } text: { subject in
        record[subject.name, quantity].map(Figure.Format.per(unit, decimals: decimals).text) ?? ""
      }
    }
    func percentile(_ head: String, _ measure: Measure, _ name: String = "p50") -> Column<Subject> {
      Column(head, .time, best: true) { record.single($0.name, measure, name) }
    }
    return Table(
      rows: subjects, name: \.name,
      columns: [
        built("index\nMB", 1e6, decimals: 2, "structure"),
        built("build\nms", 1e6, "build"),
        Column("locate\np50 ns", .time, best: true) { record.typical($0.name, locate) },
        Column("±\n%", .spread) { record.typical($0.name, locate) },
        percentile("p99", locate, "p99"),
        Column("ratio", best: { record.typical($0.name, locate) }) {
          record.ratio(of: $0, at: locate)?.ratioText ?? ""
        },
        percentile("unread\np50 ns", unread), percentile("p99", unread, "p99"),
        percentile(record.header.data.isOfKeys ? "10 ids\np50 ns" : "read\np50 ns", read),
        percentile("p99", read, "p99"),
        Column("cold\np50 ns", .time, best: true) { record.typical($0.name, cold) },
        Column("all\nM/s", .per(1e6, decimals: 1)) {
          record[
            $0.name, "cities a second", Measure(workload: record.mainWorkload, stage: .cities)]
        },
        built("start\nms", 1e6, "start"),
      ])
  }
}

// MARK: - The few figures that an engine is chosen by

extension ResultTables {
  /// The engines and the baseline, for the first screen of a README.
  var engineChoice: String {
    let record = record
    let subjects = record.header.subjects.filter { $0.role != .rival }
    let locate = Measure(workload: record.mainWorkload, stage: .locate)
    let ten = record.firstTen(record.mainWorkload)
    let rows = Double(max(1, record.header.data.count))
    return Table(
      rows: subjects, name: \.name,
      columns: [
        Column(record.header.data.isOfKeys ? "ten ids, ns" : "ten cities, ns", .time) {
          record.typical($0.name, ten)
        },
        Column("locate, ns", .time) { record.typical($0.name, locate) },
        Column("index, MB", .per(1e6, decimals: 2)) { record[$0.name, "structure"] },
        Column("bytes a \(record.header.data.noun)", .per(rows, decimals: 1)) {
          record[$0.name, "structure"]
        },
        Column("build, ms", .per(1e6, decimals: 0)) { record[$0.name, "build"] },
      ]
    ).markdown
  }
}

// MARK: - The stages

extension ResultTables {
  /// Every main stage in terms of the baseline row, so that machines can be compared: a row for each
  /// stage, two columns for each subject.
  private func ratios(includingRivals: Bool) -> Section {
    let (record, workload) = (record, record.mainWorkload)
    let locate = Measure(workload: workload, stage: .locate)
    let ids = Measure(workload: workload, stage: .rows, limit: 10)
    let cold = [locate, ids, .tenCities(workload, .unread), .tenCities(workload)].map { measure in
      var measure = measure
      measure.caches = .cold
      return measure
    }
    let all = Measure(workload: workload, stage: .rows)
    let base = record.baseline?.name ?? ""
    /// Times with warm caches are in terms of one unit, those with cold ones of the baseline's own.
    func ratio(_ figure: Figure?, _ measure: Measure) -> String {
      guard let figure,
        let unit = record.typical(base, measure.caches == .cold ? measure : locate),
        unit.value > 0
      else { return "" }
      return (figure.value / unit.value).ratioText
    }
    let columns = subjects(includingRivals: includingRivals).flatMap { subject in
      [
        Column<Measure>("\(subject.name)\np50") { measure in
          switch measure {
          case all:
            record[subject.name, "sweep", all].map(Figure.Format.per(1e6, decimals: 1).text) ?? ""
          case locate: record.ratio(of: subject, at: locate)?.ratioText ?? ""
          default: ratio(record.typical(subject.name, measure), measure)
          }
        },
        Column<Measure>("p99") { measure in
          measure.caches == .cold ? "" : ratio(record.single(subject.name, measure, "p99"), measure)
        },
      ]
    }
    return Section(
      title: "In terms of the baseline, workload \"\(workload)\"",
      table: Table(
        rows: Measure.countedInstructions(of: workload) + cold + [all],
        name: {
          $0.stageName + ($0 == all ? ", ms" : "") + ($0.caches == .cold ? ", cold" : "")
        }, columns: columns),
      note: ratioNote, isInReadme: true)
  }

  private var ratioNote: String {
    let all = Measure(workload: record.mainWorkload, stage: .rows)
    var sweep = ""
    if let ids = record["all", "sweep ids", all], let queries = record["all", "sweep queries", all]
    {
      sweep = """
         all ids: the time in which \(ids.value.rounded(decimals: 0)) ids are read, all that match \
        \(queries.value.rounded(decimals: 0)) different queries.
        """
    }
    let stages =
      record.header.data.isOfKeys
      ? "10 ids: from bytes."
      : """
      ids: from folded bytes; cities: a page of ten made from the text, of which nothing is read, or \
      every field of each.
      """
    return """
      \(stages) Times with warm caches are in terms of the baseline's median of locate, times with \
      cold ones in terms of the baseline's own.\(sweep)
      """
  }

  /// Medians by workload: one row for each workload, two columns for each subject.
  private func workloads(includingRivals: Bool) -> Section {
    let record = record
    let isOfKeys = record.header.data.isOfKeys
    let columns = subjects(includingRivals: includingRivals).flatMap { subject in
      [
        Column<String>("\(subject.name)\nlocate", .time) {
          record.typical(subject.name, Measure(workload: $0, stage: .locate))
        },
        Column<String>(isOfKeys ? "10 ids" : "top 10", .time) {
          record.typical(subject.name, record.firstTen($0))
        },
      ]
    }
    let workloads = record.header.workloads.map(\.name)
    return Section(
      title: "Median by workload, ns: locate, and ten \(isOfKeys ? "ids" : "cities from the text")",
      table: Table(rows: workloads.count > 1 ? workloads : [], name: \.self, columns: columns))
  }

  func subjects(includingRivals: Bool) -> [RunHeader.SubjectDescription] {
    record.comparable.filter { includingRivals || $0.role != .rival }
  }
}

// MARK: - All names, one file, instructions

extension ResultTables {
  /// The search over all names: a row for each workload, and for each engine if all are to be shown;
  /// the first is the default.
  private func names(allEngines: Bool) -> Section {
    let record = record
    let engines = Array(record.nameEngines.prefix(allEngines ? .max : 1))
    let rows = product(record.nameWorkloads, engines).map { (workload: $0, engine: $1) }
    let measures: [(String, KeyPath<NamesMeasures, Measure>)] = [
      ("10 ids", \.ids), ("unread", \.unread), ("read", \.read),
    ]
    let columns = measures.flatMap { name, path in
      func measure(_ workload: RunHeader.WorkloadDescription) -> Measure {
        NamesMeasures(workload.name)[keyPath: path]
      }
      return [
        Column<(workload: RunHeader.WorkloadDescription, engine: String)>("\(name)\np50", .time) {
          record.typical($0.engine, measure($0.workload))
        },
        Column("p99", .time) { record.single($0.engine, measure($0.workload), "p99") },
        Column("ratio") {
          record.typical($0.engine, measure($0.workload)).flatMap(record.timeInBaselines)?.ratioText
            ?? ""
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
    let (unit, count) = (record.mainWorkload, record["all names", "names"]?.value ?? 0)
    return """
      \(count.rounded(decimals: 0)) names, by \(engines.joined(separator: ", ")), the likeliest city \
      first. 10 ids: those of the ten best, from folded bytes where a stored list has the answer, else \
      from the text. unread: text in, a page of ten cities with the names that match and their \
      highlights out, of which nothing is read. read: the same, and every field of every city is \
      read. Mistakes are forgiven, but for "\(unit)". Single queries, warm caches; ratio: of the median \
      to that of the baseline, which locates own names, workload "\(unit)", in the same processes. \
      \(workloads)
      """
  }

  /// How often the city that is meant is found.
  private var quality: Section {
    let report = QualityReport(record.figures, file: record.header.data.cases?.file ?? "")
    return Section(table: report.summary, note: report.summaryNote)
  }

  /// The gazetteer file in one row.
  private var file: Section {
    let (record, subject) = (record, FileBuildJob.subject)
    let measure = Measure(workload: record.mainWorkload, stage: .cities, limit: 10)
    func figure(_ quantity: String, _ statistic: String = "total") -> Figure? {
      record[subject, quantity, statistic: statistic]
    }
    func ratio(_ quantity: String, to base: Double?, decimals: Int) -> String {
      guard let figure = figure(quantity), let base else { return "" }
      return (figure.value / max(1, base)).rounded(decimals: decimals)
    }
    let input = figure("input")?.value
    let table = Table(
      rows: figure("file") == nil ? [] : ["gazetteer"], name: \.self,
      columns: [
        Column("file\nMB", .per(1e6, decimals: 2)) { _ in figure("file") },
        Column("bytes/\ncity") { _ in
          ratio("file", to: Double(record.header.data.count), decimals: 1)
        },
        Column("build\nms", .per(1e6)) { _ in figure("build") },
        Column("peak\nMB", .per(1e6)) { _ in figure("peak resident") },
        Column("peak/\ninput") { _ in ratio("peak resident", to: input, decimals: 2) },
        Column("first open\nµs", .per(1e3)) { _ in figure("first opening") },
        Column("open\np50 µs", .per(1e3)) { _ in
          record[subject, "opening", measure, statistic: "p50"]
        },
        Column("p99", .per(1e3)) { _ in record[subject, "opening", measure, statistic: "p99"] },
        // Pages that were given back meanwhile are not the file's merit.
        Column("own\nkB") { _ in
          figure("resident growth", "anonymous")
            .map { (max(0, $0.value) / 1e3).rounded(decimals: 0) } ?? ""
        },
        Column("of file\nMB") { _ in
          figure("resident growth", "file-backed")
            .map { (max(0, $0.value) / 1e6).rounded(decimals: 2) } ?? ""
        },
      ])
    let samples = record[subject, "samples", measure]?.processes.reduce(0, +) ?? 0
    let allocated = figure("peak allocated").map { bytes in
      """
      ; \((bytes.value / 1e6).rounded(decimals: 0)) MB were allocated at most, \
      \(ratio("peak allocated", to: input, decimals: 2)) times the input
      """
    }
    let uncounted =
      record.hasInstructions ? "" : " Instructions a query were not counted in this run."
    return Section(
      table: table,
      note: """
        gazetteer: cities, names and radix tree in one mapped file. build: from the \
        \(((input ?? 0) / 1e6).rounded(decimals: 1)) MB of \(record.header.data.file) to the finished \
        file. peak: the most that was resident meanwhile, code and all\(allocated ?? ""). first open: \
        mapping the file and answering a query with ten cities, as the first thing that a process \
        does; open: the same once more, for \(samples.rounded(decimals: 0)) queries; the file is in \
        the system's page cache. own, of file: resident pages after \
        \((figure("opened queries")?.value ?? 0).rounded(decimals: 0)) queries less before, those of \
        the process and those of the file.\(uncounted)
        """, isInReadme: true)
  }

  /// Instructions a query, one row for each stage.
  private var instructions: Section {
    let record = record
    func column(_ head: String, _ statistic: String) -> Column<Measure> {
      Column(head, .plain()) {
        record[FileBuildJob.subject, "instructions", $0, statistic: statistic]
      }
    }
    let measures = record.measures(of: "instructions")
    return Section(
      table: Table(
        corner: "instructions a query", rows: measures, name: \.stageName,
        columns: [
          Column("workload") { $0.workload }, column("queries", "queries"), column("mean", "mean"),
        ]),
      note: """
        By the radix tree of the mapped file, counted by \(record.header.method.emulator ?? "") on \
        \(record.header.machine.architecture). The count is the same on every run; `bench compare` \
        fails if it grows by more than its limit.
        """, isInReadme: true)
  }

  /// The same by the processor's counter: a row for each stage, a column for each subject.
  private var processorInstructions: Section {
    let record = record
    return Section(
      table: Table(
        corner: "instructions, by the processor", rows: record.measures(of: "instructions (perf)"),
        name: \.stageName,
        columns: subjects(includingRivals: true).flatMap { subject in
          let figure = { (measure: Measure) in
            record[subject.name, "instructions (perf)", measure, statistic: "mean"]
          }
          return [
            Column(subject.name, .plain(), figure),
            Column("±\n%") { measure in
              guard let estimate = figure(measure)?.estimate, estimate.count > 1 else { return "" }
              let distance = max(estimate.high - estimate.median, estimate.median - estimate.low)
              return (distance / max(1, estimate.median) * 100).rounded(decimals: 2)
            },
          ]
        }),
      note: "Instructions a query in user space, warm, each subject over keys in memory."
        + (record.processCount > 1 ? " ±: how far processes are apart." : ""))
  }
}

extension RunRecord {
  /// Whether the instructions of queries were counted under an emulator.
  fileprivate var hasInstructions: Bool { !measures(of: "instructions").isEmpty }

  /// With what a quantity was taken, in order.
  func measures(of quantity: String) -> [Measure] {
    Array(figures.rows.filter { $0.key.quantity == quantity }.compactMap(\.key.measure).uniqued())
  }
}

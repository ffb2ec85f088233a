import Algorithms

/// A result as tables, with notes that explain them.
///
/// A table is a list of columns, each of which selects a figure of a row; another figure is one more
/// column, another table one more section. A terminal, Markdown and the page show the same
/// tables.
package struct ResultTables {
  package typealias Subject = RunHeader.SubjectDescription

  let record: RunRecord

  package init(_ record: RunRecord) { self.record = record }

  /// A title, a table, and the note below it.
  package struct Section {
    var title: String?
    var table: Table
    var note: String?
    /// Whether only `--wide` shows it.
    var isWide = false
    var isInReadme = false
  }

  /// All sections that have a table.
  private func sections(wide: Bool) -> [Section] {
    let sections =
      [
        main, otherQuestions, ratios, names(allEngines: wide), callsTogether, calls,
        documentedCalls,
      ]
      + [quality, file, instructions]
      + [processorInstructions, workloads, stages, memory] + allocations
      + [starts, throughput, growth]
    return sections.filter { !$0.table.rows.isEmpty && (wide || !$0.isWide) }
  }

  /// For a terminal of 80 columns, unless all tables are wanted.
  package func text(wide: Bool) -> String {
    sections(wide: wide).map { section in
      let table = wide ? section.table.wideText : section.table.text
      return [section.title, table, section.note.map { "\n" + $0.wrapped() }]
        .compactMap(\.self).joined(separator: "\n")
    }.joined(separator: "\n\n")
  }

  package func markdown(wide: Bool) -> String {
    sections(wide: wide).map { section in
      [section.title.map { "**\($0)**" }, section.table.markdown, section.note]
        .compactMap(\.self).joined(separator: "\n\n")
    }.joined(separator: "\n\n")
  }

  /// For a README, which has titles of its own.
  var readme: String { Self.markdown(sections(wide: false).filter(\.isInReadme)) }

  /// The tables of calls for a README; `nil` if there are none.
  var readmeOfCalls: String? {
    let sections = [callsTogether, calls, documentedCalls].filter { !$0.table.rows.isEmpty }
    return sections.isEmpty ? nil : Self.markdown(sections)
  }

  private static func markdown(_ sections: [Section]) -> String {
    sections.flatMap { [$0.table.markdown, $0.note].compactMap(\.self) }
      .joined(separator: "\n\n")
  }
}

// MARK: - A row for each subject

extension ResultTables {
  /// A table with a row for each subject; those that answer another question stand last, and are not
  /// compared.
  func subjectTable(_ columns: [Column<Subject>]) -> Table {
    Table(
      rows: record.comparable + record.others, name: \.name, columns: columns,
      competes: { $0.anotherQuestion == nil })
  }

  /// A column for each kind of figure that is wanted, in the order of the rows: so a new quantity is in
  /// the tables without a change here.
  func columns(
    _ format: Figure.Format, best: Best? = nil, where isWanted: (Figure.Key) -> Bool,
    title: (Figure.Key) -> String
  ) -> [Column<Subject>] {
    let keys = record.figures.rows.map(\.key).filter { $0.size == nil && isWanted($0) }.map { key in
      var key = key
      key.subject = ""
      return key
    }
    return keys.uniqued().map { key in
      Column(title(key), format, best: best) { subject in
        var key = key
        key.subject = subject.name
        return record[key]
      }
    }
  }

  /// A column for each warm measure of the main workload by own names that satisfies a condition.
  func latencies(where isWanted: (Measure) -> Bool) -> [Column<Subject>] {
    record.measures(of: .latency).filter {
      $0.workload == record.mainWorkload && $0.caches == .warm && $0.order != .relevance
        && isWanted($0)
    }.map { measure in
      Column(measure.stageName, .time, best: .least) { record.typical($0.name, measure) }
    }
  }

  func percentiles(_ measure: Measure) -> Table {
    subjectTable(
      Percentile.all.map { percentile in
        Column(percentile.name, .time, best: .least) {
          record.single($0.name, measure, percentile.name)
        }
      } + [Column("samples", .plain()) { record[$0.name, .samples, measure] }])
  }

  private var main: Section {
    Section(
      table: main(of: record.comparable), note: mainNote, isInReadme: true)
  }

  private var otherQuestions: Section {
    Section(
      title: "These answer another question", table: main(of: record.others),
      note: record.others.map { "\($0.name): \($0.anotherQuestion ?? "")" }.joined(separator: " "))
  }

  private func main(of subjects: [Subject]) -> Table {
    let (locate, workload) = (record.locate(), record.mainWorkload)
    let unread = Measure.tenCities(workload, .unread)
    let (read, cold) = (record.firstTen(workload), record.firstTen(workload, caches: .cold))
    /// A column in which only subjects that build something are compared.
    func built(
      _ head: String, _ unit: Double, decimals: Int = 0, _ quantity: Figure.Quantity
    ) -> Column<Subject> {
      Column(head, best: .least) { subject in
        record.cell(
          record[subject.name, quantity], .per(unit, decimals: decimals), of: subject.name)
      }
    }
    func percentile(
      _ head: String, _ measure: Measure, _ name: String = "p50"
    ) -> Column<Subject> {
      Column(head, .time, best: .least, isJoined: name != "p50") {
        // A median as that of locate beside it, or ten ids could seem to take less than locating them.
        name == "p50" ? record.typical($0.name, measure) : record.single($0.name, measure, name)
      }
    }
    return Table(
      rows: subjects, name: \.name,
      columns: [
        built("index\nMB", 1e6, decimals: 2, .structure),
        built("build\nms", 1e6, .build),
        Column("locate\np50 ns", .time, best: .least) { record.typical($0.name, locate) },
        Column("±\n%", .spread, isJoined: true) { record.typical($0.name, locate) },
        percentile("p99", locate, "p99"),
        Column("ratio", best: .least, isJoined: true) {
          Column.Cell(
            text: record.ratio(of: $0, at: locate)?.ratioText ?? "",
            figure: record.typical($0.name, locate))
        },
        percentile("unread\np50 ns", unread), percentile("p99", unread, "p99"),
        percentile(record.header.data.isOfKeys ? "10 ids\np50 ns" : "read\np50 ns", read),
        percentile("p99", read, "p99"),
        Column("cold\np50 ns", .time, best: .least) { record.typical($0.name, cold) },
        Column("all\nM/s", .per(1e6, decimals: 1)) {
          record[$0.name, .citiesPerSecond, Measure(workload: workload, stage: .cities)]
        },
        built("start\nms", 1e6, .start),
      ])
  }

  /// The figures that an engine is chosen by, of engines and baseline, for the first screen of a README.
  var engineChoice: String {
    let ten = record.firstTen(record.mainWorkload)
    let rows = Double(max(1, record.header.data.count))
    return Table(
      rows: record.header.subjects.filter { $0.role != .rival }, name: \.name,
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
      ]
    ).markdown
  }

  /// From the start of a process to its first result, phase by phase.
  var starts: Section {
    let phases = record.figures.rows.filter { $0.key.quantity == .start }
      .map(\.key.statistic).uniqued()
    return Section(
      title: "From the start of a process to its first result, ms",
      table: subjectTable(
        phases.map { phase in
          let isTotal = phase == "total"
          return Column(phase, .per(1e6, decimals: 1), best: isTotal ? .least : nil) {
            record[$0.name, .start, statistic: phase]
          }
        } + [
          Column("interval", isJoined: true) { subject in
            guard let total = record[subject.name, .start]?.estimate else { return "" }
            func milliseconds(_ time: Double) -> String { (time / 1e6).rounded(decimals: 1) }
            return "\(milliseconds(total.low))–\(milliseconds(total.high))"
          }
        ]), isWide: true)
  }

  /// Queries and cities a second by number of threads.
  var throughput: Section {
    let measure = Measure(workload: record.mainWorkload, stage: .cities, limit: 10)
    func value(_ subject: Subject, _ threads: String) -> Double? {
      record[subject.name, .throughput, measure, statistic: threads]?.value
    }
    return Section(
      title: "Queries or cities a second over one shared index, in millions",
      table: subjectTable(
        columns(
          .per(1e6, decimals: 2), best: .most,
          where: { [.throughput, .citiesPerSecond].contains($0.quantity) },
          title: { key in
            let stage = key.measure?.stageName ?? ""
            return key.statistic == "total" ? "\(stage),\ncities" : "\(stage),\n\(key.statistic)"
          }) + [
            Column("gain of\n2 threads") { subject in
              guard let one = value(subject, "1 thread"), let two = value(subject, "2 threads")
              else { return "" }
              return (two / one).rounded(decimals: 2)
            }
          ]), isWide: true)
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
    let columns = record.comparable.flatMap { subject in
      [
        Column<Measure>("\(subject.name)\np50") { measure in
          switch measure {
          case all:
            record[subject.name, .sweep, all].map(Figure.Format.per(1e6, decimals: 1).text) ?? ""
          case locate: record.ratio(of: subject, at: locate)?.ratioText ?? ""
          default: ratio(record.typical(subject.name, measure), measure)
          }
        },
        Column<Measure>("p99", isJoined: true) { measure in
          measure.caches == .cold ? "" : ratio(record.single(subject.name, measure, "p99"), measure)
        },
      ]
    }
    return Section(
      title: "In terms of the baseline, workload \"\(workload)\"",
      table: Table(
        rows: Measure.mainStages(of: workload) + cold + [all],
        name: { $0 == all ? "\($0.stageName), ms" : $0.stageName }, columns: columns),
      note: ratioNote, isInReadme: true)
  }

  private var ratioNote: String {
    let all = Measure(workload: record.mainWorkload, stage: .rows)
    var sweep = ""
    if let ids = record["all", .sweepIDs, all], let queries = record["all", .sweepQueries, all] {
      sweep = """
         all ids: the time in which \(ids.value.rounded(decimals: 0)) ids are read, all that match \
        \(queries.value.rounded(decimals: 0)) different queries.
        """
    }
    let stages =
      record.header.data.isOfKeys
      ? "10 ids: from bytes."
      : """
      ids: from folded bytes; cities: a page of ten, made from the text and then unread, or read with \
      every field of each city.
      """
    return """
      \(stages) Times with warm caches are in terms of the baseline's median of locate, times with \
      cold ones in terms of the baseline's own.\(sweep)
      """
  }

  private var workloads: Section {
    let isOfKeys = record.header.data.isOfKeys
    let columns = record.comparable.flatMap { subject in
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

  /// Every percentile of every stage of the main workload.
  private var stages: Section {
    let rows = record.figures.rows.filter { figure in
      figure.key.quantity == .latency && figure.key.statistic == "p50" && figure.key.size == nil
        && figure.key.measure?.workload == record.mainWorkload
        && figure.key.measure?.order != .relevance
        && !RunRecord.unitBaselines.contains(figure.key.subject)
    }
    func percentile(_ name: String) -> Column<Figure> {
      Column(name, .time) { figure in
        var key = figure.key
        key.statistic = name
        return record[key]
      }
    }
    let processes = record.processCount
    let percent = (MedianInterval(sampleCount: processes).coverage * 100).rounded(decimals: 0)
    return Section(
      title: "Every stage of the workload \"\(record.mainWorkload)\", ns",
      table: Table(
        rows: rows, name: \.key.subject,
        columns: [
          Column("stage") { $0.key.measure?.stageName ?? "" },
          Column("queries\ntimed") { $0.key.batch == 1 ? "singly" : "by \($0.key.batch)" },
          percentile("p50"), Column("interval", .interval) { $0 },
        ] + ["p1", "p10", "p90", "p99", "p99.9", "max"].map(percentile)),
      note: """
        p50 is the median of the medians of \(processes) processes; the interval between two of them \
        holds the true median in \(percent) of 100 cases.
        """, isWide: true)
  }

  /// Growth with size: a row for each subject and size, and one for the exponent.
  private var growth: Section {
    typealias Row = (subject: Subject, size: Int?)
    let rows = record.header.subjects.flatMap { subject -> [Row] in
      let sizes = record.sizes(of: subject.name)
      return sizes.map { (subject, $0) } + (sizes.count > 2 ? [(subject, nil)] : [])
    }
    func column(
      _ head: String, decimals: Int = 0, perKey: Bool = false,
      _ figure: @escaping (Subject, Int) -> Figure?
    ) -> Column<Row> {
      Column(head) { subject, size in
        guard let size else {
          let points = record.sizes(of: subject.name).map { size in
            (x: Double(size), y: figure(subject, size)?.value ?? 0)
          }
          return growthExponent(points)?.rounded(decimals: 2) ?? ""
        }
        guard let value = figure(subject, size)?.value else { return "" }
        return (perKey ? value / Double(max(1, size)) : value).rounded(decimals: decimals)
      }
    }
    return Section(
      title: "Growth with the number of keys",
      table: Table(
        rows: rows, name: \.subject.name,
        columns: [
          Column("keys") { $0.size?.grouped ?? "exponent" },
          column("bytes/\nkey", decimals: 1, perKey: true) {
            record[$0.name, .structure, size: $1]
          },
          column("build\nns/key", perKey: true) { record[$0.name, .build, size: $1] },
          column("locate\nns") { record.grown(ScaleJob.locate, of: $0, size: $1) },
          column("top 10\nns") { record.grown(ScaleJob.topTen, of: $0, size: $1) },
        ]),
      note: """
        locate: of batches for engines and baseline, of single queries for rivals. exponent: of the \
        power of the number of keys that fits the totals best; 1 is linear growth, 0 is none. Names of \
        cities; from 1.4 million keys on with their alternate names, and 10 million made of halves of \
        names. Left out are data too large for this machine's memory, data that would take more than \
        a minute to build over, and rivals over data whose scripts they cannot keep in order or in \
        scalars.
        """, isWide: true)
  }
}

extension RunRecord {
  /// The measures that a quantity was taken with, in order.
  func measures(of quantity: Figure.Quantity) -> [Measure] {
    Array(figures.rows.filter { $0.key.quantity == quantity }.compactMap(\.key.measure).uniqued())
  }

  /// The median of a stage over data of another size: of batches or of single queries, as the subject was
  /// timed.
  func grown(_ measure: Measure, of subject: ResultTables.Subject, size: Int) -> Figure? {
    let isBatched = measure == ScaleJob.locate && subject.role != .rival
    return self[
      subject.name, .latency, measure, statistic: "p50",
      batch: isBatched ? TimedPass.batchSize : 1, size: size]
  }

  /// A cell of a table about building and memory, in which a subject that keeps nothing is not the best
  /// at keeping little.
  func cell<Row>(
    _ figure: Figure?, _ format: Figure.Format, of subject: String
  ) -> Column<Row>.Cell {
    Column.Cell(
      text: figure.map(format.text) ?? "", figure: figure,
      isRanked: self[subject, .structure]?.value != 0)
  }
}

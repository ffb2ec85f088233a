import Algorithms

/// The tables that only `--wide` shows.
extension ResultTables {
  var wideSections: [Section] {
    [stages, memory, starts, throughput, growth].map { section in
      var section = section
      section.isWide = true
      return section
    }
  }

  /// Every percentile of every stage of the main workload.
  private var stages: Section {
    let record = record
    let rows = record.figures.rows.filter { figure in
      figure.key.quantity == "latency" && figure.key.statistic == "p50" && figure.key.size == nil
        && figure.key.measure?.workload == record.mainWorkload
        && figure.key.measure?.order != .relevance
        && figure.key.subject != RunRecord.baselineBesideNames
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
          Column("stage") { figure in
            let measure = figure.key.measure?.description ?? ""
            return String(measure.dropFirst(record.mainWorkload.count + 2))
          },
          Column("queries\ntimed") { $0.key.batch == 1 ? "singly" : "by \($0.key.batch)" },
          percentile("p50"), Column("interval", .interval) { $0 },
        ] + ["p1", "p10", "p90", "p99", "p99.9", "max"].map(percentile)),
      note: """
        p50 is the median of the medians of \(processes) processes; the interval between two of them \
        holds the true median in \(percent) of 100 cases.
        """)
  }

  private var memory: Section {
    Section(
      title: "Memory", table: Self.memory([record]),
      note: """
        Each subject in a process of its own. index: what the structure asked for. allocator: what was \
        handed out and not given back, after building less before. peak: the most in use at once, the \
        keys that the structure is built from included. Rss: resident pages, after less before. \
        process: what jemalloc tells of the whole process after building, \
        \(record.header.data.plural) included.\(record.header.data.isOfKeys ? "" : shortNames)
        """)
  }

  private var shortNames: String {
    """
     short names: how often a page of ten cities allocates all names of which have at most \
    \(MemoryJob.shortNameLength) bytes.
    """
  }

  /// Memory, by the structure itself, by the allocator and by the system; of several results, such as
  /// those of two allocators, in one table.
  static func memory(_ records: [RunRecord]) -> Table {
    // The rows of a subject stand together, so that allocators can be compared.
    let names = records.first?.header.subjects.map(\.name) ?? []
    let rows = product(names, records).filter { $1[$0, "allocator", statistic: "after"] != nil }
    typealias Row = (name: String, record: RunRecord)
    func column(
      _ head: String, decimals: Int = 0, _ quantity: String, _ statistic: String = "total",
      _ measure: @escaping (RunRecord) -> Measure? = { _ in nil }
    ) -> Column<Row> {
      Column(head, .plain(decimals: decimals)) {
        $0.record[$0.name, quantity, measure($0.record), statistic: statistic]
      }
    }
    return Table(
      rows: rows.map { (name: $0, record: $1) }, name: \.name,
      columns: [
        Column("allocator") { $0.record.header.build.allocator },
        column("index\nbytes", "structure"),
        Column("allocator\nbytes") { row in
          guard let before = row.record[row.name, "allocator", statistic: "before"],
            let after = row.record[row.name, "allocator", statistic: "after"]
          else { return "" }
          return (after.value - before.value).rounded(decimals: 0)
        },
        column("peak while\nbuilding", "allocator", "peak while building"),
        column("RssAnon\ngrowth", "resident growth", "anonymous"),
        column("RssFile\ngrowth", "resident growth", "file-backed"),
        column("bytes/query\ntop 10", decimals: 1, "allocated", "mean") {
          $0.firstTen($0.mainWorkload, .unread)
        },
        column("bytes/query\nby population", decimals: 1, "allocated", "mean") {
          .tenMostPopulous($0.mainWorkload, .unread)
        },
        column("allocations\nshort names", decimals: 2, "allocations of short names", "mean") {
          .tenCities($0.mainWorkload, .unread)
        },
        column("process\nactive", "process", "active"),
        column("process\nresident", "process", "resident"),
      ])
  }

  /// From the start of a process to its first result, phase by phase.
  private var starts: Section {
    let record = record
    let phases = record.figures.rows.filter { $0.key.quantity == "start" }
      .map(\.key.statistic).uniqued()
    return Section(
      title: "From the start of a process to the first result, ms",
      table: Table(
        rows: record.header.subjects.map(\.name), name: \.self,
        columns: phases.map { phase in
          Column(phase, .per(1e6, decimals: 1)) { record[$0, "start", statistic: phase] }
        } + [
          Column("interval") { name in
            guard let total = record[name, "start"]?.estimate else { return "" }
            func milliseconds(_ time: Double) -> String { (time / 1e6).rounded(decimals: 1) }
            return "\(milliseconds(total.low))–\(milliseconds(total.high))"
          }
        ]))
  }

  /// Queries a second by number of threads.
  private var throughput: Section {
    let record = record
    let measure = Measure(workload: record.mainWorkload, stage: .cities, limit: 10)
    func figure(_ subject: String, _ threads: String) -> Figure? {
      record[subject, "throughput", measure, statistic: threads]
    }
    return Section(
      title: "Queries a second on threads over one index, in millions",
      table: Table(
        rows: record.header.subjects.map(\.name), name: \.self,
        columns: ["1 thread", "2 threads"].map { threads in
          Column(threads, .per(1e6, decimals: 2)) { figure($0, threads) }
        } + [
          Column("gain") { subject in
            guard let one = figure(subject, "1 thread"), let two = figure(subject, "2 threads")
            else { return "" }
            return (two.value / one.value).rounded(decimals: 2)
          }
        ]))
  }

  /// Growth with size: a row for each subject and size, and one for the exponent.
  private var growth: Section {
    let record = record
    typealias Row = (subject: RunHeader.SubjectDescription, size: Int?)
    let rows = record.header.subjects.flatMap { subject -> [Row] in
      let sizes = record.sizes(of: subject.name)
      return sizes.map { (subject, $0) } + (sizes.count > 2 ? [(subject, nil)] : [])
    }
    func column(
      _ head: String, decimals: Int = 0, perKey: Bool = false,
      _ figure: @escaping (RunHeader.SubjectDescription, Int) -> Figure?
    ) -> Column<Row> {
      Column(head) { subject, size in
        guard let size else {
          let points = record.sizes(of: subject.name).map { size in
            (x: Double(size), y: figure(subject, size)?.value ?? 0)
          }
          return PowerLaw(points)?.exponent.rounded(decimals: 2) ?? ""
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
            record[$0.name, "structure", size: $1]
          },
          column("build\nns/key", perKey: true) { record[$0.name, "build", size: $1] },
          column("locate\nns") { record.growing($0, ScaleJob.locate, size: $1) },
          column("top 10\nns") { record.growing($0, ScaleJob.topTen, size: $1) },
        ]),
      note: """
        locate: of batches for engines and baseline, of single queries for rivals. exponent: of the \
        power of the number of keys that fits the totals best; 1 is linear growth, 0 is none. Names of \
        cities; from 1.4 million keys on with their alternate names, and 10 million made of halves of \
        names. Left out are data too large for this machine's memory, data that would take more than \
        a minute to build over, and rivals over data whose scripts they cannot keep in order or in \
        scalars.
        """)
  }
}

extension RunRecord {
  /// The median of a stage over data of a size, by the way in which the subject was timed.
  func growing(
    _ subject: RunHeader.SubjectDescription, _ measure: Measure, size: Int
  ) -> Figure? {
    let batch = measure == ScaleJob.locate && subject.role != .rival ? TimedPass.batchSize : 1
    return self[subject.name, "latency", measure, statistic: "p50", batch: batch, size: size]
  }
}

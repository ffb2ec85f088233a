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

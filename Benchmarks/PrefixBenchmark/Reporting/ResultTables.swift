/// A result as tables and the words that belong to them.
struct ResultTables {
  private let result: BenchmarkResult
  private let wide: Bool

  init(_ result: BenchmarkResult, wide: Bool) {
    self.result = result
    self.wide = wide
  }

  /// The table that users choose an engine by.
  var main: Table { MainTable(result).table(of: result.comparable) }

  /// The table of the gazetteer file; `nil` if none was measured.
  var file: FileTable? { FileTable(result) }

  /// The table of instructions; `nil` if none were counted.
  var instructions: InstructionsTable? { InstructionsTable(result) }

  /// The table of the search over all names; `nil` if it was not measured.
  var names: NamesTable? { NamesTable(result, allEngines: wide) }

  /// The table of stages in terms of the baseline; it has no rows if there is no baseline.
  func ratios(includingRivals: Bool) -> Table {
    RatioTable(result, includingRivals: includingRivals).table
  }

  /// What has to be known to read the tables.
  var notes: String { ResultNotes(result).text }

  /// A title, a table, and words below it.
  private struct Section {
    var title: String?
    var table: Table
    var note: String?
  }

  private var sections: [Section] {
    var sections = [Section(title: nil, table: main, note: notes)]
    let others = result.subjects.filter { $0.anotherQuestion != nil }
    if !others.isEmpty {
      let reasons = others.map { "\($0.name): \($0.anotherQuestion ?? "")" }
      sections.append(
        Section(
          title: "These answer another question", table: MainTable(result).table(of: others),
          note: reasons.joined(separator: " ")))
    }
    if let names {
      sections.append(Section(title: names.title, table: names.table, note: names.note))
    }
    if let quality = result.quality {
      sections.append(
        Section(title: nil, table: quality.summary, note: quality.summaryNote))
    }
    if let file { sections.append(Section(title: nil, table: file.table, note: file.note)) }
    if let instructions {
      sections.append(
        Section(title: nil, table: instructions.table, note: instructions.note))
    } else if result.file != nil {
      sections[sections.count - 1].note =
        [sections.last?.note, InstructionsTable.absence].compactMap { $0 }.joined(separator: " ")
    }
    let ratios = ratios(includingRivals: wide)
    if !ratios.rows.isEmpty {
      sections.append(
        Section(
          title: "In terms of the baseline, workload \"\(result.mainWorkload)\"", table: ratios,
          note: RatioTable.note(result)))
    }
    if result.workloads.count > 1 {
      sections.append(
        Section(
          title: "Median by workload, ns: locate, and ten "
            + (result.data.isOfKeys ? "ids" : "cities from the text"),
          table: WorkloadTable(result, includingRivals: wide).table, note: nil))
    }
    guard wide else { return sections }
    sections.append(
      Section(
        title: "Every stage of the workload \"\(result.mainWorkload)\", ns",
        table: StageTable(result).table, note: StageTable.note(result)))
    sections += [
      Section(title: "Memory", table: MemoryTable([result]).table, note: MemoryTable.note(result)),
      Section(
        title: "From the start of a process to the first result, ms",
        table: ColdStartTable(result).table, note: nil),
      Section(
        title: "Queries a second on threads over one index, in millions",
        table: ThroughputTable(result).table, note: nil),
      Section(
        title: "Growth with the number of keys", table: ScaleTable(result).table,
        note: ScaleTable.note),
    ].filter { !$0.table.rows.isEmpty }
    return sections
  }

  /// For a terminal of 80 columns, unless all tables are wanted.
  var text: String {
    sections.map { section in
      let table = wide ? section.table.wideText : section.table.text
      return [section.title, table, section.note.map { "\n" + $0.wrapped() }]
        .compactMap { $0 }.joined(separator: "\n")
    }.joined(separator: "\n\n")
  }

  /// For a Markdown file.
  var markdown: String {
    sections.map { section in
      [section.title.map { "**\($0)**" }, section.table.markdown, section.note]
        .compactMap { $0 }.joined(separator: "\n\n")
    }.joined(separator: "\n\n")
  }
}

extension String {
  /// The words in lines of at most `width` characters, whatever lines they came in.
  func wrapped(to width: Int = Table.width) -> String {
    var lines: [String] = []
    for word in split(whereSeparator: \.isWhitespace) {
      if let last = lines.last, last.count + word.count < width {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines.joined(separator: "\n")
  }
}

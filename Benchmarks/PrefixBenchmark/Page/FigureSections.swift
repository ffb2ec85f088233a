import Algorithms

extension ReportPage {
  /// The subjects behind the names in tables and plots.
  var subjectsSection: Section? {
    let facts = runs.flatMap(\.subjects).uniqued(on: \.name).map { subject in
      let question = subject.anotherQuestion.map { ". Answers another question: \($0)" } ?? ""
      return (subject.name, "\(subject.role.rawValue), \(subject.summary)\(question).")
    }
    return Section("What the names stand for", id: "subjects", factList(facts))
  }

  var stagesSection: Section? {
    let isOfKeys = runs.allSatisfy(\.header.data.isOfKeys)
    return section(
      "Stages", id: "stages",
      lead: """
        Locating finds the range of rows; ids are the numbers of the first \
        rows\(isOfKeys ? "" : "; cities are made from text and have names and highlights").
        """
    ) { run in
      let folding = run.record.typical("folding", Measure(workload: run.main, stage: .fold))
      let sweep = Column<ResultTables.Subject>("all ids of all queries", .time, best: .least) {
        subject in run.figures(.sweep).first { $0.key.subject == subject.name }
      }
      let columns = run.tables.latencies {
        $0.order == .name && ![.decorated, .existential].contains($0.stage)
      }
      return markup(
        "Medians by stage, queries \"\(run.main)\"", run.tables.subjectTable(columns + [sweep]),
        of: run)
        + (folding.map { [tag("p", text: "Folding a query takes \($0.brief).")] } ?? [])
    }
  }

  var ordersSection: Section? {
    section(
      "Orders and interfaces", id: "orders",
      lead: """
        Cities in another order than that of names; decorated: through SortedCitySearch; existential: \
        through any CitySearchable.
        """
    ) { run in
      let columns = run.tables.latencies {
        $0.order != .name || [.decorated, .existential].contains($0.stage)
      }
      return markup(
        "Medians by order and interface, queries \"\(run.main)\"",
        run.tables.subjectTable(columns), of: run)
    }
  }

  /// Warm and cold caches, and the start of a process.
  var cachesSection: Section? {
    let plots: [Markup] = runs.flatMap { run in
      mainMeasures.compactMap { kind -> Markup? in
        plot(
          .bars, id: "caches-\(kind.id)-\(run.letter)",
          title: title("\(kind.title), warm and cold", run),
          Measure.Caches.allCases.map {
            .init(table: choosing(run), head: title(kind.title, $0), label: $0.rawValue)
          }, atLeast: 2)
      }
    }
    let starts = eachRun { run in
      markup(
        "From the start of a process to its first result", run.tables.starts.table, of: run)
    }
    return Section(
      plots.isEmpty ? "The start" : "Cold, warm, and the start", id: "caches",
      grid("halves", plots) + starts)
  }

  var throughputSection: Section? {
    section("Throughput", id: "throughput") { run in
      markup(
        "Queries or cities a second, over one shared structure", run.tables.throughput.table,
        of: run)
    }
  }

  var namesSection: Section? {
    section("Search over all names", id: "names") { run in
      markup("Search over all names", run.tables.names(allEngines: true), of: run)
    }
  }
}

extension ReportPage {
  /// All calls that documentation shows.
  var callsSection: Section? {
    section("Calls", id: "calls") { run in
      let sections = [run.tables.callsTogether, run.tables.calls, run.tables.documentedCalls]
      return sections.flatMap { markup($0.title ?? "", $0, of: run) }
    }
  }

  /// Memory by every counter there is.
  var memorySection: Section? {
    section(
      "Memory", id: "memory",
      lead: """
        Index is exact: the bytes of a subject's own arrays, objects and pages. Allocator is the memory \
        that the allocator handed out for it, in a process of its own; Rss is the growth of resident \
        pages. The data themselves are included only in the figures of the process.
        """
    ) { run in
      let parts = factList(
        run.subjects.map { subject in
          let parts = run.record.parts(of: subject.name).map {
            "\($0.name) \(Figure.Unit.bytes.text($0.bytes))"
          }
          return (subject.name, parts.joined(separator: ", "))
        })
      return markup("Memory of each structure", ResultTables.memory([run.record]), of: run)
        + run.tables.allocations.flatMap { markup($0.title ?? "", $0, of: run) } + parts
    }
  }

  var fileSection: Section? {
    Section(
      "One mapped file", id: "file",
      lead: """
        Cities, names and radix tree can be stored in one file that is ready when mapped: pages are read \
        when a search needs them.
        """,
      eachRun { run in markup("The gazetteer file", run.tables.file, of: run) })
  }

  /// How often the intended city is found.
  var qualitySection: Section? {
    section(
      "Quality of answers", id: "quality",
      lead: """
        Whether the intended city is among the first, and after how many letters of its name. This \
        depends on code and data only, not on the machine.
        """
    ) { run in
      let report = QualityReport(
        run.record.figures, file: run.header.data.cases?.file ?? "")
      return markup("All queries", run.tables.quality, of: run)
        + markup("A right city first, by kind of query, in percent", report.first, of: run)
    }
  }

  var instructionsSection: Section? {
    section(
      "Instructions", id: "instructions",
      lead: """
        Counts of an emulator are the same on every run, and do not depend on the machine's load. They \
        show changes between versions, not the time of a query.
        """
    ) { run in
      markup("Instructions for each query, on average", run.tables.instructions, of: run)
        + markup(
          "Instructions for each query, by the processor", run.tables.processorInstructions,
          of: run)
    }
  }
}

extension ReportPage {
  /// Memory by every counter there is.
  var memorySection: Section? {
    Section(
      "Memory", id: "memory",
      lead: """
        Index is exact: the bytes of a subject's own arrays, objects and pages. Allocator is the memory \
        that the allocator handed out for it, in a process of its own; Rss is the growth of resident \
        pages. The data themselves are included only in the figures of the process.
        """,
      eachRun { run in
        let parts = factList(
          run.subjects.map { subject in
            let parts = run.record.parts(of: subject.name).map {
              "\($0.name) \(Figure.Unit.bytes.text($0.bytes))"
            }
            return (subject.name, parts.joined(separator: ", "))
          })
        return markup("Memory of each structure", ResultTables.memory([run.record]), of: run)
          + run.tables.allocations.flatMap { markup($0.title ?? "", $0, of: run) } + parts
      })
  }

  /// The gazetteer as one file.
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
    Section(
      "Quality of answers", id: "quality",
      lead: """
        Whether the intended city is among the first, and after how many letters of its name. This \
        depends on code and data only, not on the machine.
        """,
      eachRun { run in
        let report = QualityReport(
          run.record.figures, file: run.header.data.cases?.file ?? "")
        return markup("All queries", run.tables.quality, of: run)
          + markup("A right city first, by kind of query, in percent", report.first, of: run)
      })
  }

  /// Instructions a query.
  var instructionsSection: Section? {
    Section(
      "Instructions", id: "instructions",
      lead: """
        Counts of an emulator are the same on every run, and do not depend on the machine's load. They \
        show changes between versions, not the time of a query.
        """,
      eachRun { run in
        markup("Instructions for each query, on average", run.tables.instructions, of: run)
          + markup(
            "Instructions for each query, by the processor", run.tables.processorInstructions,
            of: run)
      })
  }
}

extension ReportSource {
  /// Memory by every counter there is.
  var memorySection: Section? {
    Section(
      "Memory", id: "memory",
      """
      Structure is exact: the bytes of a subject's own arrays, objects and pages, the same on every \
      system. Allocated is what the allocator handed out for it, measured in a process of its own; \
      resident is what the system holds in memory. The \(data?.plural ?? "cities") themselves are in none of them, but in \
      what jemalloc tells, which is of the whole process.
      """,
      sideBySide { named in
        memoryTable(named) + allocationsTable(named) + partsList(named)
      })
  }

  private func memoryTable(_ named: NamedResult) -> [Markup] {
    var table = FigureTable(
      caption: "Memory of each structure",
      columns: [
        .init("structure", .bytes), .init("nodes", .count, best: nil),
        .init("allocated", .bytes), .init("peak while building", .bytes),
        .init("resident, own pages", .bytes), .init("resident, of files", .bytes, best: nil),
        .init("process, jemalloc active", .bytes, best: nil),
        .init("process, jemalloc resident", .bytes, best: nil),
      ])
    for subject in named.subjects {
      let (structure, memory) = (subject.structure, subject.memory)
      let isBuilt = structure.map { $0.byteCount > 0 } ?? true
      func growth(_ path: KeyPath<MemoryResult.ResidentPages, Int>) -> Double? {
        guard isBuilt, let before = memory?.pagesBefore, let after = memory?.pagesAfter else {
          return nil
        }
        // Pages that were given back meanwhile are not the subject's merit.
        return Double(max(0, after[keyPath: path] - before[keyPath: path]))
      }
      table.append(
        subject, style(of: subject),
        [
          // A search that keeps nothing is not the best at keeping little.
          structure.flatMap { $0.byteCount > 0 ? Double($0.byteCount) : nil },
          structure?.nodeCount.map(Double.init),
          isBuilt ? memory.map { Double(max(0, $0.inUseAfter - $0.inUseBefore)) } : nil,
          isBuilt ? memory?.peakWhileBuilding.map(Double.init) : nil, growth(\.anonymous),
          growth(\.fileBacked),
          memory?.jemalloc.map { Double($0.active) },
          memory?.jemalloc.map { Double($0.resident) },
        ])
    }
    return table.markup
  }

  private func allocationsTable(_ named: NamedResult) -> [Markup] {
    let measures = named.subjects.flatMap { $0.memory?.queries ?? [] }.map(\.measure).uniqued()
    var table = FigureTable(
      caption: "Allocations for each query, on average, workload \"\(named.mainWorkload)\"",
      columns: measures.flatMap { measure -> [FigureTable.Column] in
        [.init(measure.stageDescription, .count), .init("bytes", .bytes)]
      })
    for subject in named.subjects {
      table.append(
        subject, style(of: subject),
        measures.flatMap { measure -> [Double?] in
          let found = subject.memory?.queries.first { $0.measure == measure }
          return [found?.count, found?.byteCount]
        })
    }
    return table.markup
  }

  private func partsList(_ named: NamedResult) -> [Markup] {
    let items = named.subjects.flatMap { subject -> [Markup] in
      guard let structure = subject.structure else { return [] }
      let parts = structure.parts.map { "\($0.name) \($0.byteCount.grouped)" }
      let words = parts.isEmpty ? "nothing" : parts.joined(separator: ", ")
      return [tag("dt", text: subject.name), tag("dd", text: "\(words).")]
    }
    guard !items.isEmpty else { return [] }
    return [
      tag(
        "details", [:],
        [
          tag("summary", text: "Every structure by its parts, in bytes"),
          tag("dl", ["class": "names"], items),
        ])
    ]
  }
}

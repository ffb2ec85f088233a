import Algorithms

extension ReportPage {
  /// What the names in tables and plots stand for.
  var subjectsSection: Section? {
    let facts = runs.flatMap(\.subjects).uniqued(on: \.name).map { subject in
      let question = subject.anotherQuestion.map { ". Answers another question: \($0)" } ?? ""
      return (subject.name, "\(subject.role.rawValue), \(subject.summary)\(question).")
    }
    return Section("What the names stand for", id: "subjects", factList(facts))
  }

  /// What each stage costs.
  var stagesSection: Section? {
    let isOfKeys = runs.allSatisfy(\.header.data.isOfKeys)
    return Section(
      "Stages", id: "stages",
      lead: """
        Locating finds the range of rows; ids are the numbers of the first \
        rows\(isOfKeys ? "" : "; cities are made from text and have names and highlights").
        """,
      eachRun { run in
        let folding = run.record.typical("folding", Measure(workload: run.main, stage: .fold))
        return latencyTable(
          "Medians by stage", of: run,
          where: {
            $0.order == .name && ![.decorated, .existential].contains($0.stage)
          },
          and: [
            SubjectColumn(title: "all ids of all queries") { name in
              run.figures("sweep").first { $0.key.subject == name }
            }
          ]) + (folding.map { [tag("p", text: "Folding a query takes \($0.brief).")] } ?? [])
      })
  }

  /// Other orders, and other ways to ask.
  var ordersSection: Section? {
    Section(
      "Orders and interfaces", id: "orders",
      lead: """
        Cities in another order than that of names; decorated: through SortedCitySearch; existential: \
        through any CitySearchable.
        """,
      eachRun { run in
        latencyTable(
          "Medians by order and interface", of: run,
          where: { $0.order != .name || [.decorated, .existential].contains($0.stage) })
      })
  }

  /// A column for each warm measure of the main workload that satisfies a condition.
  private func latencyTable(
    _ caption: String, of run: PageRun, where isWanted: (Measure) -> Bool,
    and more: [SubjectColumn] = []
  ) -> [Markup] {
    let measures = run.record.measures(of: "latency").filter {
      $0.workload == run.main && $0.caches == .warm && $0.order != .relevance && isWanted($0)
    }
    return subjectTable(
      "\(caption), queries \"\(run.main)\"", of: run,
      measures.map { measure in
        SubjectColumn(title: measure.stageName) { run.record.typical($0, measure) }
      } + more)
  }

  /// Warm and cold caches, and the start of a process.
  var cachesSection: Section? {
    let kinds: [(id: String, title: String, measure: (PageRun, Measure.Caches) -> Measure)] = [
      ("locate", "Locating a prefix", { $0.locate($1) }), ("ten", tenTitle, { $0.ten($1) }),
    ]
    let drawings = runs.flatMap { run in
      kinds.compactMap { id, name, measure -> Markup? in
        let rows = run.subjects.compactMap { subject -> BarPlot.Row? in
          let bars = [Measure.Caches.warm, .cold].compactMap { caches in
            run.record.typical(subject.name, measure(run, caches)).map {
              BarPlot.Bar(label: caches.rawValue, figure: $0)
            }
          }
          guard bars.count == 2 else { return nil }
          return BarPlot.Row(name: subject.name, style: style(of: subject.name), bars: bars)
        }
        let heading = title("\(name), warm and cold", run)
        let plot = BarPlot(
          id: "caches-\(id)-\(run.letter)", title: heading, rows: rows, width: PlotFrame.width)
        return rows.isEmpty ? nil : drawing(heading, plot.markup)
      }
    }
    let starts = eachRun { run in
      subjectTable(
        "From the start of a process to its first result", of: run,
        [SubjectColumn(title: "in all") { run.record[$0, "start"] }]
          + run.columns(
            where: { $0.quantity == "start" && $0.statistic != "total" }, title: \.statistic))
    }
    return Section(
      drawings.isEmpty ? "The start" : "Cold, warm, and the start", id: "caches",
      grid("halves", drawings) + starts)
  }

  /// Queries and cities a second.
  var throughputSection: Section? {
    Section(
      "Throughput", id: "throughput",
      eachRun { run in
        subjectTable(
          "Queries or cities a second, over one shared structure", of: run,
          run.columns(
            best: .most, where: { ["throughput", "cities a second"].contains($0.quantity) },
            title: { key in
              let stage = key.measure?.stageName ?? ""
              return key.statistic == "total" ? "\(stage), cities" : "\(stage), \(key.statistic)"
            }))
      })
  }

  /// The search over all names.
  var namesSection: Section? {
    let columns: [(String, (NamesMeasures) -> Measure)] = [
      ("10 ids", \.ids), ("10 unread", \.unread), ("10 read", \.read),
    ]
    return Section(
      "Search over all names", id: "names",
      lead: """
        Cities by any of their names, with a region behind it or not, in spite of small mistakes, the \
        likeliest first. Factors are to the baseline's median of locating own names in the same \
        processes.
        """,
      eachRun { run in
        run.record.nameEngines.flatMap { engine in
          let rows = run.record.nameWorkloads.map { workload -> [Markup] in
            let measures = NamesMeasures(workload.name)
            return [.text(workload.name)]
              + columns.flatMap { _, measure -> [Markup] in
                let median = run.record.typical(engine, measure(measures))
                let tail = run.record.single(engine, measure(measures), "p99")
                let ratio = median.flatMap { run.record.timeInBaselines($0) }
                return [median?.brief, ratio?.factor, tail?.brief].map { .text($0 ?? "") }
              }
          }
          let count = run.record["all names", "names"].map { "\($0.brief) names" } ?? "All names"
          return table(
            title("\(count), by \(engine)", run),
            heads: ["queries"]
              + columns.flatMap { ["\($0.0) p50", "to baseline", "\($0.0) p99"] },
            rows: rows)
        }
      })
  }
}

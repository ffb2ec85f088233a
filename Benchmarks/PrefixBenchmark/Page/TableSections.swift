extension ReportSource {
  /// The table that most readers want.
  var overviewSection: Section? {
    Section(
      "At a glance", id: "overview",
      """
      Medians and 99th percentiles with the queries as people type them. Bold is the best of a \
      column; below the others stands how many times as much they are. \(tenWords) A dash stands for \
      what was not measured, and for a structure that is not there.
      """,
      sideBySide { named in
        let ten = named.result.data.isOfKeys ? "ten ids" : "ten read"
        var table = FigureTable(
          caption: "Every subject, its cost and its speed",
          columns: [
            .init("bytes / \(named.result.data.noun)", .bytes), .init("build", .time),
            .init("locate p50", .time), .init("locate p99", .time),
            .init("to baseline", .ratio), .init("locate cold p50", .time),
            .init("ten unread p50", .time), .init("ten unread p99", .time),
            .init("\(ten) p50", .time), .init("\(ten) p99", .time),
            .init("cold start", .time),
          ])
        let unread = Measure.tenCities(named.mainWorkload, .unread)
        for subject in named.subjects {
          // A search that keeps nothing is not the best at keeping little.
          let isBuilt = named.isBuilt(subject)
          table.append(
            subject, style(of: subject),
            [
              isBuilt ? named.bytesPerRow(subject)?.value : nil,
              isBuilt ? subject.buildTime?.median : nil, subject.median(named.locate()),
              subject.distribution(named.locate())?.p99.median,
              named.result.ratio(of: subject, at: named.locate()),
              subject.median(named.locate(.cold)), subject.median(unread),
              subject.distribution(unread)?.p99.median,
              subject.median(named.topTen()),
              subject.distribution(named.topTen())?.p99.median, subject.coldStart?.total.median,
            ])
        }
        return table.markup + subjectList(named)
      })
  }

  /// What a list of ten is, in the first result.
  private var tenWords: String {
    data?.isOfKeys == true
      ? "Ten ids: the numbers of the first ten lines that match."
      : """
      Ten unread: a page of ten cities made from the text, of which nothing is read; ten read: every \
      field of each is.
      """
  }

  /// What the names in the tables stand for.
  private func subjectList(_ named: NamedResult) -> [Markup] {
    let items = named.subjects.flatMap { subject -> [Markup] in
      var words = subject.summary
      if let question = subject.anotherQuestion { words += ". Another question: \(question)" }
      return [tag("dt", text: subject.name), tag("dd", text: "\(words).")]
    }
    return [
      tag(
        "details", [:],
        [tag("summary", text: "What the names stand for"), tag("dl", ["class": "names"], items)])
    ]
  }

  /// What each stage costs.
  var stagesSection: Section? {
    Section(
      "Stages", id: "stages",
      """
      Users pay for different stages, so each is timed on its own: \(stageWords)
      """,
      sideBySide { named in
        let measures = named.measures { $0.workload == named.mainWorkload && $0.caches == .warm }
        var table = FigureTable(
          caption: "Medians by stage, workload \"\(named.mainWorkload)\"",
          columns: measures.map { .init($0.stageDescription, .time) })
        for subject in named.subjects {
          table.append(
            subject, style(of: subject), measures.map { subject.median($0) })
        }
        let folding = named.result.shared.first {
          $0.measure.workload == named.mainWorkload && $0.measure.stage == .fold
        }
        let words = folding.map {
          "Folding a query takes \(Quantity.time.text($0.p50.median)), median."
        }
        return table.markup + (words.map { [tag("p", text: $0)] } ?? [])
      })
  }

  private var stageWords: String {
    data?.isOfKeys == true
      ? "locating finds the range, rows are the numbers of its lines."
      : """
      folding what was typed is the same for every engine; locating finds the range; rows are ids; \
      cities have names and highlights; the rest is put into an order, or goes through an interface.
      """
  }

  /// Every workload.
  var workloadsSection: Section? {
    Section(
      "Workloads", id: "workloads",
      "The same two stages with every list of queries. Medians, warm caches.",
      sideBySide { named in
        let names = named.result.workloads.map(\.name)
        let tables = [
          ("Locating a prefix", Measure.Stage.locate), (tenTitle, .cities),
        ].flatMap { title, stage -> [Markup] in
          var table = FigureTable(caption: title, columns: names.map { .init($0, .time) })
          for subject in named.subjects {
            table.append(
              subject, style(of: subject),
              names.map { name in
                subject.median(
                  stage == .cities
                    ? named.result.firstTen(name) : Measure(workload: name, stage: stage))
              })
          }
          return table.markup
        }
        guard !tables.isEmpty else { return [] }
        let items = named.result.workloads.flatMap { workload in
          [
            tag("dt", text: workload.name),
            tag("dd", text: "\(workload.summary); \(workload.queryCount.grouped) queries."),
          ]
        }
        let list = tag(
          "details", [:],
          [tag("summary", text: "What the queries are"), tag("dl", ["class": "names"], items)])
        return tables + [list]
      })
  }

  /// Queries a second.
  var throughputSection: Section? {
    Section(
      "Throughput", id: "throughput",
      "Queries a second over one shared structure, on one thread and on several at once.",
      sideBySide { named in
        let all = named.subjects.flatMap(\.throughput)
        let keys = all.map(\.key).reduce(into: [ThroughputKey]()) { keys, key in
          if !keys.contains(key) { keys.append(key) }
        }
        var table = FigureTable(
          caption: "Queries a second",
          columns: keys.map { key in
            let threads = key.threadCount == 1 ? "1 thread" : "\(key.threadCount) threads"
            return .init("\(key.measure.stageDescription), \(threads)", .rate, best: .most)
          })
        for subject in named.subjects {
          table.append(
            subject, style(of: subject),
            keys.map { key in
              subject.throughput.first { $0.key == key }?.queriesPerSecond.median
            })
        }
        return table.markup
      })
  }

  /// Every figure of latency there is.
  var allFiguresSection: Section? {
    Section(
      "All figures", id: "figures",
      """
      Every measure with its percentiles. "p50 of 16" is the median of the means of so many queries \
      that were timed together, for stages that take hardly longer than the clock; it is no \
      percentile of single queries.
      """,
      sideBySide { named in
        named.measures { _ in true }.map { measure in
          var table = FigureTable(
            caption: measure.description,
            columns: [
              .init("p50", .time), .init("p50 low", .time, best: nil),
              .init("p50 high", .time, best: nil), .init("p90", .time), .init("p99", .time),
              .init("p99.9", .time), .init("max", .time),
              .init("p50 of \(named.batch(of: measure))", .time),
              .init("samples", .count, best: nil),
            ])
          for subject in named.subjects {
            guard let series = subject.distribution(measure) else { continue }
            table.append(
              subject, style(of: subject),
              [
                series.p50.median, series.p50.low, series.p50.high, series.p90.median,
                series.p99.median, series.p999.median, series.max.median,
                subject.batchedLatency(measure)?.p50.median, Double(series.sampleCount),
              ])
          }
          return tag(
            "details", [:], [tag("summary", text: measure.description)] + table.markup)
        }
      })
  }
}

/// What a figure of throughput is about.
private struct ThroughputKey: Hashable {
  let measure: Measure
  let threadCount: Int
}

extension SubjectResult.Throughput {
  fileprivate var key: ThroughputKey {
    ThroughputKey(measure: measure, threadCount: threadCount)
  }
}

extension NamedResult {
  /// The measures that any subject has, in the order in which they were taken.
  fileprivate func measures(where isWanted: (Measure) -> Bool) -> [Measure] {
    subjects.flatMap(\.latencies).map(\.measure).filter(isWanted).uniqued()
  }

  fileprivate func batch(of measure: Measure) -> Int {
    subjects.lazy.compactMap { $0.batchedLatency(measure)?.batch }.first ?? 1
  }
}

extension Measure {
  /// The stage with its limit and order, without the workload.
  var stageDescription: String {
    String(description.dropFirst(workload.count + 2))
  }
}

extension ReportSource {
  /// Instructions a query.
  var instructionsSection: Section? {
    Section(
      "Instructions", id: "instructions",
      """
      The instructions of a query by the default engine over the mapped file, counted by an emulator: \
      the same on every run, whatever else the machine does. They say what changed from one version \
      to the next, not how long a query takes.
      """,
      sideBySide { named in
        guard let instructions = named.result.instructions else {
          return named.result.data.isOfKeys ? [] : [tag("p", text: InstructionsTable.absence)]
        }
        var table = FigureTable(
          caption: "Instructions a query, counted by \(instructions.tool)",
          columns: [.init("instructions", .count, best: nil), .init("queries", .count, best: nil)])
        for count in instructions.counts {
          table.rows.append(
            FigureTable.Row(
              name: count.measure.description, style: nil, anotherQuestion: nil,
              values: [count.perQuery.rounded(), Double(count.queryCount)]))
        }
        return table.markup
      })
  }
}

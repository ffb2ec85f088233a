/// A result as comma-separated values (RFC 4180): one line for each figure, with its interval where
/// it has one.
struct ResultCSV {
  private var lines = [
    "subject,role,figure,workload,stage,order,limit,reading,caches,batch,statistic,value,low,high"
  ]

  var text: String { lines.joined(separator: "\n") }

  init(_ result: BenchmarkResult) {
    for series in result.shared { add("all", "shared", series) }
    for subject in result.subjects { add(subject) }
    if let file = result.file { add(file) }
    if let quality = result.quality { add(quality) }
    for count in result.instructions?.counts ?? [] {
      add(
        "gazetteer file", "file", "instructions per query", count.measure, "mean", count.perQuery)
    }
    for engine in result.names?.engines ?? [] {
      for series in engine.latencies { add("\(engine.name) over all names", "engine", series) }
    }
  }

  private mutating func add(_ report: QualityReport) {
    for (number, score) in report.scores.enumerated() {
      func cells(_ figure: String, _ statistic: String, _ value: Double) -> [String] {
        let blanks = ["", "", "", "", "", "", ""]
        return [score.subject, "quality", figure] + blanks + [statistic, value.plain, "", ""]
      }
      let kinds = score.byKind.sorted { $0.key < $1.key }
      for (kind, score) in [("all", score.overall)] + kinds {
        add(cells("queries", kind, Double(score.cases)))
        add(cells("first", kind, Double(score.first)))
        add(cells("among 5", kind, Double(score.amongFive)))
        add(cells("among 10", kind, Double(score.amongTen)))
        add(cells("no answer", kind, Double(score.empty)))
      }
      guard report.keystrokes.indices.contains(number) else { continue }
      add(cells("letters until first", "mean", report.keystrokes[number].meanUntilFirst))
      add(cells("letters until among 3", "mean", report.keystrokes[number].meanUntilThird))
    }
  }

  private mutating func add(_ file: FileResult) {
    let (name, role) = ("gazetteer file", "file")
    func exact(_ figure: String, _ value: Int) -> [String] {
      [name, role, figure, "", "", "", "", "", "", "", "total", Double(value).plain, "", ""]
    }
    add(exact("input bytes", file.inputByteCount))
    add(exact("file bytes", file.byteCount))
    if let peak = file.peakAllocated { add(exact("peak allocated bytes", peak)) }
    let estimates = [
      ("build ns", file.buildTime), ("peak resident bytes", file.peakResident),
      ("first opening ns", file.firstOpening),
      ("anonymous bytes added", file.anonymousGrowth),
      ("file-backed bytes added", file.fileBackedGrowth),
    ]
    for (figure, estimate) in estimates {
      guard let estimate else { continue }
      add(name, role, figure, nil, "median", estimate)
    }
    add(name, role, file.openings)
  }

  private mutating func add(_ subject: SubjectResult) {
    let (name, role) = (subject.name, subject.role.rawValue)
    func figure(_ figure: String, _ statistic: String, _ value: Double) -> [String] {
      [name, role, figure, "", "", "", "", "", "", "", statistic, value.plain, "", ""]
    }
    for part in subject.structure?.parts ?? [] {
      add(figure("structure bytes", part.name, Double(part.byteCount)))
    }
    if let structure = subject.structure {
      add(figure("structure bytes", "total", Double(structure.byteCount)))
      if let count = structure.nodeCount { add(figure("nodes", "total", Double(count))) }
    }
    if let time = subject.buildTime { add(name, role, "build ns", nil, "median", time) }
    if let start = subject.coldStart {
      for phase in start.phases { add(name, role, "start ns", nil, phase.name, phase.time) }
      add(name, role, "start ns", nil, "total", start.total)
    }
    if let memory = subject.memory {
      add(figure("allocator bytes", "before", Double(memory.inUseBefore)))
      add(figure("allocator bytes", "after", Double(memory.inUseAfter)))
      if let peak = memory.peakWhileBuilding {
        add(figure("allocator bytes", "peak while building", Double(peak)))
      }
    }
    for allocations in subject.memory?.queries ?? [] {
      if let count = allocations.count {
        add(name, role, "allocations per query", allocations.measure, "mean", count)
      }
      add(
        name, role, "allocated bytes per query", allocations.measure, "mean",
        allocations.byteCount)
    }
    if let short = subject.memory?.shortNames, let count = short.count {
      add(name, role, "allocations per page of short names", short.measure, "mean", count)
    }
    for series in subject.latencies { add(name, role, series) }
    for throughput in subject.throughput {
      add(
        name, role, "queries per second", throughput.measure, "\(throughput.threadCount) threads",
        throughput.queriesPerSecond)
    }
    if let sweep = subject.sweep {
      add(figure("sweep queries", "total", Double(sweep.queryCount)))
      add(figure("sweep ids", "total", Double(sweep.idCount)))
      add(name, role, "sweep ns", nil, "median", sweep.time)
    }
    for point in subject.scale?.points ?? [] {
      add(figure("structure bytes, \(point.name)", "total", Double(point.structureByteCount)))
      add(figure("build ns, \(point.name)", "once", point.buildTime))
      add(figure("locate ns, \(point.name)", "p50", point.locate))
      add(figure("top 10 ns, \(point.name)", "p50", point.topTen))
    }
  }

  private mutating func add(_ name: String, _ role: String, _ series: LatencySeries) {
    let percentiles = [
      ("p50", series.p50), ("p90", series.p90), ("p99", series.p99), ("p99.9", series.p999),
      ("max", series.max),
    ]
    for (statistic, estimate) in percentiles {
      add(
        name, role, "latency ns", series.measure, statistic, estimate, batch: series.batch)
    }
  }

  private mutating func add(
    _ name: String, _ role: String, _ figure: String, _ measure: Measure?, _ statistic: String,
    _ estimate: Estimate, batch: Int? = nil
  ) {
    add(
      [name, role, figure] + Self.cells(measure) + [batch.map(String.init) ?? "", statistic]
        + [estimate.median, estimate.low, estimate.high].map(\.plain))
  }

  private mutating func add(
    _ name: String, _ role: String, _ figure: String, _ measure: Measure, _ statistic: String,
    _ value: Double
  ) {
    add([name, role, figure] + Self.cells(measure) + ["", statistic, value.plain, "", ""])
  }

  private static func cells(_ measure: Measure?) -> [String] {
    guard let measure else { return ["", "", "", "", "", ""] }
    return [
      measure.workload, measure.stage.rawValue, measure.order.rawValue,
      measure.limit.map(String.init) ?? "", measure.reading?.rawValue ?? "",
      measure.caches.rawValue,
    ]
  }

  private mutating func add(_ cells: [String]) {
    let quoted = cells.map { cell in
      guard cell.contains(where: { ",\"\n".contains($0) }) else { return cell }
      return "\"\(cell.replacing("\"", with: "\"\""))\""
    }
    lines.append(quoted.joined(separator: ","))
  }
}

extension Double {
  /// The shortest digits that mean this number, without ".0".
  fileprivate var plain: String {
    rounded() == self && magnitude < 1e15 ? String(Int(self)) : String(self)
  }
}

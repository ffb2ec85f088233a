extension ReportPage {
  var methodSection: Section? {
    guard let run = runs.first else { return nil }
    let (record, data) = (run.record, run.header.data)
    var sentences = [
      """
      Correctness first: all subjects answer the same queries, and a checksum of every timed answer is \
      compared with that of the verified answer. A subject that answers another question is listed \
      apart with that question, and is not compared.
      """,
      record.processCount == 1
        ? "Every latency was measured in one process, so its variation between processes is unknown."
        : """
        Every latency was measured in \(record.processCount) fresh processes; a figure is the median of \
        theirs. Bold figures cannot be distinguished from the best of their column by their intervals.
        """,
      """
      Each turn of a subject begins with a warm-up pass that is not counted; the order of the subjects \
      is random in each round. Engines and baseline take turns in the same processes; each rival has \
      processes of its own.
      """,
      """
      Percentiles are of single queries. Stages that take hardly longer than reading the clock are also \
      timed in batches: a median below \(Figure.Unit.nanoseconds.text(RunRecord.shortQuery)) is that of \
      batches of \(TimedPass.batchSize), in which each query waits for the previous one.
      """,
      """
      Memory and starts are measured in processes of their own. Bytes for each \(data.noun) are those \
      of the structure, without the \(data.plural) themselves, which all share.
      """,
      "The figures do not generalize to other processors, data or queries.",
    ]
    if let cost = record["clock", .clockCost], let step = record["clock", .clockStep] {
      sentences.append(
        "Reading the clock costs \(cost.brief), which is subtracted; its smallest step is \(step.brief)."
      )
    }
    let samples = run.subjects.compactMap { record[$0.name, .samples, run.record.locate()] }
    let most = samples.map(\.value).max() ?? 0
    let few = samples.filter { $0.value < most / 2 }.map { "\($0.key.subject) \($0.brief)" }
    if !few.isEmpty {
      sentences.append(
        "Each subject gets the same time in a round; slow ones answer fewer of the queries: "
          + "\(few.listed), where others have \(Figure.Unit.count.text(most)) samples.")
    }
    let counts: Set<Figure.Quantity> = [.instructions, .processorInstructions]
    if run.record.figures.rows.allSatisfy({ !counts.contains($0.key.quantity) }) {
      sentences.append("Instructions were not counted in this run.")
    }
    return Section(
      "Method", id: "method", [tag("ul", [:], sentences.map { tag("li", text: $0) })])
  }

  /// Machine, build, data and seed of every result.
  var machineSection: Section? {
    section("Machine and data", id: "machine") { run in
      let (machine, build, data) = (run.header.machine, run.header.build, run.header.data)
      let checksums = run.record.figures.rows.filter {
        $0.unit == .checksum && $0.key.size == nil
      }
      return factList([
        ("Processor", machine.processor),
        ("Cores", "\(machine.coreCount), \(machine.architecture)"),
        ("Memory", Figure.Unit.bytes.text(Double(machine.memoryByteCount))),
        ("System", machine.system), ("Swift", build.swiftVersion), ("Commit", build.commit),
        ("Allocator", build.allocator), ("Data", data.title),
        ("Different keys", data.distinctKeyCount.grouped),
        ("Empty lines", data.emptyLineCount == 0 ? "" : data.emptyLineCount.grouped),
        ("SHA-256 of the data", data.sha256), ("Seed", String(run.header.method.seed)),
        ("Began", run.header.method.date),
        ("Extent", "\(run.header.method.extent), processes: \(run.header.method.processCount)"),
        ("File", run.file),
      ])
        + table(
          title("Checksums of all answers, the same for every subject", run),
          heads: ["measure", "checksum"],
          rows: checksums.map { [.text($0.key.name), .text($0.brief)] })
    }
  }
}

extension ReportSource {
  /// How the figures came about, in words.
  var methodSection: Section? {
    Section(
      "Method", id: "method",
      "What was done, and what the figures do not say.",
      [tag("ul", [:], sentences.map { tag("li", text: $0) })])
  }

  private var sentences: [String] {
    guard let first = results.first else { return [] }
    let method = first.result.method
    let processes =
      method.processCount == 1
      ? "Every latency was taken in one process, so nothing is known of how far the next would be off."
      : """
      Every latency was taken in \(method.processCount) fresh processes. A figure is the median of \
      theirs; "low" and "high" end an interval that holds the true median with a probability of \
      \(Int((method.intervalCoverage * 100).rounded())) %, whatever the distribution.
      """
    var sentences = [
      """
      Right before fast: all subjects answer the same queries, and a checksum of every timed answer \
      is compared with that of the verified one. A subject that answers another question says which, \
      stands apart, and is not compared.
      """,
      processes,
      """
      Each turn of a subject begins with a pass that warms up and is not counted; the order of the \
      subjects is drawn anew in each round. Reading the clock costs \(Quantity.time.text(method.clockCost)), which is subtracted; its \
      smallest step is \(Quantity.time.text(method.clockResolution)).
      """,
      """
      Percentiles are those of single queries. Stages that take hardly longer than the clock are \
      timed in batches, too: a median below \(Quantity.time.text(SubjectResult.shortQuery)) is that \
      of batches, each query of which waits for the one before. "All figures" has both.
      """,
      """
      Engines and baseline are measured in turns in the same processes, each of the others in \
      processes of its own. A small difference between an engine and one of the others may be the \
      machine's, not theirs.
      """,
      """
      Each subject gets the same time in a round. One that is slow by orders of magnitude answers \
      fewer of the same queries in it: \(sampled(first)).
      """,
      """
      With cold caches, a buffer of \(Quantity.bytes.text(Double(method.coldBufferByteCount))) is \
      walked before every query. Memory and starts are measured in processes of their own.
      """,
      """
      Bytes for each \(noun) are those of the structure that a subject builds, counted exactly and \
      without the \(data?.plural ?? "cities") themselves, which all share.
      """,
      """
      What the figures do not say: how another processor, another set of names or another language \
      of queries would do. Absolute times depend on the machine and its neighbours; ratios to the \
      baseline of the same run are steadier. One number proves nothing.
      """,
    ]
    if results.contains(where: { !$0.result.method.isComplete }) {
      sentences.insert("A run was interrupted; the page has what was finished.", at: 0)
    }
    return sentences
  }

  /// The subjects that answered few queries, with their number.
  private func sampled(_ named: NamedResult) -> String {
    let counts = named.subjects.compactMap { subject in
      subject.distribution(named.locate()).map { (name: subject.name, count: $0.sampleCount) }
    }
    let most = counts.map(\.count).max() ?? 0
    let few = counts.filter { $0.count < most / 2 }
    guard !few.isEmpty else { return "here, all answered all of them" }
    return "\(few.map { "\($0.name) \($0.count.grouped)" }.joined(separator: ", ")), "
      + "where others have \(most.grouped) samples"
  }

  /// Machine, build, data and seed of every result.
  var runSection: Section? {
    Section(
      "This run", id: "run",
      "All that is needed to repeat it.",
      sideBySide { named in
        let result = named.result
        let facts: [(String, String)] = [
          ("Processor", result.machine.processor),
          ("Cores", "\(result.machine.coreCount), \(result.machine.architecture)"),
          ("Memory", Quantity.bytes.text(Double(result.machine.memoryByteCount))),
          ("System", result.machine.system), ("Swift", result.build.swiftVersion),
          ("Commit", result.build.commit), ("Allocator", result.build.allocator),
          ("Data", result.data.title),
          ("Different keys", result.data.distinctKeyCount.grouped),
          ("Empty lines", result.data.emptyLineCount?.grouped ?? ""),
          ("SHA-256 of the data", result.data.sha256), ("Seed", String(result.method.seed)),
          ("Began", result.method.date),
          ("Extent", "\(result.method.extent), processes: \(result.method.processCount)"),
          ("File", named.file),
        ].filter { !$0.1.isEmpty }
        let list = factList(facts)
        let rows = result.checksums.map { checksum in
          tag(
            "tr", [:],
            [
              tag("th", ["scope": "row"], text: checksum.measure.description),
              tag("td", [:], [tag("code", text: checksum.value)]),
            ])
        }
        guard !rows.isEmpty else { return [list] }
        let checksums = tag(
          "div",
          ["class": "scroll", "role": "region", "tabindex": "0", "aria-label": "Checksums"],
          [tag("table", [:], [tag("tbody", [:], rows)])])
        return [
          list,
          tag(
            "details", [:],
            [tag("summary", text: "Checksums of all answers, the same for every subject")]
              + [checksums]),
        ]
      })
  }
}

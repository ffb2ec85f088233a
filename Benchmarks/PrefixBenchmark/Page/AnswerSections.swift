import Algorithms

extension ReportPage {
  /// The recommended engine.
  var answerSection: Section? {
    let choices = runs.compactMap { run in Choice(run).map { (run: run, choice: $0) } }
    guard let first = choices.first?.run else { return nil }
    let answers = choices.map { run, choice in
      let sentences = choice.sentences(ten: run.tenWords, noun: run.header.data.noun)
      let answer = tag("strong", text: (isComparison ? "\(run.letter): " : "") + sentences[0])
      let more = sentences.dropFirst().map { " \($0)" }.joined()
      return tag("p", ["class": "answer"], [answer, .text(more)])
    }
    let names = choices.flatMap { $0.choice.candidates.map(\.name) }.uniqued()
    let bars: [(id: String, title: String, head: (PageRun) -> String)] = [
      ("ten", "Time for \(first.tenWords)", { _ in tenTitle }),
      ("bytes", "Memory for each \(first.header.data.noun)", \.memoryWords),
      ("build", "Time to build", { _ in "build" }),
    ]
    let plots = bars.compactMap { id, title, head in
      plot(
        .bars, id: "answer-\(id)", title: title,
        choices.map { run, _ in
          let label = isComparison ? run.letter : ""
          return Plot.Column(table: choosing(run), head: head(run), label: label)
        }, names: Array(names))
    }
    let words = tag("p", ["class": "soft"], text: words(of: first))
    let tables = runs.flatMap { markup("Figures to choose an engine by", choosing($0), of: $0) }
    let figures = tag(
      "details", ["class": "figures"],
      [tag("summary", text: "The figures of these plots")] + tables)
    return Section(
      "Which engine", id: "answer", answers + grid("thirds", plots) + [words, figures])
  }

  /// The figures that an engine is chosen by, of all subjects.
  func choosing(_ run: PageRun) -> Table {
    let times = product(mainMeasures, Measure.Caches.allCases).map { kind, caches in
      Column<ResultTables.Subject>(title(kind.title, caches), .time, best: .least) {
        run.record.typical($0.name, kind.measure(run, caches))
      }
    }
    let built = [(run.memoryWords, run.bytesPerRow), ("build", { run.record[$0, .build] })].map {
      (head: String, figure: @escaping (String) -> Figure?) in
      Column<ResultTables.Subject>(head, best: .least) {
        run.record.cell(figure($0.name), .plain(decimals: 2), of: $0.name)
      }
    }
    return run.tables.subjectTable(times + built)
  }

  /// The conventions of all figures of the page.
  private func words(of run: PageRun) -> String {
    var sentences = ["Less is better."]
    if run.record.processCount > 1 {
      let coverage = MedianInterval(sampleCount: run.record.processCount).coverage
      sentences.append(
        """
        Figures are medians of \(run.record.processCount) processes; the stroke across the end of a bar \
        is the interval that holds the true median in \(Int((coverage * 100).rounded())) of 100 cases.
        """)
    }
    sentences.append(
      run.header.data.isOfKeys
        ? "Ten ids: from bytes to the numbers of the first ten lines, queries \"\(run.main)\"."
        : """
        Ten cities: from text to ten cities with names and highlights, every field of which is read, \
        queries "\(run.main)".
        """)
    if runs.contains(where: { $0.record.measures(of: .latency).contains { $0.caches == .cold } }) {
      let buffer = Figure.Unit.bytes.text(Double(run.header.method.coldBufferByteCount))
      sentences.append(
        """
        Cold means one thing on this page: before the query, reading \(buffer) of memory evicted all data \
        of the search from the processor's caches. All other figures are warm.
        """)
    }
    return sentences.joined(separator: " ")
  }

  /// Latency against memory.
  var tradeoffSection: Section? {
    let plots: [Markup] = runs.flatMap { run in
      zip(mainMeasures, [Measure.Caches.warm, .cold]).compactMap { kind, caches -> Markup? in
        let head = title(kind.title, caches)
        return plot(
          .scatter, id: "tradeoff-\(kind.id)-\(run.letter)", title: title(head, run),
          axis: .init(title: run.memoryWords),
          [run.memoryWords, head].map { .init(table: choosing(run), head: $0) }, atLeast: 2)
      }
    }
    let others = runs.flatMap(\.subjects).contains { $0.anotherQuestion != nil }
    return Section(
      "Memory against time", id: "tradeoff",
      lead: """
        Lower is faster, further left is smaller; the line joins the Pareto front: those that nothing \
        else beats in both.\(others ? " Hollow marks answer another question and take no part." : "")
        """, grid("halves", plots))
  }
}

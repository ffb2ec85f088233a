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
    let plots: [(id: String, title: String, figure: (Choice.Candidate) -> Figure?)] = [
      ("ten", "Time for \(first.tenWords)", { $0.ten }),
      ("bytes", "Memory for each \(first.header.data.noun)", \.bytes),
      ("build", "Time to build", \.build),
    ]
    let drawings = plots.compactMap { id, title, figure -> Markup? in
      let rows = names.compactMap { name -> BarPlot.Row? in
        let bars = choices.compactMap { run, choice in
          choice.candidates.first { $0.name == name }.flatMap(figure).map {
            BarPlot.Bar(label: isComparison ? run.letter : "", figure: $0)
          }
        }
        return bars.isEmpty ? nil : BarPlot.Row(name: name, style: style(of: name), bars: bars)
      }
      guard !rows.isEmpty else { return nil }
      return drawing(
        title, BarPlot(id: "answer-\(id)", title: title, rows: rows).markup)
    }
    let words = tag("p", ["class": "soft"], text: words(of: first))
    return Section("Which engine", id: "answer", answers + grid("thirds", drawings) + [words])
  }

  /// The conventions of all figures of the page.
  private func words(of run: PageRun) -> String {
    var sentences = ["Less is better."]
    if run.record.processCount > 1 {
      let coverage = MedianInterval(sampleCount: run.record.processCount).coverage
      sentences.append(
        """
        Bars are medians of \(run.record.processCount) processes; the stroke across the end of a bar is \
        the interval that holds the true median in \(Int((coverage * 100).rounded())) of 100 cases.
        """)
    }
    sentences.append(
      run.header.data.isOfKeys
        ? "Ten ids: from bytes to the numbers of the first ten lines, queries \"\(run.main)\"."
        : """
        Ten cities: from text to ten cities with names and highlights, every field of which is read, \
        queries "\(run.main)".
        """)
    if runs.contains(where: { $0.record.measures(of: "latency").contains { $0.caches == .cold } }) {
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
    let kinds: [(id: String, title: String, measure: (PageRun) -> Measure)] = [
      ("locate", "Locating a prefix", { $0.record.locate() }),
      ("ten", "\(tenTitle), cold", { $0.ten(.cold) }),
    ]
    let drawings = runs.flatMap { run in
      kinds.compactMap { id, name, measure -> Markup? in
        let marks = run.subjects.compactMap { subject -> ScatterPlot.Mark? in
          guard let time = run.record.typical(subject.name, measure(run)),
            let bytes = run.bytesPerRow(subject.name)
          else { return nil }
          return ScatterPlot.Mark(
            name: subject.name, x: bytes, y: time, style: style(of: subject.name))
        }
        let heading = title(name, run)
        let plot = ScatterPlot(
          id: "tradeoff-\(id)-\(run.letter)", title: "\(heading): time against memory",
          xTitle: "memory for each \(run.header.data.noun)", marks: marks)
        guard plot.marks.count > 1 else { return nil }
        let front = "Nothing beats \(plot.front.map(\.name).listed) in both."
        let beyond = plot.beyond.map(\.words).joined(separator: "; ")
        return drawing(
          heading, plot.markup, beyond.isEmpty ? front : "\(front) Beyond the frame: \(beyond).")
      }
    }
    let others = runs.flatMap(\.subjects).contains { $0.anotherQuestion != nil }
    return Section(
      "Memory against time", id: "tradeoff",
      lead: """
        Lower is faster, further left is smaller; the line joins the Pareto front: those that nothing \
        else beats in both.\(others ? " Hollow marks answer another question and take no part." : "")
        """, grid("halves", drawings))
  }
}

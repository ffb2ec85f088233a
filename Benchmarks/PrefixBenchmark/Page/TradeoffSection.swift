extension ReportSource {
  /// Latency against memory.
  var tradeoffSection: Section? {
    let measures = results.map { $0.locate() }
    let points = zip(results, measures).flatMap { named, measure in
      named.subjects.compactMap { mark($0, of: named, measure) }
    }
    guard !points.isEmpty else { return nil }
    let x = Axis(
      "structure, bytes for each \(noun) (logarithmic)", logarithmic: points.map(\.x), in: .bytes)
    let y = Axis(
      "median time to locate a prefix (logarithmic)", logarithmic: points.map(\.y), in: .time)
    return Section(
      "Latency against memory", id: "tradeoff",
      """
      Lower is faster, further left is smaller. The line is the Pareto front: for what is on it, \
      nothing else is both at least as fast and at least as small. What lies above or right of the \
      line loses against something on it. Hollow marks answer another question and take no part.
      """,
      sideBySide { named in
        let marks = named.subjects.compactMap { mark($0, of: named, named.locate()) }
        guard !marks.isEmpty else { return [] }
        let front = ScatterPlot.front(of: marks)
        let plot = ScatterPlot(
          id: "tradeoff-\(named.letter)",
          title: "Time to locate a prefix against memory, \(marks.count) subjects",
          description: "On the Pareto front, from the smallest to the largest: "
            + "\(front.joined(separator: ", ")). " + marks.map(\.remark).joined(separator: "; ")
            + ".",
          x: x, y: y, marks: marks, zeroLabel: "none")
        return [
          figure(
            plot.drawing,
            caption: """
              On the front: \(front.joined(separator: ", ")). Without the \(named.result.data.plural) \
              themselves, which all share; "none" is a search that keeps nothing beside them.
              """)
        ]
      })
  }

  private func mark(
    _ subject: SubjectResult, of named: NamedResult, _ measure: Measure
  ) -> ScatterPlot.Mark? {
    guard let median = subject.median(measure), median > 0,
      let bytes = named.bytesPerRow(subject)
    else { return nil }
    let size = Quantity.bytes.text(bytes.value)
    let source = bytes.isExact ? "" : " by the allocator's count"
    return ScatterPlot.Mark(
      name: subject.name, x: bytes.value, y: median, style: style(of: subject),
      competes: subject.anotherQuestion == nil,
      remark: "\(subject.name): \(Quantity.time.text(median)), "
        + "\(size) for each \(named.result.data.noun)\(source)")
  }
}

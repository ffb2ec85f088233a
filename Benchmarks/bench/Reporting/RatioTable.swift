/// Every stage in terms of the baseline row, so that machines can be compared.
struct RatioTable {
  let table: Table

  init(_ result: BenchmarkResult) {
    let workload = result.mainWorkload
    let locate = Measure(workload: workload, stage: .locate)
    let unit = result.baseline?.median(locate) ?? 0
    let measures = [
      locate, Measure(workload: workload, stage: .rows, limit: 10),
      Measure(workload: workload, stage: .rows, order: .population, limit: 10),
      Measure(workload: workload, stage: .cities, limit: 10),
    ]
    let coldMeasures = [
      Measure(workload: workload, stage: .locate, caches: .cold),
      Measure(workload: workload, stage: .cities, limit: 10, caches: .cold),
    ]
    var table = Table(heads: [
      "", "locate\np50", "p99", "10 ids\np50", "p99", "largest\np50", "p99", "cities\np50",
      "p99", "cold\nlocate", "cold\ncities", "all ids\nms",
    ])
    for subject in result.comparable where unit > 0 {
      func text(_ time: Double?, in unit: Double?) -> String {
        guard let time, let unit, unit > 0 else { return "" }
        return MainTable.ratioText(time / unit)
      }
      var cells = measures.flatMap { measure in
        [
          measure == locate
            ? result.ratio(of: subject, at: locate).map(MainTable.ratioText) ?? ""
            : text(subject.median(measure), in: unit),
          text(subject.singleLatency(measure)?.p99.median, in: unit),
        ]
      }
      cells += coldMeasures.map { measure in
        text(subject.median(measure), in: result.baseline?.median(measure))
      }
      cells.append(subject.sweep.map { ($0.time.median / 1e6).rounded(decimals: 1) } ?? "")
      table.rows.append([subject.name] + cells)
    }
    self.table = table
  }

  static func note(_ result: BenchmarkResult) -> String {
    let sweep = result.subjects.lazy.compactMap(\.sweep).first.map { sweep in
      """
       all ids: the time in which \(sweep.idCount.grouped) ids are read, all that match \
      \(sweep.queryCount.grouped) different queries.
      """
    }
    return """
      ids: of the first ten matches; largest: of the ten most populous; cities: ten from the text. \
      Times with warm caches in terms of the baseline's median of locate, times with cold ones in \
      terms of its own.\(sweep ?? "")
      """
  }
}

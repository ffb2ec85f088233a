/// Every main stage in terms of the baseline row, so that machines can be compared: a row for each
/// stage, two columns for each subject.
struct RatioTable {
  let table: Table

  init(_ result: BenchmarkResult, includingRivals: Bool) {
    let workload = result.mainWorkload
    let locate = Measure(workload: workload, stage: .locate)
    let unit = result.baseline?.median(locate) ?? 0
    let subjects = result.comparable.filter { includingRivals || $0.role != .rival }
    var table = Table(heads: [""] + subjects.flatMap { ["\($0.name)\np50", "p99"] })
    func text(_ time: Double?, in unit: Double?) -> String {
      guard let time, let unit, unit > 0 else { return "" }
      return MainTable.ratioText(time / unit)
    }
    func addRow(_ name: String, _ cells: (SubjectResult) -> [String]) {
      let row = subjects.flatMap(cells)
      if row.contains(where: { !$0.isEmpty }) { table.rows.append([name] + row) }
    }
    for (name, measure) in Self.stages(of: workload) where unit > 0 {
      addRow(name) { subject in
        [
          measure == locate
            ? result.ratio(of: subject, at: locate).map(MainTable.ratioText) ?? ""
            : text(subject.median(measure), in: unit),
          text(subject.singleLatency(measure)?.p99.median, in: unit),
        ]
      }
    }
    for (name, measure) in Self.coldStages(of: workload) where unit > 0 {
      addRow("\(name), cold") { subject in
        [text(subject.median(measure), in: result.baseline?.median(measure)), ""]
      }
    }
    addRow("all ids, ms") { subject in
      [subject.sweep.map { ($0.time.median / 1e6).rounded(decimals: 1) } ?? "", ""]
    }
    self.table = table
  }

  private static func stages(of workload: String) -> [(String, Measure)] {
    [
      ("locate", Measure(workload: workload, stage: .locate)),
      ("10 ids", Measure(workload: workload, stage: .rows, limit: 10)),
      (
        "ids of 10 most populous",
        Measure(workload: workload, stage: .rows, order: .population, limit: 10)
      ),
      ("10 cities, unread", .tenCities(workload, .unread)),
      ("10 cities, read", .tenCities(workload, .read)),
      ("10 most populous, unread", .tenMostPopulous(workload, .unread)),
      ("10 most populous, read", .tenMostPopulous(workload, .read)),
    ]
  }

  private static func coldStages(of workload: String) -> [(String, Measure)] {
    [
      ("locate", Measure(workload: workload, stage: .locate, caches: .cold)),
      ("10 ids", Measure(workload: workload, stage: .rows, limit: 10, caches: .cold)),
      ("10 cities, unread", .tenCities(workload, .unread, caches: .cold)),
      ("10 cities, read", .tenCities(workload, .read, caches: .cold)),
    ]
  }

  static func note(_ result: BenchmarkResult) -> String {
    let sweep = result.subjects.lazy.compactMap(\.sweep).first.map { sweep in
      """
       all ids: the time in which \(sweep.idCount.grouped) ids are read, all that match \
      \(sweep.queryCount.grouped) different queries.
      """
    }
    guard !result.data.isOfKeys else {
      return """
        10 ids: from bytes. Times with warm caches are in terms of the baseline's median of locate, \
        times with cold ones in terms of the baseline's own.\(sweep ?? "")
        """
    }
    return """
      ids: from folded bytes; cities: a page of ten made from the text, of which nothing is read, or \
      every field of each. Times with warm caches are in terms of the baseline's median of locate, \
      times with cold ones in terms of the baseline's own.\(sweep ?? "")
      """
  }
}

/// The search over all names: a row for each workload, and for each engine where there are several.
struct NamesTable {
  let title = "Search over all names, ns"
  let table: Table
  let note: String

  /// `nil` if nothing was measured.
  ///
  /// - Parameters:
  ///   - result: The result.
  ///   - allEngines: Whether to show other engines than the first, which is the default.
  init?(_ result: BenchmarkResult, allEngines: Bool) {
    guard let names = result.names, let first = names.engines.first else { return nil }
    let engines = allEngines ? names.engines : [first]
    var table = Table(heads: [
      "search over all names", "queries", "10 ids\np50", "p99", "ratio", "unread\np50", "p99",
      "ratio", "read\np50", "p99", "ratio",
    ])
    for workload in names.workloads {
      let measures = NamesMeasures(workload.name).all
      for engine in engines {
        let cells = measures.flatMap { measure in
          let series = engine.typical(measure)
          let ratio = series.flatMap(names.timeInBaselines)
          return [
            series?.p50.text ?? "", engine.singleLatency(measure)?.p99.text ?? "",
            ratio.map(MainTable.ratioText) ?? "",
          ]
        }
        let name = engines.count > 1 ? "\(workload.name), \(engine.name)" : workload.name
        table.rows.append([name, workload.queryCount.grouped] + cells)
      }
    }
    self.table = table
    note = Self.note(names, by: engines.map(\.name))
  }

  private static func note(_ names: NamesResult, by engines: [String]) -> String {
    let workloads = names.workloads.map { "\($0.name): \($0.summary)." }.joined(separator: " ")
    let unit = names.unit.first?.measure.workload ?? ""
    return """
      \(names.nameCount.grouped) names, by \(engines.joined(separator: ", ")), the likeliest city \
      first. 10 ids: those of the ten best, from folded bytes where a stored list has the answer, else \
      from the text. unread: text in, a page of ten cities with the names that match and their \
      highlights out, of which nothing is read. read: the same, and every field of every city is \
      read. Mistakes are forgiven, but for "\(unit)". Single queries, warm caches; ratio: of the median \
      to that of the baseline, which locates own names, workload "\(unit)", in the same processes. \
      \(workloads)
      """
  }
}

/// Instructions a query, one row for each stage.
struct InstructionsTable {
  let title = "Instructions a query"
  let table: Table
  let note: String

  /// `nil` if none were counted.
  init?(_ result: BenchmarkResult) {
    guard let instructions = result.instructions else { return nil }
    var table = Table(heads: ["instructions a query", "workload", "queries", "mean"])
    table.rows = instructions.counts.map { count in
      [
        count.measure.stageName, count.measure.workload, count.queryCount.grouped,
        count.perQuery.rounded(decimals: 0),
      ]
    }
    self.table = table
    note = """
      By the radix tree of the mapped file, counted by \(instructions.tool) on \
      \(result.machine.architecture). The count is the same on every run; `bench compare` fails if \
      it grows by more than \(Int(InstructionsResult.tolerance * 100)) %.
      """
  }

  /// What is said instead where none were counted.
  static let absence = "Instructions a query were not counted in this run."
}

extension Measure {
  /// The stage for a row of a table, as in "10 cities, read".
  fileprivate var stageName: String {
    let count = limit.map { "\($0) " } ?? ""
    let best =
      switch order {
      case .name: ""
      case .population: "most populous"
      case .distance: "nearest"
      case .relevance: "best of all names"
      }
    switch stage {
    case .rows: return best.isEmpty ? "\(count)ids" : "ids of \(count)\(best)"
    case .cities, .ordered:
      let name = "\(count)\(best.isEmpty ? "cities" : best)"
      return reading.map { "\(name), \($0.rawValue)" } ?? name
    default: return stage.rawValue
    }
  }
}

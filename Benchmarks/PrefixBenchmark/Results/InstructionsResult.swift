/// How many instructions a query takes, by the default engine over a mapped file.
///
/// They depend on the program, the data and the queries, and on nothing else: not on the machine's
/// load, and hardly on the machine. So they tell of a percent where times tell of a factor.
struct InstructionsResult: Codable, Equatable, Sendable {
  /// What counted, with its version.
  var tool: String
  /// One for each measure.
  var counts: [Count]

  struct Count: Codable, Equatable, Sendable {
    var measure: Measure
    /// The number of queries that were asked.
    var queryCount: Int
    /// The mean of all queries.
    var perQuery: Double
  }

  /// The share by which a count may grow: what another layout of memory makes of it.
  static let tolerance = 0.01
  /// The share of a gain from which on the stored baseline is too far behind to guard it.
  static let remarkableGain = 0.05
}

extension InstructionsResult {
  /// What a process found out; `nil` if nothing was counted.
  init?(_ outcome: InstructionsOutcome?) {
    guard let outcome, let tool = outcome.tool else { return nil }
    self.init(
      tool: tool,
      counts: outcome.stages.compactMap { stage in
        stage.instructionCount.map { count in
          Count(
            measure: stage.measure, queryCount: stage.queryCount,
            perQuery: Double(count) / Double(max(1, stage.queryCount)))
        }
      })
  }

  /// The instructions a query of a measure.
  func perQuery(_ measure: Measure) -> Double? {
    counts.first { $0.measure == measure }?.perQuery
  }
}

extension Measure {
  /// The stages whose instructions are counted, with the workloads of a run.
  ///
  /// Of all names: what people type, and names with a slip; the others take long to emulate, and run
  /// through the same code.
  static func countedInstructions(of workload: String, names: [String]) -> [Measure] {
    var measures = [
      Measure(workload: workload, stage: .locate),
      Measure(workload: workload, stage: .rows, limit: 10),
      Measure(workload: workload, stage: .rows, order: .population, limit: 10),
      .tenCities(workload, .unread), .tenCities(workload, .read),
      .tenMostPopulous(workload, .unread), .tenMostPopulous(workload, .read),
    ]
    if names.contains(workload) { measures += NamesMeasures(workload).all }
    if names.contains("typos") { measures.append(NamesMeasures("typos").unread) }
    return measures
  }
}

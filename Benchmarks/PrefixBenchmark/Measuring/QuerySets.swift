/// Prepares the queries of measures, and answers them once by the reference, untimed.
struct QuerySets {
  private let workloads: [String: Workload]
  private let records: Records
  private let reference: any Subject
  private var prepared: [String: [PreparedQuery]] = [:]

  /// Where all matches of a query are read, one query in so many is asked: the rest of a session
  /// reads much the same again.
  private static let stepForAll = 16

  init(workloads: [Workload], of records: Records, reference: any Subject) {
    self.workloads = Dictionary(uniqueKeysWithValues: workloads.map { ($0.name, $0) })
    self.records = records
    self.reference = reference
  }

  /// The queries of `measure` and the answers to them.
  mutating func set(for measure: Measure) async throws -> QuerySet {
    var queries = prepared[measure.workload] ?? []
    if queries.isEmpty {
      queries = (workloads[measure.workload]?.texts ?? []).map(records.query)
      prepared[measure.workload] = queries
    }
    if measure.readsEverything, queries.count > 100 {
      queries = stride(from: 0, to: queries.count, by: Self.stepForAll).map { queries[$0] }
    }
    if measure.stage == .fold {
      return QuerySet(queries: queries, answers: queries.map { FoldCall().answer(to: $0) })
    }
    guard let stage = Stage(measure, of: reference) else {
      return QuerySet(queries: [], answers: [])
    }
    var answers: [UInt64] = []
    for query in queries { answers.append(try await stage.answer(to: query)) }
    return QuerySet(queries: queries, answers: answers)
  }
}

extension Measure {
  /// Whether every match is looked at, however many there are.
  fileprivate var readsEverything: Bool {
    switch stage {
    case .fold, .locate: false
    case .rows, .cities, .existential: limit == nil
    case .ordered, .decorated: limit == nil || order != .name
    }
  }
}

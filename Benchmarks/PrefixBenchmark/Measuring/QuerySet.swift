/// The queries of one measure with the verified answers to them.
struct QuerySet {
  let queries: [PreparedQuery]
  /// The right answers, query by query; absent for a subject that answers another question.
  let answers: [UInt64]?

  /// The factor of the query at `index` in a sum of answers: odd, so that no bits are lost, and different
  /// for every query, so that swapped answers change the sum.
  @inline(__always)
  static func weight(_ index: Int) -> UInt64 { UInt64(truncatingIfNeeded: index &* 2 &+ 1) }

  /// The weighted sum of the answers to `count` queries from `start` on, `step` apart, cyclically;
  /// `nil` if the answers are not known.
  func sum(from start: Int, count: Int, step: Int = 1) -> UInt64? {
    guard let answers else { return nil }
    var sum: UInt64 = 0
    var index = start
    for _ in 0..<count {
      sum &+= answers[index] &* Self.weight(index)
      index = (index + step) % answers.count
    }
    return sum
  }

  /// The sum of all answers as a row, the same for every subject; none if they are not known.
  func checksum(of measure: Measure) -> [Figure] {
    sum(from: 0, count: queries.count).map {
      [Figure(checksum: $0, of: Figure.Key("all", "answers", measure))]
    } ?? []
  }

  /// Throws if `sum` is known not to be that of the answers.
  func check(_ sum: UInt64, from start: Int, count: Int, step: Int = 1) throws {
    guard let expected = self.sum(from: start, count: count, step: step) else { return }
    guard sum == expected else { throw WrongAnswer() }
  }

  /// The same queries, without answers for a subject that answers another question.
  func asked(of subject: BuiltSubject) -> QuerySet {
    subject.entry.anotherQuestion == nil ? self : QuerySet(queries: queries, answers: nil)
  }
}

/// A timed answer differs from the verified one.
struct WrongAnswer: Error {}

extension Collection where Index == Int {
  /// The distance between about `count` evenly spaced elements.
  ///
  /// It is odd, because typing sessions repeat about every eight queries.
  func step(to count: Int) -> Int { Swift.max(1, self.count / Swift.max(1, count)) | 1 }

  /// About `count` evenly spaced elements.
  func spread(to count: Int) -> [Element] {
    stride(from: startIndex, to: endIndex, by: step(to: count)).map { self[$0] }
  }
}

/// Prepares the queries of measures, and answers them once by the reference, untimed.
struct QuerySets {
  private let workloads: [Workload]
  private let records: Records
  private let reference: any Subject
  private var prepared: [String: [PreparedQuery]] = [:]

  /// Where all matches of a query are read, one query of this many is asked: the other queries of a
  /// session would read much the same matches.
  private static let stepForAll = 16

  init(workloads: [Workload], of records: Records, reference: any Subject) {
    self.workloads = workloads
    self.records = records
    self.reference = reference
  }

  /// The queries of `measure` and the answers to them.
  mutating func set(for measure: Measure) async throws -> QuerySet {
    var queries = prepared[measure.workload] ?? []
    if queries.isEmpty {
      queries = workloads.texts(of: measure.workload).map(records.query)
      prepared[measure.workload] = queries
    }
    if measure.readsEverything, queries.count > 100 {
      queries = stride(from: 0, to: queries.count, by: Self.stepForAll).map { queries[$0] }
    }
    if measure.stage == .fold {
      return QuerySet(queries: queries, answers: queries.map { FoldCall()($0) })
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

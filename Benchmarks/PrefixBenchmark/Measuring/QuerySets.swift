package import CitySearch

/// Prepares the queries of measures, and answers them once by the reference, untimed.
package struct QuerySets {
  package let workloads: [Workload]
  package let records: Records
  let reference: any Subject
  /// The reference for all names.
  var names: CityIndex?
  private(set) var prepared: [String: [PreparedQuery]] = [:]
  /// The matches that the last measure of all names found, before anything was read of them.
  private(set) var found: (measure: Measure, matches: [CityMatches])?

  package init(
    workloads: [Workload], records: Records, reference: any Subject, names: CityIndex? = nil
  ) {
    self.workloads = workloads
    self.records = records
    self.reference = reference
    self.names = names
  }

  /// Where all matches of a query are read, only one of this many queries is asked: the other queries of
  /// a typing session would read much the same matches.
  private static let stepForAll = 16

  package mutating func queries(of workload: String) -> [PreparedQuery] {
    if let known = prepared[workload] { return known }
    let queries = workloads.texts(of: workload).map(records.query)
    prepared[workload] = queries
    return queries
  }

  /// The queries of `measure` and the answers to them; none if the reference does not have its stage.
  package mutating func set(for measure: Measure) async throws -> QuerySet {
    var queries = queries(of: measure.workload)
    if measure.readsEverything, queries.count > 100 {
      queries = stride(from: 0, to: queries.count, by: Self.stepForAll).map { queries[$0] }
    }
    if measure.order == .relevance, let names {
      return QuerySet(queries: queries, answers: answers(to: queries, measure, by: names))
    }
    guard let stage = Stage(measure, of: reference) else {
      return QuerySet(queries: [], answers: [])
    }
    var answers: [UInt64] = []
    for query in queries { answers.append(try await stage.answer(to: query)) }
    return QuerySet(queries: queries, answers: answers)
  }

  /// Searches all names once for all measures that differ only in what is read of the matches.
  private mutating func answers(
    to queries: [PreparedQuery], _ measure: Measure, by names: CityIndex
  ) -> [UInt64] {
    var search = measure
    (search.stage, search.reading) = (.cities, nil)
    if found?.measure != search {
      let typos = measure.typos ?? .automatic
      let matches = queries.map {
        names.search(SearchQuery($0.text, typos: typos, limit: measure.limit))
      }
      found = (search, matches)
    }
    return (found?.matches ?? []).map { matches in
      var digest = AnswerDigest(reading: measure.reading)
      if measure.stage == .rows || measure.stage == .loop {
        for id in matches.ids { digest.add(id: id) }
      } else {
        digest.add(matches)
      }
      return digest.value
    }
  }
}

extension Measure {
  /// Whether every match is looked at, however many there are.
  fileprivate var readsEverything: Bool {
    switch stage {
    case .locate, .loop: false
    case .rows, .cities, .existential: limit == nil
    case .ordered, .decorated: limit == nil || order != .name
    }
  }
}

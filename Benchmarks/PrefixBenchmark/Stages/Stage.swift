import CitySearch
import PrefixSearch

/// A stage of a subject, ready to be called.
enum Stage {
  case synchronous(any StageCall)
  case asynchronous(any AsynchronousStageCall)

  /// The stage that `measure` names; `nil` if `subject` does not have it.
  ///
  /// Folding is no stage of a subject: see ``FoldCall``.
  init?(_ measure: Measure, of subject: any Subject) {
    let (limit, typos, reading) = (measure.limit, measure.typos, measure.reading)
    switch (measure.stage, measure.order) {
    case (.fold, _), (.rows, .distance): return nil
    case (.locate, _):
      guard subject.stages.contains(.locate) else { return nil }
      self = .synchronous(LocateCall(subject: subject))
    case (.rows, .name):
      guard subject.stages.contains(.rows) else { return nil }
      self = .synchronous(RowsCall(subject: subject, limit: limit))
    case (.rows, .population):
      guard let search = subject.search, let limit else { return nil }
      self = .synchronous(MostPopulousCall(search: search, limit: limit))
    case (.rows, .relevance):
      // A list belongs to a node of the gazetteer's own tree, which another engine does not have.
      guard let search = subject.namesSearch, let limit, search.index is RadixTree else {
        return nil
      }
      self = .synchronous(RelevantIDsCall(search: search, limit: limit, typos: typos))
    case (.cities, .relevance):
      guard let search = subject.namesSearch else { return nil }
      self = .synchronous(
        RelevantCitiesCall(search: search, limit: limit, typos: typos, reading: reading))
    case (.cities, _):
      guard subject.stages.contains(.cities) else { return nil }
      self = .synchronous(CitiesCall(subject: subject, limit: limit, reading: reading))
    case (.ordered, let order):
      guard let search = subject.search else { return nil }
      self = .synchronous(
        OrderedCall(search: search, order: CityOrder(order), limit: limit, reading: reading))
    case (.decorated, let order):
      guard let search = subject.search else { return nil }
      let sorted = SortedCitySearch(search, by: CityOrder(order))
      self = .asynchronous(DecoratedCall(search: sorted, limit: limit))
    case (.existential, _):
      guard let search = subject.search else { return nil }
      self = .asynchronous(ExistentialCall(search: search, limit: limit))
    }
  }

  /// The answer to one query, untimed.
  func answer(to query: PreparedQuery) async throws -> UInt64 {
    switch self {
    case .synchronous(let call): call(query)
    case .asynchronous(let call): try await call(query)
    }
  }
}

extension CityOrder {
  /// The origin of distances: the middle of Paris, in a densely settled region.
  private static let origin = Coordinate(validLatitude: 48.853, longitude: 2.349)

  init(_ order: Measure.Order) {
    switch order {
    case .name: self = .name
    case .population: self = .population
    case .distance: self = .distance(from: Self.origin)
    case .relevance: self = .relevance
    }
  }
}

extension AnswerDigest {
  /// The digest of matches, each of which is made for it.
  @inline(__always)
  init(of matches: CityMatches, reading: Measure.Reading? = nil) {
    self.init(reading: reading)
    add(matches)
  }
}

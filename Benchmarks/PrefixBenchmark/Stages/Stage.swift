import CitySearch
import PrefixSearch

/// A stage of a subject, ready to be called.
enum Stage {
  case direct(any StageCall)
  case waiting(any WaitingStageCall)

  /// The stage that `measure` names; `nil` if `subject` does not have it.
  init?(_ measure: Measure, of subject: any Subject) {
    switch measure.stage {
    case .fold:
      return nil
    case .locate:
      guard subject.stages.contains(.locate) else { return nil }
      self = .direct(LocateCall(subject: subject))
    case .rows where measure.order == .relevance:
      // A list takes the place in the gazetteer's own tree, which another engine does not have.
      guard let search = subject.namesSearch, let limit = measure.limit, search.index is RadixTree
      else { return nil }
      self = .direct(RelevantIDsCall(search: search, limit: limit, typos: measure.typos))
    case .cities where measure.order == .relevance:
      guard let search = subject.namesSearch else { return nil }
      self = .direct(
        RelevantCitiesCall(
          search: search, limit: measure.limit, typos: measure.typos, reading: measure.reading))
    case .rows where measure.order != .name:
      guard let search = subject.search, measure.order == .population, let limit = measure.limit
      else { return nil }
      self = .direct(MostPopulousCall(search: search, limit: limit))
    case .rows:
      guard subject.stages.contains(.rows) else { return nil }
      self = .direct(RowsCall(subject: subject, limit: measure.limit))
    case .cities:
      guard subject.stages.contains(.cities) else { return nil }
      self = .direct(
        CitiesCall(subject: subject, limit: measure.limit, reading: measure.reading))
    case .ordered, .decorated, .existential:
      guard let search = subject.search else { return nil }
      let order = CityOrder(measure.order)
      switch measure.stage {
      case .ordered:
        self = .direct(
          OrderedCall(
            search: search, order: order, limit: measure.limit, reading: measure.reading))
      case .decorated:
        self = .waiting(
          DecoratedCall(search: SortedCitySearch(search, by: order), limit: measure.limit))
      default:
        self = .waiting(ExistentialCall(search: search, limit: measure.limit))
      }
    }
  }

  /// The answer to one query, untimed.
  func answer(to query: PreparedQuery) async throws -> UInt64 {
    switch self {
    case .direct(let call): call.answer(to: query)
    case .waiting(let call): try await call.answer(to: query)
    }
  }
}

extension CityOrder {
  /// Where distances are measured from: the middle of Paris, in a densely settled region.
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

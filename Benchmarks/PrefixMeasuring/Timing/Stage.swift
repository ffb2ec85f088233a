package import CitySearch
import PrefixSearch

/// One stage of one subject, ready to be called: takes a query and returns a number that stands for the
/// answer.
///
/// Beside the work of the subject, a timed query costs two dynamic calls, to the stage and to the
/// subject, the same for all subjects.
package enum Stage {
  case synchronous(Call)
  case asynchronous(@Sendable (PreparedQuery) async throws -> UInt64)

  /// A structure around a closure, since an optional closure would take its arguments in another way.
  package struct Call: Sendable {
    fileprivate let answer: @Sendable (PreparedQuery) -> UInt64

    @inline(__always)
    package func callAsFunction(_ query: PreparedQuery) -> UInt64 { answer(query) }
  }

  /// The stage that `measure` names; `nil` if `subject` does not have it.
  package init?(_ measure: Measure, of subject: any Subject) {
    let (limit, reading) = (measure.limit, measure.reading)
    switch (measure.stage, measure.order) {
    case (.locate, _):
      guard subject.stages.contains(.locate) else { return nil }
      self = .synchronous(Call { UInt64(truncatingIfNeeded: subject.locate($0)) })
    case (.rows, .name):
      guard subject.stages.contains(.rows) else { return nil }
      self = .synchronous(
        Call { query in
          var digest = AnswerDigest()
          subject.rows(query, limit: limit, into: &digest)
          return digest.value
        })
    case (.rows, .population):
      guard let search = subject.search, let limit else { return nil }
      self = .synchronous(Call { search.mostPopulousIDs(limit, of: $0).value })
    case (.rows, .relevance):
      // A list belongs to a node of the gazetteer's own tree, which another engine does not have.
      guard let search = subject.namesSearch, let limit, search.searchesStoredTree else {
        return nil
      }
      let typos = measure.typos
      self = .synchronous(Call { search.bestIDs(limit, of: $0, typos: typos).value })
    case (.rows, .distance): return nil
    case (.loop, _):
      guard let search = subject.namesSearch, let limit else { return nil }
      self = .synchronous(
        Call { query in
          var digest = AnswerDigest()
          for match in search.search(for: query.text) {
            // The whole match must be made, even if its id alone is read.
            blackHole(match)
            digest.add(id: match.city.id)
            if digest.count == limit { break }
          }
          return digest.value
        })
    case (.cities, .relevance):
      guard let search = subject.namesSearch else { return nil }
      let typos = measure.typos ?? .automatic
      self = .synchronous(
        Call { query in
          let matches = search.search(SearchQuery(query.text, typos: typos, limit: limit))
          return AnswerDigest(of: matches, reading: reading).value
        })
    case (.cities, let order):
      guard subject.stages.contains(.cities) else {
        guard let search = subject.searchable else { return nil }
        self = Stage(asking: search, CityOrder(order), limit: limit, reading: reading)
        return
      }
      self = .synchronous(
        Call { query in
          var digest = AnswerDigest(reading: reading)
          subject.cities(query.text, limit: limit, into: &digest)
          return digest.value
        })
    case (.ordered, let order):
      let order = CityOrder(order)
      guard let search = subject.search else {
        guard let search = subject.searchable else { return nil }
        self = Stage(asking: search, order, limit: limit, reading: reading)
        return
      }
      self = .synchronous(
        Call { query in
          let matches = search.ownNames(beginningWith: query.text)
            .ordered(by: order, limit: limit)
          return AnswerDigest(of: matches, reading: reading).value
        })
    case (.decorated, let order):
      guard let search = subject.search else { return nil }
      let sorted = SortedCitySearch(search, by: CityOrder(order))
      self = .asynchronous {
        let query = SearchQuery($0.text, names: .own, typos: .never, limit: limit)
        return AnswerDigest(of: try await sorted.search(query)).value
      }
    case (.existential, _):
      guard let search = subject.searchable else { return nil }
      self = .asynchronous {
        AnswerDigest(of: try await search.search(.ownNames($0.text, limit: limit))).value
      }
    }
  }

  /// Own names by a search of one's own, without waiting if it can answer so.
  private init(
    asking search: any CitySearchable, _ order: CityOrder, limit: Int?, reading: Measure.Reading?
  ) {
    guard search.immediateMatches(for: .ownNames("", order: order, limit: 0)) != nil else {
      self = .asynchronous {
        let query = SearchQuery.ownNames($0.text, order: order, limit: limit)
        return AnswerDigest(of: try await search.search(query), reading: reading).value
      }
      return
    }
    self = .synchronous(
      Call { query in
        let matches = search.immediateMatches(
          for: .ownNames(query.text, order: order, limit: limit))
        return AnswerDigest(of: matches ?? CityMatches([]), reading: reading).value
      })
  }

  package var call: Call? {
    if case .synchronous(let call) = self { call } else { nil }
  }

  /// The answer to one query, untimed.
  package func answer(to query: PreparedQuery) async throws -> UInt64 {
    switch self {
    case .synchronous(let call): call(query)
    case .asynchronous(let call): try await call(query)
    }
  }
}

extension SearchQuery {
  /// A query for own names as they are typed.
  package static func ownNames(
    _ text: String, order: CityOrder = .name, limit: Int?
  ) -> SearchQuery {
    SearchQuery(text, names: .own, order: order, typos: .never, limit: limit)
  }
}

extension CityOrder {
  /// The origin of distances: the middle of Paris, in a densely settled region.
  package static let origin = Coordinate(latitude: 48.853, longitude: 2.349)

  package init(_ order: Measure.Order) {
    switch order {
    case .name: self = .name
    case .population: self = .population
    case .distance: self = .distance(from: Self.origin)
    case .relevance: self = .relevance
    }
  }
}

extension OwnNameIndex {
  /// The ids of the most populous matches.
  @inline(__always)
  fileprivate func mostPopulousIDs(_ limit: Int, of query: PreparedQuery) -> AnswerDigest {
    var digest = AnswerDigest()
    let rows = rows(of: query.folded)
    guard let selection = gazetteer.mostPopulous(limit, of: rows) else {
      for row in gazetteer.mostPopulousRows(in: rows, limit: limit) {
        digest.add(id: gazetteer.id(atRow: CityRow(Int(row))))
      }
      return digest
    }
    for position in 0..<selection.count {
      digest.add(id: gazetteer.id(at: position, of: selection))
    }
    return digest
  }
}

extension CityIndex {
  /// The ids of the best matches by relevance.
  ///
  /// The best names that begin with the text answer most keystrokes, from folded bytes. All other queries
  /// take the search, which starts from the text.
  @inline(__always)
  fileprivate func bestIDs(
    _ limit: Int, of query: PreparedQuery, typos: TypoTolerance?
  ) -> AnswerDigest {
    var digest = AnswerDigest()
    // Fewer cities than were asked for may be followed by corrected ones.
    var ids = InlineArray<10, City.ID>(repeating: 0)
    var room = ids.mutableSpan
    if let count = copyBestIDs(of: query.folded, to: &room), count >= limit || typos == .never {
      for position in 0..<min(count, limit) { digest.add(id: ids[position]) }
      return digest
    }
    let query = SearchQuery(query.text, typos: typos ?? .automatic, limit: limit)
    for id in search(query).ids { digest.add(id: id) }
    return digest
  }
}

package import CitySearch
package import PrefixSearch

/// What is measured, as the stages that it can answer.
///
/// Only the stages that it declares are called, and those of a search that it has. All answers are added to a
/// digest, by which they are checked while they are timed.
///
/// The methods are timed: they should do the work that a user of the subject needs, and no more.
package protocol Subject: Sendable {
  /// The stages that the subject can answer itself, of `locate`, `rows` and `cities`.
  var stages: Set<Measure.Stage> { get }

  /// An index behind the interface of this package, for own names, if it is one.
  var search: OwnNameIndex? { get }

  /// A search for cities by own names and by text, if it is one.
  var searchable: (any CitySearchable)? { get }

  /// A search over all names, which has the stages `rows`, `cities` and `loop` in the order of relevance.
  var namesSearch: CityIndex? { get }

  /// Stage `locate`: finds how many records match.
  func locate(_ query: PreparedQuery) -> Int

  /// Stage `rows`: finds the ids of the first matches in canonical order; all of them without a limit.
  func rows(_ query: PreparedQuery, limit: Int?, into digest: inout AnswerDigest)

  /// Stage `cities`: finds the first matches of a text, in canonical order; all of them without a
  /// limit. Each is made as a city with its name and its highlight.
  func cities(_ text: String, limit: Int?, into digest: inout AnswerDigest)
}

extension Subject {
  package var stages: Set<Measure.Stage> { [] }
  package var search: OwnNameIndex? { nil }
  package var searchable: (any CitySearchable)? { search }
  package var namesSearch: CityIndex? { nil }

  // Stages that a subject does not declare are never called.
  package func locate(_ query: PreparedQuery) -> Int { 0 }
  package func rows(_ query: PreparedQuery, limit: Int?, into digest: inout AnswerDigest) {}
  package func cities(_ text: String, limit: Int?, into digest: inout AnswerDigest) {}
}

/// A query that has been folded: the input of the stages after folding.
package struct PreparedQuery: Sendable {
  package let text: String
  /// The bytes that keys begin with if they match.
  package let folded: FoldedQuery

  package init(_ text: String) {
    self.text = text
    folded = FoldedQuery(text)
  }

  /// A query of the bytes of a text, for keys that are compared byte by byte.
  package init(unfolded text: String) {
    self.text = text
    folded = FoldedQuery(copying: text.utf8.span)
  }
}

/// A prefix index over the gazetteer, called as users of the package call it.
package struct IndexSubject: Subject {
  package let index: any PrefixIndex
  private let cityIndex: OwnNameIndex

  package init(_ index: any PrefixIndex, over gazetteer: Gazetteer) {
    self.index = index
    cityIndex = OwnNameIndex(gazetteer, index: index)
  }

  package var stages: Set<Measure.Stage> { [.locate, .rows, .cities] }
  package var search: OwnNameIndex? { cityIndex }

  package func locate(_ query: PreparedQuery) -> Int {
    query.folded.withBytes { index.range(of: $0) }.count
  }

  package func rows(_ query: PreparedQuery, limit: Int?, into digest: inout AnswerDigest) {
    for row in cityIndex.rows(of: query.folded).prefix(limit ?? .max) {
      digest.add(id: cityIndex.gazetteer.id(atRow: row))
    }
  }

  package func cities(_ text: String, limit: Int?, into digest: inout AnswerDigest) {
    digest.add(cityIndex.ownNames(beginningWith: text, limit: limit))
  }
}

/// A search of one's own, which is asked with texts only.
package struct SearchSubject: Subject {
  package let searchable: (any CitySearchable)?

  package init(_ search: any CitySearchable) { searchable = search }
}

/// The search over all names, called as users of the package call it.
package struct NamesSubject: Subject {
  package let namesSearch: CityIndex?

  package init(_ cities: CityIndex) { namesSearch = cities }
}

/// A prefix index over keys that are not names: its answers are line numbers.
package struct KeySubject: Subject {
  package let index: any PrefixIndex
  package let lines: KeyLines

  package var stages: Set<Measure.Stage> { [.locate, .rows] }

  package func locate(_ query: PreparedQuery) -> Int {
    query.folded.withBytes { index.range(of: $0) }.count
  }

  package func rows(_ query: PreparedQuery, limit: Int?, into digest: inout AnswerDigest) {
    for row in query.folded.withBytes({ index.range(of: $0) }).prefix(limit ?? .max) {
      digest.add(number: lines.number(atRow: row))
    }
  }
}

// MARK: - Building

/// An engine as it was built: what is weighed, and what is measured through a ``Subject``.
package enum BuiltEngine: Sendable {
  case index(any PrefixIndex)
  case search(any CitySearchable)
}

/// The input from which all subjects are built.
///
/// Making it is not part of any subject's build time.
package struct SubjectInput: Sendable {
  package let records: Records
  /// The keys of the records' rows.
  package let keys: SortedKeys

  package init(records: Records, keys: SortedKeys) {
    self.records = records
    self.keys = keys
  }

  package init(gazetteer: Gazetteer, keys: SortedKeys) {
    self.init(records: .cities(gazetteer), keys: keys)
  }

  /// The cities, for subjects that need some: they are never built over other keys.
  package var gazetteer: Gazetteer {
    guard case .cities(let gazetteer) = records else {
      preconditionFailure("A subject that needs cities must not be built over keys.")
    }
    return gazetteer
  }

  /// An engine as a subject that finds records.
  package func subject(_ engine: BuiltEngine) -> any Subject {
    switch (engine, records) {
    case (.index(let index), .cities(let gazetteer)): IndexSubject(index, over: gazetteer)
    case (.index(let index), .keys(let lines)): KeySubject(index: index, lines: lines)
    case (.search(let search), _): SearchSubject(search)
    }
  }

  /// The ids or line numbers of all matches of a query, by comparing every record with it.
  package func scanned(_ query: PreparedQuery) -> AnswerDigest {
    var digest = AnswerDigest()
    switch records {
    case .cities(let gazetteer):
      for id in LinearScan(gazetteer).ownNames(beginningWith: query.text).ids { digest.add(id: id) }
    case .keys(let lines):
      query.folded.withBytes { prefix in
        for row in 0..<lines.count where lines.hasPrefix(prefix, atRow: row) {
          digest.add(number: lines.number(atRow: row))
        }
      }
    }
    return digest
  }
}

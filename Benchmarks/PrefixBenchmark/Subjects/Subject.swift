package import CitySearch
package import PrefixSearch

/// A search for cities by prefix under measurement: an engine, the baseline, or an alternative to them.
///
/// A subject need not be a `PrefixIndex`. Only the stages that it declares are called. All answers are
/// added to a digest, by which they are checked while they are timed.
///
/// The methods are timed: they should do the work that a user of the subject needs, and no more.
package protocol Subject: Sendable {
  /// The stages that the subject can answer, of `locate`, `rows` and `cities`. All other stages are derived
  /// from `search`, and exist if that is not `nil`.
  var stages: Set<Measure.Stage> { get }

  /// The exact bytes of its structure by part, without the gazetteer, which all share; `nil` if
  /// unknown. A subject that needs no structure has no parts.
  var memoryFootprint: MemoryFootprint? { get }

  var nodeCount: Int? { get }

  /// The subject behind the interface of this package, for own names, if possible.
  var search: CityIndex? { get }

  /// A search over all names, which has the stages `rows` and `cities` in the order of relevance.
  var namesSearch: CityIndex? { get }

  /// Stage `locate`: finds how many cities match.
  func locate(_ query: PreparedQuery) -> Int

  /// Stage `rows`: finds the ids of the first matches in canonical order; all of them without a limit.
  func rows(_ query: PreparedQuery, limit: Int?, into digest: inout AnswerDigest)

  /// Stage `cities`: finds the first matches of a text, in canonical order; all of them without a
  /// limit. Each is made as a city with its name and its highlight.
  func cities(_ text: String, limit: Int?, into digest: inout AnswerDigest)
}

extension Subject {
  package var nodeCount: Int? { nil }
  package var search: CityIndex? { nil }
  package var namesSearch: CityIndex? { nil }

  // Stages that a subject does not declare are never called.
  package func locate(_ query: PreparedQuery) -> Int { 0 }
  package func rows(_ query: PreparedQuery, limit: Int?, into digest: inout AnswerDigest) {}
  package func cities(_ text: String, limit: Int?, into digest: inout AnswerDigest) {}
}

/// A query that has been folded: the input of the stages after folding.
///
/// A subject that folds in another way, or not at all, uses the text.
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
  let index: any PrefixIndex
  private let cityIndex: CityIndex

  package init(_ index: any PrefixIndex, over gazetteer: Gazetteer) {
    self.index = index
    cityIndex = CityIndex(gazetteer, index: index)
  }

  package var stages: Set<Measure.Stage> { [.locate, .rows, .cities] }
  package var memoryFootprint: MemoryFootprint? { index.memoryFootprint }
  package var search: CityIndex? { cityIndex }

  package var nodeCount: Int? { index.nodesIfTree }

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

extension PrefixIndex {
  var nodesIfTree: Int? {
    switch self {
    case let tree as RadixTree: tree.nodeCount
    case let trie as PointerTrie: trie.nodeCount
    default: nil
    }
  }
}

/// The search over all names, called as users of the package call it.
struct NamesSubject: Subject {
  let namesSearch: CityIndex?

  init(_ cities: CityIndex) { namesSearch = cities }

  var stages: Set<Measure.Stage> { [] }
  var memoryFootprint: MemoryFootprint? { namesSearch?.allNamesFootprint }
}

/// A prefix index over keys that are not names: its answers are line numbers.
struct KeySubject: Subject {
  let index: any PrefixIndex
  let lines: KeyLines

  var stages: Set<Measure.Stage> { [.locate, .rows] }
  var memoryFootprint: MemoryFootprint? { index.memoryFootprint }
  var nodeCount: Int? { index.nodesIfTree }

  func locate(_ query: PreparedQuery) -> Int {
    query.folded.withBytes { index.range(of: $0) }.count
  }

  func rows(_ query: PreparedQuery, limit: Int?, into digest: inout AnswerDigest) {
    for row in query.folded.withBytes({ index.range(of: $0) }).prefix(limit ?? .max) {
      digest.add(number: lines.number(atRow: row))
    }
  }
}

struct KeyScan: Subject {
  let lines: KeyLines

  var stages: Set<Measure.Stage> { [.locate, .rows] }
  var memoryFootprint: MemoryFootprint? { MemoryFootprint([]) }

  func locate(_ query: PreparedQuery) -> Int {
    query.folded.withBytes { prefix in
      (0..<lines.count).count { lines.hasPrefix(prefix, atRow: $0) }
    }
  }

  func rows(_ query: PreparedQuery, limit: Int?, into digest: inout AnswerDigest) {
    let limit = limit ?? .max
    query.folded.withBytes { prefix in
      for row in 0..<lines.count where lines.hasPrefix(prefix, atRow: row) {
        guard digest.count < limit else { return }
        digest.add(number: lines.number(atRow: row))
      }
    }
  }
}

import CitySearch
import PrefixSearch

/// A prefix index over the gazetteer, called as users of the package call it.
struct IndexSubject: Subject {
  let index: any PrefixIndex
  private let cityIndex: CityIndex

  init(_ index: any PrefixIndex, over gazetteer: Gazetteer) {
    self.index = index
    cityIndex = CityIndex(gazetteer, index: index)
  }

  var stages: Set<Measure.Stage> { [.locate, .rows, .cities] }
  var memoryFootprint: MemoryFootprint? { index.memoryFootprint }
  var search: CityIndex? { cityIndex }

  var nodeCount: Int? { index.nodesIfTree }

  func locate(_ query: PreparedQuery) -> Int {
    query.folded.withBytes { index.range(of: $0) }.count
  }

  func rows(_ query: PreparedQuery, limit: Int?, into digest: inout AnswerDigest) {
    for row in cityIndex.rows(of: query.folded).prefix(limit ?? .max) {
      digest.add(id: cityIndex.gazetteer.id(atRow: row))
    }
  }

  func cities(_ text: String, limit: Int?, into digest: inout AnswerDigest) {
    digest.add(cityIndex.search(for: text, limit: limit))
  }
}

extension PrefixIndex {
  /// The number of nodes, if it is a tree.
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
  private let completer: CityCompleter

  init(_ completer: CityCompleter) { self.completer = completer }

  var stages: Set<Measure.Stage> { [] }
  var memoryFootprint: MemoryFootprint? { completer.index.memoryFootprint }
  var namesSearch: CityCompleter? { completer }
}

/// A prefix index over keys that are not names: its answers are line numbers.
struct KeySubject: Subject {
  private let index: any PrefixIndex
  private let lines: KeyLines

  init(_ index: any PrefixIndex, over lines: KeyLines) {
    self.index = index
    self.lines = lines
  }

  var stages: Set<Measure.Stage> { [.locate, .rows] }
  var memoryFootprint: MemoryFootprint? { index.memoryFootprint }
  var nodeCount: Int? { index.nodesIfTree }

  func locate(_ query: PreparedQuery) -> Int {
    query.folded.withBytes { index.range(of: $0) }.count
  }

  func rows(_ query: PreparedQuery, limit: Int?, into digest: inout AnswerDigest) {
    for row in query.folded.withBytes({ index.range(of: $0) }).prefix(limit ?? .max) {
      digest.add(id: lines.number(atRow: row))
    }
  }
}

/// Every key compared with every query.
struct KeyScan: Subject {
  let lines: KeyLines

  var stages: Set<Measure.Stage> { [.locate, .rows] }
  var looksAtEveryName: Bool { true }
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
        digest.add(id: lines.number(atRow: row))
      }
    }
  }
}

import CitySearch
import PrefixSearch

/// A prefix index over the gazetteer, asked as users of the package ask it.
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

/// The search over all names, asked as users of the package ask it.
struct NamesSubject: Subject {
  private let completer: CityCompleter

  init(_ completer: CityCompleter) { self.completer = completer }

  var stages: Set<Measure.Stage> { [] }
  var memoryFootprint: MemoryFootprint? { completer.index.memoryFootprint }
  var namesSearch: CityCompleter? { completer }
}

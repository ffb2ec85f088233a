package import PrefixSearch

/// The engines: three structures that give the same answers at different cost.
///
/// The raw value is the engine's name in tables and on command lines.
@nonexhaustive
public enum Engine: String, CaseIterable, Sendable {
  /// The smallest and fastest, and the default: `PrefixSearch.RadixTree`.
  case radixTree = "RadixTree"
  /// Simple and fast: `PrefixSearch.SortedArray`.
  case sortedArray = "SortedArray"
  /// The textbook structure, for comparison: `PrefixSearch.PointerTrie`.
  case pointerTrie = "PointerTrie"
}

/// An engine over own names alone, which the benchmark measures and compares with others: its rows are those of the
/// cities.
package struct OwnNameIndex: Sendable {
  /// The cities.
  package let gazetteer: Gazetteer
  private let index: SearchedIndex

  /// Takes an index over the gazetteer's ``Gazetteer/sortedKeys()``.
  package init<Index: PrefixIndex>(_ gazetteer: Gazetteer, index: Index) {
    precondition(
      index.count == gazetteer.count,
      "The index must have \(gazetteer.count) rows, as the gazetteer has cities, got \(index.count)."
    )
    self.gazetteer = gazetteer
    self.index = .of(index)
  }

  /// As ``CityIndex/rows(of:)``.
  @inline(__always)
  package func rows(of prefix: borrowing FoldedQuery) -> Range<CityRow> {
    Range(rows: prefix.withBytes { index.range(of: $0) })
  }

  /// As ``CityIndex/ownNames(beginningWith:limit:)``.
  package func ownNames(beginningWith text: String, limit: Int? = nil) -> CityMatches {
    let prefix = FoldedQuery(text)
    return CityMatches(of: prefix, rows: rows(of: prefix), in: gazetteer, limit: limit)
  }
}

#if !hasFeature(Embedded)
extension Engine {
  /// Builds the engine's index.
  ///
  /// - Parameter keys: The keys of a gazetteer, from ``Gazetteer/sortedKeys()``, or any other.
  /// - Returns: The index.
  /// - Complexity: O(*b*), where *b* is the length of all distinct keys in bytes.
  package func makeIndex(over keys: SortedKeys) -> any PrefixIndex {
    switch self {
    case .radixTree: RadixTree(keys)
    case .sortedArray: SortedArray(keys)
    case .pointerTrie: PointerTrie(keys)
    }
  }
}

extension OwnNameIndex: CitySearchable {
  /// Own names that begin with the text, in order; by relevance in that of names.
  package func search(_ query: SearchQuery) -> CityMatches {
    ownNames(beginningWith: query.text).refined(by: query)
  }

  package func search(for text: String, limit: Int?) -> CityMatches {
    ownNames(beginningWith: text, limit: limit)
  }

  package func immediateMatches(for query: SearchQuery) -> CityMatches? { search(query) }
}
#endif

/// A linear scan that folds and compares every name: the reference implementation.
///
/// It shares only the folding with the engines, so tests and the benchmark compare them with it.
package struct LinearScan: Sendable {
  /// The cities.
  package let gazetteer: Gazetteer

  /// Takes the cities; nothing is built.
  package init(_ gazetteer: Gazetteer) { self.gazetteer = gazetteer }

  /// Finds the cities whose name begins with `text`, in canonical order.
  ///
  /// - Parameters:
  ///   - text: The typed text; it is folded like the names.
  ///   - limit: The greatest number of matches; `nil` for all.
  /// - Returns: The matches.
  /// - Complexity: O(*b*), where *b* is the length of all names in bytes.
  package func ownNames(beginningWith text: String, limit: Int? = nil) -> CityMatches {
    let prefix = FoldedQuery(text)
    let rows = rows(of: prefix)
    let matches = rows.map { gazetteer.table.match(atRow: $0, by: TypedPrefix(prefix)) }
    return CityMatches(matches).filtered(by: CityFilter(), limit: limit)
  }

  /// The rows whose key begins with `prefix`.
  private func rows(of prefix: FoldedQuery) -> [CityRow] {
    let wanted = prefix.bytes
    return gazetteer.indices.filter { row in
      Folding.key(of: gazetteer[row].name).starts(with: wanted)
    }
  }
}

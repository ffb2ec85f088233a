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

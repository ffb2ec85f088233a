/// A linear scan that folds and compares every name: the reference implementation.
///
/// It shares only the folding with the engines, so tests and the benchmark compare them with it.
package struct LinearScan: CitySearchable {
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
  package func search(for text: String, limit: Int? = nil) -> CityMatches {
    let prefix = FoldedQuery(text)
    let rows = rows(of: prefix)
    return CityMatches(
      of: TypedPrefix(prefix), .rows(rows, gazetteer), total: .exactly(rows.count), limit: limit)
  }

  /// Answers a query about own names by the scan, and any other as ``CityIndex`` does.
  ///
  /// - Parameter query: The query.
  /// - Returns: The matches.
  /// - Complexity: O(*b*), where *b* is the length of all names in bytes.
  package func search(_ query: SearchQuery) -> CityMatches {
    guard query.isAboutOwnNames else { return CityCompleter(gazetteer).search(query) }
    return search(for: query.text).filtered(by: query.filter)
      .ordered(by: query.order, limit: query.limit)
  }

  /// Own names in canonical order.
  package func query(for text: String, limit: Int?) -> SearchQuery {
    .canonical(text, limit: limit)
  }

  /// The rows whose key begins with `prefix`.
  private func rows(of prefix: FoldedQuery) -> [UInt32] {
    let wanted = prefix.bytes
    return gazetteer.indices.filter { row in
      Folding.key(of: gazetteer[row].name).starts(with: wanted)
    }.map { UInt32($0.rawValue) }
  }
}

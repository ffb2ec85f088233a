public import PrefixSearch

/// A gazetteer with one of the engines over its own names.
///
/// ```swift
/// let cities = CityIndex(try Gazetteer(contentsOf: file))
/// for match in cities.search(for: "são pau", limit: 10) {
///   print(match.city.name, match.city.countryCode)
/// }
/// ```
///
/// The value is immutable; any number of tasks may search at once.
public struct CityIndex: CitySearchable {
  /// The cities.
  public let gazetteer: Gazetteer
  /// The index over the own names; one that is none of this package's ``Engine``s is wrapped in a
  /// decorator that clamps its rows to those of the gazetteer.
  public let index: any PrefixIndex

  /// Builds an index over `gazetteer`.
  ///
  /// - Parameters:
  ///   - gazetteer: The cities to search.
  ///   - engine: The structure to build.
  /// - Complexity: O(*b*), where *b* is the length of all names in bytes; O(1) for the radix tree, which
  ///   the gazetteer contains.
  public init(_ gazetteer: Gazetteer, engine: Engine = .radixTree) {
    self.init(
      gazetteer,
      index: engine == .radixTree
        ? gazetteer.table.radixTree : engine.makeIndex(over: gazetteer.sortedKeys()))
  }

  /// Searches with a prebuilt index.
  ///
  /// - Parameters:
  ///   - gazetteer: The cities to search.
  ///   - index: An index over the gazetteer's ``Gazetteer/sortedKeys()``.
  /// - Precondition: The index has as many rows as the gazetteer has cities.
  public init(_ gazetteer: Gazetteer, index: any PrefixIndex) {
    precondition(
      index.count == gazetteer.count,
      "The index must have \(gazetteer.count) rows, as the gazetteer has cities, got \(index.count)."
    )
    self.gazetteer = gazetteer
    self.index = index.bounded
  }

  /// Finds the cities whose name begins with `text`, in canonical order.
  ///
  /// Nothing is copied or sorted: the result is the range of matching rows, and makes cities lazily.
  ///
  /// - Parameters:
  ///   - text: The typed text; it is folded like the names.
  ///   - limit: The greatest number of matches; `nil` for all. A negative limit gives none.
  /// - Returns: The matches.
  /// - Complexity: That of the engine's lookup, independent of the number of matches. No memory is
  ///   allocated for queries of up to 40 bytes.
  public func search(for text: String, limit: Int? = nil) -> CityMatches {
    let prefix = FoldedQuery(text)
    return CityMatches(of: prefix, rows: rows(of: prefix), in: gazetteer, limit: limit)
  }

  /// Answers a query.
  ///
  /// This index answers queries about own names, in an order other than relevance and without typo
  /// tolerance; a ``CityCompleter`` over the same gazetteer answers all others.
  ///
  /// - Parameter query: The query.
  /// - Returns: The matches.
  /// - Complexity: That of the engine's lookup and of ``CityMatches/ordered(by:limit:)``.
  public func search(_ query: SearchQuery) -> CityMatches {
    search(query, folded: FoldedQuery(query.text))
  }

  /// Answers a query whose text is folded already, which a session does once for all its sources.
  package func search(_ query: SearchQuery, folded: FoldedQuery) -> CityMatches {
    guard query.isAboutOwnNames else {
      return CityCompleter(gazetteer).search(query, folded: folded)
    }
    let isPlain = query.order == .name && query.filter.isEmpty
    let all = CityMatches(
      of: folded, rows: rows(of: folded), in: gazetteer, limit: isPlain ? query.limit : nil)
    if isPlain { return all }
    if query.filter.isEmpty { return all.ordered(by: query.order, limit: query.limit) }
    let matches = all.filtered(by: query.filter, limit: query.limit)
    return query.order == .name ? matches : matches.ordered(by: query.order)
  }

  /// Own names in canonical order.
  public func query(for text: String, limit: Int?) -> SearchQuery {
    .canonical(text, limit: limit)
  }

  /// Whether answers come from memory: yes, within a microsecond.
  public var answersImmediately: Bool { true }

  /// The rows of the cities whose key begins with `prefix`.
  ///
  /// - Complexity: That of the engine's lookup.
  @inline(__always)
  package func rows(of prefix: FoldedQuery) -> Range<CityRow> {
    Range(rows: prefix.withBytes { index.range(of: $0) })
  }
}

public import PrefixSearch
internal import Synchronization

/// The cities of a gazetteer, searched in memory by one engine.
///
/// ```swift
/// let cities = CityIndex(try Gazetteer(contentsOf: file))
/// for match in cities.search(for: "münchen").prefix(10) {
///   print(match.city.name, match.name.text)  // Munich München
/// }
/// ```
///
/// It finds the city that a user means: by any of its names, with or without its region, and despite small
/// typos, the most likely first. The article <doc:FindingCities> defines what is found and in which order.
/// A ``SearchQuery`` asks for other names, orders and filters; ``ownNames(beginningWith:limit:)`` is the
/// lookup of the engine by itself.
///
/// The gazetteer contains the radix trees over its names, so creating an index of the default engine costs
/// nothing. The value is immutable; any number of tasks may search at once.
public struct CityIndex: CitySearchable {
  /// The cities.
  public let gazetteer: Gazetteer
  /// The index over the own names.
  ///
  /// An index of another module is wrapped in a decorator that clamps its rows to those of the gazetteer.
  package let index: any PrefixIndex
  /// The indexes of another engine; `nil` for the radix trees of the gazetteer.
  let others: OtherIndexes?

  /// Searches the cities of a gazetteer.
  ///
  /// - Parameters:
  ///   - gazetteer: The cities to search.
  ///   - engine: The structure to find names with. All give the same answers.
  /// - Complexity: O(1) for the radix tree, which the gazetteer contains; otherwise O(*b*), where *b* is
  ///   the length of the own names in bytes. The index over all names is built when a query needs it.
  public init(_ gazetteer: Gazetteer, engine: Engine = .radixTree) {
    guard engine != .radixTree else {
      self.init(gazetteer, others: nil)
      return
    }
    self.init(
      gazetteer,
      others: OtherIndexes(engine.makeIndex(over: gazetteer.sortedKeys())) {
        engine.makeIndex(over: gazetteer.sortedNameKeys())
      })
  }

  /// Searches with an engine of your own.
  ///
  /// - Parameters:
  ///   - gazetteer: The cities to search.
  ///   - index: An index over the gazetteer's ``Gazetteer/sortedKeys()``.
  ///   - allNames: An index over the gazetteer's ``Gazetteer/sortedNameKeys()``; `nil` to build one of the
  ///     same type as `index`, when a query needs it.
  /// - Precondition: `index` has as many rows as the gazetteer has cities, and `allNames` as many as it has
  ///   names.
  public init(
    _ gazetteer: Gazetteer, index: any PrefixIndex, allNames: (any PrefixIndex)? = nil
  ) {
    precondition(
      index.count == gazetteer.count,
      "The index must have \(gazetteer.count) rows, as the gazetteer has cities, got \(index.count)."
    )
    let nameCount = gazetteer.nameCount
    precondition(
      allNames?.count ?? nameCount == nameCount,
      "allNames must have \(nameCount) rows, as the gazetteer has names, got \(allNames?.count ?? 0)."
    )
    self.init(
      gazetteer,
      others: OtherIndexes(index.bounded) {
        if let allNames { return allNames.bounded }
        return type(of: index).init(gazetteer.sortedNameKeys()).bounded
      })
  }

  init(_ gazetteer: Gazetteer, others: OtherIndexes?) {
    self.gazetteer = gazetteer
    self.others = others
    index = others?.own.index ?? gazetteer.table.radixTree
  }

  /// The index over all names.
  ///
  /// - Complexity: O(1), but the first time O(*b*) for another engine than the radix tree, where *b* is the
  ///   length of all names in bytes.
  package var allNamesIndex: any PrefixIndex {
    others?.all.index ?? gazetteer.table.nameTable.tree.radixTree
  }
}

/// The indexes of one engine over own names and over all names.
///
/// A class, so that `nil`, for the trees of the gazetteer, is cheap to copy.
final class OtherIndexes: Sendable {
  /// The index over own names.
  let own: SearchedIndex
  private let makeAll: @Sendable () -> any PrefixIndex
  private let known = AtomicLazyReference<SearchedIndex>()
  private let building = Mutex(())

  init(_ own: any PrefixIndex, makeAll: @escaping @Sendable () -> any PrefixIndex) {
    self.own = SearchedIndex(own)
    self.makeAll = makeAll
  }

  /// The index over all names, built by the first search that needs it, while others wait.
  var all: SearchedIndex {
    if let known = known.load() { return known }
    return building.withLock { _ in
      known.load() ?? known.storeIfNil(SearchedIndex(makeAll()))
    }
  }
}

/// An index of any type, and what searches found out about it.
final class SearchedIndex: Sendable {
  let index: any PrefixIndex
  /// The texts for which this index lately had no similar name.
  let misses = MissCache()

  init(_ index: any PrefixIndex) { self.index = index }
}

// MARK: - Searching

extension CityIndex {
  /// Finds cities by a typed text, the most likely first.
  ///
  /// - Parameters:
  ///   - text: The typed text.
  ///   - limit: The greatest number of matches; `nil` for all. A negative limit gives none.
  /// - Returns: The matches.
  /// - Complexity: That of ``search(_:)``.
  public func search(for text: String, limit: Int? = nil) -> CityMatches {
    search(SearchQuery(text, limit: limit))
  }

  /// Finds the cities whose own name begins with `text`, in canonical order: the answer of the engine.
  ///
  /// Nothing is copied or sorted: the result is the range of matching rows, and makes cities lazily.
  ///
  /// - Parameters:
  ///   - text: The typed text; it is folded like the names.
  ///   - limit: The greatest number of matches; `nil` for all. A negative limit gives none.
  /// - Returns: The matches.
  /// - Complexity: That of the engine's lookup, independent of the number of matches. No memory is
  ///   allocated for queries of up to 40 bytes.
  public func ownNames(beginningWith text: String, limit: Int? = nil) -> CityMatches {
    let prefix = FoldedQuery(text)
    return CityMatches(of: prefix, rows: rows(of: prefix), in: gazetteer, limit: limit)
  }

  /// The rows of the cities whose own key begins with `prefix`.
  ///
  /// - Complexity: That of the engine's lookup.
  @inline(__always)
  package func rows(of prefix: borrowing FoldedQuery) -> Range<CityRow> {
    Range(rows: prefix.withBytes { index.range(of: $0) })
  }
}

public import PrefixSearch

/// The cities of a gazetteer, searched in memory by one engine.
///
/// ```swift
/// let cities = CityIndex(try Gazetteer(mapping: file))
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
public struct CityIndex: Sendable {
  /// The cities.
  public let gazetteer: Gazetteer
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
    let others: OtherIndexes? =
      switch engine {
      case .radixTree: nil
      case .sortedArray: OtherIndexes(SortedArray(gazetteer.sortedKeys()), for: gazetteer)
      case .pointerTrie: OtherIndexes(PointerTrie(gazetteer.sortedKeys()), for: gazetteer)
      }
    self.init(gazetteer, others: others)
  }

  /// Searches with an engine of your own.
  ///
  /// The index over all names, of the same type, is built when a query needs it.
  ///
  /// - Parameters:
  ///   - gazetteer: The cities to search.
  ///   - index: An index over the gazetteer's ``Gazetteer/sortedKeys()``.
  /// - Precondition: `index` has as many rows as the gazetteer has cities.
  public init<Index: PrefixIndex>(_ gazetteer: Gazetteer, index: Index) {
    Self.check(index.count, gazetteer)
    self.init(gazetteer, others: OtherIndexes(index, for: gazetteer))
  }

  /// Searches with two indexes of your own.
  ///
  /// - Parameters:
  ///   - gazetteer: The cities to search.
  ///   - index: An index over the gazetteer's ``Gazetteer/sortedKeys()``.
  ///   - allNames: An index over the gazetteer's ``Gazetteer/sortedNameKeys()``.
  /// - Precondition: `index` has as many rows as the gazetteer has cities, and `allNames` as many as it has
  ///   names.
  public init<Index: PrefixIndex, AllNames: PrefixIndex>(
    _ gazetteer: Gazetteer, index: Index, allNames: AllNames
  ) {
    Self.check(index.count, gazetteer)
    precondition(
      allNames.count == gazetteer.nameCount,
      "allNames must have \(gazetteer.nameCount) rows, as the gazetteer has names, got \(allNames.count)."
    )
    let others = OtherIndexes(.of(index)) { .of(allNames) }
    self.init(gazetteer, others: others)
  }

  private static func check(_ count: Int, _ gazetteer: Gazetteer) {
    precondition(
      count == gazetteer.count,
      "The index must have \(gazetteer.count) rows, as the gazetteer has cities, got \(count).")
  }

  init(_ gazetteer: Gazetteer, others: OtherIndexes?) {
    self.gazetteer = gazetteer
    self.others = others
  }

  /// Whether the trees are searched that the gazetteer contains.
  package var searchesStoredTrees: Bool { others == nil }

  /// The memory of the index over own names.
  package var ownNamesFootprint: MemoryFootprint {
    others?.own.memoryFootprint ?? gazetteer.table.ownTree.radixTree.memoryFootprint
  }

  /// The memory of the index over all names, which is built if it was not needed yet.
  package var allNamesFootprint: MemoryFootprint {
    others?.all.memoryFootprint ?? gazetteer.table.nameTable.tree.radixTree.memoryFootprint
  }
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
    Range(
      rows: prefix.withBytes {
        others?.own.range(of: $0) ?? gazetteer.table.ownTree.radixTree.range(of: $0)
      })
  }
}

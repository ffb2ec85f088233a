public import PrefixSearch

/// Finds the city that a user means: by any of its names, with or without its region after the name,
/// and despite small typos; the most likely first.
///
/// ```swift
/// let cities = CityCompleter(try Gazetteer.geoNames())
/// for match in cities.search(for: "münchen", limit: 10) {
///   print(match.city.name, match.name.text)  // Munich München
/// }
/// ```
///
/// The article <doc:FindingCities> defines what is found and in which order. The indexes are stored in
/// the gazetteer, so creating a completer costs nothing. The value is immutable; any number of tasks may
/// search at once.
public struct CityCompleter: CitySearchable {
  /// The cities.
  public let gazetteer: Gazetteer
  /// An index over all names by another engine; `nil` for the radix tree of the gazetteer.
  let otherIndex: IndexBox?

  /// An index of any type behind one reference, so that `nil` is cheap to copy.
  final class IndexBox: Sendable {
    let index: any PrefixIndex
    /// The texts for which this index lately had no similar name.
    let misses = MissCache()
    /// Whether the same lookup always gives the same rows, so that a part of an answer may be found later.
    let isRepeatable: Bool

    init(_ index: any PrefixIndex) {
      self.index = index
      isRepeatable = index.isEngine
    }
  }

  /// Searches the names of a gazetteer.
  ///
  /// - Parameters:
  ///   - gazetteer: The cities to search.
  ///   - engine: The structure to find names with. All give the same answers.
  /// - Complexity: O(1) for the radix tree, which the gazetteer contains; otherwise O(*b*), where *b* is
  ///   the length of all names in bytes.
  public init(_ gazetteer: Gazetteer, engine: Engine = .radixTree) {
    self.gazetteer = gazetteer
    otherIndex =
      engine == .radixTree ? nil : IndexBox(engine.makeIndex(over: gazetteer.sortedNameKeys()))
  }

  /// Searches with a prebuilt index.
  ///
  /// - Parameters:
  ///   - gazetteer: The cities to search.
  ///   - index: An index over the gazetteer's ``Gazetteer/sortedNameKeys()``.
  /// - Precondition: The index has as many rows as the gazetteer has names.
  public init(_ gazetteer: Gazetteer, index: any PrefixIndex) {
    let count = gazetteer.table.nameTable.count
    precondition(
      index.count == count,
      "The index must have \(count) rows, as the gazetteer has names, got \(index.count).")
    self.gazetteer = gazetteer
    otherIndex = IndexBox(index.bounded)
  }

  init(_ gazetteer: Gazetteer, otherIndex: IndexBox?) {
    self.gazetteer = gazetteer
    self.otherIndex = otherIndex
  }

  /// The index over all names.
  public var index: any PrefixIndex {
    otherIndex?.index ?? gazetteer.table.nameTable.tree.radixTree
  }

  /// Finds cities by a typed text, the most likely first.
  ///
  /// - Parameters:
  ///   - text: The typed text.
  ///   - limit: The greatest number of matches; `nil` for all. A negative limit gives none.
  /// - Returns: The matches.
  /// - Complexity: That of the engine's lookup, and O(*k*) for the first ten cities, see ``search(_:)``.
  public func search(for text: String, limit: Int? = nil) -> CityMatches {
    search(SearchQuery(text, limit: limit))
  }

  /// Answers a query.
  ///
  /// - Parameter query: The query.
  /// - Returns: The matches.
  /// - Complexity: That of the engine's lookup, and O(*k*) for up to ten cities by relevance, also without
  ///   a limit if the text is one word: the cities after these are found when one of them is read, in O(*k*
  ///   log *n*) for the first hundred, where *n* is the number of names that begin with the text. Of other
  ///   texts, O(*k* log *n*) for *k* cities, and O(*n* log *n*) without a limit and in other orders. A
  ///   region adds O(*m*) for *m* cities of the name before it. Corrections add a walk through the names
  ///   with a similar prefix.
  public func search(_ query: SearchQuery) -> CityMatches {
    search(query, folded: FoldedQuery(query.text))
  }

  /// Answers a query whose text is folded already, which a session does once for all its sources.
  ///
  /// The folded text is moved into the answer: a copy costs as much as folding it.
  package func search(_ query: SearchQuery, folded: consuming FoldedQuery) -> CityMatches {
    if query.isAboutOwnNames { return CityIndex(gazetteer).search(query, folded: folded) }
    let result: SearchResult
    switch wholeAnswer(to: query, folded) {
    case .names(let names)?:
      let answer = PrefixAnswer(names, to: query, folded, of: self)
      return CityMatches(
        of: .none, .prefix(answer), total: names.total, limit: query.limit)
    case .result(let found)?: result = found
    case nil: result = evaluate(query, folded)
    }
    let answer = SearchAnswer(result, to: query, folded: folded, of: self)
    return CityMatches(
      of: .none, .answer(answer), total: answer.total, limit: query.limit)
  }

  /// Whether answers come from memory: yes, within microseconds.
  public var answersImmediately: Bool { true }

  /// Answers a query with the index, specialized for its type.
  func evaluate(_ query: SearchQuery, _ folded: FoldedQuery) -> SearchResult {
    let text = QueryText(query.text, folded)
    if let otherIndex {
      return evaluate(query, text, by: otherIndex.index, otherIndex.misses)
    }
    let names = gazetteer.table.nameTable
    return evaluate(query, text, by: names.tree, names.misses)
  }

  @inline(__always)
  private func evaluate(
    _ query: SearchQuery, _ text: QueryText, by index: some PrefixIndex, _ misses: MissCache
  ) -> SearchResult {
    QueryEvaluation(query, text, in: gazetteer, by: index, misses).run()
  }
}

extension Gazetteer {
  /// The number of names of all kinds of all cities.
  ///
  /// - Complexity: O(1).
  public var nameCount: Int { table.nameTable.count }

  /// The keys of all names, to build another engine for a ``CityCompleter``.
  ///
  /// - Returns: The keys, in order. If a mapped file is damaged, the keys may be wrong, but not their
  ///   number.
  /// - Complexity: O(*b*), where *b* is the length of all keys in bytes.
  public func sortedNameKeys() -> SortedKeys {
    var builder = SortedKeys.Builder()
    let names = table.nameTable
    var count = 0
    var last: [UInt8] = []
    for completion in names.tree.completions(of: []) {
      last = completion.key
      for _ in completion.rows where (try? builder.append(last.span)) != nil { count += 1 }
    }
    while count < names.count, (try? builder.append(last.span)) != nil { count += 1 }
    return builder.finish()
  }

  /// Finds the cities with a name of any kind.
  ///
  /// - Parameters:
  ///   - name: The whole name; it is folded like the names.
  ///   - kinds: The kinds of names to search.
  /// - Returns: The cities in canonical order, each once.
  /// - Complexity: O(*m* + *k* log *k*), where *m* is the length of the name in bytes and *k* the number
  ///   of names that are equal.
  public func cities(
    named name: String, kinds: Set<NameKind> = Set(NameKind.allCases)
  ) -> [City] {
    cities(withKey: Folding.key(of: name), kinds: kinds)
  }

  /// Finds the cities with a name that has the key.
  package func cities(withKey key: [UInt8], kinds: Set<NameKind>) -> [City] {
    let names = table.nameTable
    guard let position = names.tree.position(of: key.span) else { return [] }
    let rows = names.tree.rows(endingAt: position).lazy.map { names[NameID($0)] }
      .filter { kinds.contains($0.kind.kind) }.map(\.city)
    return Set(rows).sorted().map { self[$0] }
  }
}

#if !hasFeature(Embedded)
/// A source that merges the matches of two sources, each city once.
///
/// An app can have the large cities in memory and search for the others on a server:
///
/// ```swift
/// let cities = JoinedCitySearch(CityIndex(largeCities), server)
/// ```
///
/// Both are searched concurrently, and both have to succeed. To return the matches of the first if the
/// second fails, add a fallback: `FallbackCitySearch(cities, CityIndex(largeCities))`.
///
/// If both sources find a city, the match of the first is taken. By name, population and distance, the
/// matches of both are sorted together. By relevance, each source keeps its own order: the cities that
/// both found align the two lists, and between these, matches without edits come first, then larger
/// cities.
public struct JoinedCitySearch<First: CitySearchable, Second: CitySearchable>: CitySearchable {
  /// The source whose match is taken if both find a city.
  package let first: First
  /// The other source.
  package let second: Second

  /// Joins two sources.
  ///
  /// - Parameters:
  ///   - first: The source whose match is taken if both find a city.
  ///   - second: The other source.
  public init(_ first: First, _ second: Second) {
    self.first = first
    self.second = second
  }

  /// Finds cities in both sources.
  ///
  /// - Parameter query: The query.
  /// - Returns: The matches of both. Their total is exact if both sources returned all their matches.
  /// - Throws: The error of the source that fails first; the other search is then cancelled.
  /// - Complexity: That of both sources, and O(*k*) for *k* matches by relevance, O(*k* log *k*) in
  ///   other orders.
  public func search(_ query: SearchQuery) async throws -> CityMatches {
    async let others = second.search(query)
    let matches = try await first.search(query)
    return try await Self.joined(matches, others, for: query)
  }

  /// Finds cities by a typed text: answers a query of text and limit.
  ///
  /// - Parameters:
  ///   - text: The typed text.
  ///   - limit: The greatest number of matches; `nil` for all.
  /// - Returns: The matches of both.
  /// - Throws: What ``search(_:)`` throws.
  /// - Complexity: That of ``search(_:)``.
  public func search(for text: String, limit: Int? = nil) async throws -> CityMatches {
    try await search(SearchQuery(text, limit: limit))
  }

  private static func joined(
    _ first: CityMatches, _ second: CityMatches, for query: SearchQuery
  ) -> CityMatches {
    let (ones, others) = (first.page(), second.page())
    let merged = merged(ones, others)
    func uncorrected(_ matches: [CityMatch]) -> Int { matches.count { $0.edits == 0 } }
    // Matches beyond the limit of one source may or may not be in the list of the other.
    let isComplete =
      first.total == .exactly(uncorrected(ones)) && second.total == .exactly(uncorrected(others))
    let total: MatchTotal =
      isComplete
      ? .exactly(uncorrected(merged))
      : .atLeast(max(uncorrected(merged), first.total.count, second.total.count))
    let all = CityMatches(merged, total: total)
    let order = query.order ?? .relevance
    return order == .relevance
      ? CityMatches(
        Array(merged.prefix(query.limit.map { max($0, 0) } ?? merged.count)), total: total)
      : all.ordered(by: order, limit: query.limit)
  }

  /// Merges two lists, each city once; both keep their order as far as they do not contradict each
  /// other.
  private static func merged(_ ones: [CityMatch], _ others: [CityMatch]) -> [CityMatch] {
    let ids = (ones: Set(ones.lazy.map(\.id)), others: Set(others.lazy.map(\.id)))
    var merged: [CityMatch] = []
    merged.reserveCapacity(ones.count + others.count)
    var given: Set<City.ID> = []
    var (one, other) = (0, 0)
    while one < ones.count || other < others.count {
      if one < ones.count, given.contains(ones[one].id) {
        one += 1
      } else if other < others.count, given.contains(others[other].id) {
        other += 1
      } else if takesOne() {
        given.insert(ones[one].id)
        merged.append(ones[one])
        one += 1
      } else {
        given.insert(others[other].id)
        merged.append(others[other])
        other += 1
      }
    }
    return merged

    /// Whether the next match is that of the first list.
    func takesOne() -> Bool {
      guard one < ones.count else { return false }
      guard other < others.count else { return true }
      let (candidate, rival) = (ones[one], others[other])
      // A city of both lists is taken when it is next in both; if the lists contradict each other, when
      // it is next in the first.
      if ids.ones.contains(rival.id) { return true }
      if ids.others.contains(candidate.id) { return false }
      return (candidate.edits, -candidate.city.population) <= (rival.edits, -rival.city.population)
    }
  }
}
#endif

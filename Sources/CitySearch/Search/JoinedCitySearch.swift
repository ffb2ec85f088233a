/// A source that gives what two sources have together, each city once.
///
/// An app can hold the large cities and ask a server for the rest:
///
/// ```swift
/// let cities = JoinedCitySearch(CityCompleter(largeCities), server)
/// ```
///
/// Both are asked at once, and both have to answer. Where the first alone is better than nothing, put it
/// behind the join: `FallbackCitySearch(cities, CityCompleter(largeCities))`.
///
/// A city that both give is that of the first. By name, population and distance the matches of both are
/// put into that order. By relevance, each source has an order of its own, which stays: a city that
/// both give is in one place of both lists, and between such cities those that were found without
/// edits come first, then the larger ones.
public struct JoinedCitySearch<First: CitySearchable, Second: CitySearchable>: CitySearchable {
  /// The source whose cities count where both have one.
  public let first: First
  /// The other source.
  public let second: Second

  /// Joins two sources.
  ///
  /// - Parameters:
  ///   - first: The source whose cities count where both have one.
  ///   - second: The other source.
  public init(_ first: First, _ second: Second) {
    self.first = first
    self.second = second
  }

  /// Finds cities in both sources.
  ///
  /// - Parameter query: What is asked for.
  /// - Returns: The matches of both. Their total is exact if both gave all that they have.
  /// - Throws: What the source throws that fails first; the other search is cancelled then.
  /// - Complexity: That of both sources, and O(*k*) for *k* matches by relevance, O(*k* log *k*) in
  ///   other orders.
  public func search(_ query: SearchQuery) async throws -> CityMatches {
    async let others = second.search(query)
    let matches = try await first.search(query)
    return try await Self.joined(matches, others, for: query)
  }

  /// Finds cities by what somebody typed: answers ``query(for:limit:)``.
  ///
  /// - Parameters:
  ///   - text: What somebody typed.
  ///   - limit: The most matches to give; `nil` for all.
  /// - Returns: The matches of both.
  /// - Throws: What ``search(_:)`` throws.
  /// - Complexity: That of ``search(_:)``.
  public func search(for text: String, limit: Int? = nil) async throws -> CityMatches {
    try await search(query(for: text, limit: limit))
  }

  /// What the first source is asked for by the short form.
  public func query(for text: String, limit: Int?) -> SearchQuery {
    first.query(for: text, limit: limit)
  }

  /// Whether answers come from memory: if both sources have them there.
  public var answersImmediately: Bool { first.answersImmediately && second.answersImmediately }

  private static func joined(
    _ first: CityMatches, _ second: CityMatches, for query: SearchQuery
  ) -> CityMatches {
    let (ones, others) = (first.page(), second.page())
    let merged = merged(ones, others)
    func uncorrected(_ matches: [CityMatch]) -> Int { matches.count { $0.edits == 0 } }
    // What lies beyond the limit of one source may be in the list of the other, or not.
    let isComplete =
      first.total == .exactly(uncorrected(ones)) && second.total == .exactly(uncorrected(others))
    let total: MatchTotal =
      isComplete
      ? .exactly(uncorrected(merged))
      : .atLeast(max(uncorrected(merged), first.total.count, second.total.count))
    let all = CityMatches(merged, total: total)
    return query.order == .relevance
      ? CityMatches(
        Array(merged.prefix(query.limit.map { max($0, 0) } ?? merged.count)), total: total)
      : all.ordered(by: query.order, limit: query.limit)
  }

  /// The matches of both lists, each city once, such that both lists keep their order as far as they
  /// do not contradict each other.
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
      // A city that both have waits until it is the next of both, or the first list has nothing before.
      if ids.ones.contains(rival.id) { return true }
      if ids.others.contains(candidate.id) { return false }
      return (candidate.edits, -candidate.city.population) <= (rival.edits, -rival.city.population)
    }
  }
}

internal import PrefixSearch

/// The cities that match a query: a lazy collection, the best first.
///
/// What is not read is not found: the first ten cities cost ten, with a limit or without, and the fifty
/// thousand that are never read cost nothing. The cities that were found are kept, but each access makes
/// the city anew; keep an element that is read twice, or read several at once, see ``page(_:)``.
///
/// ```swift
/// for match in cities.search(for: "san").prefix(10) { ... }
/// ```
///
/// A value of this type retains its gazetteer.
public struct CityMatches: Sendable {
  /// The matched prefix of own names.
  let prefix: TypedPrefix
  let source: Source
  /// The table that rows are of; `nil` if the source has no rows.
  ///
  /// It is not a part of `source`, because a stored property can be borrowed, and a reference in a case
  /// of an enumeration is retained wherever it is read.
  let table: Gazetteer.Table?
  /// The position of the first match: 0, except for a part of the matches.
  let start: Int
  /// The greatest position after the last match.
  let limit: Int?

  /// The number of cities that match as typed, before any limit.
  ///
  /// Corrections of typos are matches, too, but are not counted here. So ``count`` may be greater if
  /// fewer than ten cities match as typed. The number is a lower bound where counting would take longer
  /// than finding the first ten, see ``MatchTotal/isExact``.
  ///
  /// - Complexity: O(1).
  public let asTyped: MatchTotal

  /// Where the matches come from, in order.
  enum Source: Sendable {
    /// Consecutive cities by their own names.
    case range(Range<CityRow>)
    /// The most populous of consecutive cities by their own names.
    case best(TopKIndex.Selection)
    /// The answer of a search, which takes more than these.
    case answer(SearchAnswer)
    /// Matches from another source.
    case list(MatchList)
  }

  /// Creates matches of a search.
  @inline(__always)
  init(
    of prefix: TypedPrefix, _ source: Source, in table: Gazetteer.Table? = nil, asTyped: MatchTotal,
    from start: Int = 0, limit: Int?
  ) {
    self.prefix = prefix
    self.source = source
    self.table = table
    self.asTyped = asTyped
    self.start = start
    self.limit = limit
  }

  /// Creates matches of consecutive rows of a gazetteer.
  @inline(__always)
  package init(of query: FoldedQuery, rows: Range<CityRow>, in gazetteer: Gazetteer, limit: Int?) {
    self.init(
      of: TypedPrefix(query), .range(rows), in: gazetteer.table, asTyped: .exactly(rows.count),
      limit: limit)
  }

  /// Creates matches of cities from a source without a gazetteer.
  ///
  /// - Parameters:
  ///   - cities: The cities, in order.
  ///   - text: The typed text, which is highlighted in names that begin with it.
  ///   - asTyped: The number of matches, if the source has more.
  public init(_ cities: [City], for text: String, asTyped: MatchTotal? = nil) {
    let query = FoldedQuery(text)
    self.init(
      cities.map { city in
        CityMatch(
          city: city, atRow: nil,
          prefix: query.highlight(in: city.name) == nil ? .none : MatchedPrefix(query))
      }, asTyped: asTyped)
  }

  /// Creates matches from those of another source, with its names and highlights.
  ///
  /// - Parameters:
  ///   - matches: The matches, in order.
  ///   - asTyped: The number of exact matches, if the source has more than it returned; `nil` for those that it
  ///     returned.
  public init(_ matches: [CityMatch], asTyped: MatchTotal? = nil) {
    let exact = MatchTotal.exactly(matches.count { $0.grade == .exact })
    let given = asTyped ?? exact
    self.init(
      of: .none, .list(MatchList(matches)), asTyped: given.count < exact.count ? exact : given,
      limit: nil)
  }
}

extension CityMatches: RandomAccessCollection {
  /// The position of the first match: 0, except for a part of the matches.
  public var startIndex: Int { start }

  /// The position after the last match: the number of matches within the limit.
  ///
  /// - Complexity: O(1) if the number is known, as for own names and for the names that begin with one word;
  ///   otherwise that of finding all matches within the limit.
  public var endIndex: Int { Swift.max(start, end(upTo: .max)) }

  /// The position after the last match, or one that is no less than `wanted`.
  @inline(__always)
  private func end(upTo wanted: Int) -> Int {
    let limit = limit.map { Swift.max($0, 0) } ?? .max
    let available =
      switch source {
      case .range(let rows): rows.count
      case .best(let best): best.count
      case .answer(let answer): answer.count(upTo: Swift.min(wanted, limit))
      case .list(let list): list.matches.count
      }
    return Swift.min(limit, available)
  }

  // The default implementations compare positions with the end, and would find all matches for that.

  /// The position after another one.
  public func index(after position: Int) -> Int { position + 1 }

  /// The position before another one.
  public func index(before position: Int) -> Int { position - 1 }

  /// The position at a distance from another one.
  public func index(_ position: Int, offsetBy distance: Int) -> Int { position + distance }

  /// The match at a position.
  ///
  /// - Parameter position: A position from `startIndex` to `endIndex` - 1.
  /// - Complexity: O(*m*), where *m* is the length of the name in bytes, if the match was found before or is
  ///   one of the first ten by relevance; otherwise that of finding it.
  public subscript(position: Int) -> CityMatch {
    precondition(
      position >= start && position < Int.max && position < end(upTo: position + 1),
      "position must be in \(start)..<\(endIndex), got \(position).")
    return matches(at: position..<position + 1)[0]
  }

  /// The first match; `nil` if there is none.
  public var first: CityMatch? { page(start..<start + 1).first }

  /// Whether there are no matches.
  public var isEmpty: Bool { end(upTo: start + 1) <= start }

  /// The first matches, without finding those after them.
  ///
  /// - Parameter maximumLength: The greatest number of matches, at least 0.
  /// - Returns: The matches, with the same ``asTyped``.
  /// - Complexity: O(1).
  public func prefix(_ maximumLength: Int) -> CityMatches {
    precondition(maximumLength >= 0, "The length must be at least 0, got \(maximumLength).")
    let (end, overflows) = start.addingReportingOverflow(maximumLength)
    return part(from: start, to: overflows ? .max : end)
  }

  /// The matches at some positions.
  ///
  /// - Parameter positions: Positions of these matches.
  /// - Returns: The matches, with the same positions and the same ``asTyped``.
  public subscript(positions: Range<Int>) -> CityMatches {
    precondition(
      positions.lowerBound >= start && positions.upperBound <= end(upTo: positions.upperBound),
      "positions must be in \(start)..<\(endIndex), got \(positions).")
    return part(from: positions.lowerBound, to: positions.upperBound)
  }

  private func part(from start: Int, to end: Int) -> CityMatches {
    CityMatches(
      of: prefix, source, in: table, asTyped: asTyped, from: start,
      limit: limit.map { Swift.min($0, end) } ?? end)
  }

  /// The matches within the limit, made in one call.
  ///
  /// - Complexity: O(*k* *m*), where *k* is the number of matches and *m* the length of their names in
  ///   bytes, and that of finding them. Memory is allocated for the array, and for names of more than 15
  ///   bytes.
  package func page() -> [CityMatch] { matches(at: start..<endIndex) }

  /// The matches at some positions within the limit, made in one call.
  ///
  /// - Parameter positions: The positions; those that do not exist are left out.
  /// - Returns: The matches.
  /// - Complexity: O(*k* *m*), where *k* is the number of matches and *m* the length of their names in
  ///   bytes, and that of finding them and the matches before them. Memory is allocated for the array, and for names of
  ///   more than 15 bytes.
  public func page(_ positions: Range<Int>) -> [CityMatch] {
    let end = end(upTo: positions.upperBound)
    return matches(at: positions.clamped(to: start..<Swift.max(start, end)))
  }

  /// The matches at some positions, all of which exist.
  ///
  /// All accesses end here, so that the table is fetched once for all positions.
  private func matches(at positions: Range<Int>) -> [CityMatch] {
    switch source {
    case .range(let rows):
      Self.matches(at: positions, by: prefix, in: table) { rows.lowerBound.advanced(by: $1) }
    case .best(let best):
      Self.matches(at: positions, by: prefix, in: table) {
        CityRow($0.populationTopK.row($1, of: best))
      }
    case .answer(let answer): answer.matches(at: positions)
    case .list(let list): Array(list.matches[positions])
    }
  }

  /// The gazetteer that was searched, which the rows of all matches are of; `nil` if the matches come
  /// from elsewhere.
  package var gazetteer: Gazetteer? {
    switch source {
    case .range, .best: Gazetteer(searched)
    case .answer(let answer): answer.gazetteer
    case .list: nil
    }
  }

  /// The table that rows are of, if the source has rows.
  var searched: Gazetteer.Table {
    guard let table else { preconditionFailure(Self.withoutTable) }
    return table
  }

  static let withoutTable = "Matches by row must have a table."

  /// The ids of the matches, in order; no cities are made.
  ///
  /// - Complexity: O(*k*), where *k* is the number of matches within the limit.
  package var ids: [City.ID] {
    switch source {
    case .range(let rows): rows.prefix(endIndex).dropFirst(start).map { searched.id(atRow: $0) }
    case .best(let best): indices.map { Gazetteer(searched).id(at: $0, of: best) }
    case .answer(let answer): answer.ids(at: start..<endIndex)
    case .list(let list): list.matches[start..<endIndex].map { $0.id }
    }
  }
}

extension CityMatches {
  /// The matches at some positions by a prefix of own names.
  ///
  /// The table is a parameter, because a property would be retained.
  @inline(__always)
  static func matches(
    at positions: Range<Int>, by prefix: TypedPrefix, in table: borrowing Gazetteer.Table?,
    row: (Gazetteer.Table, Int) -> CityRow
  ) -> [CityMatch] {
    switch table {
    case let table?:
      var matches: [CityMatch] = []
      matches.reserveCapacity(positions.count)
      for position in positions {
        matches.append(table.match(atRow: row(table, position), by: prefix))
      }
      return matches
    case nil: preconditionFailure(withoutTable)
    }
  }
}

extension Gazetteer.Table {
  /// The match of a city by a prefix of its own name.
  @inline(__always)
  func match(atRow row: CityRow, by prefix: TypedPrefix) -> CityMatch {
    let record = records[row]
    let name = nameRange(of: record, atRow: row)
    return match(
      record, atRow: row, named: name, beginningWith: names.uint64(at: name.lowerBound), by: prefix)
  }

  /// The match of a city whose record was read, and whose name was located.
  @inline(__always)
  func match(
    _ record: CityRecord, atRow row: CityRow, named name: Range<Int>,
    beginningWith beginning: UInt64, by prefix: TypedPrefix
  ) -> CityMatch {
    let matched = prefix.matched(
      inNameOf: names.contains(name) ? name.count : 0, beginningWith: beginning)
    return CityMatch(city: city(record, named: name), atRow: row, prefix: matched)
  }
}

// MARK: - Iteration

extension CityMatches {
  /// An iterator over the matches.
  ///
  /// Matches are made in batches, because making one takes almost as long as making several: first ten,
  /// as many as a screen shows, then up to 160.
  public struct Iterator: IteratorProtocol, Sendable {
    private let matches: CityMatches
    /// The current batch, and the index of the next match in it.
    private var page: [CityMatch] = []
    private var index = 0
    /// The position after the current batch.
    private var end: Int

    init(_ matches: consuming CityMatches) {
      end = matches.start
      self.matches = matches
    }

    /// The next match, or `nil` after the last.
    ///
    /// - Complexity: That of finding and making a match, on average.
    @inline(__always)
    public mutating func next() -> CityMatch? {
      if index == page.count {
        makePage()
        guard !page.isEmpty else { return nil }
      }
      defer { index &+= 1 }
      return page[index]
    }

    @inline(never)
    private mutating func makePage() {
      let size = Swift.max(10, Swift.min(2 * page.count, 160))
      page = matches.page(end..<end + size)
      end += page.count
      index = 0
    }
  }

  /// Makes an iterator over the matches within the limit.
  public consuming func makeIterator() -> Iterator { Iterator(self) }
}

// MARK: - Orders and filters

extension CityMatches {
  /// Sorts the matches, and limits their number.
  ///
  /// All matches are sorted, including those beyond the limit of this value, if they are known. The filter
  /// set before is kept; of two limits the smaller applies. So orders, filters and limits give the same
  /// result in any sequence.
  ///
  /// - Parameters:
  ///   - order: The order; ties are broken by the canonical order.
  ///   - limit: The greatest number of matches; `nil` for the same as before.
  /// - Returns: The same matches in another order.
  /// - Complexity: That of a search for the same text in this order, ``CityIndex/search(_:)``, without the
  ///   lookup if the matches are of own names; O(*n* log *k*) for *n* matches from another source, where *k*
  ///   is the smaller of *n* and `limit`.
  package func ordered(by order: CityOrder, limit: Int? = nil) -> CityMatches {
    let limit = smaller(limit)
    if order == .population, case .range(let rows) = source,
      let best = searched.mostPopulous(limit, of: rows)
    {
      return CityMatches(of: prefix, .best(best), in: table, asTyped: asTyped, limit: limit)
    }
    return refined(by: order, CityFilter(), limit: limit)
  }

  /// Keeps the matches that pass a filter, and limits their number.
  ///
  /// All matches are filtered, including those beyond the limit of this value, if they are known. Their
  /// order is kept, and ``asTyped`` becomes the number of matches that are kept.
  ///
  /// - Parameters:
  ///   - filter: The filter, in addition to those set before.
  ///   - limit: The greatest number of matches; `nil` for the same as before.
  /// - Returns: The matches that are kept.
  /// - Complexity: That of a search for the same text with this filter, as of ``ordered(by:limit:)``; O(*n*)
  ///   for *n* matches from another source.
  package func filtered(by filter: CityFilter, limit: Int? = nil) -> CityMatches {
    refined(by: nil, filter, limit: smaller(limit))
  }

  /// Applies the order, the filter and the limit of a query: what a source does that only finds cities.
  ///
  /// - Parameter query: The query; its text, its scope of names and its bias are not applied.
  /// - Returns: The matches that are kept, in order.
  /// - Complexity: That of a search for the same text in this order and with this filter; O(*n* log *k*) for *n* matches
  ///   from another source, where *k* is the smaller of *n* and the limit.
  public func refined(by query: SearchQuery) -> CityMatches {
    refined(by: query.order, query.filter, limit: smaller(query.limit))
  }

  /// The smaller one of two limits.
  private func smaller(_ other: Int?) -> Int? {
    other.map { Swift.min($0, limit ?? $0) } ?? limit
  }

  /// Refines all matches; not inlined, so that the code of frequent orders stays small.
  @inline(never)
  private func refined(
    by order: CityOrder?, _ filter: CityFilter, limit: Int?
  ) -> CityMatches {
    switch source {
    case .range(let rows):
      return ownNames(rows, by: order ?? .name, filter, limit: limit)
    case .best(let best):
      return ownNames(Range(rows: best.rows), by: order ?? .population, filter, limit: limit)
    case .answer(let answer):
      return answer.refined(by: order, filter, limit: limit)
    case .list(let list):
      let list = list.refined(by: order, filter, limit: limit)
      return CityMatches(
        of: prefix, .list(list), asTyped: list.keptCount.map { .exactly($0) } ?? asTyped,
        limit: limit)
    }
  }

  /// Consecutive cities by their own names, refined.
  private func ownNames(
    _ rows: Range<CityRow>, by order: CityOrder, _ filter: CityFilter, limit: Int?
  ) -> CityMatches {
    // Relevance is the order of names, because the typed text is unknown here.
    let query = SearchQuery(
      "", names: .own, order: order == .relevance ? .name : order, typos: .never, limit: limit,
      filter: filter)
    return CityIndex(Gazetteer(searched)).answer(to: query, among: rows, beginningWith: prefix)
  }
}

/// Matches from another source, with the order and filter that were set afterwards.
///
/// A class, so that it takes one word of a ``CityMatches``.
final class MatchList: Sendable {
  /// The matches in order, at least as many as the limit lets through.
  let matches: [CityMatch]
  /// The number of exact matches that pass the filter; `nil` without a filter.
  let keptCount: Int?
  private let all: [CityMatch]
  private let order: CityOrder?
  private let filter: CityFilter

  init(_ matches: [CityMatch]) {
    self.matches = matches
    all = matches
    keptCount = nil
    order = nil
    filter = CityFilter()
  }

  private init(_ all: [CityMatch], _ order: CityOrder?, _ filter: CityFilter, limit: Int?) {
    self.all = all
    self.order = order
    self.filter = filter
    let kept = filter.isEmpty ? all : all.filter { filter.contains($0.city) }
    matches = order?.first(limit, of: kept) ?? kept
    keptCount = filter.isEmpty ? nil : kept.count { $0.grade == .exact }
  }

  func refined(by order: CityOrder?, _ filter: CityFilter, limit: Int?) -> MatchList {
    var filter = filter
    filter.formIntersection(self.filter)
    return MatchList(all, order ?? self.order, filter, limit: limit)
  }
}

/// How many cities match.
public struct MatchTotal: Sendable, Hashable, CustomStringConvertible {
  /// The number of cities, or a lower bound.
  public let count: Int
  /// Whether the number is exact.
  public let isExact: Bool

  /// An exact number.
  public static func exactly(_ count: Int) -> MatchTotal {
    MatchTotal(count: count, isExact: true)
  }

  /// A lower bound: counting would cost more than finding the first.
  public static func atLeast(_ count: Int) -> MatchTotal {
    MatchTotal(count: count, isExact: false)
  }

  /// The number, with a plus sign after it if there may be more.
  public var description: String { isExact ? "\(count)" : "\(count)+" }
}

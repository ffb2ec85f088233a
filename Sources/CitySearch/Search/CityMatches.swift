internal import FlatStorage
internal import PrefixSearch

/// The cities that match a query: a collection that makes each match when it is asked for.
///
/// Its ``total`` costs nothing, its first ten cities cost ten, and the fifty thousand that nobody
/// looks at cost nothing. Each access makes the city anew; keep an element that is read twice, or take
/// all within the limit at once, see ``page()``.
///
/// A value of this type keeps its gazetteer alive.
public struct CityMatches: Sendable {
  /// How much of own names was found.
  let prefix: MatchedPrefix
  let source: Source
  /// What the matches were chosen from, and how; `nil` if `source` is all that was found.
  let refinement: Refinement?
  let limit: Int?

  /// How many cities match, before any limit; corrections of mistakes are not counted.
  ///
  /// - Complexity: O(1).
  public let total: MatchTotal

  /// Where the matches come from, in order.
  enum Source: Sendable {
    /// Neighbors in a gazetteer, in canonical order.
    case range(Range<CityRow>, Gazetteer)
    /// Rows of a gazetteer in an order of their own.
    case rows([UInt32], Gazetteer)
    /// What a search over all names found.
    case answer(SearchAnswer)
    /// Matches that are made already.
    case matches([CityMatch])
  }

  /// What is needed to choose again by another order or another filter.
  ///
  /// A class, so that matches that nobody chose from do not grow by it.
  final class Refinement: Sendable {
    /// All that matches, in canonical order if it has one.
    let base: Source
    let order: CityOrder?
    let filter: CityFilter

    init(of base: Source, order: CityOrder?, filter: CityFilter) {
      self.base = base
      self.order = order
      self.filter = filter
    }
  }

  /// Matches that were found, or chosen.
  @inline(__always)
  init(
    of prefix: MatchedPrefix, _ source: Source, refinement: Refinement? = nil, total: MatchTotal,
    limit: Int?
  ) {
    self.prefix = prefix
    self.source = source
    self.refinement = refinement
    self.total = total
    self.limit = limit
  }

  /// Matches that are neighbors in a gazetteer.
  @inline(__always)
  init(of query: FoldedQuery, rows: Range<CityRow>, in gazetteer: Gazetteer, limit: Int?) {
    self.init(
      of: MatchedPrefix(query), .range(rows, gazetteer), total: .exactly(rows.count), limit: limit)
  }

  /// Makes matches of cities that a source without a gazetteer found.
  ///
  /// - Parameters:
  ///   - cities: The cities, in the order in which they should appear.
  ///   - text: What they were found by; the part of a name that begins with it will be marked.
  ///   - total: How many match, if the source has more than it gave.
  public init(_ cities: [City], for text: String, total: MatchTotal? = nil) {
    let query = FoldedQuery(text)
    self.init(
      cities.map { city in
        CityMatch(
          city: city, atRow: nil,
          prefix: query.highlight(in: city.name) == nil ? .none : MatchedPrefix(query))
      }, total: total)
  }

  /// Takes matches as a source made them, with names and highlights of its own.
  ///
  /// - Parameters:
  ///   - matches: The matches, in the order in which they should appear.
  ///   - total: How many match, if the source has more than it gave.
  public init(_ matches: [CityMatch], total: MatchTotal? = nil) {
    self.init(
      of: .none, .matches(matches),
      total: total.map { $0.count < matches.count ? .exactly(matches.count) : $0 }
        ?? .exactly(matches.count),
      limit: nil)
  }
}

extension CityMatches: RandomAccessCollection {
  /// The position of the first match: 0.
  public var startIndex: Int { 0 }

  /// The position after the last match: the number of matches within the limit.
  ///
  /// - Complexity: O(1).
  public var endIndex: Int {
    let available =
      switch source {
      case .range(let rows, _): rows.count
      case .rows(let rows, _): rows.count
      case .answer(let answer): answer.hits.count
      case .matches(let matches): matches.count
      }
    return limit.map { Swift.min(Swift.max($0, 0), available) } ?? available
  }

  /// The match at a position.
  ///
  /// - Parameter position: A number from 0 to `count` - 1.
  /// - Complexity: O(*m*), where *m* is the length of the name in bytes.
  public subscript(position: Int) -> CityMatch {
    precondition(
      position >= 0 && position < endIndex,
      "There is no match at \(position): there are \(endIndex).")
    return page(position..<position + 1)[0]
  }

  /// The matches within the limit, made in one go.
  ///
  /// - Complexity: O(*k* *m*), where *k* is the number of matches and *m* the length of their names in
  ///   bytes. Memory is allocated for the array, and for names of more than 15 bytes.
  public func page() -> [CityMatch] { page(0..<count) }

  /// The matches at some positions, all of which exist.
  ///
  /// Whatever reads matches reads them here, so that the table is fetched once for all of them.
  private func page(_ positions: Range<Int>) -> [CityMatch] {
    switch source {
    case .range(let rows, let gazetteer):
      gazetteer.table.matches(positions.count, by: prefix) { offset in
        rows.lowerBound.advanced(by: positions.lowerBound &+ offset)
      }
    case .rows(let rows, let gazetteer):
      gazetteer.table.matches(positions.count, by: prefix) { offset in
        CityRow(Int(rows[positions.lowerBound &+ offset]))
      }
    case .answer(let answer): answer.matches(at: positions)
    case .matches(let matches): Array(matches[positions])
    }
  }

  /// The gazetteer that was searched, which the rows of all matches are of; `nil` if the matches come
  /// from elsewhere.
  package var gazetteer: Gazetteer? {
    switch source {
    case .range(_, let gazetteer), .rows(_, let gazetteer): gazetteer
    case .answer(let answer): answer.gazetteer
    case .matches: nil
    }
  }

  /// The ids of the matches, in order, without the cities being made.
  ///
  /// - Complexity: O(*k*), where *k* is the number of matches within the limit.
  public var ids: [Int] {
    switch source {
    case .range(let rows, let gazetteer): rows.prefix(count).map { gazetteer.id(atRow: $0) }
    case .rows(let rows, let gazetteer):
      rows.prefix(count).map { gazetteer.id(atRow: CityRow(Int($0))) }
    case .answer(let answer):
      answer.hits.prefix(count).map { answer.gazetteer.table.id(atRow: $0.city) }
    case .matches(let matches): matches.prefix(count).map(\.id)
    }
  }
}

extension Gazetteer.Table {
  /// The matches of some cities by a prefix of their own names.
  @inline(__always)
  fileprivate func matches(
    _ count: Int, by prefix: MatchedPrefix, row: (Int) -> CityRow
  ) -> [CityMatch] {
    var matches: [CityMatch] = []
    matches.reserveCapacity(count)
    for offset in 0..<count {
      let row = row(offset)
      matches.append(CityMatch(city: city(atRow: row), atRow: row, prefix: prefix))
    }
    return matches
  }
}

// MARK: - Iteration

extension CityMatches {
  /// Gives the matches one after the other.
  ///
  /// They are made some at a time, since one alone costs little less than several: first as many as
  /// people look at, then more and more.
  public struct Iterator: IteratorProtocol, Sendable {
    private let matches: CityMatches
    /// The matches that are made already, and which of them comes next.
    private var page: [CityMatch] = []
    private var index = 0
    /// The matches that are yet to be made.
    private var rest: Range<Int>

    init(_ matches: consuming CityMatches) {
      rest = 0..<matches.count
      self.matches = matches
    }

    /// The next match, or `nil` after the last.
    ///
    /// - Complexity: O(*m*), where *m* is the length of the name in bytes, on average.
    @inline(__always)
    public mutating func next() -> CityMatch? {
      if index == page.count {
        guard !rest.isEmpty else { return nil }
        makePage()
      }
      defer { index &+= 1 }
      return page[index]
    }

    @inline(never)
    private mutating func makePage() {
      let count = Swift.max(10, Swift.min(2 * page.count, 160))
      let end = Swift.min(rest.upperBound, rest.lowerBound + count)
      page = matches.page(rest.lowerBound..<end)
      rest = end..<rest.upperBound
      index = 0
    }
  }

  /// Makes an iterator over the matches within the limit.
  public consuming func makeIterator() -> Iterator { Iterator(self) }
}

internal import FlatStorage
internal import PrefixSearch

/// The cities that match a query: a collection that makes each match when it is asked for.
///
/// Its ``total`` costs nothing, its first ten cities cost ten, and the fifty thousand that nobody
/// looks at cost nothing. Each access makes the city and its highlight anew; keep an element that is
/// read twice.
///
/// A value of this type keeps its gazetteer alive.
public struct CityMatches: Sendable {
  /// What was typed, folded; not used for what a search over all names found.
  let query: FoldedQuery
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
    of query: FoldedQuery, _ source: Source, refinement: Refinement? = nil, total: MatchTotal,
    limit: Int?
  ) {
    self.query = query
    self.source = source
    self.refinement = refinement
    self.total = total
    self.limit = limit
  }

  /// Matches that are neighbors in a gazetteer.
  @inline(__always)
  init(of query: FoldedQuery, rows: Range<CityRow>, in gazetteer: Gazetteer, limit: Int?) {
    self.init(
      of: query, .range(rows, gazetteer), total: .exactly(rows.count), limit: limit)
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
      cities.map { CityMatch(city: $0, highlight: query.highlight(in: $0.name) ?? .empty) },
      for: text, total: total)
  }

  /// Takes matches as a source made them, with names and highlights of its own.
  ///
  /// - Parameters:
  ///   - matches: The matches, in the order in which they should appear.
  ///   - text: What they were found by.
  ///   - total: How many match, if the source has more than it gave.
  public init(_ matches: [CityMatch], for text: String, total: MatchTotal? = nil) {
    self.init(
      of: FoldedQuery(text), .matches(matches),
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
    switch source {
    case .range(let rows, let gazetteer):
      return match(gazetteer[rows.lowerBound.advanced(by: position)])
    case .rows(let rows, let gazetteer):
      return match(gazetteer[CityRow(Int(rows[position]))])
    case .answer(let answer): return answer.match(at: position)
    case .matches(let matches): return matches[position]
    }
  }

  /// A match by the city's own name.
  private func match(_ city: City) -> CityMatch {
    CityMatch(city: city, highlight: query.highlight(in: city.name) ?? .empty)
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

// MARK: - Iteration

extension CityMatches {
  /// Makes the matches one after the other.
  ///
  /// Neighbors in a gazetteer have neighboring names, so each name tells where the next begins.
  @safe public struct Iterator: IteratorProtocol, Sendable {
    private let matches: CityMatches
    private var position = 0
    private let end: Int
    private let plain: PlainQuery?
    /// The table, unless the matches are made already.
    ///
    /// Sound: `matches` keeps it as long as this value lives. A counted reference would be counted up
    /// and down for each city.
    private let table: Unmanaged<Gazetteer.Table>?
    /// What a search over all names found; `nil` if the matches are neighbors in the table.
    private let hits: [Hit]?
    /// The row of the next match in the table, and where its name begins.
    private var row = CityRow(0)
    private var nameStart = 0

    init(_ matches: consuming CityMatches) {
      end = matches.endIndex
      switch matches.source {
      case .range(let rows, let gazetteer) where end > 0:
        plain = PlainQuery(matches.query)
        unsafe table = Unmanaged.passUnretained(gazetteer.table)
        hits = nil
        row = rows.lowerBound
        nameStart = gazetteer.table.nameStart(atRow: row)
      case .answer(let answer):
        plain = PlainQuery(matches.query)
        unsafe table = Unmanaged.passUnretained(answer.gazetteer.table)
        hits = answer.hits
      default:
        plain = nil
        unsafe table = nil
        hits = nil
      }
      self.matches = matches
    }

    /// The next match, or `nil` after the last.
    ///
    /// - Complexity: O(*m*), where *m* is the length of the name in bytes.
    public mutating func next() -> CityMatch? {
      guard position < end else { return nil }
      defer { position &+= 1 }
      guard let table = unsafe table else { return matches[position] }
      if let hits {
        // Most matches are own names that begin with all that was typed; others take more.
        let hit = hits[position]
        guard plain != nil, hit.isPlain else { return matches[position] }
        row = hit.city
      }
      let (row, neighborStart) = (row, hits == nil ? nameStart : nil)
      let (city, start, nameEnd) = unsafe table._withUnsafeGuaranteedRef { table in
        let nameStart = neighborStart ?? table.nameStart(atRow: row)
        let nameEnd = table.nameEnd(atRow: row, nameStart: nameStart)
        let city = table.city(atRow: row, nameRange: nameStart..<nameEnd)
        let names = table.names
        return (
          city, (names.uint64(at: nameStart), names.uint64(at: nameStart &+ 8)), nameEnd
        )
      }
      self.row = CityRow(row.rawValue &+ 1)
      nameStart = nameEnd
      if let plain, let highlight = plain.highlight(in: city.name, beginningWith: start) {
        return CityMatch(city: city, highlight: highlight)
      }
      // The query is large, so that it is not touched before.
      return CityMatch(city: city, highlight: matches.query.highlight(in: city.name) ?? .empty)
    }
  }

  /// Makes an iterator over the matches within the limit.
  public consuming func makeIterator() -> Iterator { Iterator(self) }
}

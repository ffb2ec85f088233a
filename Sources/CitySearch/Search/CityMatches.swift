internal import PrefixSearch

/// The cities that match a query: a lazy collection.
///
/// Its ``total`` costs nothing, its first ten cities cost ten, and the fifty thousand that are never read
/// cost nothing. Each access makes the city anew; keep an element that is read twice, or read all within
/// the limit at once, see ``page()``.
///
/// A value of this type retains its gazetteer.
public struct CityMatches: Sendable {
  /// The matched prefix of own names.
  let prefix: TypedPrefix
  let source: Source
  /// The table that rows are of; `nil` if the source has no rows.
  ///
  /// It is apart from them, so that it can be borrowed: a reference in the case of an enumeration is
  /// counted wherever it is read.
  let table: Gazetteer.Table?
  /// The order and filter, and all matches before these; `nil` if `source` implies them.
  let refinement: Refinement?
  let limit: Int?

  /// The number of cities that match, before any limit; corrections of typos are not counted.
  ///
  /// - Complexity: O(1).
  public let total: MatchTotal

  /// Where the matches come from, in order.
  enum Source: Sendable {
    /// Consecutive rows, in canonical order.
    case range(Range<CityRow>)
    /// The most populous rows of a range.
    case selection(TopKIndex.Selection)
    /// Rows in another order.
    case rows([UInt32])
    /// The best names that begin with a text, and the cities after them.
    case prefix(PrefixAnswer)
    /// The answer of a search over all names that takes more than these.
    case answer(SearchAnswer)
    /// Matches from another source.
    case matches([CityMatch])
  }

  /// The order and filter of matches whose source does not imply them.
  ///
  /// A class, so that other matches stay small.
  final class Refinement: Sendable {
    /// All matches, in canonical order if they come from a gazetteer.
    let base: Source
    let order: CityOrder?
    let filter: CityFilter

    init(of base: Source, order: CityOrder?, filter: CityFilter) {
      self.base = base
      self.order = order
      self.filter = filter
    }
  }

  /// Creates matches of a search or a refinement.
  @inline(__always)
  init(
    of prefix: TypedPrefix, _ source: Source, in table: Gazetteer.Table? = nil,
    refinement: Refinement? = nil, total: MatchTotal, limit: Int?
  ) {
    self.prefix = prefix
    self.source = source
    self.table = table
    self.refinement = refinement
    self.total = total
    self.limit = limit
  }

  /// Creates matches of consecutive rows of a gazetteer.
  @inline(__always)
  init(of query: FoldedQuery, rows: Range<CityRow>, in gazetteer: Gazetteer, limit: Int?) {
    self.init(
      of: TypedPrefix(query), .range(rows), in: gazetteer.table, total: .exactly(rows.count),
      limit: limit)
  }

  /// Creates matches of cities from a source without a gazetteer.
  ///
  /// - Parameters:
  ///   - cities: The cities, in order.
  ///   - text: The typed text, which is highlighted in names that begin with it.
  ///   - total: The number of matches, if the source has more.
  public init(_ cities: [City], for text: String, total: MatchTotal? = nil) {
    let query = FoldedQuery(text)
    self.init(
      cities.map { city in
        CityMatch(
          city: city, atRow: nil,
          prefix: query.highlight(in: city.name) == nil ? .none : MatchedPrefix(query))
      }, total: total)
  }

  /// Creates matches from those of another source, with its names and highlights.
  ///
  /// - Parameters:
  ///   - matches: The matches, in order.
  ///   - total: The number of matches without corrections, if the source has more than it returned;
  ///     `nil` for all that it returned.
  public init(_ matches: [CityMatch], total: MatchTotal? = nil) {
    let uncorrected = total == nil ? 0 : matches.count { $0.edits == 0 }
    self.init(
      of: .none, .matches(matches),
      total: total.map { $0.count < uncorrected ? .exactly(uncorrected) : $0 }
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
      case .range(let rows): rows.count
      case .selection(let rows): rows.count
      case .rows(let rows): rows.count
      case .prefix(let answer): answer.count
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
      "position must be in 0..<\(endIndex), got \(position).")
    return page(position..<position + 1)[0]
  }

  /// The matches within the limit, made in one call.
  ///
  /// - Complexity: O(*k* *m*), where *k* is the number of matches and *m* the length of their names in
  ///   bytes. Memory is allocated for the array, and for names of more than 15 bytes.
  public func page() -> [CityMatch] { page(0..<endIndex) }

  /// The matches at some positions, all of which exist.
  ///
  /// All accesses end here, so that the table is fetched once for all positions.
  private func page(_ positions: Range<Int>) -> [CityMatch] {
    switch source {
    case .range(let rows):
      Self.matches(at: positions, by: prefix, in: table) { _, position in
        rows.lowerBound.advanced(by: position)
      }
    case .selection(let rows):
      Self.matches(at: positions, by: prefix, in: table) { table, position in
        CityRow(table.populationTopK.row(position, of: rows))
      }
    case .rows(let rows):
      Self.matches(at: positions, by: prefix, in: table) { _, position in
        CityRow(Int(rows[position]))
      }
    case .prefix(let answer): answer.matches(at: positions)
    case .answer(let answer): answer.matches(at: positions)
    case .matches(let matches): Array(matches[positions])
    }
  }

  /// The gazetteer that was searched, which the rows of all matches are of; `nil` if the matches come
  /// from elsewhere.
  package var gazetteer: Gazetteer? {
    switch source {
    case .range, .selection, .rows: Gazetteer(searched)
    case .prefix(let answer): answer.gazetteer
    case .answer(let answer): answer.gazetteer
    case .matches: nil
    }
  }

  /// The table that rows are of, if the source has rows.
  var searched: Gazetteer.Table {
    guard let table else { preconditionFailure(Self.withoutTable) }
    return table
  }

  private static let withoutTable = "Matches by row must have a table."

  /// The ids of the matches, in order; no cities are made.
  ///
  /// - Complexity: O(*k*), where *k* is the number of matches within the limit.
  public var ids: [Int] {
    switch source {
    case .range(let rows): rows.prefix(count).map { searched.id(atRow: $0) }
    case .selection(let rows): (0..<count).map { Gazetteer(searched).id(at: $0, of: rows) }
    case .rows(let rows): rows.prefix(count).map { searched.id(atRow: CityRow(Int($0))) }
    case .prefix(let answer): answer.ids(first: count)
    case .answer(let answer):
      answer.hits.prefix(count).map { answer.gazetteer.table.id(atRow: $0.city) }
    case .matches(let matches): matches.prefix(count).map(\.id)
    }
  }
}

extension CityMatches {
  /// The matches at some positions by a prefix of own names.
  ///
  /// The table is a parameter, because a property would be retained.
  @inline(__always)
  private static func matches(
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

  /// The same for a city whose record was read, and whose name was located.
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
  /// Matches are made in batches, because one costs little less than several: first ten, as many as a
  /// screen shows, then up to 160.
  public struct Iterator: IteratorProtocol, Sendable {
    private let matches: CityMatches
    /// The current batch, and the index of the next match in it.
    private var page: [CityMatch] = []
    private var index = 0
    /// The positions after the current batch.
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

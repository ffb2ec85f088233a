/// The cities that match a query: a collection that makes each city when it is asked for.
///
/// Its ``totalCount`` costs nothing, its first ten cities cost ten, and the fifty thousand that nobody
/// looks at cost nothing. Each access makes the city and its highlight anew; who reads an element
/// twice may want to keep it.
///
/// A value of this type keeps its gazetteer alive.
public struct CityMatches: Sendable {
  let query: FoldedQuery
  let source: Source
  let limit: Int?

  /// How many cities match, before any limit.
  ///
  /// - Complexity: O(1).
  public let totalCount: Int

  /// Where the cities come from.
  enum Source: Sendable {
    /// Neighbours in a gazetteer, in canonical order.
    case range(Range<Int>, Gazetteer)
    /// Rows of a gazetteer in an order of their own.
    case rows([UInt32], Gazetteer)
    /// Cities that are made already.
    case cities([City])
  }

  init(of query: FoldedQuery, _ source: Source, totalCount: Int, limit: Int? = nil) {
    self.query = query
    self.source = source
    self.totalCount = totalCount
    self.limit = limit
  }

  /// Matches that are neighbours in a gazetteer.
  init(of query: FoldedQuery, rows: Range<Int>, in gazetteer: Gazetteer, limit: Int?) {
    self.init(of: query, .range(rows, gazetteer), totalCount: rows.count, limit: limit)
  }

  /// Makes matches of cities that a source without a gazetteer found.
  ///
  /// - Parameters:
  ///   - cities: The cities, in the order in which they should appear.
  ///   - query: What they were found by; the part of a name that matches it will be marked.
  ///   - totalCount: How many match, if the source has more than it gave.
  public init(_ cities: [City], for query: String, totalCount: Int? = nil) {
    self.init(
      of: FoldedQuery(query), .cities(cities), totalCount: Swift.max(totalCount ?? 0, cities.count))
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
      case .cities(let cities): cities.count
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
    let city =
      switch source {
      case .range(let rows, let gazetteer): gazetteer[rows.lowerBound + position]
      case .rows(let rows, let gazetteer): gazetteer[Int(rows[position])]
      case .cities(let cities): cities[position]
      }
    return CityMatch(
      city: city,
      highlight: query.highlight(in: city.name) ?? HighlightRange(location: 0, length: 0))
  }
}

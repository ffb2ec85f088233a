internal import FlatStorage
internal import PrefixSearch

extension CityMatches {
  /// Makes the matches one after the other.
  ///
  /// Neighbours in a gazetteer have neighbouring names, so each name tells where the next begins.
  public struct Iterator: IteratorProtocol, Sendable {
    private let matches: CityMatches
    private var position = 0
    private let end: Int
    private let plain: PlainQuery?
    /// The table, if the matches are neighbours in it.
    private let table: Gazetteer.Table?
    /// The row of the next match in the table, and where its name begins.
    private var row = 0
    private var nameStart = 0

    init(_ matches: CityMatches) {
      self.matches = matches
      end = matches.endIndex
      plain = PlainQuery(matches.query)
      if case .range(let rows, let gazetteer) = matches.source, end > 0 {
        table = gazetteer.table
        row = rows.lowerBound
        nameStart = gazetteer.table.nameStart(atRow: row)
      } else {
        table = nil
      }
    }

    /// The next match, or `nil` after the last.
    ///
    /// - Complexity: O(*m*), where *m* is the length of the name in bytes.
    public mutating func next() -> CityMatch? {
      guard position < end else { return nil }
      defer { position &+= 1 }
      guard let table else { return matches[position] }
      let (match, nameEnd) = table.match(
        atRow: row, nameStart: nameStart, of: matches.query, plain: plain)
      row &+= 1
      nameStart = nameEnd
      return match
    }
  }

  /// Makes an iterator over the matches within the limit.
  public func makeIterator() -> Iterator { Iterator(self) }
}

extension Gazetteer.Table {
  /// Makes a match of a city that a query is known to match.
  ///
  /// - Returns: The match, and where the next city's name begins.
  @inline(__always)
  fileprivate func match(
    atRow row: Int, nameStart: Int, of query: FoldedQuery, plain: PlainQuery?
  ) -> (match: CityMatch, nameEnd: Int) {
    let nameEnd = nameEnd(atRow: row, nameStart: nameStart)
    let city = city(atRow: row, nameRange: nameStart..<nameEnd)
    let highlight = plain?.highlight(in: city.name, beginningWith: names.uint64(at: nameStart))
    let match = CityMatch(
      city: city, highlight: highlight ?? query.highlight(in: city.name) ?? .empty)
    return (match, nameEnd)
  }
}

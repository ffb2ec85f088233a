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
      let nameEnd = nameStart &+ Swift.max(0, table.nameLength(atRow: row))
      let city = table.city(atRow: row, nameRange: nameStart..<nameEnd)
      let highlight = plain?.highlight(inNameBeginningWith: table.names.uint64(at: nameStart))
      row &+= 1
      nameStart = nameEnd
      return CityMatch(
        city: city, highlight: highlight ?? matches.query.highlight(in: city.name) ?? .empty)
    }
  }

  /// Makes an iterator over the matches within the limit.
  public func makeIterator() -> Iterator { Iterator(self) }
}

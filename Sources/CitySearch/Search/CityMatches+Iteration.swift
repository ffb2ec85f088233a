internal import FlatStorage
internal import PrefixSearch

extension CityMatches {
  /// Makes the matches one after the other.
  ///
  /// Neighbours in a gazetteer have neighbouring names, so each name tells where the next begins.
  @safe public struct Iterator: IteratorProtocol, Sendable {
    private let matches: CityMatches
    private var position = 0
    private let end: Int
    private let plain: PlainQuery?
    /// The table, if the matches are neighbours in it.
    ///
    /// Sound: `matches` keeps it as long as this value lives. A counted reference would be counted up
    /// and down for each city.
    private let table: Unmanaged<Gazetteer.Table>?
    /// The row of the next match in the table, and where its name begins.
    private var row = 0
    private var nameStart = 0

    init(_ matches: consuming CityMatches) {
      end = matches.endIndex
      plain = PlainQuery(matches.query)
      if case .range(let rows, let gazetteer) = matches.source, end > 0 {
        unsafe table = Unmanaged.passUnretained(gazetteer.table)
        row = rows.lowerBound
        nameStart = gazetteer.table.nameStart(atRow: row)
      } else {
        unsafe table = nil
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
      let (row, nameStart) = (row, nameStart)
      let (city, start, nameEnd) = unsafe table._withUnsafeGuaranteedRef { table in
        let nameEnd = table.nameEnd(atRow: row, nameStart: nameStart)
        let city = table.city(atRow: row, nameRange: nameStart..<nameEnd)
        return (city, table.nameBytes(from: nameStart), nameEnd)
      }
      self.row &+= 1
      self.nameStart = nameEnd
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

extension Gazetteer.Table {
  /// Sixteen bytes from a place in `names` on; zeros where there are no more.
  @inline(__always)
  fileprivate func nameBytes(from start: Int) -> PlainQuery.Bytes {
    (names.uint64(at: start), names.uint64(at: start &+ 8))
  }
}

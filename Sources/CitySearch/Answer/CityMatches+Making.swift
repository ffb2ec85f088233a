internal import PrefixSearch

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

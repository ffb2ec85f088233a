internal import PrefixSearch

/// The fast path of most keystrokes: the ten best names that begin with the text. It reads a stored top-k
/// list, or scores a few names, without the work for regions, typos, filters and other orders.
extension CityCompleter {
  /// Finds the names that begin with the text, if these are the whole answer to the query.
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - folded: Its text, folded.
  ///   - best: Receives the best names; empty before.
  /// - Returns: Whether they are the whole answer; otherwise the query needs a ``QueryEvaluation``.
  /// - Complexity: That of the index's lookups, one for each word, and O(*k*), where *k* is the number
  ///   of names.
  @inline(__always)
  func findWholeAnswer(
    to query: SearchQuery, _ folded: borrowing FoldedQuery, into best: inout BestNames
  ) -> Bool {
    guard let limit = query.limit, limit <= NameTable.listLength, query.order == .relevance,
      query.names == .all, query.filter.isEmpty, folded.isOneWord || isName(query.text, folded),
      findBest(beginningWith: folded, into: &best)
    else { return false }
    let isEnough = best.cityCount >= TypoRule.sufficientMatchCount || best.count >= limit
    return isEnough || query.typos == .never || !folded.mayBeCorrected
  }

  /// Finds the best names that begin with a text; false if their list is damaged.
  @inline(__always)
  private func findBest(
    beginningWith folded: borrowing FoldedQuery, into best: inout BestNames
  ) -> Bool {
    folded.withBytes { text in
      guard let otherIndex else {
        return gazetteer.table.findBest(beginningWith: text, into: &best)
      }
      return gazetteer.table.findBest(beginningWith: text, in: otherIndex.index, into: &best)
    }
  }

  /// Whether a query of several words is a name without a region after it.
  @inline(never)
  private func isName(_ text: String, _ folded: FoldedQuery) -> Bool {
    guard !text.utf8.contains(UInt8(ascii: ",")) else { return false }
    if let otherIndex { return !mayEndInRegion(folded, by: otherIndex.index) }
    return !mayEndInRegion(folded, by: gazetteer.table.nameTable.tree)
  }

  /// Whether the last words of a query may be a region, and those before them a whole name.
  private func mayEndInRegion(_ query: FoldedQuery, by index: some PrefixIndex) -> Bool {
    query.withBytes { bytes in
      var last = bytes.count - 1
      if last >= 0, bytes[last] == asciiSpace { last -= 1 }
      var wordCount = 1
      while last > 0 {
        last -= 1
        guard bytes[last] == asciiSpace else { continue }
        // Of three words the first may be the name, and the others two regions.
        let rest = bytes.extracting((last + 1)...)
        let regions = gazetteer.table.regions.lines(of: rest)
        let isRegion = !regions.exact.isEmpty || !regions.longer.isEmpty
        if wordCount > 1 || isRegion,
          let position = index.position(of: bytes.extracting(...last)),
          !index.rows(endingAt: position).isEmpty
        {
          return true
        }
        wordCount += 1
      }
      return false
    }
  }

  /// Finds the ids of up to ten cities with names that begin with a text, the most likely first: the
  /// answer to a query of one word without corrections.
  ///
  /// - Parameters:
  ///   - folded: The text, folded.
  ///   - ids: Receives the ids, as many as there is room for.
  /// - Returns: The number of ids; `nil` if the text has several words, or if the file is damaged.
  /// - Complexity: That of ``search(for:limit:)``. No memory is allocated.
  package func copyBestIDs(of folded: FoldedQuery, to ids: inout MutableSpan<Int>) -> Int? {
    var best = BestNames()
    guard folded.isOneWord, findBest(beginningWith: folded, into: &best) else { return nil }
    let (table, names) = (gazetteer.table, gazetteer.table.nameTable)
    let (numbers, count) = (best.numbers.span, min(best.count, ids.count))
    for position in 0..<count {
      ids[position] = table.id(atRow: names[NameID(Int(numbers[position]))].city)
    }
    return count
  }
}

/// Up to ten names that begin with a text: the best of each city, in order of their scores.
struct BestNames: Sendable {
  /// The number of cities with a name that begins with the text.
  fileprivate(set) var cityCount = 0
  /// The number of names.
  fileprivate(set) var count = 0
  /// The numbers of the names, and zeros after them.
  fileprivate var numbers = InlineArray<10, UInt32>(repeating: 0)
  /// The position of the text in the gazetteer's tree over names; `nil` with another index.
  fileprivate(set) var start: RadixTree.Position?

  @inline(__always)
  subscript(position: Int) -> NameID { NameID(Int(numbers[position])) }

  @inline(__always)
  fileprivate mutating func append(_ name: NameID) {
    numbers[count] = UInt32(truncatingIfNeeded: name.rawValue)
    count &+= 1
  }
}

extension Gazetteer.Table {
  /// Finds the best names that begin with a text; false if their list is damaged.
  ///
  /// They are written where they stay: a copy of numbers just written waits for the writes.
  @inline(__always)
  fileprivate func findBest(beginningWith text: Span<UInt8>, into best: inout BestNames) -> Bool {
    var numbers = best.numbers.mutableSpan
    let names = nameTable
    let found = names.ranked.copyBest(of: text, to: &numbers) { position in
      names.variant(of: text, at: position, in: names.tree)
    }
    guard let found else { return true }
    best.start = found.position
    guard let cityCount = found.groupCount else {
      return rank(below: found.position, text, in: names.tree, into: &best)
    }
    (best.count, best.cityCount) = (found.count, cityCount)
    return true
  }

  /// Finds the best names that begin with a text by any index over the names.
  @inline(never)
  fileprivate func findBest<Index: PrefixIndex>(
    beginningWith text: Span<UInt8>, in index: Index, into best: inout BestNames
  ) -> Bool {
    guard let position = index.position(of: text) else { return true }
    if rank(below: position, text, in: index, into: &best) { return true }
    let topK = nameTable.topK
    let variant = nameTable.variant(of: text, at: position, in: index)
    guard let list = topK.list(of: index.rows(below: position), variant: variant) else {
      return false
    }
    best.cityCount = list.groupCount
    for position in 0..<list.count { best.append(NameID(topK.row(position, of: list))) }
    return true
  }

  /// Ranks the names that begin with a text, unless there are so many that they have a list.
  private func rank<Index: PrefixIndex>(
    below position: Index.Position, _ text: Span<UInt8>, in index: Index,
    into best: inout BestNames
  ) -> Bool {
    let rows = index.rows(below: position)
    guard rows.count <= NameTable.listLength else { return false }
    rank(rows, BonusRanges(of: text, at: position, in: index), into: &best)
    return true
  }

  /// Ranks the names of a range that is too small for a list.
  @inline(never)
  private func rank(_ rows: Range<Int>, _ bonuses: BonusRanges, into best: inout BestNames) {
    var hits = InlineArray<10, Hit>(
      repeating: Hit(ownNameOf: 0, weight: 0, interpretation: 0))
    var count = 0
    for row in rows {
      let entry = nameTable[NameID(row)]
      guard entry.kind != .code || bonuses.whole.contains(row) else { continue }
      let weight = NameScore.weight(
        entry.kind, population: records.population(atRow: entry.city),
        bonus: bonuses.bonus(ofRow: row, entry.kind))
      let hit = Hit(NameID(row), entry, weight: weight, interpretation: 0)
      // Another name of the same city makes room for a better one, or is it.
      var place = 0
      while place < count, hits[place].city != hit.city { place &+= 1 }
      if place == count {
        count &+= 1
      } else if !hit.isBetter(than: hits[place]) {
        continue
      }
      while place > 0, hit.precedes(hits[place &- 1]) {
        hits[place] = hits[place &- 1]
        place &-= 1
      }
      hits[place] = hit
    }
    best.cityCount = count
    for position in 0..<count { best.append(hits[position].name) }
  }
}

/// The names that begin with a text and get a bonus.
struct BonusRanges {
  /// Names that equal the text.
  private(set) var whole = 0..<0
  /// Names that continue with a space, including `whole`.
  private(set) var words = 0..<0

  /// Finds the names with a bonus.
  ///
  /// - Parameters:
  ///   - text: The text, folded.
  ///   - position: Its position in the index.
  ///   - index: The index over names.
  @inline(__always)
  init<Index: PrefixIndex>(of text: Span<UInt8>, at position: Index.Position, in index: Index) {
    guard text.count > 0 else { return }
    if text[text.count &- 1] == asciiSpace {
      whole = index.rows(endingAt: position)
    } else if let space = index.child(of: position, by: asciiSpace) {
      whole = index.rows(endingAt: space)
      words = index.rows(below: space)
    }
  }

  /// The bonus of a name.
  @inline(__always)
  func bonus(ofRow row: Int, _ kind: StoredKind) -> Int {
    if whole.contains(row) { return NameScore.wholeBonus }
    return kind == .own && words.contains(row) ? NameScore.wordBonus : 0
  }
}

extension FoldedQuery {
  /// Whether the query has no space, and therefore no comma.
  @inline(__always)
  var isOneWord: Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    // A byte is zero where the text has a space, and nowhere else: the padding is zero before.
    let spaces = firstWord ^ ones &* UInt64(asciiSpace)
    guard (spaces &- ones) & ~spaces & ones &<< 7 == 0 else { return false }
    return count <= 8 || !hasSpace(from: 8)
  }

  @inline(never)
  private func hasSpace(from start: Int) -> Bool {
    withBytes { bytes in
      for index in start..<bytes.count where bytes[index] == asciiSpace { return true }
      return false
    }
  }
}

internal import PrefixSearch

/// The fast path of most keystrokes: the ten best names that begin with the text. It reads a stored top-k
/// list, or scores a few names, without the work for regions, typos, filters and other orders.
extension CityCompleter {
  /// The names that begin with the text, if these are the whole answer to the query.
  ///
  /// - Returns: The best names; `nil` if the query needs a ``QueryEvaluation``.
  /// - Complexity: That of the index's lookups, one for each word, and O(*k*), where *k* is the number
  ///   of names.
  @inline(__always)
  func wholeAnswer(to query: SearchQuery, _ folded: FoldedQuery) -> BestNames? {
    guard let limit = query.limit, limit <= NameTable.listLength, query.order == .relevance,
      query.names == .all, query.filter.isEmpty, folded.isOneWord || isName(query.text, folded),
      let names = bestNames(beginningWith: folded)
    else { return nil }
    let isEnough = names.cityCount >= TypoRule.sufficientMatchCount || names.count >= limit
    return isEnough || query.typos == .never || !folded.mayBeCorrected ? names : nil
  }

  /// The best names that begin with a text; `nil` if their list is damaged.
  @inline(__always)
  private func bestNames(beginningWith folded: FoldedQuery) -> BestNames? {
    folded.withBytes { text in
      guard let otherIndex else { return gazetteer.table.bestNames(beginningWith: text) }
      return gazetteer.table.bestNames(beginningWith: text, in: otherIndex.index)
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

  /// The ids of up to ten cities with names that begin with a text, the most likely first: the answer to
  /// a query of one word without corrections.
  ///
  /// - Returns: The ids; `nil` if the query has several words, or if the file is damaged.
  /// - Complexity: That of ``search(for:limit:)``.
  package func bestIDs(of folded: FoldedQuery) -> BestIDs? {
    guard folded.isOneWord, let names = bestNames(beginningWith: folded) else { return nil }
    return BestIDs(of: names, in: gazetteer.table)
  }
}

/// The ids of up to ten cities, inline: to make and free an array would take a fourth of the time.
package struct BestIDs {
  /// The number of ids.
  package let count: Int
  /// The ids, and zeros after them.
  package private(set) var ids = InlineArray<10, Int>(repeating: 0)

  @inline(__always)
  fileprivate init(of names: BestNames, in table: Gazetteer.Table) {
    count = names.count
    for position in 0..<count {
      ids[position] = table.id(atRow: table.nameTable[names[position]].city)
    }
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
  /// The best names that begin with a text; `nil` if their list is damaged.
  @inline(__always)
  fileprivate func bestNames(beginningWith text: Span<UInt8>) -> BestNames? {
    var best = BestNames()
    var numbers = best.numbers.mutableSpan
    let names = nameTable
    let found = names.ranked.copyBest(of: text, to: &numbers) { position in
      names.variant(of: text, at: position, in: names.tree)
    }
    guard let found else { return best }
    best.start = found.position
    guard let cityCount = found.groupCount else {
      return rank(below: found.position, text, in: names.tree, into: &best) ? best : nil
    }
    (best.count, best.cityCount) = (found.count, cityCount)
    return best
  }

  /// The best names that begin with a text, found in any index over the names.
  @inline(never)
  fileprivate func bestNames<Index: PrefixIndex>(
    beginningWith text: Span<UInt8>, in index: Index
  ) -> BestNames? {
    var best = BestNames()
    guard let position = index.position(of: text) else { return best }
    let rows = index.rows(below: position)
    if rank(below: position, text, in: index, into: &best) { return best }
    let topK = nameTable.topK
    guard
      let list = topK.list(
        of: rows, variant: nameTable.variant(of: text, at: position, in: index))
    else { return nil }
    best.cityCount = list.groupCount
    for position in 0..<list.count { best.append(NameID(topK.row(position, of: list))) }
    return best
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

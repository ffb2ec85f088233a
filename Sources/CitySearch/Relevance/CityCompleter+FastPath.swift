internal import PrefixSearch

/// The fast path of most keystrokes: the ten best names that begin with the text. It reads a stored top-k
/// list, or scores a few names, without the work for regions, typos, filters and other orders.
extension CityCompleter {
  /// The cities with names that begin with the text, if these are the whole answer to the query.
  ///
  /// - Returns: The result; `nil` if the query needs a ``QueryEvaluation``.
  /// - Complexity: That of the index's lookups, one for each word, and O(*k*), where *k* is the number
  ///   of hits.
  @inline(__always)
  func fastPathResult(
    _ query: SearchQuery, _ folded: FoldedQuery, by index: some PrefixIndex
  ) -> SearchResult? {
    let names = gazetteer.table.nameTable
    guard let limit = query.limit, limit <= names.topK.k, query.order == .relevance,
      query.names == .all, query.filter.isEmpty
    else { return nil }
    if !folded.isOneWord {
      guard !query.text.utf8.contains(UInt8(ascii: ",")), !mayEndInRegion(folded, by: index)
      else { return nil }
    }
    let mayForgive = query.typos == .automatic && folded.mayBeCorrected
    let found = folded.withBytes { bytes -> SearchResult in
      guard let position = index.position(of: bytes) else {
        return SearchResult(hits: [], total: .exactly(0))
      }
      let rows = index.rows(below: position)
      guard rows.count > names.topK.k else {
        var found = fewHits(rows, limit: limit, beginningWith: bytes, at: position, in: index)
        if otherIndex == nil { found.start = position as? RadixTree.Position }
        return found
      }
      guard let list = names.list(of: rows, beginningWith: bytes, at: position, in: index) else {
        return SearchResult(hits: [], total: .atLeast(0))
      }
      let count = min(max(limit, 0), list.count)
      var hits: [Hit] = []
      hits.reserveCapacity(count)
      for position in 0..<count {
        let name = NameID(names.topK.row(position, of: list))
        // The list is sorted already, so the weight is not needed.
        hits.append(Hit(name, names[name], weight: 0, interpretation: 0))
      }
      return SearchResult(
        hits: hits, total: .exactly(list.groupCount),
        start: otherIndex == nil ? position as? RadixTree.Position : nil)
    }
    let isEnough = found.total.count >= TypoRule.sufficientMatchCount || found.hits.count >= limit
    return found.total.isExact && (isEnough || !mayForgive) ? found : nil
  }

  /// The hits of a range of names that is too small for a list.
  private func fewHits<Index: PrefixIndex>(
    _ rows: Range<Int>, limit: Int, beginningWith text: Span<UInt8>, at position: Index.Position,
    in index: Index
  ) -> SearchResult {
    let table = gazetteer.table
    let names = table.nameTable
    let ranges = BonusRanges(of: text, at: position, in: index)
    var collector = HitCollector(limit: rows.count)
    for row in rows {
      let entry = names[NameID(row)]
      let isWhole = ranges.whole.contains(row)
      guard entry.kind != .code || isWhole else { continue }
      let population = table.records.population(atRow: entry.city)
      collector.add(
        Hit(
          NameID(row), entry,
          weight: NameScore.weight(
            entry.kind, population: population, bonus: ranges.bonus(ofRow: row, entry.kind)),
          interpretation: 0))
    }
    var hits = collector.finish()
    let total = hits.count
    if total > limit { hits.removeLast(total - max(limit, 0)) }
    return SearchResult(hits: hits, total: .exactly(total))
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

  /// The ids of up to ten cities, the most likely first, for a folded query of one word; `nil` if there is
  /// no list for it.
  ///
  /// - Complexity: That of ``search(for:limit:)``.
  package func listedIDs(of folded: FoldedQuery) -> ListedIDs? {
    folded.withBytes { gazetteer.table.listedIDs(beginningWith: $0) }
  }
}

/// The ids of a stored list, inline: to make and free an array would take a fourth of the time.
package struct ListedIDs {
  /// The number of ids.
  package fileprivate(set) var count = 0
  /// The ids, and zeros after them.
  package fileprivate(set) var ids = InlineArray<10, Int>(repeating: 0)
}

extension Gazetteer.Table {
  /// The ids of the cities in the list of a text; `nil` if there is none.
  fileprivate func listedIDs(beginningWith text: Span<UInt8>) -> ListedIDs? {
    var listed = ListedIDs()
    var ids = listed.ids.mutableSpan
    guard let count = nameTable.copyListedNames(beginningWith: text, to: &ids) else { return nil }
    for position in 0..<count {
      ids[position] = id(atRow: nameTable[NameID(ids[position])].city)
    }
    listed.count = count
    return listed
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
  var isOneWord: Bool {
    withBytes { bytes in
      for index in bytes.indices where bytes[index] == asciiSpace { return false }
      return true
    }
  }
}

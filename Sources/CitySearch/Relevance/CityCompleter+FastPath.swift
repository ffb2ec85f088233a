internal import PrefixSearch

/// The answer of the fast path.
enum WholeAnswer {
  /// The best names that begin with the text.
  case names(BestNames)
  /// Cities of these, and others that lie in a region at the end of the text.
  case result(SearchResult)
}

/// The fast path of most keystrokes: the ten best names that begin with the text. It reads a stored top-k
/// list, or scores a few names, without the work for commas, typos, filters and other orders.
extension CityCompleter {
  /// Finds the names that begin with the text and the cities in a region at its end, if these are the
  /// whole answer to the query.
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - folded: Its text, folded.
  /// - Returns: The answer; `nil` if the query needs a ``QueryEvaluation``.
  /// - Complexity: That of the index's lookups, one for each word, and O(*k*), where *k* is the number
  ///   of names.
  @inline(__always)
  func wholeAnswer(to query: SearchQuery, _ folded: borrowing FoldedQuery) -> WholeAnswer? {
    let limit = query.limit ?? .max
    guard limit <= NameTable.listLength || mayBeFoundLater(folded), query.order == .relevance,
      query.names == .all, query.filter.isEmpty, folded.isOneWord || !query.text.hasComma,
      let best = bestNames(beginningWith: folded),
      best.cityCount >= TypoRule.sufficientMatchCount || best.count >= limit
        || query.typos == .never || !folded.mayBeCorrected
    else { return nil }
    return folded.isOneWord ? .names(best) : answer(to: folded, best, limit: limit)
  }

  /// Whether the cities after the ten best can be found later, when they are read.
  ///
  /// The text must be one word, because a region at the end of a text adds cities that the list does not
  /// count. The index must return the same rows again.
  @inline(__always)
  private func mayBeFoundLater(_ folded: borrowing FoldedQuery) -> Bool {
    folded.isOneWord && otherIndex?.isRepeatable ?? true
  }

  /// The best names that begin with a text; `nil` if their list is damaged.
  @inline(__always)
  private func bestNames(beginningWith folded: borrowing FoldedQuery) -> BestNames? {
    folded.withBytes { text in
      guard let otherIndex else { return gazetteer.table.bestNames(beginningWith: text) }
      return gazetteer.table.bestNames(beginningWith: text, in: otherIndex.index)
    }
  }

  /// Adds the cities in a region at the end of a text of several words.
  @inline(never)
  private func answer(to text: FoldedQuery, _ best: BestNames, limit: Int) -> WholeAnswer {
    if let otherIndex { return answer(to: text, best, limit: limit, by: otherIndex.index) }
    return answer(to: text, best, limit: limit, by: gazetteer.table.nameTable.tree)
  }

  /// Most texts end in the beginning of some region, and many in the beginning of one after a name; but
  /// few cities of that name lie there, and mostly ten larger ones have names that begin with the text.
  private func answer(
    to text: FoldedQuery, _ best: BestNames, limit: Int, by index: some PrefixIndex
  ) -> WholeAnswer {
    let (table, tenth) = (gazetteer.table, gazetteer.table.leastWeight(of: best))
    var (best, found, plain) = (best, nil as Findings?, nil as PrefixCount?)
    text.withBytes { bytes in
      LastWords(of: bytes).forEachRegion(of: bytes, in: index, table) { region in
        var region = region
        if found == nil {
          switch table.firstName(of: region, from: tenth) {
          case .none: return
          case .below:
            best.hasOtherCities = true
            return
          case .row(let row): region.names = row..<region.names.upperBound
          }
          var findings = Findings(limit: NameTable.listLength)
          if let position = index.position(of: bytes) {
            plain = findings.append(
              best, BonusRanges(of: bytes, at: position, in: index), in: table)
          }
          found = findings
        }
        found?.addCities(of: region, typed: bytes, in: table, filter: nil)
      }
    }
    guard var found else { return .names(best) }
    var hits = found.finishHits()
    let total = found.total(plain ?? PrefixCount(total: .exactly(0)), hits, areAllHits: false)
    if hits.count > limit { hits.removeLast(hits.count - max(limit, 0)) }
    return .result(SearchResult(hits: hits, interpretations: found.interpretations, total: total))
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
    guard folded.isOneWord, let best = bestNames(beginningWith: folded) else { return nil }
    let (table, count) = (gazetteer.table, min(best.count, ids.count))
    for position in 0..<count {
      ids[position] = table.id(atRow: table.nameTable[best, position].city)
    }
    return count
  }
}

/// What an interpretation with a region adds to the best names that begin with the whole text.
private enum RegionCities {
  /// Nothing.
  case none
  /// Cities, all of them after ten others.
  case below
  /// Perhaps cities among the best, by this name and those after it.
  case row(Int)
}

extension Gazetteer.Table {
  /// The weight that another city has to reach, or more than that, to be among the best; `nil` if there
  /// are fewer than ten, or not more.
  fileprivate func leastWeight(of best: BestNames) -> UInt64? {
    guard best.count == NameTable.listLength, best.cityCount > best.count else { return nil }
    let entry = nameTable[best, best.count &- 1]
    // A bonus is left out, so the true weight may be greater.
    return NameScore.weight(entry.kind, population: records.population(atRow: entry.city), bonus: 0)
  }

  /// The first name of a city that lies in the region, and may reach a weight.
  fileprivate func firstName(of region: RegionAfterName, from tenth: UInt64?) -> RegionCities {
    let (lines, names) = (region.lines, region.names)
    // Longer names follow the name itself.
    let first = lines.exact.isEmpty ? lines.longer : lines.exact
    let last = lines.longer.isEmpty ? lines.exact : lines.longer
    let area = AreaIntersection(
      area(ofLines: first.lowerBound..<last.upperBound, for: names.count))
    var isBelow = false
    for row in names {
      let entry = nameTable[NameID(row)]
      let mayBelong =
        tenth.map {
          let population = records.population(atRow: entry.city)
          return NameScore.weight(entry.kind, population: population, bonus: region.greatestBonus)
            >= $0
        } ?? true
      guard mayBelong || !isBelow, contains(area, entry.city) else { continue }
      if mayBelong { return .row(row) }
      isBelow = true
    }
    return isBelow ? .below : .none
  }
}

extension String {
  /// Whether there is a comma, which separates names and regions.
  fileprivate var hasComma: Bool {
    let bytes = utf8.span
    for index in bytes.indices where bytes[index] == UInt8(ascii: ",") { return true }
    return false
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

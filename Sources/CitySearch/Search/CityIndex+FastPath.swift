internal import PrefixSearch

/// The fast path of most keystrokes: the ten best names that begin with the text. It reads a stored top-k
/// list, or scores a few names, without the work for commas, typos, filters and other orders.
extension CityIndex {
  /// The answer that begins with the best names.
  @inline(__always)
  func answer(
    to query: SearchQuery, _ folded: consuming FoldedQuery, _ best: BestNames
  ) -> CityMatches {
    let (total, limit) = (best.total, query.limit)
    let answer = SearchAnswer(best, to: query, folded, in: self)
    return CityMatches(of: .none, .answer(answer), asTyped: total, limit: limit)
  }

  /// The best names that begin with a text; `nil` if their list is damaged.
  @inline(__always)
  func bestNames(beginningWith folded: borrowing FoldedQuery) -> BestNames? {
    folded.withBytes { text in
      guard let other else { return gazetteer.table.bestNames(beginningWith: text) }
      return other.bestNames(beginningWith: text, in: gazetteer.table)
    }
  }

  /// Finds the ids of up to ten cities with names that begin with a text, the most likely first: the
  /// answer to a query of one word without corrections.
  ///
  /// - Parameters:
  ///   - folded: The text, folded.
  ///   - ids: Receives the ids, as many as there is room for.
  /// - Returns: The number of ids; `nil` if the text has several words or is a region, or if the file is
  ///   damaged.
  /// - Complexity: That of ``search(for:limit:)``. No memory is allocated.
  package func copyBestIDs(of folded: FoldedQuery, to ids: inout MutableSpan<City.ID>) -> Int? {
    guard folded.isOneWord, !gazetteer.table.regions.isRegionAlone(folded),
      let best = bestNames(beginningWith: folded)
    else { return nil }
    let (table, count) = (gazetteer.table, min(best.count, ids.count))
    for position in 0..<count {
      ids[position] = table.id(atRow: table.nameTable[best, position].city)
    }
    return count
  }
}

extension FoldedQuery {
  /// Whether the query has no space, and therefore no comma.
  @inline(__always)
  var isOneWord: Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    // A byte is zero where the text has a space, and nowhere else: padding becomes 0x20.
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

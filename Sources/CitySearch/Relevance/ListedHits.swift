internal import PrefixSearch

extension CityCompleter {
  /// The answer to a query of one word, if a stored list has it.
  ///
  /// This is what is asked at most keystrokes: the ten best of all names that begin with some letters.
  /// `nil` if it takes more to tell.
  ///
  /// - Complexity: That of the index's lookup, and O(*k*), where *k* is the number of hits.
  @inline(__always)
  func listedHits(
    _ query: SearchQuery, _ folded: FoldedQuery, by index: some PrefixIndex
  ) -> SearchResult? {
    let names = gazetteer.table.nameTable
    guard let limit = query.limit, limit <= names.topK.k, query.order == .relevance,
      query.names == .all, query.filter.isEmpty, folded.isOneWord
    else { return nil }
    return folded.withBytes { bytes in
      guard let list = list(of: bytes, in: names, by: index),
        list.groupCount >= QueryEvaluationLimits.fewCities || query.typos == .never
      else { return nil }
      var hits: [Hit] = []
      let count = min(max(limit, 0), list.count)
      hits.reserveCapacity(count)
      for position in 0..<count {
        let name = NameID(names.topK.row(position, of: list))
        // The order is that of the list, so nothing depends on the weight.
        hits.append(Hit(name, names[name], weight: 0, reading: 0))
      }
      return SearchResult(hits: hits, total: .exactly(list.groupCount))
    }
  }

  /// The list of the best cities with names that begin with a text; `nil` if the names are few.
  @inline(__always)
  private func list(
    of text: Span<UInt8>, in names: NameTable, by index: some PrefixIndex
  ) -> TopKIndex.List? {
    guard let position = index.position(of: text) else { return nil }
    let rows = index.rows(below: position)
    guard rows.count > names.topK.k else { return nil }
    return names.list(
      of: rows, at: position, in: index,
      variant: names.variant(of: text, rows, at: position, in: index))
  }

  /// The ids of up to ten cities, the likeliest first, for a query of one word that is folded already;
  /// `nil` if it takes more to tell than a list.
  ///
  /// - Complexity: That of ``search(for:limit:)``.
  package func listedIDs(of folded: FoldedQuery) -> [Int]? {
    let table = gazetteer.table
    let (names, tree) = (table.nameTable, table.nameTable.tree)
    return folded.withBytes { bytes in
      list(of: bytes, in: names, by: tree).map { list in
        (0..<list.count).map { table.id(atRow: names[NameID(names.topK.row($0, of: list))].city) }
      }
    }
  }
}

/// What does not depend on the index of an evaluation.
enum QueryEvaluationLimits {
  /// Below so many cities mistakes are forgiven.
  static let fewCities = 10
}

extension FoldedQuery {
  /// Whether there is no space, and so no comma, in what was typed.
  var isOneWord: Bool {
    withBytes { bytes in bytes.indices.allSatisfy { bytes[$0] != asciiSpace } }
  }
}

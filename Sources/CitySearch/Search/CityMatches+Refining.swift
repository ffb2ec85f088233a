internal import PrefixSearch

extension CityMatches {
  /// Sorts the matches, and limits their number.
  ///
  /// All matches are sorted, including those beyond the limit of this value, if they are known. The filter
  /// set before is kept; of two limits the smaller applies. So orders, filters and limits give the same
  /// result in any sequence.
  ///
  /// - Parameters:
  ///   - order: The order; ties are broken by the canonical order.
  ///   - limit: The greatest number of matches; `nil` for the same as before.
  /// - Returns: The same matches in another order.
  /// - Complexity: O(1) for order by name if the matches come from an index over own names, and O(1)
  ///   for the ten most populous of them, or O(*k* log *n*) for more; else O(*n* log *k*), where *n* is
  ///   the number of matches and *k* the smaller of *n* and `limit`.
  public func ordered(by order: CityOrder, limit: Int? = nil) -> CityMatches {
    let limit = smaller(limit)
    guard refinement == nil, let rows = source.range,
      let source = Source(rows, by: order, limit: limit, in: table)
    else { return refined(by: order, filter, limit: limit) }
    return CityMatches(of: prefix, source, in: table, total: total, limit: limit)
  }

  /// Keeps the matches that pass a filter, and limits their number.
  ///
  /// All matches are filtered, including those beyond the limit of this value, if they are known. Their
  /// order is kept, and ``total`` becomes the number of matches that are kept.
  ///
  /// - Parameters:
  ///   - filter: The filter, in addition to those set before.
  ///   - limit: The greatest number of matches; `nil` for the same as before.
  /// - Returns: The matches that are kept.
  /// - Complexity: O(*m*), where *m* is the number of matches. For a filter with ids, O(*f* log *n*) if
  ///   the matches come from an index over own names, where *f* is the number of ids and *n* that of
  ///   all cities.
  public func filtered(by filter: CityFilter, limit: Int? = nil) -> CityMatches {
    var all = self.filter
    all.formIntersection(filter)
    return refined(by: order, all, limit: smaller(limit))
  }

  /// The source of all matches, before any refinement.
  private var base: Source { refinement?.base ?? source }

  /// The order that was set.
  private var order: CityOrder? {
    if let refinement { return refinement.order }
    guard case .selection = source else { return nil }
    return .population
  }

  /// The filter that was set.
  private var filter: CityFilter { refinement?.filter ?? CityFilter() }

  /// The smaller one of two limits.
  private func smaller(_ other: Int?) -> Int? {
    other.map { Swift.min($0, limit ?? $0) } ?? limit
  }

  /// Refines all matches; a call, so that the code of frequent orders stays small.
  @inline(never)
  private func refined(
    by order: CityOrder?, _ filter: CityFilter, limit: Int?
  ) -> CityMatches {
    let refinement = Refinement(of: base, order: order, filter: filter)
    switch refinement.base {
    case .prefix(let answer):
      return answer.refined(refinement, limit: limit)
    case .answer(let answer):
      return answer.completer.search(answer.query.refined(refinement, limit: limit))
    case .range(let range): return chosen(from: range, refinement, limit: limit)
    case .selection(let selection):
      return chosen(from: Range(rows: selection.rows), refinement, limit: limit)
    case .rows(let rows):
      return chosen(from: rows.lazy.map { CityRow(Int($0)) }, refinement, limit: limit)
    case .matches(let matches):
      let kept =
        refinement.filter.isEmpty ? matches : matches.filter { refinement.filter.contains($0.city) }
      return CityMatches(
        of: prefix, .matches(refinement.order?.first(limit, of: kept) ?? kept),
        refinement: refinement,
        total: refinement.filter.isEmpty ? total : .exactly(kept.count), limit: limit)
    }
  }

  /// Refines a range of rows.
  private func chosen(
    from range: Range<CityRow>, _ refinement: Refinement, limit: Int?
  ) -> CityMatches {
    let gazetteer = Gazetteer(searched)
    guard refinement.filter.isEmpty else {
      if let named = RowFilter(refinement.filter, in: gazetteer)?.namedRows {
        let rows = named.filter(range.contains)
        return matches(rows.map { UInt32($0.rawValue) }, refinement, limit: limit)
      }
      return chosen(from: range.lazy.map(\.self), refinement, limit: limit)
    }
    let total = MatchTotal.exactly(range.count)
    let order = refinement.order ?? .name
    if let source = Source(range, by: order, limit: limit, in: table) {
      return CityMatches(of: prefix, source, in: searched, total: total, limit: limit)
    }
    let rows =
      order == .population
      ? gazetteer.mostPopulousRows(in: range, limit: limit)
      : order.first(limit, of: range, in: gazetteer)
    return CityMatches(
      of: prefix, .rows(rows), in: searched, refinement: refinement, total: total, limit: limit)
  }

  /// Refines rows that are in canonical order.
  private func chosen(
    from rows: some Sequence<CityRow>, _ refinement: Refinement, limit: Int?
  ) -> CityMatches {
    let filter = RowFilter(refinement.filter, in: Gazetteer(searched))
    let kept = rows.filter { filter?.contains($0) ?? true }.map { UInt32($0.rawValue) }
    return matches(kept, refinement, limit: limit)
  }

  private func matches(
    _ rows: [UInt32], _ refinement: Refinement, limit: Int?
  ) -> CityMatches {
    let ordered = refinement.order?.first(
      limit, of: rows.lazy.map { CityRow(Int($0)) }, in: Gazetteer(searched))
    return CityMatches(
      of: prefix, .rows(ordered ?? rows), in: searched, refinement: refinement,
      total: .exactly(rows.count), limit: limit)
  }
}

extension CityMatches.Source {
  /// The consecutive rows that all matches are of; `nil` if there is no such range.
  @inline(__always)
  fileprivate var range: Range<CityRow>? {
    switch self {
    case .range(let rows): rows
    case .selection(let selection): Range(rows: selection.rows)
    case .rows, .prefix, .answer, .matches: nil
    }
  }

  /// A range of rows in an order; `nil` if the order takes an array.
  @inline(__always)
  fileprivate init?(
    _ rows: Range<CityRow>, by order: CityOrder, limit: Int?, in table: borrowing Gazetteer.Table?
  ) {
    switch order {
    case .name, .relevance: self = .range(rows)
    case .population:
      guard let selection = table?.mostPopulous(limit, of: rows) else { return nil }
      self = .selection(selection)
    case .distance: return nil
    }
  }
}

extension SearchQuery {
  /// The same query with the order and filter of a refinement.
  func refined(_ refinement: CityMatches.Refinement, limit: Int?) -> SearchQuery {
    var query = self
    query.order = refinement.order ?? query.order
    query.filter.formIntersection(refinement.filter)
    query.limit = limit
    return query
  }
}

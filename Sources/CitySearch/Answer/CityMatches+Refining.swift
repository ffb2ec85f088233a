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
  /// - Complexity: That of a search for the same text in this order, ``CityIndex/search(_:)``, without the
  ///   lookup if the matches are of own names; O(*n* log *k*) for *n* matches from another source, where *k*
  ///   is the smaller of *n* and `limit`.
  public func ordered(by order: CityOrder, limit: Int? = nil) -> CityMatches {
    let limit = smaller(limit)
    if order == .population, case .range(let rows) = source,
      let selection = searched.mostPopulous(limit, of: rows)
    {
      return CityMatches(of: prefix, .selection(selection), in: table, total: total, limit: limit)
    }
    return refined(by: order, CityFilter(), limit: limit)
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
  /// - Complexity: That of a search for the same text with this filter, as of ``ordered(by:limit:)``; O(*n*)
  ///   for *n* matches from another source.
  public func filtered(by filter: CityFilter, limit: Int? = nil) -> CityMatches {
    refined(by: nil, filter, limit: smaller(limit))
  }

  /// The smaller one of two limits.
  private func smaller(_ other: Int?) -> Int? {
    other.map { Swift.min($0, limit ?? $0) } ?? limit
  }

  /// Refines all matches; not inlined, so that the code of frequent orders stays small.
  @inline(never)
  private func refined(
    by order: CityOrder?, _ filter: CityFilter, limit: Int?
  ) -> CityMatches {
    switch source {
    case .range(let rows):
      return ownNames(rows, by: order ?? .name, filter, limit: limit)
    case .selection(let selection):
      return ownNames(
        Range(rows: selection.rows), by: order ?? .population, filter, limit: limit)
    case .answer(let answer):
      return answer.refined(by: order, filter, limit: limit)
    case .list(let list):
      let list = list.refined(by: order, filter, limit: limit)
      return CityMatches(
        of: prefix, .list(list), total: list.keptCount.map { .exactly($0) } ?? total, limit: limit)
    }
  }

  /// The cities of consecutive rows, refined.
  ///
  /// Relevance keeps the order of names, because the typed text is unknown here.
  private func ownNames(
    _ rows: Range<CityRow>, by order: CityOrder, _ filter: CityFilter, limit: Int?
  ) -> CityMatches {
    let query = SearchQuery(
      "", names: .own, order: order == .relevance ? .name : order, typos: .never, limit: limit,
      filter: filter)
    return CityIndex(Gazetteer(searched))
      .answer(to: query, among: SearchAnswer.OwnNames(rows, prefix))
  }
}

/// Matches from another source, with the order and filter that were set afterwards.
///
/// A class, so that it takes one word of a ``CityMatches``.
final class MatchList: Sendable {
  /// The matches in order, at least as many as the limit lets through.
  let matches: [CityMatch]
  /// The number of matches that pass the filter; `nil` without a filter.
  let keptCount: Int?
  private let all: [CityMatch]
  private let order: CityOrder?
  private let filter: CityFilter

  init(_ matches: [CityMatch]) {
    self.matches = matches
    all = matches
    keptCount = nil
    order = nil
    filter = CityFilter()
  }

  private init(_ all: [CityMatch], _ order: CityOrder?, _ filter: CityFilter, limit: Int?) {
    self.all = all
    self.order = order
    self.filter = filter
    let kept = filter.isEmpty ? all : all.filter { filter.contains($0.city) }
    matches = order?.first(limit, of: kept) ?? kept
    keptCount = filter.isEmpty ? nil : kept.count
  }

  func refined(by order: CityOrder?, _ filter: CityFilter, limit: Int?) -> MatchList {
    var filter = filter
    filter.formIntersection(self.filter)
    return MatchList(all, order ?? self.order, filter, limit: limit)
  }
}

public import CitySearch

/// A source that answers from memory, fast enough to be asked at every keystroke.
///
/// With automatic settings, a session neither debounces such a source nor asks for a minimum of
/// characters; all other sources are taken for servers. A decorator of an app conforms if its base does:
///
/// ```swift
/// extension Renamed: InMemorySource where Base: InMemorySource {}
/// ```
public protocol InMemorySource: CitySearchable {}

extension CityIndex: InMemorySource {}

extension FilteredCitySearch: InMemorySource where Base: InMemorySource {}

extension SortedCitySearch: InMemorySource where Base: InMemorySource {}

extension FallbackCitySearch: InMemorySource where First: InMemorySource, Second: InMemorySource {}

extension JoinedCitySearch: InMemorySource where First: InMemorySource, Second: InMemorySource {}

/// A source in memory, which mostly answers in less time than a task costs.
///
/// Its gazetteer has the names of all its places, by row.
protocol ImmediateSource: InMemorySource, PlaceResolving {
  var gazetteer: Gazetteer { get }

  /// Answers a query whose text is folded already.
  func search(_ query: SearchQuery, folded: FoldedQuery) -> CityMatches
}

extension CityIndex: ImmediateSource {}

extension SortedCitySearch: ImmediateSource where Base: ImmediateSource {
  var gazetteer: Gazetteer { base.gazetteer }

  func search(_ query: SearchQuery, folded: FoldedQuery) -> CityMatches {
    var query = query
    query.order = query.order ?? order
    return base.search(query, folded: folded)
  }
}

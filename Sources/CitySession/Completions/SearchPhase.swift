internal import CitySearch

/// The state of a search screen, and the text that it belongs to.
///
/// The phases for searching and for failure carry the completions on screen, so that the list does
/// not flicker while a person types.
public enum SearchPhase: Sendable, Equatable {
  /// The text is blank.
  case idle(query: String)
  /// The text has fewer characters than the source requires.
  case tooShort(query: String, minimumCharacters: Int)
  /// The search is in flight; `previous` are the completions on screen. A source that answers from
  /// memory does not have this phase.
  case searching(query: String, previous: SearchCompletions)
  /// There are completions. They stay when one is tapped, though the query becomes its title.
  case results(query: String, completions: SearchCompletions)
  /// Nothing matches.
  case noResults(query: String)
  /// The source failed; `previous` are the completions on screen. A replaced or cancelled search
  /// has not failed.
  case failed(query: String, error: LocationSearchError, previous: SearchCompletions)
}

extension SearchPhase {
  /// The text that the phase belongs to.
  package var query: String {
    switch self {
    case .idle(let query), .tooShort(let query, _), .searching(let query, _),
      .results(let query, _), .noResults(let query), .failed(let query, _, _):
      query
    }
  }

  /// The completions to show.
  public var completions: SearchCompletions {
    switch self {
    case .idle, .tooShort, .noResults: []
    case .searching(_, let completions), .results(_, let completions),
      .failed(_, _, let completions):
      completions
    }
  }

  /// Whether a search is in flight.
  package var isSearching: Bool {
    if case .searching = self { true } else { false }
  }

  /// The phase after the answer to `query`.
  private init(query: String, answer: SearchCompletions) {
    self = answer.isEmpty ? .noResults(query: query) : .results(query: query, completions: answer)
  }

  /// Whether a text is white space only.
  package static func isBlank(_ query: String) -> Bool { query.allSatisfy { $0.isWhiteSpace } }
}

extension SearchPhase {
  /// The phase after the search for the text of this phase has ended.
  ///
  /// - Parameter outcome: What the search returned or threw.
  /// - Returns: The phase, which has the same query.
  package func finished(_ outcome: Result<SearchCompletions, LocationSearchError>) -> SearchPhase {
    switch outcome {
    case .success(let completions):
      completions.isEmpty && SearchPhase.isBlank(query)
        ? .idle(query: query) : SearchPhase(query: query, answer: completions)
    case .failure(.invalidSearchCriteria(let minimum)):
      .tooShort(query: query, minimumCharacters: minimum)
    case .failure(let error):
      .failed(query: query, error: error, previous: completions)
    }
  }

  /// The phase without a search: the list on screen stays.
  ///
  /// - Parameter query: The text in the field, which may differ from the text that was searched
  ///   for.
  /// - Returns: The phase, which has that query.
  package func settled(query: String) -> SearchPhase {
    completions.isEmpty ? .idle(query: query) : .results(query: query, completions: completions)
  }
}

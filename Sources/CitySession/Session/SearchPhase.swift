/// What a search screen shows, and for which text.
///
/// Phases that wait or report a failure carry the completions on screen, so that the list does not
/// blink while somebody types.
public enum SearchPhase: Sendable, Equatable {
  /// Nothing is asked.
  case idle(query: String)
  /// The text has fewer characters than the session searches for.
  case tooShort(query: String, minimumCharacters: Int)
  /// The answer is not there yet; `previous` are the completions on screen. Sources in memory that
  /// answer at once are never waited for.
  case searching(query: String, previous: SearchCompletions)
  /// There are completions; a tap on one leaves them, though its title is not what they were found by.
  case results(query: String, completions: SearchCompletions)
  /// Nothing matches.
  case noResults(query: String)
  /// The source failed; to be replaced or cancelled is no failure. `previous` are the completions on
  /// screen.
  case failed(query: String, error: LocationSearchError, previous: SearchCompletions)
}

extension SearchPhase {
  /// The text that the phase belongs to.
  public var query: String {
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

  /// Whether an answer is on its way.
  public var isSearching: Bool {
    if case .searching = self { true } else { false }
  }

  /// The phase after the answer to `query`.
  init(query: String, answer: SearchCompletions) {
    self = answer.isEmpty ? .noResults(query: query) : .results(query: query, completions: answer)
  }

  /// Whether a text has nothing in it to search for.
  package static func isBlank(_ query: String) -> Bool { query.allSatisfy(\.isWhitespace) }
}

extension SearchPhase {
  /// The phase after a search for the text of this one came to an end.
  ///
  /// - Parameter outcome: What the session gave or threw.
  /// - Returns: The phase, which has the same query.
  package func finished(_ outcome: Result<SearchCompletions, LocationSearchError>) -> SearchPhase {
    switch outcome {
    case .success(let completions):
      completions.isEmpty && SearchPhase.isBlank(query)
        ? .idle(query: query) : SearchPhase(query: query, answer: completions)
    case .failure(.invalidSearchCriteria(let minimum)):
      .tooShort(query: query, minimumCharacters: minimum)
    case .failure(.duplicateSearchCriteria), .failure(.debounce), .failure(.cancelled):
      // Nothing failed: the list on screen is the answer, or nobody waits for another.
      settled(query: query)
    case .failure(let error):
      .failed(query: query, error: error, previous: completions)
    }
  }

  /// The phase after nothing more is asked: the list on screen stays.
  ///
  /// - Parameter query: The text in the field, which the list need not be the answer to.
  /// - Returns: The phase, which has that query.
  package func settled(query: String) -> SearchPhase {
    completions.isEmpty ? .idle(query: query) : .results(query: query, completions: completions)
  }
}

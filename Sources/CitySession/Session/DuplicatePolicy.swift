/// What becomes of a query that says the same as the one answered last.
///
/// Queries say the same if they fold to the same bytes, with commas at the same places: behind a comma
/// stands a region. If anything else was asked in between, or the search failed or was cancelled, then
/// the query is no duplicate and is searched for.
public enum DuplicatePolicy: Sendable, Hashable {
  /// The call throws ``LocationSearchError/duplicateSearchCriteria``: the list on screen is right.
  case refuse
  /// The call returns the last answer again, at once.
  case repeatAnswer

  func outcome(repeating answer: SearchCompletions) -> SearchStateMachine.Outcome {
    switch self {
    case .refuse: .failure(.duplicateSearchCriteria)
    case .repeatAnswer: .success(answer)
    }
  }
}

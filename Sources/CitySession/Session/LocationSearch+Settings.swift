public import CitySearch
internal import Synchronization

extension LocationSearch {
  /// What is known of the person who types: where they are, and what they chose before; `nil` for
  /// nothing.
  ///
  /// ```swift
  /// session.bias = SearchBias(coordinate: here, countryCode: "DE")
  /// ```
  ///
  /// Each later call gets it, in this session and in the streams of `updates(for:)`; a search in flight
  /// does not. The list on screen stays until it is searched for again. A request whose query has a bias of
  /// its own has that instead, so that one session can serve several people. Sources whose order is not by
  /// relevance ignore it.
  nonisolated public var bias: SearchBias? {
    get { configuration.bias.value }
    set { configuration.bias.value = newValue }
  }
}

/// The bias of a session and of those that are made by it, which changes while they search.
final class CurrentBias: Sendable {
  private let current = Mutex<SearchBias?>(nil)

  /// The bias; `nil` for none.
  var value: SearchBias? {
    get { current.withLock(\.self) }
    set { current.withLock { $0 = newValue } }
  }
}

extension LocationSearch {
  /// The settings of a session, which `makeSession()` reuses.
  struct Configuration: Sendable {
    var minimumCharacters: MinimumCharacters
    var debounce: DebouncePolicy
    var duplicates: DuplicatePolicy
    /// The largest number of completions to return for requests without a limit.
    var limit: Int
    /// What is known of the person who types, for all sessions with these settings.
    var bias: CurrentBias
    /// Makes the clock of a session, which starts with the session.
    var makeClock: @Sendable () -> RelativeClock
  }
}

/// How a repeated query is handled.
///
/// A query is a duplicate if it is equal to the previous one and that was answered. Queries are equal
/// if their texts fold to the same bytes, with commas at the same positions, because a region follows a
/// comma, and if all else is equal, such as limit and bias. A query after a failed or cancelled search is
/// not a duplicate.
@nonexhaustive
public enum DuplicatePolicy: Sendable, Hashable {
  /// The call throws ``LocationSearchError/duplicateSearchCriteria``: the list on screen is
  /// current.
  case refuse
  /// The call returns the previous answer again, at once.
  case repeatAnswer

  func outcome(repeating answer: SearchCompletions) -> SearchStateMachine.Outcome {
    switch self {
    case .refuse: .failure(.duplicateSearchCriteria)
    case .repeatAnswer: .success(answer)
    }
  }
}

internal import CitySearch

/// The state machine of a session: pure transitions, without tasks, clocks and locks.
///
/// Each call has a number, and numbers ascend. Only the call in ``state`` is pending; an event for
/// any other number is late and changes nothing. Each call has exactly one ``Action/resume(_:_:)``.
struct SearchStateMachine: Sendable {
  typealias Outcome = Result<SearchCompletions, LocationSearchError>

  /// A call of the session.
  struct Call: Sendable, Equatable {
    let number: Int
    let fragment: String
    /// The largest number of completions to return.
    let limit: Int
    /// What is known of the person who types.
    let bias: SearchBias?
    /// Whether Return was pressed, so that the person waits for an answer and types no more.
    let isSubmitted: Bool
    /// The folded text, which is compared with names more than once.
    let query: FoldedQuery

    init(
      _ number: Int, _ fragment: String, limit: Int, bias: SearchBias? = nil,
      isSubmitted: Bool = false
    ) {
      self.number = number
      self.fragment = fragment
      self.limit = limit
      self.bias = bias
      self.isSubmitted = isSubmitted
      query = FoldedQuery(fragment)
    }

    /// Whether both calls have the same query, limit and bias, and so the same answer.
    func isEquivalent(to other: Call) -> Bool {
      hasSameQuery(as: other) && limit == other.limit && bias == other.bias
    }

    /// Whether both texts fold to the same bytes, with commas at the same positions.
    func hasSameQuery(as other: Call) -> Bool {
      guard query == other.query else { return false }
      let (parts, otherParts) = (
        fragment.split(separator: ","), other.fragment.split(separator: ",")
      )
      return parts.count == otherParts.count
        && zip(parts, otherParts).allSatisfy { FoldedQuery("\($0) ") == FoldedQuery("\($1) ") }
    }
  }

  enum State: Sendable, Equatable {
    /// No call is pending.
    case idle
    /// The call waits for a pause in typing.
    case debouncing(Call)
    /// The source was asked at the time `since`, for this call or for an older, equivalent one,
    /// whose number is `request`.
    case searching(Call, request: Int, since: Duration)
  }

  /// An action that the session performs, in order.
  enum Action: Sendable, Equatable {
    /// Resume the caller with its outcome.
    case resume(Int, Outcome)
    /// Cancel the sleep or the search of the previous call.
    case cancelTask
    /// Sleep, then call `debounceElapsed`.
    case sleep(Int, until: Duration)
    /// Ask the source, then call `finished`.
    case search(Call)
  }

  /// An answer, for the detection of duplicates.
  struct Answer: Sendable, Equatable {
    let call: Call
    let completions: SearchCompletions
  }

  var state = State.idle
  /// The answer to the previous call, if it was answered.
  var lastAnswer: Answer?
  var debouncer: Debouncer

  let minimumCharacters: MinimumCharacters
  let duplicates: DuplicatePolicy

  init(
    minimumCharacters: MinimumCharacters, debounce: DebouncePolicy, duplicates: DuplicatePolicy
  ) {
    self.minimumCharacters = minimumCharacters
    self.duplicates = duplicates
    debouncer = Debouncer(debounce)
  }

  /// The number of the pending call.
  var pendingNumber: Int? {
    switch state {
    case .idle: nil
    case .debouncing(let call), .searching(let call, _, _): call.number
    }
  }
}

extension SearchStateMachine {
  /// Handles a new call.
  mutating func begin(_ call: Call, at now: Duration) -> [Action] {
    let number = call.number
    let minimum = call.isSubmitted ? 1 : minimumCharacters
    switch SearchCriteria(call.fragment, call.query, minimumCharacters: minimum) {
    case .empty:
      return abandon(at: now) + [.resume(number, .success([]))]
    case .tooShort(let minimum):
      let error = LocationSearchError.invalidSearchCriteria(minimumCharacters: minimum)
      return abandon(at: now) + [.resume(number, .failure(error))]
    case .searchable:
      break
    }
    if let lastAnswer, lastAnswer.call.isEquivalent(to: call) {
      return [.resume(number, duplicates.outcome(repeating: lastAnswer.completions))]
    }
    if case .searching(let older, let request, let start) = state, older.isEquivalent(to: call) {
      // The search in flight answers this call, too.
      state = .searching(call, request: request, since: start)
      return [.resume(older.number, .failure(.debounce))]
    }
    // A request for more completions comes from a tap, and a repeated text with another bias from a
    // change of place: neither is typing.
    let isTyped = !call.isSubmitted && lastAnswer?.call.hasSameQuery(as: call) != true
    let abandoned = abandon(at: now)
    let delay = isTyped ? debouncer.delay : .zero
    guard delay > .zero else { return abandoned + search(for: call, at: now) }
    state = .debouncing(call)
    return abandoned + [.sleep(number, until: now + delay)]
  }

  /// Handles the end of a sleep.
  mutating func debounceElapsed(_ number: Int, at now: Duration) -> [Action] {
    guard case .debouncing(let call) = state, call.number == number else { return [] }
    return search(for: call, at: now)
  }

  /// Handles the answer or the error of the source.
  mutating func finished(
    _ request: Int, _ result: Result<SearchCompletions, any Error>, at now: Duration
  ) -> [Action] {
    guard case .searching(let call, request, let start) = state else { return [] }
    state = .idle
    switch result {
    case .success(let completions):
      debouncer.recordAnswer(after: now - start)
      lastAnswer = Answer(call: call, completions: completions)
      return [.resume(call.number, .success(completions))]
    case .failure(let error):
      debouncer.recordUnanswered(after: now - start)
      return [.resume(call.number, .failure(.searchCompletionFailed(UnderlyingError(error))))]
    }
  }

  /// Handles the cancellation of a caller's task, or of its sleep.
  mutating func callerCancelled(_ number: Int, at now: Duration) -> [Action] {
    guard pendingNumber == number else { return [] }
    return drop(number, .cancelled, at: now)
  }

  /// Drops the pending call and the last answer, because another text was typed.
  private mutating func abandon(at now: Duration) -> [Action] {
    lastAnswer = nil
    return pendingNumber.map { drop($0, .debounce, at: now) } ?? []
  }

  private mutating func drop(
    _ number: Int, _ error: LocationSearchError, at now: Duration
  ) -> [Action] {
    if case .searching(_, _, let start) = state { debouncer.recordUnanswered(after: now - start) }
    state = .idle
    return [.resume(number, .failure(error)), .cancelTask]
  }

  private mutating func search(for call: Call, at now: Duration) -> [Action] {
    state = .searching(call, request: call.number, since: now)
    return [.search(call)]
  }
}

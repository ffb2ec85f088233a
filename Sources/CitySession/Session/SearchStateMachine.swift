internal import CitySearch

/// The state machine of a session: pure transitions, without tasks, clocks and locks.
///
/// Each request has a number, and numbers ascend. Only the pending one of ``newest`` can be answered; an
/// event for any other number is late and changes nothing. Each request has exactly one
/// ``Action/resume(_:_:)``.
struct SearchStateMachine: Sendable {
  typealias Outcome = Result<SearchCompletions, LocationSearchError>

  /// An action that the session performs, in order.
  enum Action: Sendable, Equatable {
    /// Resume the caller of a request with its outcome.
    case resume(Int, Outcome)
    /// Cancel the sleep or the search of the previous request.
    case cancelTask
    /// Sleep, then call `debounceElapsed`.
    case sleep(Int, until: Duration)
    /// Ask the source, then call `finished`.
    case search(SearchRequest)
  }

  /// Which request is the newest, and whether it waits for its outcome.
  private(set) var newest = NewestRequest()
  /// When the source was asked for the pending request; `nil` during the debounce, and without one.
  private(set) var searchStart: Duration?
  /// The answer to the newest request, if it was answered and none was made since.
  private var answer: SearchCompletions?
  private var debouncer: Debouncer

  private let minimumCharacters: MinimumCharacters
  private let duplicates: DuplicatePolicy

  init(
    minimumCharacters: MinimumCharacters, debounce: DebouncePolicy, duplicates: DuplicatePolicy
  ) {
    self.minimumCharacters = minimumCharacters
    self.duplicates = duplicates
    debouncer = Debouncer(debounce)
  }
}

extension SearchStateMachine {
  /// Handles a new request.
  mutating func begin(_ request: SearchRequest, at now: Duration) -> [Action] {
    let (number, query) = (request.number, request.query)
    let minimum = request.isSubmitted ? 1 : minimumCharacters
    switch SearchCriteria(query.text, FoldedQuery(query.text), minimumCharacters: minimum) {
    case .empty:
      return abandon(at: now) + [.resume(number, .success([]))]
    case .tooShort(let minimum):
      let error = LocationSearchError.invalidSearchCriteria(minimumCharacters: minimum)
      return abandon(at: now) + [.resume(number, .failure(error))]
    case .searchable:
      break
    }
    if let answer, isEquivalent(query, to: newest.latest) {
      return [.resume(number, duplicates.outcome(repeating: answer))]
    }
    if searchStart != nil, let older = newest.pending, isEquivalent(query, to: older) {
      // The search in flight answers this request, too.
      newest.join(request)
      return [.resume(older.number, .failure(.debounce))]
    }
    // A request for more completions comes from a tap, and a repeated text with another bias from a
    // change of place: neither is typing.
    let isRepeated = answer != nil && newest.latest?.query.hasSameText(as: query) == true
    let abandoned = abandon(at: now)
    newest.begin(request)
    // After the abandoned search has told how slow the source is.
    let delay = request.isSubmitted || isRepeated ? .zero : debouncer.delay
    guard delay > .zero else { return abandoned + search(for: request, at: now) }
    return abandoned + [.sleep(number, until: now + delay)]
  }

  /// Handles the end of a sleep.
  mutating func debounceElapsed(_ number: Int, at now: Duration) -> [Action] {
    guard searchStart == nil, let request = newest.pending, request.number == number else {
      return []
    }
    return search(for: request, at: now)
  }

  /// Handles the answer or the error of the source.
  mutating func finished(
    _ number: Int, _ result: Result<SearchCompletions, any Error>, at now: Duration
  ) -> [Action] {
    guard let start = searchStart, let request = newest.finish(number) else { return [] }
    searchStart = nil
    switch result {
    case .success(let completions):
      debouncer.recordAnswer(after: now - start)
      answer = completions
      return [.resume(request.number, .success(completions))]
    case .failure(let error):
      debouncer.recordUnanswered(after: now - start)
      return [.resume(request.number, .failure(.searchCompletionFailed(UnderlyingError(error))))]
    }
  }

  /// Handles the cancellation of a caller's task, or of its sleep.
  mutating func callerCancelled(_ number: Int, at now: Duration) -> [Action] {
    newest.pending?.number == number ? drop(.cancelled, at: now) : []
  }

  /// Drops the pending request and the last answer, because another text was typed.
  private mutating func abandon(at now: Duration) -> [Action] {
    answer = nil
    return drop(.debounce, at: now)
  }

  private mutating func drop(_ error: LocationSearchError, at now: Duration) -> [Action] {
    guard let request = newest.cancel() else { return [] }
    if let start = searchStart.take() { debouncer.recordUnanswered(after: now - start) }
    return [.resume(request.number, .failure(error)), .cancelTask]
  }

  private mutating func search(for request: SearchRequest, at now: Duration) -> [Action] {
    searchStart = now
    return [.search(request)]
  }

  private func isEquivalent(_ query: SearchQuery, to request: SearchRequest?) -> Bool {
    request?.query.isEquivalent(to: query) ?? false
  }
}

extension SearchQuery {
  /// Whether both queries have the same answer: their texts say the same, and all else is equal.
  func isEquivalent(to other: SearchQuery) -> Bool {
    var respelled = self
    respelled.text = other.text
    return respelled == other && hasSameText(as: other)
  }

  /// Whether both texts fold to the same bytes, with commas at the same positions, because a region
  /// follows a comma.
  func hasSameText(as other: SearchQuery) -> Bool {
    guard FoldedQuery(text) == FoldedQuery(other.text) else { return false }
    let (parts, otherParts) = (text.split(separator: ","), other.text.split(separator: ","))
    return parts.count == otherParts.count
      && zip(parts, otherParts).allSatisfy { FoldedQuery("\($0) ") == FoldedQuery("\($1) ") }
  }
}

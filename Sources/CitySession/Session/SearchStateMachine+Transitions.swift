internal import CitySearch

extension SearchStateMachine {
  /// A caller asks.
  mutating func begin(_ call: Call, at now: Duration) -> [Action] {
    let number = call.number
    switch Criteria(call.fragment, call.query, minimumCharacters: minimumCharacters) {
    case .empty:
      return abandon(at: now) + [.resume(number, .success([]))]
    case .tooShort(let minimum):
      let error = LocationSearchError.invalidSearchCriteria(minimumCharacters: minimum)
      return abandon(at: now) + [.resume(number, .failure(error))]
    case .searchable:
      break
    }
    if let lastAnswer, lastAnswer.call.asksTheSame(as: call) {
      return [.resume(number, duplicates.outcome(repeating: lastAnswer.completions))]
    }
    if case .searching(let older, let request, let start) = state, older.asksTheSame(as: call) {
      // The answer that is on its way is the answer to this call.
      state = .searching(call, request: request, since: start)
      return [.resume(older.number, .failure(.debounce))]
    }
    // Who wants more of a list does not type.
    let isMore = lastAnswer?.call.saysTheSame(as: call) ?? false
    let abandoned = abandon(at: now)
    let delay = isMore ? .zero : debouncer.delay
    guard delay > .zero else { return abandoned + search(for: call, at: now) }
    state = .debouncing(call)
    return abandoned + [.sleep(number, until: now + delay)]
  }

  /// The sleep that was ordered is over.
  mutating func debounceElapsed(_ number: Int, at now: Duration) -> [Action] {
    guard case .debouncing(let call) = state, call.number == number else { return [] }
    return search(for: call, at: now)
  }

  /// The source answered a request, or threw an error.
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
      return [.resume(call.number, .failure(.searchCompletionFailed(error)))]
    }
  }

  /// The caller's task was cancelled, or its sleep could not be slept.
  mutating func callerCancelled(_ number: Int, at now: Duration) -> [Action] {
    guard pendingNumber == number else { return [] }
    return giveUp(number, .cancelled, at: now)
  }

  /// Gives up what is pending or in flight, and forgets the last answer: something else is asked.
  private mutating func abandon(at now: Duration) -> [Action] {
    lastAnswer = nil
    return pendingNumber.map { giveUp($0, .debounce, at: now) } ?? []
  }

  private mutating func giveUp(
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

/// What a text is good for.
private enum Criteria {
  /// There is nothing to search for: nothing, or blanks, or not one letter or digit.
  case empty
  case tooShort(minimum: Int)
  case searchable

  init(_ fragment: String, _ query: FoldedQuery, minimumCharacters: MinimumCharacters) {
    if !query.isEmpty, minimumCharacters.isMetByOne {
      // There is a letter or digit, so nothing needs to be counted.
      self = .searchable
      return
    }
    let trimmed = fragment.drop(while: \.isWhitespace)
    guard let last = trimmed.lastIndex(where: { !$0.isWhitespace }) else {
      self = .empty
      return
    }
    let minimum = minimumCharacters.count(for: trimmed)
    if trimmed[...last].count < minimum {
      self = .tooShort(minimum: minimum)
    } else {
      // What folds to nothing would match every city of the world.
      self = query.isEmpty ? .empty : .searchable
    }
  }
}

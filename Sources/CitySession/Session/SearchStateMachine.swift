internal import CitySearch

/// What a session does at each event, as a value: no task, no clock, no lock.
///
/// Each call has a number, and numbers ascend. Only the call in ``state`` is waited for; whatever is
/// reported of another number is late and changes nothing. Of each call exactly one
/// ``Action/resume(_:_:)`` is ordered.
struct SearchStateMachine: Sendable {
  typealias Outcome = Result<SearchCompletions, LocationSearchError>

  /// A call that is not answered yet.
  struct Call: Sendable, Equatable {
    let number: Int
    let fragment: String
    /// The most completions to give.
    let limit: Int
    /// What was typed, folded once for all who compare it with names.
    let query: FoldedQuery

    init(_ number: Int, _ fragment: String, limit: Int) {
      self.number = number
      self.fragment = fragment
      self.limit = limit
      query = FoldedQuery(fragment)
    }

    /// Whether an answer to the one is an answer to the other.
    func asksTheSame(as other: Call) -> Bool { saysTheSame(as: other) && limit == other.limit }

    /// Whether both texts say the same: they fold to the same, and have their commas at the same places.
    func saysTheSame(as other: Call) -> Bool {
      guard query == other.query else { return false }
      let (parts, otherParts) = (
        fragment.split(separator: ","), other.fragment.split(separator: ",")
      )
      return parts.count == otherParts.count
        && zip(parts, otherParts).allSatisfy { FoldedQuery("\($0) ") == FoldedQuery("\($1) ") }
    }
  }

  enum State: Sendable, Equatable {
    /// Nobody waits.
    case idle
    /// The call waits for the end of typing.
    case debouncing(Call)
    /// The source was asked at that time, for the call or for an older one that said the same, which
    /// has the number of the request.
    case searching(Call, request: Int, since: Duration)
  }

  /// What the session has to do, in order.
  enum Action: Sendable, Equatable {
    /// Give the caller its outcome.
    case resume(Int, Outcome)
    /// Cancel whatever runs for the call before: its sleep or its search.
    case cancelTask
    /// Sleep, then report `debounceElapsed`.
    case sleep(Int, until: Duration)
    /// Ask the source, then report `finished`.
    case search(Call)
  }

  /// An answer that the next call may repeat.
  struct Answer: Sendable, Equatable {
    let call: Call
    let completions: SearchCompletions
  }

  var state = State.idle
  /// The answer to the call before, if it was answered and nothing was asked since.
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

  /// The number of the call that is waited for.
  var pendingNumber: Int? {
    switch state {
    case .idle: nil
    case .debouncing(let call), .searching(let call, _, _): call.number
    }
  }
}

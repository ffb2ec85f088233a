import CityTestSupport

@testable import CitySession

/// A text for the tests, with its meaning stated by hand.
struct TypedText: Sendable {
  enum Meaning: Sendable, Equatable {
    case blank
    case short
    /// Texts with equal keys have the same meaning.
    case key(String)
  }

  let text: String
  let meaning: Meaning

  static let blanks = ["", " ", "  \t", "\n", "\u{3000}"].map {
    TypedText(text: $0, meaning: .blank)
  }

  /// Two characters each, as people count them.
  static let shorts = ["pa", " p\u{101} ", "日本", "👩‍👩‍👧‍👦e\u{301}"].map {
    TypedText(text: $0, meaning: .short)
  }

  static let searchable = [
    ("par", "par"), ("PAR", "par"), ("pār", "par"), (" par", "par"), ("par ", "par "),
    ("Par-", "par "), ("paris", "paris"), ("são", "sao"), ("sao", "sao"), ("東京都", "東京都"),
  ].map { TypedText(text: $0.0, meaning: .key($0.1)) }
}

/// What a caller gets.
enum SessionOutcome: Sendable, Equatable {
  case names([String])
  case failed(LocationSearchError)
  /// The call was replaced, or its task cancelled.
  case cancelled

  init(_ body: () async throws -> SearchCompletions) async {
    do {
      self = .names(try await body().map(\.title))
    } catch let error as LocationSearchError {
      self = .failed(error)
    } catch is CancellationError {
      self = .cancelled
    } catch {
      preconditionFailure("A session must not throw \(error).")
    }
  }
}

/// The table of behaviors, written a second time and in another way: as a list of all calls and
/// requests, from which the outcomes follow.
struct SessionRules {
  static let minimumCharacters = 3
  static let limit = 3

  struct Settings: Sendable {
    var isDebounced = true
  }

  /// The source was asked by a caller.
  struct Request {
    let limit: Int
    var isOver = false
  }

  private struct Waiting {
    var caller: Int
    let key: String
    let limit: Int
    var deadline: Int
    var request: Int?
  }

  let settings: Settings
  /// What each caller got or should get by now.
  private(set) var outcomes: [Int: SessionOutcome] = [:]
  private(set) var requests: [Request] = []
  private var waiting: Waiting?
  private var answered: (key: String, limit: Int, names: [String])?
  private var callerCount = 0
  private var now = 0

  init(_ settings: Settings) { self.settings = settings }

  var pendingCaller: Int? { waiting?.caller }
  var pendingRequest: Int? { waiting?.request }
  /// The meaning of the text that is waited for.
  var pendingMeaning: TypedText.Meaning? { waiting.map { .key($0.key) } }
  var isDebouncing: Bool { waiting.map { $0.request == nil } ?? false }

  /// The meaning of the text that was answered last, if there was no call since.
  var answeredMeaning: TypedText.Meaning? { answered.map { .key($0.key) } }

  /// The names that the source gives; no two requests get the same.
  func names(forRequest request: Int) -> [String] {
    request % 5 == 4 ? [] : ["Answer \(request) A", "Answer \(request) B"]
  }

  /// - Returns: The callers that have to be resumed at once, here and in the other functions.
  mutating func call(_ text: TypedText, limit: Int) -> [Int] {
    let caller = callerCount
    callerCount += 1
    if case .key(let key) = text.meaning, let answered,
      answered.key == key, answered.limit == limit
    {
      outcomes[caller] = .names(answered.names)
      return [caller]
    }
    var resumed: [Int] = []
    if let old = waiting {
      outcomes[old.caller] = .cancelled
      resumed.append(old.caller)
      if old.request != nil, text.meaning == .key(old.key), limit == old.limit {
        waiting?.caller = caller
        return resumed
      }
    }
    let wasAnswered = text.meaning == answeredMeaning
    waiting = nil
    answered = nil
    switch text.meaning {
    case .blank:
      outcomes[caller] = .names([])
      return resumed + [caller]
    case .short:
      outcomes[caller] = .failed(
        .invalidSearchCriteria(minimumCharacters: Self.minimumCharacters))
      return resumed + [caller]
    case .key(let key):
      let delay = settings.isDebounced && !wasAnswered ? SessionRun.debounceTicks : 0
      waiting = Waiting(caller: caller, key: key, limit: limit, deadline: now + delay)
      return resumed + advance(ticks: 0)
    }
  }

  mutating func advance(ticks: Int) -> [Int] {
    now += ticks
    guard let due = waiting, due.request == nil, due.deadline <= now else { return [] }
    waiting?.request = requests.count
    requests.append(Request(limit: due.limit))
    return []
  }

  mutating func answer(_ request: Int, fails: Bool) -> [Int] {
    let wasOver = requests[request].isOver
    requests[request].isOver = true
    guard !wasOver, let due = waiting, due.request == request else { return [] }
    waiting = nil
    if fails {
      outcomes[due.caller] = .failed(
        .searchCompletionFailed(UnderlyingError(ScriptedSource.Failure())))
    } else {
      answered = (due.key, due.limit, names(forRequest: request))
      outcomes[due.caller] = .names(names(forRequest: request))
    }
    return [due.caller]
  }

  mutating func cancel(_ caller: Int) -> [Int] {
    guard waiting?.caller == caller else { return [] }
    waiting = nil
    outcomes[caller] = .cancelled
    return [caller]
  }
}

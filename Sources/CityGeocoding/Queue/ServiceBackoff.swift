internal import CitySession
internal import Synchronization

/// The pauses of one service: after it asked for them, and after several failures in a row.
///
/// A single network failure concerns one address. Several in a row, without an answer in between, mean
/// that the service is away, so that requests for other addresses would fail as well. Failures of an
/// address that failed before, while others were answered, say nothing of the service.
///
/// Each pause is longer than the one before it. After a pause, one request at a time tries the service,
/// until it answers. Requests are numbered, because the failures of requests that were under way when a
/// pause began say nothing new.
struct ServiceBackoff: Sendable {
  /// The number of network failures in a row after which the service pauses.
  static let failureLimit = 3

  private let policy: GeocodingRetryPolicy
  /// Returns a random number from 0 to 1.
  private let random: @Sendable () -> Double

  /// The time before which the service asked not to be called.
  private var demandedEnd = Duration.zero
  /// The end of the pause after failures.
  private var failureEnd = Duration.zero
  /// The number of pauses without an answer since the first of them.
  private var pauseCount = 0
  /// The number of answers.
  private(set) var answerCount = 0
  /// The number of network failures since the last answer.
  private var failureCount = 0
  /// The newest request when the last pause began.
  private var newestAtPause = 0

  init(
    _ policy: GeocodingRetryPolicy,
    random: @escaping @Sendable () -> Double = { .random(in: 0...1) }
  ) {
    self.policy = policy
    self.random = random
  }

  /// The time before which the service must not be called.
  var end: Duration { max(demandedEnd, failureEnd) }

  /// Whether the service has not answered since its last pause.
  var isProbing: Bool { pauseCount > 0 }

  /// The service answered a request, if only that it does not know the place.
  mutating func answered(_ number: Int) {
    answerCount += 1
    guard number > newestAtPause else { return }
    (pauseCount, failureCount) = (0, 0)
  }

  /// A request failed.
  ///
  /// - Parameters:
  ///   - number: The number of the request.
  ///   - error: The error.
  ///   - newest: The number of the newest request.
  ///   - now: The time.
  ///   - isKnown: Whether the address failed before while others were answered.
  /// - Returns: Whether the service pauses now.
  mutating func failed(
    _ number: Int, _ error: GeocodingError, newest: Int, at now: Duration, isKnown: Bool = false
  ) -> Bool {
    let isNew = number > newestAtPause
    switch error {
    case .invalidAddress, .noResult, .incomplete:
      answered(number)
      return false
    case .tooManyRequests(let demanded?):
      // The first pause is as long as the service demands. If it demands more pauses, they get longer.
      if isNew { pauseCount += 1 }
      let backoff = pauseCount > 1 ? policy.delay(afterFailures: pauseCount - 1) : .zero
      let pause = max(GeocodingRetryPolicy.pause(demanded: demanded), backoff)
      demandedEnd = max(demandedEnd, now + jittered(pause))
    case .tooManyRequests(nil):
      guard isNew else { return now < end }
      pauseCount += 1
      demandedEnd = max(demandedEnd, now + jittered(policy.delay(afterFailures: pauseCount)))
    case .network:
      guard isNew, !isKnown else { return now < end }
      failureCount += 1
      guard isProbing || failureCount >= Self.failureLimit else { return false }
      beginPause(at: now)
    case .refused:
      guard isNew else { return now < end }
      beginPause(at: now)
    }
    newestAtPause = newest
    return now < end
  }

  /// Ends a pause after failures, but none that the service asked for.
  mutating func skipPause() { failureEnd = .zero }

  private mutating func beginPause(at now: Duration) {
    pauseCount += 1
    failureEnd = max(failureEnd, now + jittered(policy.delay(afterFailures: pauseCount)))
  }

  /// A pause, longer by a random share, so that several programs do not come back at once.
  private func jittered(_ pause: Duration) -> Duration {
    pause + pause * (policy.jitter * random())
  }
}

/// Calls a function, and gives it up after a time limit, even if it ignores its cancellation.
///
/// - Parameters:
///   - limit: The longest time.
///   - clock: The clock of the time limit.
///   - body: The function.
/// - Returns: The result of the function.
/// - Throws: The error of the function; `GeocodingError.network` after the time limit;
///   `CancellationError` at once if the task is cancelled.
func withTimeLimit<Value: Sendable>(
  _ limit: Duration, by clock: RelativeClock, _ body: @escaping @Sendable () async throws -> Value
) async throws -> Value {
  let race = Race<Value>()
  return try await withTaskCancellationHandler {
    try await withCheckedThrowingContinuation { continuation in
      race.start(continuation)
      let end = clock.now() + limit
      race.add(
        Task { @concurrent in
          do { race.finish(.success(try await body())) } catch { race.finish(.failure(error)) }
        })
      race.add(
        Task { @concurrent in
          // Only a cancelled sleep throws; the race is over then.
          guard (try? await clock.sleep(end)) != nil else { return }
          race.finish(
            .failure(GeocodingError.network(reason: "it did not answer within \(limit)")))
        })
    }
  } onCancel: {
    race.finish(.failure(CancellationError()))
  }
}

/// Several tasks, the first of which to finish decides.
private final class Race<Value: Sendable>: Sendable {
  private struct State {
    var continuation: CheckedContinuation<Value, any Error>?
    var tasks: [Task<Void, Never>] = []
    var outcome: Result<Value, any Error>?
  }

  private let state = Mutex(State())

  func start(_ continuation: CheckedContinuation<Value, any Error>) {
    let outcome = state.withLock { state in
      if state.outcome == nil { state.continuation = continuation }
      return state.outcome
    }
    if let outcome { continuation.resume(with: outcome) }
  }

  /// Adds a task, which is cancelled if the race is over.
  func add(_ task: Task<Void, Never>) {
    let isOver = state.withLock { state in
      if state.outcome == nil { state.tasks.append(task) }
      return state.outcome != nil
    }
    if isOver { task.cancel() }
  }

  func finish(_ outcome: Result<Value, any Error>) {
    let last: State? = state.withLock { state in
      guard state.outcome == nil else { return nil }
      defer { state = State(outcome: outcome) }
      return state
    }
    for task in last?.tasks ?? [] { task.cancel() }
    last?.continuation?.resume(with: outcome)
  }
}

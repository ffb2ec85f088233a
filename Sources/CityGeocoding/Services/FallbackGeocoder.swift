internal import CitySession
internal import Synchronization

/// A geocoder that tries several geocoders in order until one finds the address.
///
/// ```swift
/// let geocoder = FallbackGeocoder([server, LineGeocoder(gazetteer)])
/// ```
///
/// One geocoder that cannot answer does not keep the others from answering:
///
/// - A geocoder that throws ``GeocodingError/tooManyRequests(retryAfter:)`` is not asked again until the
///   time that it names is over, and for a while if it names none.
/// - A geocoder that rejects requests, or cannot be reached three times in a row, pauses as well. Each
///   pause is twice as long as the one before it, up to the longest delay of the retry rule. After a pause,
///   one request at a time tries the geocoder, until it answers.
/// - A geocoder that does not answer within a time limit is given up, and the next one is asked. The last
///   one has no limit here.
///
/// If the others do not know an address, the error is
/// ``GeocodingError/incomplete(reason:retryAfter:)``, and a queue requests the address again later. If
/// another one finds it, the result has the name of that one in ``GeocodingResult/source``, so
/// ``GeocodingQueue/retry(where:)`` can improve it.
///
/// Copies share the pauses.
public struct FallbackGeocoder: Geocoder {
  private let geocoders: [PausingGeocoder]
  private let clock: RelativeClock
  private let timeLimit: Duration

  /// Creates a geocoder.
  ///
  /// - Parameters:
  ///   - geocoders: The geocoders to try, the best first; at least one.
  ///   - retry: The retry rule, whose delays and jitter are those of the pauses.
  ///   - timeLimit: The longest time of a request to any geocoder but the last; more than 0, and clamped to
  ///     ``GeocodingRetryPolicy/longestPause``. All of them together should take less time than the time
  ///     limit of the queue.
  ///   - clock: The clock of pauses and time limits.
  public init(
    _ geocoders: [any Geocoder], retry: GeocodingRetryPolicy = .standard,
    timeLimit: Duration = .seconds(10), clock: some Clock<Duration> = ContinuousClock()
  ) {
    precondition(!geocoders.isEmpty, "geocoders must have at least one element, got none.")
    precondition(timeLimit > .zero, "timeLimit must be more than 0, got \(timeLimit).")
    self.geocoders = geocoders.map { PausingGeocoder($0, retry) }
    self.clock = RelativeClock(clock)
    self.timeLimit = min(timeLimit, GeocodingRetryPolicy.longestPause)
  }

  /// Finds the coordinate of an address.
  ///
  /// - Parameter address: The address.
  /// - Returns: The result of the first geocoder that finds the address.
  /// - Throws: If none finds it: ``GeocodingError/incomplete(reason:retryAfter:)`` if some do not know the
  ///   place and others may. ``GeocodingError/tooManyRequests(retryAfter:)``, with the shortest pause, if
  ///   all pause. Otherwise the first transient error, or else the first refusal, or else the first error.
  ///   So a refusal stops a queue at an address that the other geocoders do not know. `CancellationError`
  ///   at once if the task was cancelled.
  public func geocode(_ address: PostalAddress) async throws -> GeocodingResult {
    var errors: [GeocodingError] = []
    for (index, geocoder) in geocoders.enumerated() {
      // The last one has no other to fall back to.
      let limit = index < geocoders.count - 1 ? timeLimit : nil
      switch try await geocoder.ask(address, within: limit, by: clock) {
      case .success(let result): return result
      case .failure(let error): errors.append(error)
      }
    }
    throw Self.summary(of: errors)
  }

  /// The error of several geocoders, none of which found the address.
  private static func summary(of errors: [GeocodingError]) -> GeocodingError {
    let pauses = errors.compactMap(\.pause)
    if pauses.count == errors.count {
      return .tooManyRequests(retryAfter: pauses.compactMap(\.self).min())
    }
    guard let transient = errors.first(where: \.isTransient) else {
      return errors.first { $0.concernsService } ?? errors.first ?? .noResult
    }
    guard errors.contains(where: \.isAnswer) else { return transient }
    return .incomplete(
      reason: "\(transient)", retryAfter: pauses.compactMap(\.self).min())
  }
}

extension GeocodingError {
  /// The time that a service asks for; `.some(nil)` if it names none, and `nil` if it asks for no pause.
  fileprivate var pause: Duration?? {
    if case .tooManyRequests(let time) = self { .some(time) } else { nil }
  }

  /// Whether the geocoder looked the address up.
  fileprivate var isAnswer: Bool {
    switch self {
    case .invalidAddress, .noResult, .incomplete: true
    case .tooManyRequests, .network, .refused: false
    }
  }
}

/// A geocoder that is not asked while it pauses.
private final class PausingGeocoder: Sendable {
  private struct State {
    var backoff: ServiceBackoff
    var requestCount = 0
    /// The numbers of the requests under way.
    var requests: Set<Int> = []
    /// The error that the geocoder pauses for.
    var error = GeocodingError.noResult
  }

  private let geocoder: any Geocoder
  private let state: Mutex<State>

  init(_ geocoder: any Geocoder, _ policy: GeocodingRetryPolicy) {
    self.geocoder = geocoder
    state = Mutex(State(backoff: ServiceBackoff(policy)))
  }

  /// Asks the geocoder, unless it pauses.
  ///
  /// - Throws: `CancellationError`.
  func ask(
    _ address: PostalAddress, within limit: Duration?, by clock: RelativeClock
  ) async throws -> Result<GeocodingResult, GeocodingError> {
    let number: Int
    switch start(at: clock.now()) {
    case .success(let request): number = request
    case .failure(let error): return .failure(error)
    }
    do {
      let result =
        if let limit {
          try await withTimeLimit(limit, by: clock) { [geocoder] in
            try await geocoder.geocodeNamingSource(address)
          }
        } else {
          try await geocoder.geocodeNamingSource(address)
        }
      end(number, nil, at: clock.now())
      return .success(result)
    } catch {
      // A geocoder may report the cancellation of its task by any error.
      guard !Task.isCancelled, let error = GeocodingError(error) else {
        giveUp(number)
        throw CancellationError()
      }
      end(number, error, at: clock.now())
      return .failure(error)
    }
  }

  /// Starts a request; the error of the pause if the geocoder pauses, or is being tried after one.
  private func start(at now: Duration) -> Result<Int, GeocodingError> {
    state.withLock { state in
      let rest = state.backoff.end - now
      let isTried = state.backoff.isProbing && !state.requests.isEmpty
      guard rest <= .zero, !isTried else { return .failure(state.error.afterPause(rest)) }
      state.requestCount += 1
      state.requests.insert(state.requestCount)
      return .success(state.requestCount)
    }
  }

  /// Ends a request with an error, or without one.
  private func end(_ number: Int, _ error: GeocodingError?, at now: Duration) {
    state.withLock { state in
      state.requests.remove(number)
      guard let error else { return state.backoff.answered(number) }
      let newest = state.requestCount
      if state.backoff.failed(number, error, newest: newest, at: now) { state.error = error }
    }
  }

  /// Ends a request that was cancelled.
  private func giveUp(_ number: Int) { state.withLock { _ = $0.requests.remove(number) } }
}

extension GeocodingError {
  /// The error of requests during the pause that this error began, with the rest of the pause.
  fileprivate func afterPause(_ rest: Duration) -> GeocodingError {
    // Without a rest, the geocoder is being tried, and that may take some seconds.
    if case .tooManyRequests = self {
      .tooManyRequests(retryAfter: rest > .zero ? rest : .seconds(1))
    } else {
      self
    }
  }
}

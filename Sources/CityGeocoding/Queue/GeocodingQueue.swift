internal import CitySearch

/// A source of coordinates for addresses: a gazetteer, or a service of an app.
public protocol Geocoder: Sendable {
  /// Finds the coordinate of an address.
  ///
  /// - Parameter address: The address.
  /// - Returns: The best match.
  /// - Throws: ``GeocodingError``. A queue treats any other error as ``GeocodingError/failed(reason:)``.
  func geocode(_ address: PostalAddress) async throws -> GeocodingResult
}

extension LineGeocoder: Geocoder {}

/// Geocodes lists of addresses, and keeps each answer.
///
/// ```swift
/// let queue = GeocodingQueue(geocoder: geocoder, store: GeocodingTable(at: url))
/// for try await answers in queue.answers(to: addresses) { show(answers) }
/// ```
///
/// - What the store knows is not asked again. So a run that was cancelled, or whose program was killed, is
///   continued by another one with the same list.
/// - Addresses are asked one after the other, equal ones once. Answers that arrive while others are being
///   written are written together, so that an offline geocoder does not wait for each flush.
/// - An answer is reported when it is in the store. A program that is killed loses no answer that was
///   reported, and at most one request that was not.
/// - An address that fails has its error as the answer, and is asked again only by a run that retries
///   failures.
/// - An error of the store ends the run, and so does ``GeocodingError/refused(reason:)``, because a service
///   that rejects a key rejects it for all addresses.
public struct GeocodingQueue: Sendable {
  private let geocoder: any Geocoder
  private let store: any GeocodingStore
  private let pause: Duration
  private let clock: any Clock<Duration>

  /// Creates a queue; the store is read by its runs.
  ///
  /// - Parameters:
  ///   - geocoder: The geocoder.
  ///   - store: The store of the answers.
  ///   - pause: The time from an answer to the next request, such as the second that public services
  ///     demand; at least 0.
  ///   - clock: The clock of the pauses.
  public init(
    geocoder: any Geocoder, store: any GeocodingStore, pause: Duration = .zero,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    precondition(pause >= .zero, "pause must be at least 0, got \(pause).")
    self.geocoder = geocoder
    self.store = store
    self.pause = pause
    self.clock = clock
  }
}

extension GeocodingQueue {
  /// Geocodes a list.
  ///
  /// The run begins at once, and is cancelled when the stream or the task that reads it is: an answer that
  /// arrives despite the cancellation is kept, but not reported.
  ///
  /// - Parameters:
  ///   - addresses: The addresses; blank ones are skipped.
  ///   - retriesFailures: Whether addresses that failed are asked again.
  /// - Returns: The answers, each once: those that the store has, and then the others as they come.
  ///   The stream throws the errors of the store, and ``GeocodingError/refused(reason:)``.
  /// - Complexity: O(*n* + *m*), where *n* is the number of addresses and *m* that of stored answers,
  ///   besides asking.
  public func answers(
    to addresses: [PostalAddress], retriesFailures: Bool = false
  ) -> AsyncThrowingStream<[GeocodedAddress], any Error> {
    AsyncThrowingStream { continuation in
      let task = Task {
        do {
          try await run(addresses, retriesFailures) { continuation.yield($0) }
          continuation.finish()
        } catch {
          // Nobody reads a stream that was cancelled, but its end may arrive before the cancellation does.
          continuation.finish(throwing: Task.isCancelled ? nil : error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  private func run(
    _ addresses: [PostalAddress], _ retriesFailures: Bool,
    _ report: @Sendable ([GeocodedAddress]) -> Void
  ) async throws {
    var stored: [String: GeocodedAddress] = [:]
    for answer in try await store.answers() { stored[answer.id] = answer }
    var (known, open, seen) = ([GeocodedAddress](), [PostalAddress](), Set<String>())
    for address in addresses where !address.isBlank && seen.insert(address.id).inserted {
      if let answer = stored[address.id], answer.error == nil || !retriesFailures {
        // The list decides what the address is called.
        known.append(GeocodedAddress(address, answer.outcome))
      } else {
        open.append(address)
      }
    }
    if !known.isEmpty { report(known) }
    let inbox = Inbox()
    async let asking: Void = ask(open, inbox)
    while let answers = await inbox.next() {
      try await store.append(answers)
      report(answers)
    }
    try await asking
  }

  /// Asks for addresses until one is refused or the task is cancelled.
  private func ask(_ addresses: [PostalAddress], _ inbox: Inbox) async throws {
    do {
      for (number, address) in addresses.enumerated() {
        if number > 0, pause > .zero { try await clock.sleep(for: pause) }
        try Task.checkCancellation()
        await inbox.add(GeocodedAddress(address, try await outcome(of: address)))
      }
      await inbox.complete()
    } catch {
      await inbox.complete()
      throw error
    }
  }

  private func outcome(
    of address: PostalAddress
  ) async throws -> Result<GeocodingResult, GeocodingError> {
    do {
      return .success(try await geocoder.geocode(address).shortened)
    } catch {
      // Clients of services have errors of their own for a cancelled request.
      try Task.checkCancellation()
      switch error as? GeocodingError {
      case .refused(let reason)?: throw GeocodingError.refused(reason: reason.shortened)
      case let known?: return .failure(known.shortened)
      // Also a `CancellationError` that the geocoder throws by itself.
      case nil: return .failure(GeocodingError.failed(reason: "\(error)").shortened)
      }
    }
  }
}

extension String {
  /// At most 500 code points of a text for a person: a service may answer with a whole page.
  fileprivate var shortened: String {
    let limit = 500
    return prefix(codePoints: limit).utf8.count == utf8.count
      ? self : prefix(codePoints: limit - 1) + "…"
  }
}

extension GeocodingError {
  /// The same error with a short reason.
  fileprivate var shortened: GeocodingError {
    switch self {
    case .invalidAddress(let reason): .invalidAddress(reason: reason.shortened)
    case .failed(let reason): .failed(reason: reason.shortened)
    case .refused(let reason): .refused(reason: reason.shortened)
    case .noResult: .noResult
    }
  }
}

extension GeocodingResult {
  /// The same result with a short name and a short reason.
  fileprivate var shortened: GeocodingResult {
    var result = self
    result.match.name = match.name.shortened
    result.confidence = GeocodingConfidence(confidence.score, reason: confidence.reason.shortened)
    result.unmatchedParts = unmatchedParts.prefix(100).map { $0.shortened }
    return result
  }
}

/// Geocoding as a function, for the code that runs the effects of an app; tests and previews replace it.
public struct GeocodingClient: Sendable {
  /// Geocodes a list; see ``GeocodingQueue/answers(to:retriesFailures:)``.
  package var answers:
    @Sendable (_ addresses: [PostalAddress], _ retriesFailures: Bool) ->
      AsyncThrowingStream<[GeocodedAddress], any Error>

  /// Creates a client.
  ///
  /// - Parameter answers: Geocodes a list.
  package init(
    answers:
      @escaping @Sendable (_ addresses: [PostalAddress], _ retriesFailures: Bool) ->
      AsyncThrowingStream<[GeocodedAddress], any Error>
  ) {
    self.answers = answers
  }

  /// A client of a queue.
  ///
  /// - Parameter queue: The queue.
  /// - Returns: The client.
  public static func live(_ queue: GeocodingQueue) -> GeocodingClient {
    GeocodingClient { queue.answers(to: $0, retriesFailures: $1) }
  }

  /// A client whose runs throw ``GeocodingClientError/unavailable``, for screens without addresses.
  package static var failing: GeocodingClient {
    GeocodingClient { _, _ in
      AsyncThrowingStream { $0.finish(throwing: GeocodingClientError.unavailable) }
    }
  }
}

/// The answers that are not in the store yet, from a task that asks to one that writes.
private actor Inbox {
  private var answers: [GeocodedAddress] = []
  private var isComplete = false
  private var reader: CheckedContinuation<Void, Never>?

  func add(_ answer: GeocodedAddress) {
    answers.append(answer)
    reader.take()?.resume()
  }

  func complete() {
    isComplete = true
    reader.take()?.resume()
  }

  /// All answers since the last call, of which there is at least one; `nil` at the end.
  func next() async -> [GeocodedAddress]? {
    if answers.isEmpty, !isComplete { await withCheckedContinuation { reader = $0 } }
    defer { answers = [] }
    return answers.isEmpty ? nil : answers
  }
}

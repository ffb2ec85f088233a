internal import CitySession
public import Foundation

/// Turns addresses into coordinates, one after another, and loses nothing.
///
/// ```swift
/// let queue = GeocodingQueue(geocoder: server, store: GeocodingJournal(at: file))
/// let known = try await queue.scan(addresses)
/// for await progress in await queue.progress { show(progress) }
/// ```
///
/// - Addresses are asked for in the order in which they came; equal ones are asked for once, whatever
///   their labels.
/// - What was found is on the disk before the next request is made. A program that is killed loses
///   the answers to the requests under way, and nothing else: the next queue with the same store goes
///   on where this one was.
/// - An address that was not found keeps needing a coordinate. Errors that may pass are met by asking
///   again, as ``GeocodingRetryPolicy`` says; those that concern the address are remembered for a while.
///   ``failures()`` has them all, and ``retry(_:)`` asks again at once.
/// - An error that concerns the geocoder, such as a wrong key, stops the queue at the first refusal.
///
/// A queue works as long as somebody holds it, and needs a store of its own. It takes over from the
/// store at its first use, so ``resume()`` is enough to go on after a start. ``close()`` lets another queue
/// have the store.
public actor GeocodingQueue {
  nonisolated let geocoder: any Geocoder
  nonisolated let store: any GeocodingStore
  nonisolated let clock: RelativeClock
  nonisolated let date: @Sendable () -> Date

  var machine: GeocodingStateMachine
  /// What is being read from the store; `nil` before and afterwards.
  private var loading: Task<(records: [GeocodingRecord], damage: StorageDamage?), any Error>?
  private var isLoaded = false
  /// The end of the queue; `nil` until somebody wants it.
  private var closing: Task<Void, Never>?
  /// What could not be read from the store.
  private(set) var damage: StorageDamage?
  /// How often the queue was cancelled.
  private var cancellationCount = 0

  var requests: [Int: Task<Void, Never>] = [:]
  var sleep: Task<Void, Never>?
  /// Those who wait until so many changes were saved.
  var waiters: [(changeCount: Int, continuation: CheckedContinuation<Void, any Error>)] = []
  var progressObservers = Observers<GeocodingProgress>()
  var newsObservers = Observers<GeocodingNews>()

  /// Creates a queue.
  ///
  /// - Parameters:
  ///   - geocoder: What is asked.
  ///   - store: Where addresses and results are kept.
  ///   - rate: How often to ask.
  ///   - retry: When to ask again.
  ///   - timeLimit: How long to wait for an answer; more than 0, and cut to
  ///     ``GeocodingRetryPolicy/longestPause``. Whatever takes longer is cancelled and counts as
  ///     ``GeocodingError/network(reason:)``, and its answer comes to nothing.
  ///   - clock: What time is measured with while the program runs.
  ///   - date: What time it is, for what outlives the program.
  public init(
    geocoder: any Geocoder, store: any GeocodingStore, rate: GeocodingRate = .standard,
    retry: GeocodingRetryPolicy = .standard, timeLimit: Duration = .seconds(30),
    clock: some Clock<Duration> = ContinuousClock(),
    date: @escaping @Sendable () -> Date = { Date() }
  ) {
    precondition(timeLimit > .zero, "timeLimit must be more than 0, got \(timeLimit).")
    self.geocoder = geocoder
    self.store = store
    self.clock = RelativeClock(clock)
    self.date = date
    machine = GeocodingStateMachine(rate: rate, policy: retry, timeLimit: timeLimit)
  }

  deinit {
    for request in requests.values { request.cancel() }
    sleep?.cancel()
    progressObservers.finish()
    newsObservers.finish()
  }
}

extension GeocodingQueue {
  /// Enqueues the addresses that need it, and returns when that is durable.
  ///
  /// Nothing is enqueued that was found before, that is in the queue already, that cannot be found
  /// by what is remembered, or that is blank.
  ///
  /// - Parameter addresses: The addresses.
  /// - Returns: The same addresses, each with what is known of it: what was found if it was, and
  ///   nothing that was found for another address. One that needs no geocoding comes back as it is.
  /// - Throws: What the store throws: then the queue is interrupted, and this or ``resume()`` tries
  ///   again. ``GeocodingQueueError/closed``.
  /// - Complexity: O(*n*) for *n* addresses, besides saving.
  public func scan(_ addresses: [GeocodedAddress]) async throws -> [GeocodedAddress] {
    try await load()
    let candidates = addresses.map { GeocodingStateMachine.Candidate($0) }
    let (actions, known) = machine.scan(candidates, at: clock.now(), date: date())
    perform(actions)
    try await untilSaved()
    return known
  }

  /// Enqueues the addresses that need it, as `scan` does with geocoded addresses.
  ///
  /// - Parameter addresses: The addresses.
  /// - Returns: The same addresses, each with what is known of it.
  /// - Throws: What the store throws; ``GeocodingQueueError/closed``.
  /// - Complexity: O(*n*) for *n* addresses, besides saving.
  @discardableResult
  public func scan(_ addresses: [PostalAddress]) async throws -> [GeocodedAddress] {
    try await scan(addresses.map { GeocodedAddress($0) })
  }

  /// Enqueues the addresses that need it, and forgets all that are not among them.
  ///
  /// An address that did not change keeps its coordinate; one that changed is another address.
  ///
  /// - Parameter addresses: All addresses that there are.
  /// - Returns: The same addresses, each with what is known of it.
  /// - Throws: What the store throws; ``GeocodingQueueError/closed``.
  /// - Complexity: O(*n*), where *n* is the number of addresses given and known, besides saving.
  @discardableResult
  public func sync(_ addresses: [PostalAddress]) async throws -> [GeocodedAddress] {
    try await load()
    let candidates = addresses.map { GeocodingStateMachine.Candidate(GeocodedAddress($0)) }
    let (actions, known) = machine.sync(candidates, at: clock.now(), date: date())
    perform(actions)
    try await untilSaved()
    return known
  }

  /// Stops asking until ``resume()``; requests under way are cancelled, and asked again then.
  ///
  /// Addresses can still be enqueued. An answer that comes all the same is kept.
  public func cancel() {
    cancellationCount += 1
    perform(machine.cancel(at: clock.now()))
  }

  /// Goes on: after a cancellation, a refusal, an interruption or a start.
  ///
  /// Addresses that failed by errors that may pass are asked for again, and so are those that failed long
  /// enough ago. A cancellation that comes while the store is read has the last word.
  ///
  /// - Throws: What the store throws when it is read; ``GeocodingQueueError/closed``.
  public func resume() async throws {
    let count = cancellationCount
    try await load()
    guard count == cancellationCount else { return }
    perform(machine.resume(at: clock.now(), date: date()))
  }

  /// Enqueues addresses that failed, whatever is remembered of them, and returns when that is durable.
  ///
  /// A queue that stopped at a refusal goes on, but one that was cancelled stays so until ``resume()``.
  ///
  /// - Parameter addressHashes: The digests of the addresses, which are the ids of ``failures()``. Those
  ///   of addresses that did not fail change nothing.
  /// - Throws: What the store throws; ``GeocodingQueueError/closed``.
  /// - Complexity: O(*k*) for *k* addresses, besides saving.
  public func retry(_ addressHashes: [String]) async throws {
    try await load()
    perform(machine.retry(addressHashes, at: clock.now()))
    try await untilSaved()
  }

  /// Enqueues all addresses that failed, as ``retry(_:)`` does with some.
  ///
  /// - Throws: What the store throws; ``GeocodingQueueError/closed``.
  /// - Complexity: O(*n*), where *n* is the number of addresses known, besides saving.
  public func retryFailed() async throws {
    try await load()
    perform(machine.retry(nil, at: clock.now()))
    try await untilSaved()
  }

  /// Stops for good, and returns when another queue can have the store.
  ///
  /// Requests under way are cancelled, and their answers come to nothing; they are not waited for. What
  /// was found before is saved, if it can be. All streams end. From now on, whatever enqueues, reads or
  /// resumes throws ``GeocodingQueueError/closed``.
  public func close() async {
    let task = closing ?? Task { await finish() }
    closing = task
    await task.value
  }

  var isClosed: Bool { closing != nil }

  private func finish() async {
    perform(machine.close(at: clock.now()))
    // A store that is still being read would take its lock again.
    _ = try? await loading?.value
    try? await untilSaved()
    await store.close()
    progressObservers.finish()
    newsObservers.finish()
  }

  /// Reads the store, at the first use.
  func load() async throws {
    guard !isClosed else { throw GeocodingQueueError.closed }
    guard !isLoaded else { return }
    let task = loading ?? Task { [store] in (try await store.records(), await store.damage) }
    loading = task
    do {
      let (records, damage) = try await task.value
      guard !isClosed else { throw GeocodingQueueError.closed }
      // Another caller may have waited for the same.
      guard !isLoaded else { return }
      isLoaded = true
      loading = nil
      self.damage = damage
      perform(machine.load(records, at: clock.now(), date: date()))
    } catch {
      if loading == task { loading = nil }
      throw error
    }
  }

  /// Waits until everything that is known now is durable.
  private func untilSaved() async throws {
    let changeCount = machine.changeCount
    guard machine.savedCount < changeCount else { return }
    try await withCheckedThrowingContinuation { waiters.append((changeCount, $0)) }
  }
}

/// Why a queue does nothing.
public enum GeocodingQueueError: Error, Sendable, Hashable {
  /// The queue was closed; another one may have its store.
  case closed
}

extension GeocodingQueueError: CustomStringConvertible, LocalizedError {
  /// What is wrong, as a sentence.
  public var description: String { "The queue was closed, and takes no more addresses." }

  /// The same sentence, for people.
  public var errorDescription: String? { description }
}

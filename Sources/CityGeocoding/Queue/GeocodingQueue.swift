internal import CitySession
internal import DurableStorage
public import Foundation

/// A durable queue that geocodes addresses.
///
/// ```swift
/// let queue = GeocodingQueue(geocoder: server, store: GeocodingJournal(at: url))
/// let known = try await queue.enqueue(addresses)
/// try await queue.finished()
/// ```
///
/// - Addresses are requested in the order in which they were enqueued. Equal addresses are requested
///   once, even with different labels, so enqueuing is idempotent.
/// - Each result is on the disk before the next request starts. A program that is killed loses only the
///   results of the requests under way; the next queue with the same store continues.
/// - An address without a result keeps needing a coordinate. Transient errors are retried with backoff,
///   as ``GeocodingRetryPolicy`` defines; errors of the address are cached for a while. ``failures()``
///   lists both, and ``retry(addressHashes:)`` requests them at once.
/// - A place that may well be another one than the address means is kept apart: ``uncertainAddresses()``
///   lists these addresses.
/// - ``retry(where:)`` requests found addresses again, such as those that a fallback found. They keep
///   their results until they have better ones.
/// - An error of the service concerns all addresses. A wrong key stops the queue at the first such error.
///   If the service received too many requests, or does not answer several of them, the queue pauses, and
///   continues by itself.
///
/// A queue works until it is deallocated, and needs its own store. It reads the store at its first use,
/// so ``resume()`` is enough to continue after a start. ``close()`` releases the store for another queue;
/// so does the end of the last reference to the queue, a moment later.
///
/// Functions that wait until something is saved or read do not end earlier if their task is cancelled:
/// the addresses are enqueued in any case, and the store decides when that is durable.
public actor GeocodingQueue {
  nonisolated let geocoder: any Geocoder
  nonisolated let store: any GeocodingStore
  nonisolated let clock: RelativeClock
  nonisolated let date: @Sendable () -> Date

  var machine: GeocodingStateMachine
  /// The read of the store; `nil` before and afterwards.
  private(set) var loading: Task<(records: [GeocodingRecord], damage: StorageDamage?), any Error>?
  private var isLoaded = false
  /// The task that closes the queue; `nil` before ``close()``.
  var closing: Task<Void, Never>?
  /// The damage found when the store was read.
  private(set) var damage: StorageDamage?
  /// The number of pauses, so that ``resume()`` can detect one.
  private var pauseCount = 0

  var requests: [Int: Task<Void, Never>] = [:]
  /// The save that is under way, or the last one.
  var saving: Task<Void, Never>?
  var sleep: Task<Void, Never>?
  /// The callers that wait until a number of changes is saved.
  var waiters: [(changeCount: Int, continuation: CheckedContinuation<Void, any Error>)] = []
  /// The callers that wait until nothing is left to do.
  var finishWaiters: [Int: CheckedContinuation<Void, any Error>] = [:]
  var finishWaiterCount = 0
  var progressObservers = Observers<GeocodingProgress>()
  var observers = Observers<GeocodingUpdate>()

  /// Creates a queue.
  ///
  /// - Parameters:
  ///   - geocoder: The geocoder.
  ///   - store: The store of addresses and results.
  ///   - rate: The rate limit.
  ///   - retry: The retry rule, also for the pauses of the service.
  ///   - timeLimit: The longest time of a request; more than 0, and clamped to
  ///     ``GeocodingRetryPolicy/longestPause``. A request that takes longer is cancelled and fails with
  ///     ``GeocodingError/network(reason:)``; its result is ignored.
  ///   - clock: The clock of pauses and time limits.
  ///   - date: The current date, for stored results and failures. It must be finite.
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
    observers.finish()
    // The store of a closed queue may be another queue's by now.
    guard closing == nil else { return }
    Task { [store, saving] in
      // A save that is under way would take the lock of the store again.
      await saving?.value
      await store.close()
    }
  }
}

extension GeocodingQueue {
  /// Enqueues the addresses that need geocoding, and returns when that is durable.
  ///
  /// Addresses are skipped if they were found before, are in the queue, have a cached failure, or are
  /// blank.
  ///
  /// - Parameter addresses: The addresses.
  /// - Returns: The same addresses, each with its result if there is one, which may be uncertain.
  /// - Throws: The errors of the store: the queue is interrupted then, and this function or ``resume()``
  ///   tries again. ``GeocodingQueueError/closed``.
  /// - Complexity: O(*n*) for *n* addresses, besides saving.
  @discardableResult
  public func enqueue(_ addresses: [PostalAddress]) async throws -> [GeocodedAddress] {
    try await enqueue(geocodedAddresses: addresses.map { GeocodedAddress($0) })
  }

  /// Enqueues the addresses that need geocoding, as ``enqueue(_:)`` does, and saves results that were
  /// found elsewhere.
  ///
  /// - Parameter addresses: The addresses, some of them with results.
  /// - Returns: The same addresses, each with its result if there is one. A result that belongs to another
  ///   address is dropped. Addresses that need no geocoding are returned unchanged.
  /// - Throws: The errors of ``enqueue(_:)``.
  /// - Complexity: O(*n*) for *n* addresses, besides saving.
  @discardableResult
  public func enqueue(
    geocodedAddresses addresses: [GeocodedAddress]
  ) async throws -> [GeocodedAddress] {
    try await load()
    let known = take(addresses.map { GeocodingStateMachine.Candidate($0) })
    try await untilSaved()
    return known
  }

  /// Enqueues addresses as ``enqueue(_:)`` does, unless there would be more of them than a limit.
  ///
  /// All addresses count: those in the queue, those with results, and those that failed. The count is
  /// compared and the addresses are taken in one step, so calls at the same time cannot exceed the limit.
  ///
  /// - Parameters:
  ///   - addresses: The addresses.
  ///   - limit: The largest number of addresses.
  /// - Returns: `nil` if the addresses were enqueued; the number of addresses that there would be, if it
  ///   exceeds the limit. Nothing has changed then.
  /// - Throws: The errors of ``enqueue(_:)``.
  /// - Complexity: O(*n*) for *n* addresses, besides saving.
  package func enqueue(_ addresses: [PostalAddress], upTo limit: Int) async throws -> Int? {
    try await load()
    let candidates = addresses.map { GeocodingStateMachine.Candidate(GeocodedAddress($0)) }
    let count = machine.addressCount(adding: candidates)
    guard count <= limit else { return count }
    _ = take(candidates)
    try await untilSaved()
    return nil
  }

  /// Enqueues candidates, without waiting until they are saved; the store has been read.
  private func take(_ candidates: [GeocodingStateMachine.Candidate]) -> [GeocodedAddress] {
    let (actions, known) = machine.enqueue(candidates, at: clock.now(), date: date())
    perform(actions)
    return known
  }

  /// Enqueues the addresses that need geocoding, and removes all others from the queue and the store.
  ///
  /// An unchanged address keeps its result; a changed one is another address.
  ///
  /// - Parameter addresses: The complete list of addresses.
  /// - Returns: The same addresses, each with its result if there is one.
  /// - Throws: The errors of the store; ``GeocodingQueueError/closed``.
  /// - Complexity: O(*n*), where *n* is the number of given and known addresses, besides saving.
  @discardableResult
  public func replaceAddresses(
    with addresses: [PostalAddress]
  ) async throws -> [GeocodedAddress] {
    try await load()
    let candidates = addresses.map { GeocodingStateMachine.Candidate(GeocodedAddress($0)) }
    let (actions, known) = machine.replaceAddresses(
      with: candidates, at: clock.now(), date: date())
    perform(actions)
    try await untilSaved()
    return known
  }

  /// Pauses the queue until ``resume()``.
  ///
  /// Requests under way are cancelled, and sent again after the pause. Addresses can still be enqueued. A
  /// result that arrives despite the cancellation is kept.
  public func pause() {
    pauseCount += 1
    perform(machine.pause(at: clock.now()))
  }

  /// Continues after a pause, a refusal, an interruption or a start.
  ///
  /// Addresses with transient errors or with expired failures are enqueued again. A queue that pauses
  /// because the service does not answer tries it at once; if the service asked for the pause, the queue
  /// waits for its end. If ``pause()`` is called while the store is being read, the queue stays paused.
  ///
  /// - Throws: The errors of the store, at the first use; ``GeocodingQueueError/closed``.
  public func resume() async throws {
    let count = pauseCount
    try await load()
    guard count == pauseCount else { return }
    perform(machine.resume(at: clock.now(), date: date()))
  }

  /// Enqueues failed addresses, even if their failures are cached, and returns when that is durable.
  ///
  /// A queue that stopped at a refusal continues; one that was paused stays so until ``resume()``.
  ///
  /// - Parameter addressHashes: The digests of the addresses, which are the ids of ``failures()``. Digests
  ///   of addresses that did not fail are ignored.
  /// - Throws: The errors of the store; ``GeocodingQueueError/closed``.
  /// - Complexity: O(*k*) for *k* addresses, besides saving.
  public func retry(addressHashes: [String]) async throws {
    try await load()
    perform(machine.retry(addressHashes, at: clock.now()))
    try await untilSaved()
  }

  /// Enqueues all failed addresses, as ``retry(addressHashes:)`` does with some.
  ///
  /// - Throws: The errors of the store; ``GeocodingQueueError/closed``.
  /// - Complexity: O(*n*), where *n* is the number of known addresses, besides saving.
  public func retryAll() async throws {
    try await load()
    perform(machine.retry(nil, at: clock.now()))
    try await untilSaved()
  }

  /// Enqueues found addresses again, such as those that a fallback found while the service was away, and
  /// returns when that is durable.
  ///
  /// ```swift
  /// try await queue.retry { $0.found?.result.source == "LineGeocoder" }
  /// try await queue.retry(where: \.isUncertain)
  /// ```
  ///
  /// Each address keeps its result until one that is at least as good replaces it. A certain result is
  /// better than an uncertain one; of two that are equally certain, the more precise is better. When its
  /// retry is over, ``GeocodingUpdate/found(_:)`` or ``GeocodingUpdate/uncertain(_:)`` has the address
  /// again. A retry survives a restart.
  ///
  /// A queue that stopped at a refusal continues; one that was paused stays so until ``resume()``.
  ///
  /// - Parameter condition: Whether to request an address again; it is called for each address that has a
  ///   result, certain or not, and is not being retried.
  /// - Throws: The errors of the store; ``GeocodingQueueError/closed``.
  /// - Complexity: O(*n*), where *n* is the number of known addresses, besides saving.
  public func retry(where condition: @Sendable (GeocodedAddress) -> Bool) async throws {
    try await load()
    perform(machine.retry(where: condition, at: clock.now()))
    try await untilSaved()
  }

  /// Reads the store at the first use.
  func load() async throws {
    guard !isClosed else { throw GeocodingQueueError.closed }
    guard !isLoaded else { return }
    let task = loading ?? Task { [store] in (try await store.records(), await store.damage) }
    loading = task
    do {
      let (records, damage) = try await task.value
      guard !isClosed else { throw GeocodingQueueError.closed }
      // Another caller may have waited for the same read.
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

  /// Waits until all present changes are durable.
  func untilSaved() async throws {
    let changeCount = machine.changeCount
    guard machine.savedCount < changeCount else { return }
    try await withCheckedThrowingContinuation { waiters.append((changeCount, $0)) }
  }
}

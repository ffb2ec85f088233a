internal import CitySession
public import Foundation

// Waiting for the end of the work, and closing the queue.

extension GeocodingQueue {
  /// Returns when nothing is left to do: every address was found, certainly or not, or failed, and that is
  /// saved.
  ///
  /// This function does not start a queue that was paused or stopped. If the queue pauses because the
  /// service asked for that, or does not answer, this function waits, too. It returns at once if everything
  /// is known.
  ///
  /// - Throws: ``GeocodingQueueError`` as soon as the queue does not continue by itself:
  ///   ``GeocodingQueueError/refused(reason:remaining:)``,
  ///   ``GeocodingQueueError/interrupted(reason:)``, ``GeocodingQueueError/paused(remaining:)`` or
  ///   ``GeocodingQueueError/closed``. The errors of the store, at the first use. `CancellationError` if
  ///   the task was cancelled; the queue continues then.
  public func finished() async throws {
    try await load()
    try Task.checkCancellation()
    guard machine.conclusion == nil else { return try machine.conclusion?.get() ?? () }
    finishWaiterCount += 1
    let number = finishWaiterCount
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { finishWaiters[number] = $0 }
    } onCancel: {
      Task { await giveUpWaiting(number) }
    }
  }

  private func giveUpWaiting(_ number: Int) {
    finishWaiters.removeValue(forKey: number)?.resume(throwing: CancellationError())
  }

  /// Closes the queue, and returns when another queue can use the store.
  ///
  /// Requests under way are cancelled without waiting for them, and their results are ignored. Earlier
  /// results are saved, if the store can be written. All streams end. Functions that enqueue, read or
  /// resume throw ``GeocodingQueueError/closed`` from now on.
  public func close() async {
    let task = closing ?? Task { await finish() }
    closing = task
    await task.value
  }

  var isClosed: Bool { closing != nil }

  private func finish() async {
    perform(machine.close(at: clock.now()))
    // A read that is under way would take the lock of the store again.
    _ = try? await loading?.value
    try? await untilSaved()
    await store.close()
    let isDone = machine.jobs.isEmpty && machine.changes.isEmpty
    endWaiting(isDone ? .success(()) : .failure(.closed))
    progressObservers.finish()
    observers.finish()
  }

  /// Ends the waiting for the end of the queue.
  func endWaiting(_ outcome: Result<Void, GeocodingQueueError>) {
    let waiters = finishWaiters.values
    finishWaiters = [:]
    for waiter in waiters { waiter.resume(with: outcome) }
  }
}

/// An error of a queue.
@nonexhaustive
public enum GeocodingQueueError: Error, Sendable, Hashable {
  /// The queue is closed; another one may use its store.
  case closed
  /// The queue was paused with `remaining` addresses left; ``GeocodingQueue/resume()`` continues.
  case paused(remaining: Int)
  /// The geocoder rejects all requests, so the queue stopped with `remaining` addresses left; the reason is
  /// a sentence.
  case refused(reason: String, remaining: Int)
  /// The store cannot be written, so the queue stopped.
  case interrupted(reason: String)
}

extension GeocodingQueueError: CustomStringConvertible, LocalizedError {
  /// The error as a sentence or two.
  public var description: String {
    switch self {
    case .closed: GeocodingClientError.closed.description
    case .paused(let remaining): "The queue is paused with \(remaining) left."
    case .refused(let reason, let remaining): "\(reason) The queue stopped with \(remaining) left."
    case .interrupted(let reason): "The addresses cannot be saved: \(reason)"
    }
  }

  /// The same text.
  public var errorDescription: String? { description }
}

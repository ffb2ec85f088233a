import CityTestSupport
import Foundation
import TestSupport
import Testing

@testable import CityGeocoding

// Waiting for the end of the work.

extension GeocodingQueueTests {
  private static let refusal = GeocodingError.refused(reason: "no key")

  @Test(arguments: GeocodingStoreKind.allCases)
  func `a queue finishes at the first start and at the second`(
    kind: GeocodingStoreKind
  ) async throws {
    try await withTemporaryFolder { folder in
      let url = kind.url(in: folder)
      let geocoder = ScriptedGeocoder(["b": [.error(.noResult)]])
      for start in 1...3 {
        let queue = queue(geocoder, store: kind.store(at: url))
        let progress = await queue.progressUpdates
        try await queue.enqueue(addresses("a", "b", "c"))
        try await queue.finished()
        #expect(try await queue.geocodedAddresses().count == 2)
        #expect(try await queue.failures().count == 1)
        // The progress says that the work is over, too.
        for await step in progress { if case .finished = step { break } }
        let isFirst = start == 1
        #expect(
          await queue.machine.progress
            == .finished(found: isFirst ? 2 : 0, uncertain: 0, failed: isFirst ? 1 : 0))
        await queue.close()
      }
      #expect(geocoder.requests.count == 3)
    }
  }

  @Test func `an empty queue is finished, also if it is paused`() async throws {
    let queue = queue(ScriptedGeocoder())
    await queue.pause()
    #expect(await queue.machine.progress == .notStarted)
    try await queue.finished()
    #expect(
      await queue.machine.progress == .finished(found: 0, uncertain: 0, failed: 0))
    try await queue.enqueue(addresses("a"))
    await #expect(throws: GeocodingQueueError.paused(remaining: 1)) {
      try await queue.finished()
    }
    try await queue.resume()
    try await queue.finished()
    // A retry does not resume a queue that is paused.
    await queue.pause()
    try await queue.finished()
    try await queue.retry { _ in true }
    await #expect(throws: GeocodingQueueError.paused(remaining: 1)) {
      try await queue.finished()
    }
  }

  @Test func `what still has to be saved is waited for`() async throws {
    let store = ScriptedStore(memory)
    let queue = queue(ScriptedGeocoder(), store: store)
    try await queue.enqueue(addresses("a"))
    try await queue.finished()
    await store.block()
    let scan = Task { try await queue.enqueue(addresses("b")) }
    await store.applyCount.wait(for: 3)
    let end = Task {
      try await queue.finished()
      return await memory.records().map(\.isFound)
    }
    try await waitUntil("the queue is waited for") { await !queue.finishWaiters.isEmpty }
    await store.unblock()
    #expect(try await end.value == [true, true])
    _ = try await scan.value
  }

  @Test(arguments: [false, true])
  func `a queue that stops ends the waiting`(isWaiting: Bool) async throws {
    /// Waits for a queue that stops before or after the waiting begins.
    func error(
      of queue: GeocodingQueue, _ stop: () async throws -> Void
    ) async throws -> GeocodingQueueError? {
      if !isWaiting { try await stop() }
      let end = Task { try await queue.finished() }
      if isWaiting {
        try await waitUntil("the queue is waited for") { await !queue.finishWaiters.isEmpty }
        try await stop()
      }
      return await #expect(throws: GeocodingQueueError.self) { try await end.value }
    }
    func stop(_ queue: GeocodingQueue, _ progress: GeocodingProgress) async throws {
      try await waitUntil("the queue stops") { await queue.machine.progress == progress }
    }

    let geocoder = ScriptedGeocoder(["a": [.held], "b": [.error(Self.refusal)]])
    let refused = queue(geocoder)
    try await refused.enqueue(addresses("a", "b"))
    await geocoder.requestCount.wait(for: 1)
    let reason = "The geocoder rejected the request: no key."
    let first = try await error(of: refused) {
      geocoder.release()
      try await stop(refused, .refused(reason: reason, remaining: 1))
    }
    #expect(first == .refused(reason: reason, remaining: 1))

    let held = ScriptedGeocoder(["a": [.held]])
    let store = ScriptedStore()
    let full = queue(held, store: store)
    try await full.enqueue(addresses("a"))
    await held.requestCount.wait(for: 1)
    let second = try await error(of: full) {
      await store.setFull(true)
      held.release()
      try await stop(full, .interrupted(reason: "The disk is full."))
    }
    #expect(second == .interrupted(reason: "The disk is full."))

    let paused = queue(ScriptedGeocoder(["a": [.never]]), store: GeocodingMemory())
    try await paused.enqueue(addresses("a"))
    #expect(try await error(of: paused) { await paused.pause() } == .paused(remaining: 1))

    let closed = queue(ScriptedGeocoder(["a": [.never]]), store: GeocodingMemory())
    try await closed.enqueue(addresses("a"))
    #expect(try await error(of: closed) { await closed.close() } == .closed)
  }

  @Test func `while a queue is closed, the last result may still end the work`() async throws {
    let store = ScriptedStore(memory)
    let geocoder = ScriptedGeocoder(["a": [.held]])
    let queue = queue(geocoder, store: store)
    try await queue.enqueue(addresses("a"))
    await geocoder.requestCount.wait(for: 1)
    let end = Task { try await queue.finished() }
    try await waitUntil("the queue is waited for") { await !queue.finishWaiters.isEmpty }
    await store.block()
    geocoder.release()
    await store.applyCount.wait(for: 2)
    let closing = Task { await queue.close() }
    try await waitUntil("the queue is closed") { await queue.isClosed }
    await store.unblock()
    await closing.value
    try await end.value
    #expect(await memory.records().map(\.isFound) == [true])
    await #expect(throws: GeocodingQueueError.closed) { try await queue.finished() }
  }

  @Test func `waiting can be cancelled, and the queue goes on`() async throws {
    let geocoder = ScriptedGeocoder(["a": [.held]])
    let queue = queue(geocoder)
    try await queue.enqueue(addresses("a"))
    await geocoder.requestCount.wait(for: 1)
    let ends = (0..<20).map { _ in Task { try await queue.finished() } }
    // Some are cancelled before they wait.
    for end in ends.prefix(10) { end.cancel() }
    try await waitUntil("ten wait") { await queue.finishWaiters.count == 10 }
    for end in ends.prefix(15) { end.cancel() }
    for end in ends.prefix(15) {
      await #expect(throws: CancellationError.self) { try await end.value }
    }
    geocoder.release()
    for end in ends.suffix(5) { try await end.value }
    #expect(await queue.finishWaiters.isEmpty)
    #expect(try await queue.geocodedAddresses().count == 1)
  }

  @Test func `a store that cannot be read throws its error`() async throws {
    let store = ScriptedStore(memory)
    await store.setFull(true)
    let queue = queue(ScriptedGeocoder(), store: store)
    await #expect(throws: ScriptedStore.Full.self) { try await queue.finished() }
    await store.setFull(false)
    try await queue.finished()
  }

  @Test(arguments: [
    GeocodingQueueError.closed, .paused(remaining: 2), .interrupted(reason: "It is full."),
    .refused(reason: "No key.", remaining: 3),
  ])
  func `each error of a queue is a sentence`(error: GeocodingQueueError) {
    #expect(error.description.hasSuffix(".") && !error.description.contains(".."))
    #expect((error as any Error).localizedDescription == error.description)
  }
}

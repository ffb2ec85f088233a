import CityTestSupport
import Foundation
import TestSupport
import Testing

@testable import CityGeocoding

// How a queue ends, so that the next can begin.

extension GeocodingQueueTests {
  @Test(arguments: GeocodingStoreKind.allCases)
  func `the next queue has the file as soon as the last one is closed`(
    kind: GeocodingStoreKind
  ) async throws {
    try await withTemporaryFolder { folder in
      let url = kind.url(in: folder)
      for round in 0..<50 {
        // Some requests are under way, one of which never ends, and some answers are being saved.
        let geocoder = ScriptedGeocoder(["\(round) 3": [.held], "\(round) 4": [.never]])
        let queue = queue(
          geocoder, store: kind.store(at: url), rate: .unlimited(concurrency: 3))
        try await queue.enqueue((0..<6).map { PostalAddress(city: "\(round) \($0)") })
        await geocoder.requestCount.wait(for: 1 + round % 3)
        await queue.close()
        geocoder.release()
      }
      let end = queue(ScriptedGeocoder(), store: kind.store(at: url))
      try await end.resume()
      try await end.finished()
      #expect(try await end.geocodedAddresses().count == 300)
    }
  }

  @Test func `a closed queue refuses all work and says so`() async throws {
    let geocoder = ScriptedGeocoder(["a": [.never]])
    let queue = queue(geocoder)
    try await queue.enqueue(addresses("a", "b"))
    let progress = await queue.progressUpdates
    let updates = try await queue.updates
    await geocoder.requestCount.wait(for: 1)
    await queue.close()
    await geocoder.cancellationCount.wait(for: 1)
    for await _ in updates {}
    var steps: [GeocodingProgress] = []
    for await step in progress { steps.append(step) }
    #expect(steps.last == .paused(remaining: 2))
    for await step in await queue.progressUpdates { #expect(step == .paused(remaining: 2)) }

    let closed = GeocodingQueueError.closed
    await #expect(throws: closed) { try await queue.enqueue(addresses("c")) }
    await #expect(throws: closed) { try await queue.replaceAddresses(with: addresses("c")) }
    await #expect(throws: closed) { try await queue.resume() }
    await #expect(throws: closed) { try await queue.retryAll() }
    await #expect(throws: closed) { try await queue.retry(addressHashes: []) }
    await #expect(throws: closed) { try await queue.updates }
    await #expect(throws: closed) { try await queue.failures() }
    await #expect(throws: closed) { try await queue.geocodedAddresses() }
    #expect(closed.localizedDescription == "The queue is closed and accepts no more addresses.")
    await queue.pause()
    await queue.close()
    #expect(geocoder.cities == ["a"])
    #expect(await memory.records().map(\.outcome) == [.pending, .pending])
  }

  @Test func `an answer that is there is saved before the end`() async throws {
    let store = ScriptedStore(memory)
    let queue = queue(ScriptedGeocoder(), store: store)
    try await queue.enqueue(addresses("a"))
    await queue.wait(for: .finished(found: 1, uncertain: 0, failed: 0))
    await store.block()
    let scan = Task { try await queue.enqueue(addresses("b")) }
    await store.applyCount.wait(for: 3)
    let closing = Task { [memory] in
      await queue.close()
      return await memory.records().count
    }
    try await waitUntil("the queue is closed") { await queue.isClosed }
    #expect(await memory.records().count == 1)
    await store.unblock()
    #expect(await closing.value == 2)
    _ = try await scan.value
    #expect(await memory.records().map(\.address.city) == ["a", "b"])
  }

  @Test func `a full disk does not keep a queue from being closed`() async throws {
    let store = ScriptedStore(memory)
    let queue = queue(ScriptedGeocoder(), store: store)
    _ = try await queue.failures()
    await store.setFull(true)
    await #expect(throws: ScriptedStore.Full.self) { try await queue.enqueue(addresses("a")) }
    await queue.close()
    #expect(await memory.records().isEmpty)
    // The store may be another queue's by now.
    await store.setFull(false)
    await queue.close()
    #expect(await memory.records().isEmpty)
  }

  @Test func `a store that is being read is closed after that`() async throws {
    /// Says in which order it was used.
    final class SlowStore: GeocodingStore {
      let beginning = Milestone()
      let end = Milestone()
      private let log = Locked<[String]>([])

      var steps: [String] { log.withLock(\.self) }

      func records() async -> [GeocodingRecord] {
        beginning.reach()
        await end.wait(for: 1)
        log.withLock { $0.append("read") }
        return [GeocodingRecord(PostalAddress(city: "a"), .pending)]
      }

      func apply(_ changes: [GeocodingChange]) { log.withLock { $0.append("written") } }
      func close() { log.withLock { $0.append("closed") } }
    }
    let geocoder = ScriptedGeocoder()
    let store = SlowStore()
    let queue = queue(geocoder, store: store)
    let scan = Task { try await queue.enqueue(addresses("b")) }
    await store.beginning.wait(for: 1)
    let closing = Task { await queue.close() }
    try await waitUntil("the queue is closed") { await queue.isClosed }
    #expect(store.steps.isEmpty)
    store.end.reach()
    await closing.value
    #expect(store.steps == ["read", "closed"])
    await #expect(throws: GeocodingQueueError.closed) { try await scan.value }
    #expect(geocoder.requests.isEmpty)
  }
}

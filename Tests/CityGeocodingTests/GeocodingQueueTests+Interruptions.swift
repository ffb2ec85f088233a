import CityTestSupport
import Foundation
import TestSupport
import Testing

@testable import CityGeocoding

// Failures, cancellations and starts.

extension GeocodingQueueTests {
  @Test func `what cannot be saved is kept and saved later, and not asked for again`() async throws
  {
    let geocoder = ScriptedGeocoder(["a": [.held]])
    let store = ScriptedStore(memory)
    let queue = queue(geocoder, store: store)
    try await queue.enqueue(addresses("a", "b"))
    await store.setFull(true)
    await geocoder.requestCount.wait(for: 1)
    try await waitUntil("the queue is interrupted") {
      geocoder.release()
      return await queue.machine.progress == .interrupted(reason: "The disk is full.")
    }
    #expect(geocoder.cities == ["a"])
    await #expect(throws: ScriptedStore.Full.self) { try await queue.enqueue(addresses("c")) }

    await store.setFull(false)
    try await queue.resume()
    await queue.wait(for: .finished(found: 3, uncertain: 0, failed: 0))
    #expect(geocoder.cities == ["a", "b", "c"])
    #expect(await memory.records().map(\.isFound) == [true, true, true])
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `a date that is none cannot be saved, and stops nothing`(seconds: Double) async throws {
    try await withTemporaryFolder { folder in
      let store = GeocodingJournal(at: folder.appending(path: "journal"))
      let queue = queue(ScriptedGeocoder(), store: store)
      let imported = GeocodedAddress(
        PostalAddress(city: "a"), result: .named("a"),
        date: Date(timeIntervalSinceReferenceDate: seconds))
      let known = try await queue.enqueue(
        geocodedAddresses: [imported, GeocodedAddress(PostalAddress(city: "b"))])
      #expect(known[0].coordinate == imported.coordinate)
      await queue.wait(for: .finished(found: 1, uncertain: 0, failed: 0))
      #expect(try await queue.geocodedAddresses().map(\.address.city) == ["b"])
      await queue.close()
    }
  }

  @Test func `a store that cannot be read is not taken for empty`() async throws {
    let geocoder = ScriptedGeocoder()
    let store = ScriptedStore(memory)
    await memory.apply([.put(GeocodingRecord(PostalAddress(city: "a"), .pending))])
    await store.setFull(true)
    let queue = queue(geocoder, store: store)
    await #expect(throws: ScriptedStore.Full.self) { try await queue.enqueue(addresses("b")) }
    await #expect(throws: ScriptedStore.Full.self) { try await queue.resume() }
    await #expect(throws: ScriptedStore.Full.self) { try await queue.updates }
    #expect(geocoder.requests.isEmpty)
    await store.setFull(false)
    try await queue.resume()
    await queue.wait(for: .finished(found: 1, uncertain: 0, failed: 0))
    #expect(geocoder.cities == ["a"])
  }

  @Test func `cancel and resume`() async throws {
    let geocoder = ScriptedGeocoder(["a": [.never, .found]])
    let queue = queue(geocoder)
    try await queue.enqueue(addresses("a", "b"))
    await geocoder.requestCount.wait(for: 1)
    await queue.pause()
    #expect(await queue.machine.progress == .paused(remaining: 2))
    await geocoder.cancellationCount.wait(for: 1)
    try await queue.enqueue(addresses("c"))
    #expect(geocoder.cities == ["a"])
    try await queue.resume()
    await queue.wait(for: .finished(found: 3, uncertain: 0, failed: 0))
    #expect(geocoder.cities == ["a", "a", "b", "c"])
  }

  @Test func `a cancellation while the store is read is not undone`() async throws {
    /// Blocks reads until the test unblocks them.
    struct SlowStore: GeocodingStore {
      let beginning = Milestone()
      let end = Milestone()

      func records() async -> [GeocodingRecord] {
        beginning.reach()
        await end.wait(for: 1)
        return [GeocodingRecord(PostalAddress(city: "a"), .pending)]
      }

      func apply(_ changes: [GeocodingChange]) {}

      func close() {}
    }
    let geocoder = ScriptedGeocoder()
    let store = SlowStore()
    let queue = queue(geocoder, store: store)
    let resumption = Task { try await queue.resume() }
    await store.beginning.wait(for: 1)
    await queue.pause()
    store.end.reach()
    try await resumption.value
    #expect(await queue.machine.progress == .paused(remaining: 1))
    #expect(await !queue.machine.isActive && geocoder.requests.isEmpty)
    try await queue.resume()
    await queue.wait(for: .finished(found: 1, uncertain: 0, failed: 0))
  }

  @Test func `an answer that comes in spite of a cancellation is kept`() async throws {
    let geocoder = ScriptedGeocoder(["a": [.held]])
    let queue = queue(geocoder)
    try await queue.enqueue(addresses("a", "b"))
    await geocoder.requestCount.wait(for: 1)
    await queue.pause()
    try await waitUntil("the answer is kept") {
      geocoder.release()
      return await queue.found(contains: "a")
    }
    #expect(await queue.machine.progress == .paused(remaining: 1))
    try await queue.resume()
    await queue.wait(for: .finished(found: 2, uncertain: 0, failed: 0))
    #expect(geocoder.cities == ["a", "b"])
  }

  @Test func `the next queue goes on where the last one was`() async throws {
    let first = ScriptedGeocoder(["b": [.error(.noResult)], "c": [.never]])
    do {
      let queue = queue(first)
      try await queue.enqueue(addresses("a", "b", "c", "d"))
      await first.requestCount.wait(for: 3)
    }
    // Without its queue, the request ends.
    await first.cancellationCount.wait(for: 1)

    let second = ScriptedGeocoder()
    let queue = queue(second)
    try await queue.resume()
    await queue.wait(for: .finished(found: 2, uncertain: 0, failed: 0))
    #expect(second.cities == ["c", "d"])
    let found = try await queue.geocodedAddresses()
    #expect(found.map(\.match?.name) == ["a 1", "c 1", "d 1"])
  }

  @Test func `failures are remembered until their time is over`() async throws {
    let date = Locked(Date(timeIntervalSinceReferenceDate: 0))
    let geocoder = ScriptedGeocoder([
      "a": [.error(.noResult), .found], "b": [.error(.invalidAddress(reason: "short")), .found],
    ])
    let retry = GeocodingRetryPolicy(maximumAttempts: 1, failureLifetime: .seconds(100))
    func start() -> GeocodingQueue {
      self.queue(geocoder, retry: retry, date: { date.withLock(\.self) })
    }
    var queue = start()
    try await queue.enqueue(addresses("a", "b"))
    await queue.wait(for: .finished(found: 0, uncertain: 0, failed: 2))

    date.withLock { $0 += 99 }
    queue = start()
    let known = try await queue.enqueue(addresses("a", "b"))
    #expect(known.map(\.needsGeocoding) == [true, true])
    try await queue.resume()
    #expect(
      await queue.machine.progress == .finished(found: 0, uncertain: 0, failed: 0))

    date.withLock { $0 += 1 }
    try await queue.enqueue(addresses("a", "b"))
    await queue.wait(for: .finished(found: 2, uncertain: 0, failed: 0))
    #expect(geocoder.cities == ["a", "b", "a", "b"])
  }

  @Test func `what was given up is asked for again when the queue is resumed`() async throws {
    let geocoder = ScriptedGeocoder(["a": [.error(.network(reason: "down")), .found]])
    let queue = queue(geocoder)
    try await queue.enqueue(addresses("a"))
    await queue.wait(for: .finished(found: 0, uncertain: 0, failed: 1))
    #expect(await memory.records().map(\.failure?.attempts) == [1])
    try await queue.resume()
    await queue.wait(for: .finished(found: 1, uncertain: 0, failed: 0))
    #expect(geocoder.cities == ["a", "a"])
  }
}

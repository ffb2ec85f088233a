import CityTestSupport
import Foundation
import TestSupport
import Testing

@testable import CityGeocoding

// Failures of addresses and of the service, and their retries.

extension GeocodingQueueTests {
  private static let date = Date(timeIntervalSinceReferenceDate: 0)

  @Test(arguments: [1, 4])
  func `a wrong key stops the queue at the first refusal, and loses no address`(
    concurrency: Int
  ) async throws {
    let cities = (0..<100).map { "\($0)" }
    let script = Dictionary(
      uniqueKeysWithValues: cities.map {
        ($0, [ScriptedGeocoder.Answer.error(.refused(reason: "the key is wrong")), .found])
      })
    let geocoder = ScriptedGeocoder(script)
    let queue = queue(geocoder, rate: .unlimited(concurrency: concurrency))
    try await queue.enqueue(cities.map { PostalAddress(city: $0) })
    await queue.wait(
      for: .refused(
        reason: "The geocoder rejected the request: the key is wrong.", remaining: 100))
    // The requests under way at the first refusal are refused as well, and no others are sent.
    try await queue.waitForAnswers()
    #expect(geocoder.requests.count == concurrency)
    #expect(await memory.records().allSatisfy { $0.outcome == .pending })
    #expect(try await queue.failures().isEmpty)

    // Neither enqueuing nor a pause starts another request before `resume`.
    try await queue.enqueue([PostalAddress(city: "100")])
    await queue.pause()
    #expect(geocoder.requests.count == concurrency)
    try await queue.resume()
    if concurrency == 1 {
      await queue.wait(
        for: .refused(
          reason: "The geocoder rejected the request: the key is wrong.", remaining: 100))
    }
  }

  @Test func `with the right key, all are asked for, by the same queue or the next`() async throws {
    let wrong = ScriptedGeocoder(["a": [.error(.refused(reason: "no key")), .found]])
    let first = queue(wrong)
    try await first.enqueue(addresses("a", "b", "c"))
    await first.wait(
      for: .refused(reason: "The geocoder rejected the request: no key.", remaining: 3))
    #expect(wrong.cities == ["a"])
    try await first.retryAll()
    await first.wait(for: .finished(found: 3, uncertain: 0, failed: 0))
    #expect(wrong.cities == ["a", "a", "b", "c"])

    let other = GeocodingMemory()
    let refused = queue(ScriptedGeocoder(["a": [.error(.refused(reason: "no key"))]]), store: other)
    try await refused.enqueue(addresses("a", "b", "c"))
    await refused.wait(
      for: .refused(reason: "The geocoder rejected the request: no key.", remaining: 3))
    await refused.close()
    let right = ScriptedGeocoder()
    let next = queue(right, store: other)
    try await next.resume()
    await next.wait(for: .finished(found: 3, uncertain: 0, failed: 0))
    #expect(right.cities == ["a", "b", "c"])
  }

  @Test func `what failed is listed with the reason, also after a restart`() async throws {
    let geocoder = ScriptedGeocoder([
      "a": [.error(.noResult)], "c": [.error(.invalidAddress(reason: "no street"))],
      "d": [.error(.network(reason: "down"))],
    ])
    let first = queue(geocoder)
    #expect(try await first.failures().isEmpty)
    try await first.enqueue(addresses("a", "b", "c", "d"))
    await first.wait(for: .finished(found: 1, uncertain: 0, failed: 3))
    let all = addresses("a", "c", "d")
    let errors: [GeocodingError] = [
      .noResult, .invalidAddress(reason: "no street"), .network(reason: "down"),
    ]
    let expected = zip(all, errors).map { address, error in
      GeocodingFailure(address: address, error: error, date: Self.date, attempts: 1)
    }
    #expect(try await first.failures() == expected)
    await first.close()

    let held = ScriptedGeocoder(["d": [.held]])
    let second = queue(held)
    #expect(try await second.failures() == expected)
    var updates = try await second.updates.makeAsyncIterator()
    #expect(await updates.next() == .failed(expected))
    guard case .found(let found) = await updates.next() else { throw CancellationError() }
    #expect(found.map(\.address.city) == ["b"])
    // Only the address with a transient error is requested again without a retry.
    await held.requestCount.wait(for: 1)
    #expect(held.cities == ["d"])
    held.release()
  }

  @Test func `failures can be retried at once, one by one or all`() async throws {
    let noResult = ScriptedGeocoder.Answer.error(.noResult)
    let geocoder = ScriptedGeocoder([
      "a": [noResult, .found], "b": [noResult, noResult, .found], "c": [noResult, .found],
    ])
    let queue = queue(geocoder)
    try await queue.enqueue(addresses("a", "b", "c", "d"))
    await queue.wait(for: .finished(found: 1, uncertain: 0, failed: 3))
    var updates = try await queue.updates.makeAsyncIterator()
    _ = await updates.next()
    _ = await updates.next()
    let (a, b, d) = (
      PostalAddress(city: "a").addressHash, PostalAddress(city: "b").addressHash,
      PostalAddress(city: "d").addressHash
    )
    // Neither a found nor an unknown address is requested.
    try await queue.retry(addressHashes: [b, a, d, "unknown"])
    #expect(await updates.next() == .retried(addressHashes: [b, a]))
    await queue.wait(for: .finished(found: 1, uncertain: 0, failed: 1))
    #expect(geocoder.cities == ["a", "b", "c", "d", "b", "a"])
    #expect(try await queue.failures().map(\.address.city) == ["b", "c"])

    try await queue.retryAll()
    await queue.wait(for: .finished(found: 2, uncertain: 0, failed: 0))
    #expect(geocoder.cities == ["a", "b", "c", "d", "b", "a", "b", "c"])
    #expect(try await queue.failures().isEmpty)
  }

  @Test func `a failure that is retried in the same run counts once`() async throws {
    let geocoder = ScriptedGeocoder(["a": [.error(.noResult), .found], "b": [.held]])
    let queue = queue(geocoder)
    try await queue.enqueue(addresses("a", "b", "c"))
    await geocoder.requestCount.wait(for: 2)
    try await queue.retryAll()
    #expect(await queue.machine.progress == .locating(current: 2, total: 3))
    try await waitUntil("all three are found") {
      geocoder.release()
      return await queue.machine.progress == .finished(found: 3, uncertain: 0, failed: 0)
    }
  }

  @Test func `a retry is durable before it is made`() async throws {
    let geocoder = ScriptedGeocoder(["a": [.error(.noResult), .held, .found]])
    do {
      let queue = queue(geocoder)
      try await queue.enqueue(addresses("a"))
      await queue.wait(for: .finished(found: 0, uncertain: 0, failed: 1))
      try await queue.retryAll()
      await geocoder.requestCount.wait(for: 2)
      #expect(await memory.records().map(\.outcome) == [.pending])
      await queue.close()
    }
    let next = queue(geocoder)
    try await next.resume()
    await next.wait(for: .finished(found: 1, uncertain: 0, failed: 0))
    geocoder.release()
  }

  @Test func `attempts are counted`() async throws {
    let clock = ManualClock()
    let geocoder = ScriptedGeocoder(["a": [.error(.network(reason: "down"))]], clock: clock)
    let queue = GeocodingQueue(
      geocoder: geocoder, store: memory, rate: .unlimited(concurrency: 1),
      retry: GeocodingRetryPolicy(maximumAttempts: 3, firstDelay: .zero, maximumDelay: .zero),
      clock: clock)
    try await queue.enqueue(addresses("a"))
    await queue.wait(for: .finished(found: 0, uncertain: 0, failed: 1))
    #expect(geocoder.requests.count == 3)
    #expect(try await queue.failures().map(\.attempts) == [3])
  }

  @Test func `a failure noted while the clock was wrong blocks nothing`() async throws {
    let date = Locked(Date(timeIntervalSince1970: 2_208_988_800))  // 2040
    let geocoder = ScriptedGeocoder(["a": [.error(.noResult), .error(.noResult), .found]])
    var queue = queue(geocoder, date: { date.withLock(\.self) })
    try await queue.enqueue(addresses("a"))
    await queue.wait(for: .finished(found: 0, uncertain: 0, failed: 1))
    date.withLock { $0 = Date(timeIntervalSince1970: 1_767_225_600) }  // 2026
    queue = self.queue(geocoder, date: { date.withLock(\.self) })
    try await queue.resume()
    await queue.wait(for: .finished(found: 0, uncertain: 0, failed: 1))
    #expect(geocoder.requests.count == 2)
    // The clock is right now, so this failure counts.
    try await queue.resume()
    try await queue.enqueue(addresses("a"))
    #expect(await queue.machine.jobs.isEmpty)
  }

  @Test func `a queue that is paused says how many are left`() async throws {
    let geocoder = ScriptedGeocoder(["5": [.never, .found]])
    let queue = queue(geocoder)
    await queue.pause()
    #expect(await queue.machine.progress == .notStarted)
    try await queue.resume()
    try await queue.enqueue((0..<20).map { PostalAddress(city: "\($0)") })
    await geocoder.requestCount.wait(for: 6)
    await queue.pause()
    #expect(await queue.machine.progress == .paused(remaining: 15))
    try await queue.enqueue(addresses("20"))
    #expect(await queue.machine.progress == .paused(remaining: 16))
    try await queue.resume()
    await queue.wait(for: .finished(found: 21, uncertain: 0, failed: 0))
    await queue.pause()
    #expect(await queue.machine.progress == .finished(found: 21, uncertain: 0, failed: 0))
  }
}

/// Geocoders that answer late or never, on a manual clock.
@Suite("The time limit of geocoding", .againstHanging)
struct GeocodingTimeLimitTests {
  @Test func `a geocoder that never returns gives its slot back`() async throws {
    let clock = ManualClock()
    let geocoder = ScriptedGeocoder(["a": [.held]], clock: clock)
    let queue = GeocodingQueue(
      geocoder: geocoder, store: GeocodingMemory(), rate: .unlimited(concurrency: 1),
      retry: GeocodingRetryPolicy(maximumAttempts: 1), clock: clock)
    try await queue.enqueue(["a", "b"].map { PostalAddress(city: $0) })
    await geocoder.requestCount.wait(for: 1)
    await clock.waitForSleepers(1)
    clock.advance(by: .milliseconds(29_999))
    #expect(geocoder.cities == ["a"])
    clock.advance(by: .milliseconds(1))
    await queue.wait(for: .finished(found: 1, uncertain: 0, failed: 1))
    #expect(geocoder.cities == ["a", "b"])
    let failures = try await queue.failures()
    #expect(
      failures.map(\.error) == [.network(reason: "it did not answer within 30.0 seconds")])
    // Its late result is ignored.
    geocoder.release()
    try await queue.waitForAnswers()
    #expect(try await queue.geocodedAddresses().map(\.address.city) == ["b"])
  }

  @Test func `a request that takes too long is cancelled and made again`() async throws {
    let clock = ManualClock()
    let geocoder = ScriptedGeocoder(["a": [.never, .found]], clock: clock)
    let queue = GeocodingQueue(
      geocoder: geocoder, store: GeocodingMemory(), rate: .unlimited(concurrency: 1),
      retry: GeocodingRetryPolicy(firstDelay: .seconds(5)), timeLimit: .seconds(2), clock: clock)
    try await queue.enqueue([PostalAddress(city: "a")])
    await geocoder.requestCount.wait(for: 1)
    await clock.waitForSleepers(1)
    clock.advance(by: .seconds(2))
    await geocoder.cancellationCount.wait(for: 1)
    await clock.waitForSleepers(1)
    clock.advance(by: .seconds(5))
    await queue.wait(for: .finished(found: 1, uncertain: 0, failed: 0))
    #expect(geocoder.requests.map(\.time) == [.zero, .seconds(7)])
  }

  @Test func `a request that ignores its cancellation does not keep the queue from going on`()
    async throws
  {
    let clock = ManualClock()
    let geocoder = ScriptedGeocoder(["a": [.held, .found]], clock: clock)
    let queue = GeocodingQueue(
      geocoder: geocoder, store: GeocodingMemory(), rate: .unlimited(concurrency: 1), clock: clock)
    try await queue.enqueue([PostalAddress(city: "a")])
    await geocoder.requestCount.wait(for: 1)
    await queue.pause()
    try await queue.resume()
    await clock.waitForSleepers(1)
    clock.advance(by: .seconds(30))
    // The request was cancelled by the pause, so the address did not fail.
    await queue.wait(for: .finished(found: 1, uncertain: 0, failed: 0))
    #expect(geocoder.requests.map(\.time) == [.zero, .seconds(30)])
    geocoder.release()
  }

  @Test func `a limit must leave some time`() async {
    await #expect(processExitsWith: .failure) {
      _ = GeocodingQueue(geocoder: FallbackGeocoder([]), store: GeocodingMemory())
    }
    await #expect(processExitsWith: .failure) {
      _ = GeocodingQueue(
        geocoder: ScriptedGeocoder(), store: GeocodingMemory(), timeLimit: .zero)
    }
  }
}

extension GeocodingQueue {
  /// Waits until all requests under way are answered, and the answers are saved.
  func waitForAnswers() async throws {
    try await waitUntil("all answers are saved") {
      requests.isEmpty && machine.requests.isEmpty && machine.changes.isEmpty
    }
  }
}

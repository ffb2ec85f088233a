import CityTestSupport
import TestSupport
import Testing

@testable import CityGeocoding

/// When a queue asks, on a manual clock that moves by ticks of 100 ms.
@Suite("The rate of geocoding", .againstHanging)
struct GeocodingRateTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let cities: [String]
    let script: [String: [ScriptedGeocoder.Answer]]
    /// The cities that are asked for, and in which tick.
    let expected: [(city: String, tick: Int)]
    let progress: GeocodingProgress
    var rate = GeocodingRate.standard
    var retry = GeocodingRetryPolicy(jitter: 0)

    var testDescription: String { name }
  }

  private static let network = ScriptedGeocoder.Answer.error(.network(reason: "down"))
  private static let noResult = ScriptedGeocoder.Answer.error(.noResult)

  private static func limited(_ delay: Duration?) -> ScriptedGeocoder.Answer {
    .error(.tooManyRequests(retryAfter: delay))
  }

  static let cases: [Case] = [
    Case(
      name: "one a second", cities: ["a", "b", "c"], script: [:],
      expected: [("a", 0), ("b", 10), ("c", 20)],
      progress: .finished(found: 3, uncertain: 0, failed: 0)),
    Case(
      name: "two seconds after a failure", cities: ["a", "b", "c"], script: ["a": [noResult]],
      expected: [("a", 0), ("b", 20), ("c", 30)],
      progress: .finished(found: 2, uncertain: 0, failed: 1)),
    Case(
      name: "another attempt after five seconds, before those that wait",
      cities: ["a", "b", "c", "d", "e"], script: ["a": [network, .found]],
      expected: [("a", 0), ("b", 20), ("c", 30), ("d", 40), ("a", 50), ("e", 60)],
      progress: .finished(found: 5, uncertain: 0, failed: 0)),
    Case(
      name: "delays double up to the longest", cities: ["a"], script: ["a": [network]],
      expected: [("a", 0), ("a", 50), ("a", 150), ("a", 270)],
      progress: .finished(found: 0, uncertain: 0, failed: 1),
      retry: GeocodingRetryPolicy(maximumAttempts: 4, maximumDelay: .seconds(12))),
    Case(
      name: "a geocoder that names a pause gets it", cities: ["a", "b"],
      script: ["a": [limited(.milliseconds(10_100)), .found]],
      expected: [("a", 0), ("a", 101), ("b", 111)],
      progress: .finished(found: 2, uncertain: 0, failed: 0)),
    Case(
      name: "a pause shorter than the rate counts for nothing", cities: ["a", "b"],
      script: ["a": [limited(.milliseconds(100)), .found]],
      expected: [("a", 0), ("a", 20), ("b", 30)],
      progress: .finished(found: 2, uncertain: 0, failed: 0)),
    Case(
      name: "a geocoder that names no pause gets one, too", cities: ["a", "b"],
      script: ["a": [limited(nil), .found]],
      expected: [("a", 0), ("a", 50), ("b", 60)],
      progress: .finished(found: 2, uncertain: 0, failed: 0)),
    Case(
      name: "errors that do not pass are not tried again", cities: ["a", "b", "c", "d"],
      script: [
        "a": [noResult], "b": [.error(.invalidAddress(reason: "no"))], "c": [noResult],
      ],
      expected: [("a", 0), ("b", 20), ("c", 40), ("d", 60)],
      progress: .finished(found: 1, uncertain: 0, failed: 3)),
    Case(
      name: "a rate of one's own", cities: ["a", "b", "c"], script: ["b": [noResult]],
      expected: [("a", 0), ("b", 3), ("c", 10)],
      progress: .finished(found: 2, uncertain: 0, failed: 1),
      rate: GeocodingRate(
        interval: .milliseconds(300), intervalAfterFailure: .milliseconds(700))),
    Case(
      name: "without a rate only failures wait", cities: ["a", "b", "c"],
      script: ["b": [network, .found]], expected: [("a", 0), ("b", 0), ("c", 0), ("b", 50)],
      progress: .finished(found: 3, uncertain: 0, failed: 0), rate: .unlimited(concurrency: 1)),
  ]

  @Test(arguments: cases)
  func `requests come in the tick in which they are due`(_ test: Case) async throws {
    let clock = ManualClock()
    let geocoder = ScriptedGeocoder(test.script, clock: clock)
    let queue = GeocodingQueue(
      geocoder: geocoder, store: GeocodingMemory(), rate: test.rate, retry: test.retry,
      clock: clock)
    var progress = await queue.progressUpdates.makeAsyncIterator()
    try await queue.enqueue(test.cities.map { PostalAddress(city: $0) })

    for (index, request) in test.expected.enumerated() {
      while clock.now.offset < .milliseconds(100) * request.tick {
        await clock.waitForSleepers(1)
        // No request is sent before its time.
        #expect(geocoder.requests.count == index)
        clock.advance(by: .milliseconds(100))
      }
      await geocoder.requestCount.wait(for: index + 1)
      // While a request is under way, the sleeper is its time limit. So wait for the answer.
      try await queue.waitForAnswers()
    }
    while let next = await progress.next(), next != test.progress {}
    await clock.waitForSleepers(0)
    let expected = test.expected.map {
      ScriptedGeocoder.Request(city: $0.city, time: .milliseconds(100) * $0.tick)
    }
    #expect(geocoder.requests == expected)
  }

  @Test func `the rate goes on over scans and cancellations`() async throws {
    let clock = ManualClock()
    let geocoder = ScriptedGeocoder(clock: clock)
    let queue = GeocodingQueue(geocoder: geocoder, store: GeocodingMemory(), clock: clock)
    try await queue.enqueue([PostalAddress(city: "a")])
    await geocoder.requestCount.wait(for: 1)
    await queue.wait(for: .finished(found: 1, uncertain: 0, failed: 0))

    clock.advance(by: .milliseconds(400))
    try await queue.enqueue([PostalAddress(city: "b")])
    await queue.pause()
    try await queue.resume()
    try await queue.waitForAnswers()
    await clock.waitForSleepers(1)
    clock.advance(by: .milliseconds(599))
    await clock.waitForSleepers(1)
    #expect(geocoder.cities == ["a"])
    clock.advance(by: .milliseconds(1))
    await geocoder.requestCount.wait(for: 2)
    #expect(geocoder.cities == ["a", "b"])
  }

  @Test func `several are under way if that is allowed, and no more`() async throws {
    let geocoder = ScriptedGeocoder(["a": [.held], "b": [.held], "c": [.held]])
    let queue = GeocodingQueue(
      geocoder: geocoder, store: GeocodingMemory(), rate: .unlimited(concurrency: 2),
      clock: ManualClock())
    try await queue.enqueue(["a", "b", "c"].map { PostalAddress(city: $0) })
    await geocoder.requestCount.wait(for: 2)
    #expect(Set(geocoder.cities) == ["a", "b"])
    await queue.wait(for: .locating(current: 2, total: 3))
    geocoder.release()
    await geocoder.requestCount.wait(for: 3)
    // The first two were released; the third is held until it is released as well.
    try await waitUntil("the third is found") {
      geocoder.release()
      return await queue.found(contains: "c")
    }
    await queue.wait(for: .finished(found: 3, uncertain: 0, failed: 0))
  }
}

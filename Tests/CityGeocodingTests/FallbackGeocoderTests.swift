import CityGeocoding
import CitySearch
import CityTestSupport
import Foundation
import TestSupport
import Testing

@Suite("Fallback")
struct FallbackGeocoderTests {
  private struct Fixed: Geocoder {
    let outcome: Result<GeocodingResult, any Error>

    func geocode(_ address: PostalAddress) async throws -> GeocodingResult { try outcome.get() }
  }

  private struct OddError: Error {}

  private static func found(_ name: String) -> Fixed {
    Fixed(outcome: .success(.named(name)))
  }

  private static func error(_ error: any Error) -> Fixed { Fixed(outcome: .failure(error)) }

  @Test func `the first answer counts`() async throws {
    let geocoder = FallbackGeocoder([
      Self.error(GeocodingError.noResult), Self.error(OddError()), Self.found("a"),
      Self.found("b"),
    ])
    #expect(try await geocoder.geocode(PostalAddress(city: "x")).match.name == "a")
  }

  private static let noResult = GeocodingError.noResult
  private static let invalid = GeocodingError.invalidAddress(reason: "no city")
  private static let refused = GeocodingError.refused(reason: "no key")
  private static let network = GeocodingError.network(reason: "down")
  private static let limited = GeocodingError.tooManyRequests(retryAfter: .seconds(3))
  private static let unlimited = GeocodingError.tooManyRequests(retryAfter: nil)

  private static func incomplete(_ error: GeocodingError, _ pause: Duration?) -> GeocodingError {
    .incomplete(reason: "\(error)", retryAfter: pause)
  }

  @Test(arguments: [
    Named(([noResult], noResult), "no result"),
    Named(([invalid, noResult], invalid), "invalid, no result"),
    Named(([noResult, refused], refused), "no result, refused"),
    Named(([refused, noResult], refused), "refused, no result"),
    Named(
      ([noResult, refused, network, limited], incomplete(network, .seconds(3))),
      "no result, refused, network, limited"),
    Named(
      ([limited, network, noResult], incomplete(limited, .seconds(3))),
      "limited, network, no result"),
    Named(([network, noResult], incomplete(network, nil)), "network, no result"),
    Named(([limited, network], limited), "limited, network"),
    Named(([refused, network], network), "refused, network"),
    Named(
      ([.tooManyRequests(retryAfter: .seconds(60)), limited, unlimited], limited),
      "limited, limited for less time, limited for some time"),
    Named(([unlimited], unlimited), "limited for some time"),
    Named(
      ([incomplete(network, nil), noResult], incomplete(incomplete(network, nil), nil)), "nested"),
  ])
  func `without a result, the error says whether another attempt may find the address`(
    example: Named<([GeocodingError], GeocodingError)>
  ) async {
    let (errors, expected) = example.value
    let geocoder = FallbackGeocoder(errors.map { Self.error($0) })
    await #expect(throws: expected) { try await geocoder.geocode(PostalAddress(city: "x")) }
  }

  @Test func `a cancellation is passed on at once`() async {
    let geocoder = FallbackGeocoder([Self.error(CancellationError()), Self.found("a")])
    await #expect(throws: CancellationError.self) {
      try await geocoder.geocode(PostalAddress(city: "x"))
    }
  }

  @Test func `a cancelled task throws a cancellation, with any error of the geocoder`() async {
    let isCancelled = Milestone()
    let task = Task {
      // No geocoder is called before the task is cancelled.
      await isCancelled.wait(for: 1)
      return try await FallbackGeocoder([Self.error(Self.network), Self.found("a")])
        .geocode(PostalAddress(city: "x"))
    }
    task.cancel()
    isCancelled.reach()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `a fallback to nothing is a mistake`() async {
    await #expect(processExitsWith: .failure) { _ = FallbackGeocoder([]) }
    await #expect(processExitsWith: .failure) {
      _ = FallbackGeocoder([ScriptedGeocoder()], timeLimit: .zero)
    }
  }

  @Test(arguments: [
    noResult, invalid, refused, network, limited, unlimited, incomplete(network, nil),
  ])
  func `each error is a sentence`(error: GeocodingError) {
    #expect(error.description.hasPrefix("The ") || error.description.hasPrefix("No "))
    #expect(error.description.hasSuffix(".") && !error.description.contains(".."))
    // What an alert shows.
    #expect((error as any Error).localizedDescription == error.description)
    #expect(error.concernsService == [Self.refused, Self.limited, Self.unlimited].contains(error))
    #expect(error.isTransient != [Self.noResult, Self.invalid, Self.refused].contains(error))
  }

  // MARK: Pauses

  private static let x = PostalAddress(city: "x")

  /// A fallback from one geocoder to another, on a clock that stands still.
  private static func fallback(
    _ answers: [ScriptedGeocoder.Answer], _ others: [ScriptedGeocoder.Answer] = [.found]
  ) -> (FallbackGeocoder, server: ScriptedGeocoder, other: ScriptedGeocoder, ManualClock) {
    let clock = ManualClock()
    let server = ScriptedGeocoder(["x": answers], clock: clock)
    let other = ScriptedGeocoder(["x": others], clock: clock)
    let fallback = FallbackGeocoder(
      [server, other], retry: GeocodingRetryPolicy(jitter: 0), clock: clock)
    return (fallback, server, other, clock)
  }

  @Test func `a geocoder that asks for a pause is not asked within it, and others go on`()
    async throws
  {
    let limited = GeocodingError.tooManyRequests(retryAfter: .seconds(60))
    let (fallback, server, other, clock) = Self.fallback([.error(limited), .found])
    let copy = fallback
    for _ in 0..<20 {
      #expect(try await copy.geocode(Self.x).source == "ScriptedGeocoder")
      clock.advance(by: .milliseconds(2_999))
    }
    #expect(server.requests.count == 1 && other.requests.count == 20)
    clock.advance(by: .milliseconds(19))
    _ = try await fallback.geocode(Self.x)
    #expect(server.requests.count == 1)
    clock.advance(by: .milliseconds(1))
    _ = try await fallback.geocode(Self.x)
    #expect(server.requests.map(\.time) == [.zero, .seconds(60)] && other.requests.count == 21)
  }

  @Test func `a pause without another geocoder is passed on, with the rest of its time`() async {
    let clock = ManualClock()
    let limited = GeocodingError.tooManyRequests(retryAfter: .seconds(60))
    let server = ScriptedGeocoder(["x": [.error(limited)]], clock: clock)
    let fallback = FallbackGeocoder(
      [server], retry: GeocodingRetryPolicy(jitter: 0), clock: clock)
    for passed in [0, 1, 59] {
      let rest = GeocodingError.tooManyRequests(retryAfter: .seconds(60 - passed))
      clock.advance(by: .seconds(passed) - clock.now.offset)
      await #expect(throws: rest) { try await fallback.geocode(Self.x) }
    }
    #expect(server.requests.count == 1)
  }

  @Test func `a pause for an address that others do not know delays that address`() async {
    let limited = GeocodingError.tooManyRequests(retryAfter: .seconds(60))
    let (fallback, server, _, clock) = Self.fallback([.error(limited)], [.error(Self.noResult)])
    await #expect(throws: Self.incomplete(limited, .seconds(60))) {
      try await fallback.geocode(Self.x)
    }
    clock.advance(by: .seconds(10))
    let rest = GeocodingError.tooManyRequests(retryAfter: .seconds(50))
    await #expect(throws: Self.incomplete(rest, .seconds(50))) {
      try await fallback.geocode(Self.x)
    }
    #expect(server.requests.count == 1)
  }

  @Test(arguments: [(unlimited, 1), (refused, 1), (network, 3)])
  func `a geocoder that fails is asked less and less often`(
    error: GeocodingError, first: Int
  ) async throws {
    let (fallback, server, other, clock) = Self.fallback([.error(error)])
    for _ in 0..<3_600 {
      _ = try await fallback.geocode(Self.x)
      clock.advance(by: .seconds(1))
    }
    let times = server.requests.map(\.time)
    let pauses = zip(times, times.dropFirst()).map { $1 - $0 }.dropFirst(first - 1)
    #expect(Array(pauses.prefix(7)) == [5, 10, 20, 40, 80, 160, 300].map { .seconds($0) })
    #expect(times.count < 20 && other.requests.count == 3_600)
  }

  @Test func `a refusal is remembered while the geocoder pauses`() async throws {
    let (fallback, server, _, _) = Self.fallback(
      [.error(Self.refused)], [.found, .error(Self.noResult)])
    _ = try await fallback.geocode(Self.x)
    await #expect(throws: Self.refused) { try await fallback.geocode(Self.x) }
    #expect(server.requests.count == 1)
  }

  @Test func `a geocoder that does not answer in time is given up for the next one`() async throws {
    let (fallback, server, other, clock) = Self.fallback([.held, .never, .found])
    for number in 1...2 {
      let request = Task { try await fallback.geocode(Self.x) }
      await server.requestCount.wait(for: number)
      await clock.waitForSleepers(1)
      clock.advance(by: .milliseconds(9_999))
      #expect(other.requests.count == number - 1)
      clock.advance(by: .milliseconds(1))
      #expect(try await request.value.match.name == "x \(number)")
      #expect(other.requests.count == number)
    }
    #expect(try await fallback.geocode(Self.x).match.name == "x 3")
    await clock.waitForSleepers(0)
    server.release()
  }

  @Test func `a request that is cancelled ends at once, and counts for nothing`() async throws {
    let (fallback, server, other, clock) = Self.fallback([.held, .held, .held, .held, .found])
    for number in 1...4 {
      let request = Task { try await fallback.geocode(Self.x) }
      await server.requestCount.wait(for: number)
      request.cancel()
      await #expect(throws: CancellationError.self) { try await request.value }
    }
    #expect(try await fallback.geocode(Self.x).match.name == "x 5")
    #expect(other.requests.isEmpty)
    await clock.waitForSleepers(0)
    server.release()
  }

  @Test func `after a pause, one request at a time tries the geocoder`() async throws {
    let limited = GeocodingError.tooManyRequests(retryAfter: .seconds(60))
    let (fallback, server, other, clock) = Self.fallback([.error(limited), .held, .found])
    _ = try await fallback.geocode(Self.x)
    clock.advance(by: .seconds(60))
    let trial = Task { try await fallback.geocode(Self.x) }
    await server.requestCount.wait(for: 2)
    for _ in 0..<3 { _ = try await fallback.geocode(Self.x) }
    #expect(server.requests.count == 2 && other.requests.count == 4)
    server.release()
    #expect(try await trial.value.match.name == "x 2")
    #expect(try await fallback.geocode(Self.x).match.name == "x 3")
  }

  @Test func `a queue goes on with what others find, and asks for the rest later`() async throws {
    let clock = ManualClock()
    let limited = GeocodingError.tooManyRequests(retryAfter: .seconds(60))
    let server = ScriptedGeocoder(
      ["a": [.error(limited), .found], "b": [.found], "c": [.found]], clock: clock)
    let other = ScriptedGeocoder(["b": [.error(Self.noResult)]], clock: clock)
    let policy = GeocodingRetryPolicy(jitter: 0)
    let queue = GeocodingQueue(
      geocoder: FallbackGeocoder([server, other], retry: policy, clock: clock),
      store: GeocodingMemory(), rate: .unlimited(concurrency: 1), retry: policy, clock: clock)
    try await queue.enqueue(["a", "b", "c"].map { PostalAddress(city: $0) })
    try await waitUntil("two addresses are found") {
      try await queue.geocodedAddresses().count == 2
    }
    #expect(server.cities == ["a"] && other.cities == ["a", "b", "c"])
    while clock.now.offset < .seconds(60) {
      await clock.waitForSleepers(1)
      clock.advance(by: .seconds(60))
    }
    try await queue.finished()
    #expect(server.cities == ["a", "b"])
    #expect(try await queue.geocodedAddresses().count == 3)
  }
}

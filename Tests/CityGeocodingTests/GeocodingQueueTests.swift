import CityGeocoding
import CitySearch
import CityTestSupport
import TestSupport
import Testing

@Suite("A list of addresses is geocoded", .againstHanging)
struct GeocodingQueueTests {
  private static func addresses(_ cities: String...) -> [PostalAddress] {
    cities.map { PostalAddress(city: $0) }
  }

  /// All answers of a run.
  private static func answers(
    _ queue: GeocodingQueue, to addresses: [PostalAddress], retriesFailures: Bool = false
  ) async throws -> [GeocodedAddress] {
    var answers: [GeocodedAddress] = []
    for try await some in queue.answers(to: addresses, retriesFailures: retriesFailures) {
      answers += some
    }
    return answers
  }

  /// A store that is full after some answers.
  private actor SmallStore: GeocodingStore {
    struct Full: Error {}

    private let limit: Int
    private(set) var kept: [GeocodedAddress] = []

    init(limit: Int) { self.limit = limit }

    func answers() async throws -> [GeocodedAddress] { kept }

    func append(_ answers: [GeocodedAddress]) async throws {
      guard kept.count + answers.count <= limit else { throw Full() }
      kept += answers
    }
  }

  @Test func `each address is asked for once, in order, and its answer is kept`() async throws {
    let (geocoder, store) = (ScriptedGeocoder(["b": [.error(.noResult)]]), GeocodingMemory())
    let queue = GeocodingQueue(geocoder: geocoder, store: store)
    let list = Self.addresses("c", "a", " ", "b", "a", "c") + [PostalAddress(label: "x", city: "a")]
    let answers = try await Self.answers(queue, to: list)
    #expect(answers == [.found("c"), .found("a"), .failed("b", .noResult)])
    #expect(await store.answers() == answers)
    #expect(geocoder.cities == ["c", "a", "b"])
    #expect(try await Self.answers(queue, to: []) == [])
  }

  @Test func `what the store has is not asked again, and is called as the list says`() async throws
  {
    let geocoder = ScriptedGeocoder()
    let store = GeocodingMemory([
      .found("a", .named("old")), .found("a", .named("new"), label: "Home"),
      .failed("b", .noResult), .found("unlisted"),
    ])
    let queue = GeocodingQueue(geocoder: geocoder, store: store)
    let list = [PostalAddress(label: "Office", city: "a")] + Self.addresses("b", "c")
    let answers = try await Self.answers(queue, to: list)
    #expect(
      answers == [
        .found("a", .named("new"), label: "Office"), .failed("b", .noResult), .found("c"),
      ])
    #expect(geocoder.cities == ["c"])
  }

  @Test func `failures are asked again when they are retried, and only they`() async throws {
    let failed = GeocodingError.failed(reason: "down")
    let geocoder = ScriptedGeocoder(["a": [.error(failed), .found], "b": [.error(.noResult)]])
    let store = GeocodingMemory()
    let queue = GeocodingQueue(geocoder: geocoder, store: store)
    let list = Self.addresses("a", "b", "c")
    _ = try await Self.answers(queue, to: list)
    #expect(try await Self.answers(queue, to: list).map(\.error) == [failed, .noResult, nil])
    let retried = try await Self.answers(queue, to: list, retriesFailures: true)
    #expect(Set(retried) == [.found("c"), .found("a", .named("a 2")), .failed("b", .noResult)])
    #expect(geocoder.cities == ["a", "b", "c", "a", "b"])
    // The last answer counts.
    #expect(try await Self.answers(queue, to: list).map(\.error) == [nil, .noResult, nil])
  }

  @Test func `an answer is reported when it is kept, and an error of the store ends the run`()
    async throws
  {
    let (geocoder, store) = (ScriptedGeocoder(["c": [.never]]), SmallStore(limit: 1))
    let queue = GeocodingQueue(geocoder: geocoder, store: store)
    var reported: [GeocodedAddress] = []
    do {
      for try await answers in queue.answers(to: Self.addresses("a", "b", "c")) {
        #expect(await store.kept.suffix(answers.count) == answers[...])
        reported += answers
      }
      Issue.record("no error")
    } catch {
      #expect(error is SmallStore.Full)
    }
    #expect(await store.kept == reported)
    #expect(Set(reported).isSubset(of: [.found("a")]))
  }

  @Test func `a service that rejects the program ends the run, and is no answer`() async throws {
    let refused = GeocodingError.refused(reason: "no key")
    let (geocoder, store) = (
      ScriptedGeocoder(["b": [.error(refused), .found]]), GeocodingMemory()
    )
    let queue = GeocodingQueue(geocoder: geocoder, store: store)
    let list = Self.addresses("a", "b", "c")
    await #expect(throws: refused) { try await Self.answers(queue, to: list) }
    #expect(await store.answers() == [.found("a")])
    #expect(try await Self.answers(queue, to: list).count == 3)
    #expect(geocoder.cities == ["a", "b", "b", "c"])
  }

  @Test func `a cancelled run stops, and the next one goes on where it was`() async throws {
    let (geocoder, store) = (ScriptedGeocoder(["b": [.never, .found]]), GeocodingMemory())
    let queue = GeocodingQueue(geocoder: geocoder, store: store)
    let list = Self.addresses("a", "b", "c")
    let run = Task { try await Self.answers(queue, to: list) }
    await geocoder.requestCount.wait(for: 2)
    run.cancel()
    await geocoder.cancellationCount.wait(for: 1)
    _ = try await run.value
    let answers = try await Self.answers(queue, to: list)
    #expect(
      answers.map(\.address.city) == ["a", "b", "c"] && answers.allSatisfy { $0.result != nil })
    #expect(geocoder.cities == ["a", "b", "b", "c"])
  }

  @Test func `an answer that arrives after the cancellation is kept`() async throws {
    let (geocoder, store) = (ScriptedGeocoder(["a": [.held]]), GeocodingMemory())
    let queue = GeocodingQueue(geocoder: geocoder, store: store)
    let run = Task { try await Self.answers(queue, to: Self.addresses("a", "b")) }
    await geocoder.requestCount.wait(for: 1)
    run.cancel()
    #expect(try await run.value == [])
    geocoder.release()
    try await waitUntil("the answer is kept") { await store.answers() == [.found("a")] }
    #expect(geocoder.cities == ["a"])
  }

  @Test func `an error of a geocoder is the answer, whatever it is`() async throws {
    let long = String(repeating: "x", count: 10_000)
    let geocoder = ScriptedGeocoder([
      "a": [.cancelledByItself], "b": [.error(.failed(reason: long))],
      "c": [.error(.invalidAddress(reason: "y"))],
      // One character with 5 million marks, and 10 MB.
      "e": [.error(.failed(reason: "e" + String(repeating: "\u{301}", count: 5_000_000)))],
    ])
    let queue = GeocodingQueue(geocoder: geocoder, store: GeocodingMemory())
    let answers = try await Self.answers(queue, to: Self.addresses("a", "b", "c", "d", "e"))
    let short = String(repeating: "x", count: 499) + "…"
    let marks = "e" + String(repeating: "\u{301}", count: 498) + "…"
    #expect(
      answers.map(\.error) == [
        .failed(reason: "CancellationError()"), .failed(reason: short),
        .invalidAddress(reason: "y"), nil, .failed(reason: marks),
      ])
  }

  @Test func `what a geocoder says at length is kept short, also if it ends the run`() async throws
  {
    struct Talkative: Geocoder {
      let error: GeocodingError?

      func geocode(_ address: PostalAddress) async throws -> GeocodingResult {
        if let error { throw error }
        let long = String(repeating: "x", count: 10_000_000)
        return GeocodingResult(
          coordinate: Coordinate(latitude: 0, longitude: 0),
          confidence: GeocodingConfidence(0.5, reason: long),
          match: GeocodingMatch(name: long, precision: .city), unmatchedParts: [long, "y"])
      }
    }
    let short = String(repeating: "x", count: 499) + "…"
    let store = GeocodingMemory()
    let talkative = GeocodingQueue(geocoder: Talkative(error: nil), store: store)
    let result = try await Self.answers(talkative, to: Self.addresses("a")).first?.result
    #expect(result?.match.name == short && result?.confidence.reason == short)
    #expect(result?.unmatchedParts == [short, "y"])
    #expect(await store.answers().first?.result == result)
    let refused = GeocodingError.refused(reason: String(repeating: "x", count: 1_000))
    let queue = GeocodingQueue(geocoder: Talkative(error: refused), store: store)
    await #expect(throws: GeocodingError.refused(reason: short)) {
      try await Self.answers(queue, to: Self.addresses("b"))
    }
  }

  /// A clock that cannot wait.
  private struct BrokenClock: Clock {
    struct Failure: Error {}

    var now: ContinuousClock.Instant { .now }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
      throw Failure()
    }
  }

  @Test func `a clock that fails ends the run with its error, and what was answered is kept`()
    async throws
  {
    let store = GeocodingMemory()
    let queue = GeocodingQueue(
      geocoder: ScriptedGeocoder(), store: store, pause: .seconds(1), clock: BrokenClock())
    await #expect(throws: BrokenClock.Failure.self) {
      try await Self.answers(queue, to: Self.addresses("a", "b"))
    }
    #expect(await store.answers() == [.found("a")])
  }

  @Test func `requests are as far apart as a service demands`() async throws {
    let (clock, geocoder) = (ManualClock(), ScriptedGeocoder())
    let queue = GeocodingQueue(
      geocoder: geocoder, store: GeocodingMemory([.found("x")]), pause: .seconds(2), clock: clock)
    let run = Task { try await Self.answers(queue, to: Self.addresses("a", "x", "b", "c")) }
    for count in 1...2 {
      await clock.waitForSleepers(1)
      #expect(geocoder.cities.count == count)
      clock.advance(by: .seconds(1))
      #expect(clock.sleeperCount == 1)
      clock.advance(by: .seconds(1))
      await geocoder.requestCount.wait(for: count + 1)
    }
    #expect(try await run.value.count == 4)
    await #expect(processExitsWith: .failure) {
      _ = GeocodingQueue(
        geocoder: ScriptedGeocoder(), store: GeocodingMemory(), pause: .seconds(-1))
    }
  }

  @Test func `thousands of answers of an offline geocoder are written in groups`() async throws {
    actor Groups: GeocodingStore {
      private(set) var counts: [Int] = []

      func answers() async throws -> [GeocodedAddress] { [] }

      func append(_ answers: [GeocodedAddress]) async throws {
        counts.append(answers.count)
        try await Task.sleep(for: .milliseconds(2))
      }
    }
    let store = Groups()
    let queue = GeocodingQueue(geocoder: ScriptedGeocoder(), store: store)
    let list = (0..<2_000).map { PostalAddress(city: "\($0)") }
    #expect(try await Self.answers(queue, to: list).map(\.address) == list)
    let counts = await store.counts
    #expect(counts.reduce(0, +) == 2_000 && counts.count < 1_000)
  }
}

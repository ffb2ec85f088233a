import CityTestSupport
import Foundation
import TestSupport
import Testing

@testable import CityGeocoding

/// Services that receive too many requests, or are away.
@Suite("Pauses of a geocoding service", .againstHanging)
struct GeocodingServiceTests {
  /// Performs the actions of a state machine at once, in a time of its own.
  private struct Simulation {
    var machine: GeocodingStateMachine
    var now = Duration.zero
    /// The times of the requests.
    private(set) var requests: [Duration] = []
    private(set) var steps: [GeocodingProgress] = []
    private var actions: [GeocodingStateMachine.Action] = []
    private var sleepEnd: Duration?

    init(
      _ count: Int, rate: GeocodingRate = .standard, jitter: Double = 0,
      random: @escaping @Sendable () -> Double = { 0 }
    ) {
      machine = GeocodingStateMachine(
        rate: rate, policy: GeocodingRetryPolicy(jitter: jitter), timeLimit: .seconds(30),
        random: random)
      actions = machine.load([], at: now, date: .distantPast)
      let candidates = (0..<count).map {
        GeocodingStateMachine.Candidate(GeocodedAddress(PostalAddress(city: "\($0)")))
      }
      actions += machine.enqueue(candidates, at: now, date: .distantPast).actions
    }

    /// Runs until a time, or until nothing is left to do.
    mutating func run(
      until end: Duration,
      _ answer: (PostalAddress, Duration) -> Result<GeocodingResult, GeocodingError>
    ) {
      while true {
        if actions.isEmpty {
          guard let next = sleepEnd, next <= end else { return }
          (now, sleepEnd) = (max(now, next), nil)
          actions = machine.awoke(next, at: now, date: .distantPast)
          continue
        }
        switch actions.removeFirst() {
        case .ask(let request):
          requests.append(now)
          actions += machine.answered(
            request.number, answer(request.address, now), at: now, date: .distantPast)
        case .save: actions += machine.saved(at: now)
        case .sleep(let time): sleepEnd = time
        case .cancelSleep: sleepEnd = nil
        case .report(let progress): steps.append(progress)
        case .cancelRequests, .publish: break
        }
      }
    }
  }

  private static let limited = GeocodingError.tooManyRequests(retryAfter: nil)
  private static let network = GeocodingError.network(reason: "down")
  private static let day = Duration.seconds(86_400)

  @Test func `a limited service gets one request a pause, and no address fails`() {
    var world = Simulation(1_000)
    world.run(until: .seconds(3_600)) { _, _ in .failure(Self.limited) }
    let pauses = zip(world.requests, world.requests.dropFirst()).map { $1 - $0 }
    #expect(Array(pauses.prefix(7)) == [5, 10, 20, 40, 80, 160, 300].map { .seconds($0) })
    #expect(pauses.allSatisfy { $0 <= .seconds(300) } && world.requests.count == 17)
    #expect(
      world.machine.progress
        == .waiting(reason: "The geocoder received too many requests.", remaining: 1_000))
    #expect(world.machine.records.all.allSatisfy { $0.outcome == .pending })
    // The queue goes on by itself, with one request a second.
    let before = world.requests.count
    world.run(until: Self.day) { address, _ in .success(.named(address.city)) }
    #expect(world.machine.progress == .finished(found: 1_000, uncertain: 0, failed: 0))
    #expect(world.requests.count == before + 1_000)
    #expect(world.now <= .seconds(3_600 + 300 + 1_000))
  }

  @Test func `a service that is away gets fewer and fewer requests`() {
    var world = Simulation(1_000)
    world.run(until: .seconds(3_600)) { _, _ in .failure(Self.network) }
    #expect(world.requests.count < 30, "\(world.requests)")
    #expect(
      world.machine.progress
        == .waiting(
          reason: "The geocoder could not be reached: down.",
          remaining: 1_000 - world.machine.run.failed))
    world.run(until: Self.day) { address, _ in .success(.named(address.city)) }
    #expect(world.machine.run.found + world.machine.run.failed == 1_000)
    #expect(world.machine.run.failed < 10)
  }

  @Test func `failures of some addresses do not make a service pause`() {
    var world = Simulation(300)
    world.run(until: Self.day) { address, _ in
      (Int(address.city) ?? 0) % 3 < 2 ? .failure(Self.network) : .success(.named(address.city))
    }
    // Two of three addresses fail, five times each. Until the others are found, no more than two requests
    // in a row fail.
    #expect(world.machine.progress == .finished(found: 100, uncertain: 0, failed: 200))
    #expect(world.requests.count == 100 + 5 * 200)
  }

  @Test func `a queue of addresses that always fail ends`() {
    var world = Simulation(5)
    world.run(until: Self.day) { _, _ in .failure(Self.network) }
    #expect(world.machine.progress == .finished(found: 0, uncertain: 0, failed: 5))
    #expect(world.requests.count == 25)
  }

  @Test func `of several rejected requests, one counts, and one tries the service again`() {
    var world = Simulation(1_000, rate: .unlimited(concurrency: 16))
    var rejected = 0
    world.run(until: .seconds(60)) { address, now in
      guard now < .seconds(5) else { return .success(.named(address.city)) }
      rejected += 1
      return .failure(Self.limited)
    }
    #expect(rejected <= 16)
    #expect(world.requests.dropFirst(rejected).first == .seconds(5))
    #expect(world.machine.progress == .finished(found: 1_000, uncertain: 0, failed: 0))
    // While the service is tried, one request is under way.
    var machine = world.machine
    machine.service = ServiceBackoff(GeocodingRetryPolicy(firstDelay: .zero, jitter: 0))
    let candidates = ["a", "b", "c"].map {
      GeocodingStateMachine.Candidate(GeocodedAddress(PostalAddress(city: $0)))
    }
    _ = machine.enqueue(candidates, at: world.now, date: .distantPast)
    _ = machine.saved(at: world.now)
    #expect(machine.requests.count == 3)
    for number in machine.requests.keys.sorted() {
      _ = machine.answered(number, .failure(Self.limited), at: world.now, date: .distantPast)
    }
    #expect(machine.requests.count == 1)
  }

  @Test func `a service that names a time gets it, and more if it goes on`() {
    var world = Simulation(3)
    world.run(until: .seconds(600)) { address, _ in
      .failure(.tooManyRequests(retryAfter: .milliseconds(100)))
    }
    let pauses = zip(world.requests, world.requests.dropFirst()).map { $1 - $0 }
    #expect(Array(pauses.prefix(5)) == [2, 5, 10, 20, 40].map { .seconds($0) })
  }

  @Test func `a pause is longer by a random share, and never shorter`() {
    for (error, least) in [
      (Self.limited, Duration.seconds(5)),
      (.tooManyRequests(retryAfter: .seconds(60)), .seconds(60)),
    ] {
      for (share, factor) in [(0.0, 1.0), (0.5, 1.25), (1, 1.5)] {
        var world = Simulation(1, jitter: 0.5, random: { share })
        world.run(until: .seconds(200)) { _, now in
          now > .zero ? .success(.named("a")) : .failure(error)
        }
        #expect(world.requests == [.zero, least * factor])
      }
    }
    // The default takes a random number.
    var backoff = ServiceBackoff(.standard)
    let pauses = backoff.failed(1, Self.limited, newest: 1, at: .zero)
    #expect(pauses && .seconds(5)...(.seconds(6)) ~= backoff.end)
  }

  @Test func `resuming ends a pause of the queue, but none that the service asked for`() {
    var backoff = ServiceBackoff(GeocodingRetryPolicy(jitter: 0))
    for number in 1...3 {
      let pauses = backoff.failed(number, Self.network, newest: number, at: .zero)
      #expect(pauses == (number == 3))
    }
    #expect(backoff.end == .seconds(5) && backoff.isProbing)
    backoff.skipPause()
    #expect(backoff.end == .zero && backoff.isProbing)
    // The next pause is longer all the same.
    _ = backoff.failed(4, Self.network, newest: 4, at: .zero)
    #expect(backoff.end == .seconds(10))
    _ = backoff.failed(5, Self.limited, newest: 5, at: .zero)
    #expect(backoff.end == .seconds(20))
    backoff.skipPause()
    #expect(backoff.end == .seconds(20))
    backoff.answered(5)
    #expect(backoff.isProbing)
    backoff.answered(6)
    #expect(!backoff.isProbing)
  }

  @Test func `an incomplete answer delays its address only`() {
    var world = Simulation(3)
    world.run(until: Self.day) { address, now in
      address.city == "0" && now < .seconds(90)
        ? .failure(.incomplete(reason: "The server pauses.", retryAfter: .seconds(90)))
        : .success(.named(address.city))
    }
    #expect(world.requests == [0, 2, 3, 90].map { .seconds($0) })
    #expect(world.machine.progress == .finished(found: 3, uncertain: 0, failed: 0))
  }

  @Test func `an address whose geocoders are never complete fails like others`() {
    var world = Simulation(1)
    let error = GeocodingError.incomplete(reason: "The server pauses.", retryAfter: nil)
    world.run(until: Self.day) { _, _ in .failure(error) }
    #expect(world.requests == [0, 5, 15, 35, 75].map { .seconds($0) })
    #expect(world.machine.records.all.first?.failure?.error == error)
  }

  @Test func `progress says that a queue waits, and for what`() async throws {
    let clock = ManualClock()
    let geocoder = ScriptedGeocoder(
      ["a": [.error(.tooManyRequests(retryAfter: .seconds(60))), .found]], clock: clock)
    let queue = GeocodingQueue(
      geocoder: geocoder, store: GeocodingMemory(), rate: .unlimited(concurrency: 1),
      retry: GeocodingRetryPolicy(jitter: 0), clock: clock)
    try await queue.enqueue([PostalAddress(city: "a")])
    await queue.wait(
      for: .waiting(
        reason: "The geocoder received too many requests and asks for a pause of 60.0 seconds.",
        remaining: 1))
    // Neither `resume` nor `retryAll` calls the service before the pause is over.
    try await queue.resume()
    try await queue.retryAll()
    await clock.waitForSleepers(1)
    clock.advance(by: .milliseconds(59_999))
    await clock.waitForSleepers(1)
    #expect(geocoder.requests.count == 1)
    clock.advance(by: .milliseconds(1))
    try await queue.finished()
    #expect(geocoder.requests.map(\.time) == [.zero, .seconds(60)])
  }
}

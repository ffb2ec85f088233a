import Foundation
import TestSupport
import Testing

@testable import CityGeocoding

/// The state machine alone: every sequence of events of a small world.
@Suite("The state machine of geocoding")
struct GeocodingMachineTests {
  /// All sequences of three or four of eighteen events, each followed by the completion of all work.
  ///
  /// Four in a row are 104,976 sequences, and one event more takes eighteen times as long. The rate with
  /// the most possible orders of events has four.
  @Test(arguments: [
    Named(
      (GeocodingRate(interval: .seconds(1), intervalAfterFailure: .seconds(2)), 3),
      "one at a time"),
    Named(
      (GeocodingRate(interval: .seconds(1), intervalAfterFailure: .seconds(2), concurrency: 2), 4),
      "two at a time"),
    Named((.unlimited(concurrency: 2), 3), "two at a time without a pause"),
  ])
  func `nothing is lost or published twice in any sequence of events`(
    example: Named<(GeocodingRate, Int)>
  ) {
    let (rate, longest) = example.value
    var sequenceCount = 0
    func explore(_ world: GeocodingWorld, depth: Int) {
      sequenceCount += 1
      var rest = world
      rest.finish()
      guard world.faults.isEmpty, rest.faults.isEmpty else {
        Issue.record("\(world.history): \(world.faults) \(rest.faults)")
        return
      }
      guard depth > 0 else { return }
      for event in GeocodingWorld.Event.allCases {
        var next = world
        next.handle(event)
        explore(next, depth: depth - 1)
      }
    }
    let depth = Sanitizer.isWatchingThreads ? 3 : longest
    explore(GeocodingWorld(rate: rate), depth: depth)
    #expect(sequenceCount == [3: 6_175, 4: 111_151][depth])
  }

  @Test(arguments: 1...40)
  func `nothing is lost or published twice in long random sequences`(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    var world = GeocodingWorld(
      rate: seed % 2 == 0 ? .standard : .unlimited(concurrency: 2), addressCount: 6)
    for _ in 0..<400 {
      let event = GeocodingWorld.Event.allCases.randomElement(using: &generator)
      world.handle(event ?? .resume)
    }
    world.finish()
    #expect(world.faults.isEmpty)
  }

  @Test func `delays double up to the longest`() {
    let policy = GeocodingRetryPolicy(firstDelay: .seconds(5), maximumDelay: .seconds(30))
    let delays = (1...5).map { policy.delay(afterFailures: $0) }
    #expect(delays == [5, 10, 20, 30, 30].map { .seconds($0) })
    #expect(policy.delay(afterFailures: .max) == .seconds(30))
    let none = GeocodingRetryPolicy(firstDelay: .zero, maximumDelay: .zero)
    #expect(none.delay(afterFailures: 3) == .zero)
  }

  private static let ages: [(Double, Bool)] = [
    (-1, true), (0, false), (2_591_999, false), (2_592_000, true), (1e300, true), (-1e300, true),
    (.infinity, true), (-.infinity, true), (.nan, true),
  ]

  @Test(arguments: ages)
  func `a failure counts for its time, and none that is of the future`(
    age: Double, isOpen: Bool
  ) {
    let date = Date(timeIntervalSinceReferenceDate: 1_000_000_000)
    let policy = GeocodingRetryPolicy.standard
    func failed(_ error: GeocodingError) -> GeocodingRecord.Outcome {
      .failed(error, date: date - age, attempts: 1)
    }
    #expect(policy.isOpen(failed(.noResult), at: date) == isOpen)
    #expect(policy.isOpen(failed(.invalidAddress(reason: "")), at: date) == isOpen)
    for error in [GeocodingError.network(reason: ""), .tooManyRequests(retryAfter: nil)] {
      #expect(policy.isOpen(failed(error), at: date))
    }
  }

  private static let pauses: [(Duration, Duration)] = [
    (.seconds(5), .seconds(5)), (.zero, .zero), (.seconds(-1), .zero),
    (.seconds(Int64.min), .zero), (.seconds(86_400), .seconds(86_400)),
    (.seconds(86_401), .seconds(86_400)), (.seconds(1_000_000_000_000), .seconds(86_400)),
    (.seconds(Int64.max), .seconds(86_400)),
  ]

  @Test(arguments: pauses)
  func `a geocoder gets the pause that it demands, within a day`(
    demanded: Duration, expected: Duration
  ) throws {
    var machine = GeocodingStateMachine(
      rate: .unlimited(concurrency: 1), policy: GeocodingRetryPolicy(firstDelay: .zero, jitter: 0),
      timeLimit: .seconds(Int64.max))
    let candidate = GeocodingStateMachine.Candidate(GeocodedAddress(PostalAddress(city: "a")))
    let now = Duration.seconds(100)
    _ = machine.enqueue([candidate], at: now, date: .now)
    guard case .ask(let request) = machine.saved(at: now).first else {
      Issue.record("Nothing is asked.")
      return
    }
    #expect(machine.sleepEnd == now + .seconds(86_400))
    let actions = machine.answered(
      request.number, .failure(.tooManyRequests(retryAfter: demanded)), at: now, date: .now)
    let asksAtOnce = actions.contains { if case .ask = $0 { true } else { false } }
    #expect(asksAtOnce == (expected == .zero))
    #expect(expected == .zero || machine.sleepEnd == now + expected)
    #expect(!"\(GeocodingError.tooManyRequests(retryAfter: demanded))".isEmpty)
  }

  @Test(arguments: [
    (-1, 0, 1), (0, -1, 1), (0, 0, 0),
  ])
  func `rates that cannot be kept are refused`(interval: Int, after: Int, concurrency: Int) async {
    await #expect(processExitsWith: .failure) { [interval, after, concurrency] in
      _ = GeocodingRate(
        interval: .seconds(interval), intervalAfterFailure: .seconds(after),
        concurrency: concurrency)
    }
  }

  @Test func `policies that cannot be kept are refused`() async {
    await #expect(processExitsWith: .failure) { _ = GeocodingRetryPolicy(maximumAttempts: 0) }
    await #expect(processExitsWith: .failure) {
      _ = GeocodingRetryPolicy(firstDelay: .seconds(2), maximumDelay: .seconds(1))
    }
    await #expect(processExitsWith: .failure) {
      _ = GeocodingRetryPolicy(failureLifetime: .seconds(-1))
    }
    await #expect(processExitsWith: .failure) { _ = GeocodingRetryPolicy(jitter: -0.1) }
    await #expect(processExitsWith: .failure) { _ = GeocodingRetryPolicy(jitter: 1.1) }
    await #expect(processExitsWith: .failure) { _ = GeocodingRetryPolicy(jitter: .nan) }
  }

  // MARK: The queue of jobs

  @Test(arguments: 1...20)
  func `jobs are in order of time and age`(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    var queue = JobQueue()
    var expected: [JobQueue.Entry] = []
    for sequence in 0..<300 {
      if Int.random(in: 0..<3, using: &generator) == 0, !expected.isEmpty {
        #expect(queue.removeFirst() == expected.removeFirst())
        continue
      }
      let time = Duration.seconds(Int.random(in: 0..<5, using: &generator))
      let entry = JobQueue.Entry(time: time, sequence: sequence, hash: "\(sequence)")
      queue.insert(entry)
      expected.append(entry)
      expected.sort { ($0.time, $0.sequence) < ($1.time, $1.sequence) }
      #expect(queue.first == expected.first)
    }
    while let first = queue.first {
      #expect(first == expected.removeFirst())
      _ = queue.removeFirst()
    }
    #expect(expected.isEmpty)
  }
}

import CitySearch
import CitySession
import CityTestSupport
import Foundation
import TestSupport
import Testing

@testable import CityGeocoding

@Suite("The geocoding queue", .againstHanging)
struct GeocodingQueueTests {
  let memory = GeocodingMemory()

  /// A queue with a clock that stands still.
  func queue(
    _ geocoder: ScriptedGeocoder, store: (any GeocodingStore)? = nil,
    rate: GeocodingRate = .unlimited(concurrency: 1),
    retry: GeocodingRetryPolicy = GeocodingRetryPolicy(maximumAttempts: 1),
    date: @escaping @Sendable () -> Date = { Date(timeIntervalSinceReferenceDate: 0) }
  ) -> GeocodingQueue {
    GeocodingQueue(
      geocoder: geocoder, store: store ?? memory, rate: rate, retry: retry, clock: ManualClock(),
      date: date)
  }

  func addresses(_ cities: String...) -> [PostalAddress] {
    cities.map { PostalAddress(city: $0) }
  }

  @Test func `from addresses to coordinates`() async throws {
    let geocoder = ScriptedGeocoder(["b": [.error(.noResult)]])
    let queue = queue(geocoder)
    var progress = await queue.progressUpdates.makeAsyncIterator()
    #expect(await progress.next() == .notStarted)
    let unknown = try await queue.enqueue(addresses("a", "b", "c"))
    #expect(unknown.map(\.needsGeocoding) == [true, true, true])
    var steps: [GeocodingProgress] = []
    while let step = await progress.next() {
      steps.append(step)
      if case .finished = step { break }
    }
    // A reader gets all of these in order, except those that newer ones replace before it reads.
    let locating = (0...3).map { GeocodingProgress.locating(current: $0, total: 3) }
    let all = locating + [.finished(found: 2, uncertain: 0, failed: 1)]
    #expect(steps == all.filter(steps.contains) && steps.last == all.last)

    let known = try await queue.enqueue(addresses("a", "b", "c"))
    #expect(known.map(\.match?.name) == ["a 1", nil, "c 1"])
    #expect(known.map(\.needsGeocoding) == [false, true, false])
    #expect(known[0].found?.date == Date(timeIntervalSinceReferenceDate: 0))
    #expect(known[0].confidence?.score == 0.5)
    #expect(geocoder.cities == ["a", "b", "c"])
  }

  @Test func `equal addresses are requested once, even with different labels`() async throws {
    let geocoder = ScriptedGeocoder()
    let queue = queue(geocoder)
    let spellings = [
      PostalAddress(label: "Home", city: "Orléans"),
      PostalAddress(label: "Work", city: " Orle\u{301}ans "),
    ]
    try await queue.enqueue(spellings + spellings)
    try await queue.enqueue(spellings)
    await queue.wait(for: .finished(found: 1, uncertain: 0, failed: 0))
    let known = try await queue.enqueue(spellings)
    #expect(geocoder.requests.count == 1)
    #expect(known.map(\.address) == spellings)
    #expect(known.allSatisfy { !$0.needsGeocoding })
  }

  @Test func `an address whose spelling was put right is asked for again`() async throws {
    let geocoder = ScriptedGeocoder()
    let queue = queue(geocoder)
    let streets = ["Backerstraße 1", "Bäckerstraße 1", "10½ Main St", "101/2 Main St"]
    for street in streets {
      try await queue.enqueue([PostalAddress(street: street, city: "Köln")])
      await queue.wait(for: .finished(found: 1, uncertain: 0, failed: 0))
    }
    #expect(geocoder.requests.count == 4)
  }

  @Test func `what has a coordinate is not asked for, and helps equal addresses`() async throws {
    let geocoder = ScriptedGeocoder()
    let queue = queue(geocoder)
    let elsewhere = GeocodedAddress(
      PostalAddress(city: "a"), result: .named("elsewhere"), date: .distantPast)
    var moved = elsewhere
    moved.address.city = "b"
    let known = try await queue.enqueue(geocodedAddresses: [
      elsewhere, GeocodedAddress(PostalAddress(label: "A", city: "a")), moved,
    ])
    #expect(known[0] == elsewhere)
    #expect(known[1].match?.name == "elsewhere")
    #expect(known[2] == GeocodedAddress(PostalAddress(city: "b")))
    await queue.wait(for: .finished(found: 1, uncertain: 0, failed: 0))
    #expect(geocoder.cities == ["b"])

    // A coordinate that was corrected by hand is kept.
    var corrected = elsewhere
    corrected.found?.result.coordinate = Coordinate(latitude: 45, longitude: 45)
    #expect(try await queue.enqueue(geocodedAddresses: [corrected]) == [corrected])
  }

  @Test func `blank addresses are passed over`() async throws {
    let geocoder = ScriptedGeocoder()
    let queue = queue(geocoder)
    try await queue.enqueue([PostalAddress(label: "Home"), PostalAddress(city: " — ")])
    #expect(await memory.records().isEmpty)
    #expect(
      await queue.machine.progress == .finished(found: 0, uncertain: 0, failed: 0))
  }

  @Test func `no request is made before the answer to the last is saved`() async throws {
    let geocoder = ScriptedGeocoder(["a": [.held]])
    let store = ScriptedStore(memory)
    let queue = queue(geocoder, store: store)
    try await queue.enqueue(addresses("a", "b"))
    await store.block()
    try await waitUntil("the answer is being saved") {
      geocoder.release()
      return store.applyCount.count == 2
    }
    #expect(geocoder.cities == ["a"])
    #expect(await queue.machine.progress == .locating(current: 1, total: 2))
    #expect(try await queue.geocodedAddresses().isEmpty)
    await store.unblock()
    await queue.wait(for: .finished(found: 2, uncertain: 0, failed: 0))
    #expect(await store.groups.map(\.count) == [2, 1, 1])
  }

  @Test func `nothing is asked for before it is saved that it is to be asked for`() async throws {
    let geocoder = ScriptedGeocoder()
    let store = ScriptedStore(memory)
    await store.block()
    let queue = queue(geocoder, store: store)
    let scan = Task { try await queue.enqueue(addresses("a")) }
    await store.applyCount.wait(for: 1)
    #expect(geocoder.requests.isEmpty)
    await store.unblock()
    _ = try await scan.value
    await queue.wait(for: .finished(found: 1, uncertain: 0, failed: 0))
  }

  @Test func `an address that changed is asked for, the others keep their coordinates`()
    async throws
  {
    let geocoder = ScriptedGeocoder()
    let queue = queue(geocoder)
    try await queue.replaceAddresses(with: addresses("a", "b", "c"))
    await queue.wait(for: .finished(found: 3, uncertain: 0, failed: 0))
    let known = try await queue.replaceAddresses(with: [
      PostalAddress(label: "new", city: "a"), PostalAddress(city: "x"), PostalAddress(city: "c"),
    ])
    #expect(known.map(\.needsGeocoding) == [false, true, false])
    await queue.wait(for: .finished(found: 1, uncertain: 0, failed: 0))
    #expect(geocoder.cities == ["a", "b", "c", "x"])
    #expect(await memory.records().map(\.address.city) == ["a", "c", "x"])
    // The removed address is requested again if it comes back.
    try await queue.enqueue(addresses("b"))
    await queue.wait(for: .finished(found: 1, uncertain: 0, failed: 0))
    await geocoder.requestCount.wait(for: 5)
    #expect(geocoder.cities.last == "b")
  }

  @Test func `results come as they are saved, after those that were there`() async throws {
    let geocoder = ScriptedGeocoder()
    let queue = queue(geocoder)
    try await queue.enqueue(addresses("a"))
    await queue.wait(for: .finished(found: 1, uncertain: 0, failed: 0))
    var updates = try await queue.updates.makeAsyncIterator()
    try await queue.enqueue(addresses("b", "c"))
    var names: [[String?]] = []
    for _ in 0..<3 {
      guard case .found(let addresses) = await updates.next() else { break }
      names.append(addresses.map(\.match?.name))
    }
    #expect(names == [["a 1"], ["b 1"], ["c 1"]])
    try await queue.replaceAddresses(with: addresses("c"))
    let hashes = addresses("a", "b").map(\.addressHash)
    #expect(await updates.next() == .removed(addressHashes: hashes))
  }

  @Test func `no more than the newest progress is kept for a slow reader`() async throws {
    let updates: AsyncStream<GeocodingProgress>
    do {
      let queue = queue(ScriptedGeocoder())
      updates = await queue.progressUpdates
      try await queue.enqueue(addresses("a", "b", "c"))
      await queue.wait(for: .finished(found: 3, uncertain: 0, failed: 0))
      await queue.close()
    }
    var steps: [GeocodingProgress] = []
    for await step in updates { steps.append(step) }
    #expect(steps == [.finished(found: 3, uncertain: 0, failed: 0)])
  }

  @Test func `streams end with the queue, and observers leave nothing behind`() async throws {
    var queue: GeocodingQueue? = queue(ScriptedGeocoder())
    weak let witness = queue
    let progress = await queue?.progressUpdates
    let updates = try await queue?.updates
    let reader = Task { [progress] in
      for await step in try #require(progress)
      where step == .finished(found: 1, uncertain: 0, failed: 0) {}
    }
    do {
      let gone = await queue?.progressUpdates
      _ = gone
    }
    try await waitUntil("one observer is left") { await queue?.progressObservers.count == 1 }
    queue = nil
    try await reader.value
    for await _ in try #require(updates) {}
    try await waitUntil("the queue is gone") { witness == nil }
  }

  @Test func `an error of another type is one of the network`() async throws {
    struct Odd: Error {}
    struct OddGeocoder: Geocoder {
      func geocode(_ address: PostalAddress) async throws -> GeocodingResult { throw Odd() }
    }
    let queue = GeocodingQueue(
      geocoder: OddGeocoder(), store: memory, rate: .unlimited,
      retry: GeocodingRetryPolicy(maximumAttempts: 1), clock: ManualClock())
    try await queue.enqueue(addresses("a"))
    await queue.wait(for: .finished(found: 0, uncertain: 0, failed: 1))
    #expect(await memory.records().map(\.failure?.error) == [.network(reason: "Odd()")])
  }

  @Test func `thousands at once`() async throws {
    struct Odds: Geocoder {
      func geocode(_ address: PostalAddress) async throws -> GeocodingResult {
        await Task.yield()
        if address.city.hasSuffix("7") { throw GeocodingError.noResult }
        return .named(address.city)
      }
    }
    let count = 2_000 / Sanitizer.workDivisor
    let queue = GeocodingQueue(
      geocoder: Odds(), store: memory, rate: .unlimited, clock: ManualClock())
    try await queue.enqueue((0..<count).map { PostalAddress(city: "\($0)") })
    await queue.wait(for: .finished(found: count * 9 / 10, uncertain: 0, failed: count / 10))
    for record in await memory.records() {
      #expect(record.isFound == !record.address.city.hasSuffix("7"))
      if case .found(let result, _) = record.outcome {
        #expect(result.match.name == record.address.city)
      }
    }
  }
}

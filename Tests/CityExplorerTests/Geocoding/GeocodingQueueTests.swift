import CitySearch
import Foundation
import TestSupport
import Testing

@testable import CityExplorer

@Suite("The geocoding queue", .timeLimit(.minutes(1)))
struct GeocodingQueueTests {
  private let memory = GeocodingMemory()

  private func queue(
    _ geocoder: ScriptedGeocoder, store: (any GeocodingStore)? = nil,
    rate: GeocodingRate = .unlimited(concurrency: 1),
    retry: GeocodingRetryPolicy = GeocodingRetryPolicy(attempts: 1),
    date: @escaping @Sendable () -> Date = { Date(timeIntervalSinceReferenceDate: 0) }
  ) -> GeocodingQueue {
    GeocodingQueue(
      geocoder: geocoder, store: store ?? memory, rate: rate, retry: retry, clock: ManualClock(),
      date: date)
  }

  private func addresses(_ cities: String...) -> [PostalAddress] {
    cities.map { PostalAddress(city: $0) }
  }

  @Test func `from addresses to coordinates`() async throws {
    let geocoder = ScriptedGeocoder(["b": [.error(.noResult)]])
    let queue = queue(geocoder)
    var progress = await queue.progress.makeAsyncIterator()
    #expect(await progress.next() == .idle)
    let unknown = try await queue.scan(addresses("a", "b", "c"))
    #expect(unknown.map(\.needsGeocoding) == [true, true, true])
    var steps: [GeocodingProgress] = []
    while let step = await progress.next() {
      steps.append(step)
      if case .finished = step { break }
    }
    let locating = (0...3).map { GeocodingProgress.locating(current: $0, total: 3) }
    #expect(steps == locating + [.finished(found: 2, failed: 1)])

    let known = try await queue.scan(addresses("a", "b", "c"))
    #expect(known.map(\.match?.name) == ["a 1", nil, "c 1"])
    #expect(known.map(\.needsGeocoding) == [false, true, false])
    #expect(known[0].date == Date(timeIntervalSinceReferenceDate: 0))
    #expect(known[0].confidence?.score == 0.5)
    #expect(geocoder.cities == ["a", "b", "c"])
  }

  @Test func `equal addresses are asked for once, whatever their labels`() async throws {
    let geocoder = ScriptedGeocoder()
    let queue = queue(geocoder)
    let spellings = [
      PostalAddress(label: "Home", city: "Paris"), PostalAddress(label: "Work", city: " PARIS "),
      PostalAddress(city: "Páris"),
    ]
    try await queue.scan(spellings + spellings)
    try await queue.scan(spellings)
    await queue.wait(for: .finished(found: 1, failed: 0))
    let known = try await queue.scan(spellings)
    #expect(geocoder.requests.count == 1)
    #expect(known.map(\.address) == spellings)
    #expect(known.allSatisfy { !$0.needsGeocoding })
  }

  @Test func `what has a coordinate is not asked for, and helps equal addresses`() async throws {
    let geocoder = ScriptedGeocoder()
    let queue = queue(geocoder)
    let elsewhere = GeocodedAddress(
      PostalAddress(city: "a"), result: .named("elsewhere"), date: .distantPast)
    var moved = elsewhere
    moved.address.city = "b"
    let known = try await queue.scan([elsewhere, GeocodedAddress(PostalAddress(city: "A")), moved])
    #expect(known[0] == elsewhere)
    #expect(known[1].match?.name == "elsewhere")
    #expect(known[2] == GeocodedAddress(PostalAddress(city: "b")))
    await queue.wait(for: .finished(found: 1, failed: 0))
    #expect(geocoder.cities == ["b"])

    // A coordinate that somebody put right by hand is not taken back.
    var corrected = elsewhere
    corrected.coordinate = Coordinate(latitude: 45, longitude: 45)
    #expect(try await queue.scan([corrected]) == [corrected])
  }

  @Test func `blank addresses are passed over`() async throws {
    let geocoder = ScriptedGeocoder()
    let queue = queue(geocoder)
    try await queue.scan([PostalAddress(label: "Home"), PostalAddress(city: " — ")])
    #expect(await memory.records().isEmpty)
    #expect(await queue.machine.progress == .idle)
  }

  @Test func `no request is made before the answer to the last is saved`() async throws {
    let geocoder = ScriptedGeocoder(["a": [.held]])
    let store = ScriptedStore(memory)
    let queue = queue(geocoder, store: store)
    try await queue.scan(addresses("a", "b"))
    await store.close()
    while store.applyCount.count < 2 {
      geocoder.release()
      await Task.yield()
    }
    #expect(geocoder.cities == ["a"])
    #expect(await queue.machine.progress == .locating(current: 1, total: 2))
    #expect(try await queue.geocodedAddresses().isEmpty)
    await store.open()
    await queue.wait(for: .finished(found: 2, failed: 0))
    #expect(await store.groups.map(\.count) == [2, 1, 1])
  }

  @Test func `nothing is asked for before it is saved that it is to be asked for`() async throws {
    let geocoder = ScriptedGeocoder()
    let store = ScriptedStore(memory)
    await store.close()
    let queue = queue(geocoder, store: store)
    let scan = Task { try await queue.scan(addresses("a")) }
    await store.applyCount.wait(for: 1)
    #expect(geocoder.requests.isEmpty)
    await store.open()
    _ = try await scan.value
    await queue.wait(for: .finished(found: 1, failed: 0))
  }

  @Test func `what cannot be saved is kept and saved later, and not asked for again`() async throws
  {
    let geocoder = ScriptedGeocoder(["a": [.held]])
    let store = ScriptedStore(memory)
    let queue = queue(geocoder, store: store)
    try await queue.scan(addresses("a", "b"))
    await store.setFull(true)
    await geocoder.requestCount.wait(for: 1)
    while await queue.machine.progress != .interrupted(reason: "The disk is full.") {
      geocoder.release()
      await Task.yield()
    }
    #expect(geocoder.cities == ["a"])
    await #expect(throws: ScriptedStore.Full.self) { try await queue.scan(addresses("c")) }

    await store.setFull(false)
    try await queue.resume()
    await queue.wait(for: .finished(found: 3, failed: 0))
    #expect(geocoder.cities == ["a", "b", "c"])
    #expect(await memory.records().map(\.isFound) == [true, true, true])
  }

  @Test func `a store that cannot be read is not taken for empty`() async throws {
    let geocoder = ScriptedGeocoder()
    let store = ScriptedStore(memory)
    await memory.apply([.put(GeocodingRecord(PostalAddress(city: "a"), .pending))])
    await store.setFull(true)
    let queue = queue(geocoder, store: store)
    await #expect(throws: ScriptedStore.Full.self) { try await queue.scan(addresses("b")) }
    await #expect(throws: ScriptedStore.Full.self) { try await queue.resume() }
    await #expect(throws: ScriptedStore.Full.self) { try await queue.news() }
    #expect(geocoder.requests.isEmpty)
    await store.setFull(false)
    try await queue.resume()
    await queue.wait(for: .finished(found: 1, failed: 0))
    #expect(geocoder.cities == ["a"])
  }

  @Test func `cancel and resume`() async throws {
    let geocoder = ScriptedGeocoder(["a": [.never, .found]])
    let queue = queue(geocoder)
    try await queue.scan(addresses("a", "b"))
    await geocoder.requestCount.wait(for: 1)
    await queue.cancel()
    #expect(await queue.machine.progress == .idle)
    await geocoder.cancellationCount.wait(for: 1)
    try await queue.scan(addresses("c"))
    #expect(geocoder.cities == ["a"])
    try await queue.resume()
    await queue.wait(for: .finished(found: 3, failed: 0))
    #expect(geocoder.cities == ["a", "a", "b", "c"])
  }

  @Test func `an answer that comes in spite of a cancellation is kept`() async throws {
    let geocoder = ScriptedGeocoder(["a": [.held]])
    let queue = queue(geocoder)
    try await queue.scan(addresses("a", "b"))
    await geocoder.requestCount.wait(for: 1)
    await queue.cancel()
    while !(await queue.found(contains: "a")) {
      geocoder.release()
      await Task.yield()
    }
    #expect(await queue.machine.progress == .idle)
    try await queue.resume()
    await queue.wait(for: .finished(found: 2, failed: 0))
    #expect(geocoder.cities == ["a", "b"])
  }

  @Test func `the next queue goes on where the last one was`() async throws {
    let first = ScriptedGeocoder(["b": [.error(.noResult)], "c": [.never]])
    do {
      let queue = queue(first)
      try await queue.scan(addresses("a", "b", "c", "d"))
      await first.requestCount.wait(for: 3)
    }
    // Without its queue, the request ends.
    await first.cancellationCount.wait(for: 1)

    let second = ScriptedGeocoder()
    let queue = queue(second)
    try await queue.resume()
    await queue.wait(for: .finished(found: 2, failed: 0))
    #expect(second.cities == ["c", "d"])
    let found = try await queue.geocodedAddresses()
    #expect(found.map(\.match?.name) == ["a 1", "c 1", "d 1"])
  }

  @Test func `failures are remembered until their time is over`() async throws {
    let date = Locked(Date(timeIntervalSinceReferenceDate: 0))
    let geocoder = ScriptedGeocoder([
      "a": [.error(.noResult), .found], "b": [.error(.denied(reason: "no key")), .found],
    ])
    let retry = GeocodingRetryPolicy(memory: .seconds(100), memoryOfRefusals: .seconds(10))
    func start() -> GeocodingQueue {
      self.queue(geocoder, retry: retry, date: { date.withLock(\.self) })
    }
    var queue = start()
    try await queue.scan(addresses("a", "b"))
    await queue.wait(for: .finished(found: 0, failed: 2))

    date.withLock { $0 += 9 }
    queue = start()
    let known = try await queue.scan(addresses("a", "b"))
    #expect(known.map(\.needsGeocoding) == [true, true])
    try await queue.resume()
    #expect(await queue.machine.progress == .idle)

    date.withLock { $0 += 1 }
    try await queue.scan(addresses("a", "b"))
    await queue.wait(for: .finished(found: 1, failed: 0))
    date.withLock { $0 += 90 }
    try await queue.resume()
    await queue.wait(for: .finished(found: 1, failed: 0))
    while !(await queue.found(contains: "a")) { await Task.yield() }
    #expect(geocoder.cities == ["a", "b", "b", "a"])
  }

  @Test func `what was given up is asked for again when the queue is resumed`() async throws {
    let geocoder = ScriptedGeocoder(["a": [.error(.network(reason: "down")), .found]])
    let queue = queue(geocoder)
    try await queue.scan(addresses("a"))
    await queue.wait(for: .finished(found: 0, failed: 1))
    #expect(await memory.records().map(\.outcome) == [.pending])
    try await queue.resume()
    await queue.wait(for: .finished(found: 1, failed: 0))
    #expect(geocoder.cities == ["a", "a"])
  }

  @Test func `an address that changed is asked for, the others keep their coordinates`()
    async throws
  {
    let geocoder = ScriptedGeocoder()
    let queue = queue(geocoder)
    try await queue.sync(addresses("a", "b", "c"))
    await queue.wait(for: .finished(found: 3, failed: 0))
    let known = try await queue.sync([
      PostalAddress(label: "new", city: "A"), PostalAddress(city: "x"), PostalAddress(city: "c"),
    ])
    #expect(known.map(\.needsGeocoding) == [false, true, false])
    await queue.wait(for: .finished(found: 1, failed: 0))
    #expect(geocoder.cities == ["a", "b", "c", "x"])
    #expect(await memory.records().map(\.address.city) == ["a", "c", "x"])
    // The old address is forgotten, and new if it comes back.
    try await queue.scan(addresses("b"))
    await queue.wait(for: .finished(found: 1, failed: 0))
    while geocoder.requests.count < 5 { await Task.yield() }
    #expect(geocoder.cities.last == "b")
  }

  @Test func `results come as they are saved, after those that were there`() async throws {
    let geocoder = ScriptedGeocoder()
    let queue = queue(geocoder)
    try await queue.scan(addresses("a"))
    await queue.wait(for: .finished(found: 1, failed: 0))
    var news = try await queue.news().makeAsyncIterator()
    try await queue.scan(addresses("b", "c"))
    var names: [[String?]] = []
    for _ in 0..<3 {
      guard case .found(let addresses) = await news.next() else { break }
      names.append(addresses.map(\.match?.name))
    }
    #expect(names == [["a 1"], ["b 1"], ["c 1"]])
    try await queue.sync(addresses("c"))
    let hashes = addresses("a", "b").map(\.addressHash)
    #expect(await news.next() == .forgotten(addressHashes: hashes))
  }

  @Test func `streams end with the queue, and observers leave nothing behind`() async throws {
    var queue: GeocodingQueue? = queue(ScriptedGeocoder())
    weak let witness = queue
    let progress = await queue?.progress
    let news = try await queue?.news()
    let reader = Task { [progress] in
      for await step in try #require(progress) where step == .finished(found: 1, failed: 0) {}
    }
    do {
      let gone = await queue?.progress
      _ = gone
    }
    while await queue?.progressObservers.count != 1 { await Task.yield() }
    queue = nil
    try await reader.value
    for await _ in try #require(news) {}
    while witness != nil { await Task.yield() }
  }

  @Test func `an error of another type is one of the network`() async throws {
    struct Odd: Error {}
    struct OddGeocoder: Geocoder {
      func geocode(_ address: PostalAddress) async throws -> GeocodingResult { throw Odd() }
    }
    let queue = GeocodingQueue(
      geocoder: OddGeocoder(), store: memory, rate: .unlimited,
      retry: GeocodingRetryPolicy(attempts: 1))
    try await queue.scan(addresses("a"))
    await queue.wait(for: .finished(found: 0, failed: 1))
    #expect(await memory.records().map(\.outcome) == [.pending])
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
    let queue = GeocodingQueue(geocoder: Odds(), store: memory, rate: .unlimited)
    try await queue.scan((0..<count).map { PostalAddress(city: "\($0)") })
    await queue.wait(for: .finished(found: count * 9 / 10, failed: count / 10))
    for record in await memory.records() {
      #expect(record.isFound == !record.address.city.hasSuffix("7"))
      if case .found(let result, _) = record.outcome {
        #expect(result.match.name == record.address.city)
      }
    }
  }
}

import CityTestSupport
import Foundation
import TestSupport
import Testing

@testable import CityGeocoding

/// Retries of addresses that have results.
@Suite("Better results", .againstHanging)
struct GeocodingRetryTests {
  private static let date = Date(timeIntervalSinceReferenceDate: 0)

  /// A result of a source.
  private static func result(
    _ name: String, _ precision: GeocodingMatch.Precision = .city, source: String? = nil,
    isUncertain: Bool = false
  ) -> GeocodingResult {
    var result = GeocodingResult.named(name)
    result.match.precision = precision
    (result.source, result.isUncertain) = (source, isUncertain)
    return result
  }

  /// Answers as it is told to, one request after another.
  private struct Answering: Geocoder {
    let name = "server"
    let requests = Locked<[String]>([])
    let answer: @Sendable (String) throws -> GeocodingResult

    func geocode(_ address: PostalAddress) async throws -> GeocodingResult {
      requests.withLock { $0.append(address.city) }
      return try answer(address.city)
    }
  }

  private func queue(
    _ geocoder: some Geocoder, _ store: some GeocodingStore
  ) -> GeocodingQueue {
    GeocodingQueue(
      geocoder: geocoder, store: store, rate: .unlimited(concurrency: 1),
      retry: GeocodingRetryPolicy(maximumAttempts: 1), clock: ManualClock(),
      date: { Self.date + 1 })
  }

  private static func record(_ city: String, _ result: GeocodingResult) -> GeocodingRecord {
    GeocodingRecord(PostalAddress(city: city), .found(result, date: date))
  }

  @Test func `a result names its source`() async throws {
    let memory = GeocodingMemory()
    let server = Answering { city in
      if city == "a" { throw GeocodingError.noResult }
      return Self.result(city, source: city == "c" ? "its own" : nil)
    }
    let geocoder = FallbackGeocoder([server, ScriptedGeocoder()])
    let queue = queue(geocoder, memory)
    try await queue.enqueue(["a", "b", "c"].map { PostalAddress(city: $0) })
    try await queue.finished()
    let found = try await queue.geocodedAddresses()
    #expect(found.map(\.found?.result.source) == ["ScriptedGeocoder", "server", "its own"])
    // A queue names the source without a fallback, too.
    let other = self.queue(server, GeocodingMemory())
    try await other.enqueue([PostalAddress(city: "b")])
    try await other.finished()
    #expect(try await other.geocodedAddresses().first?.found?.result.source == "server")
  }

  @Test(arguments: GeocodingStoreKind.allCases)
  func `what a fallback found is improved, and the rest stays`(
    kind: GeocodingStoreKind
  ) async throws {
    try await withTemporaryFolder { folder in
      let url = kind.url(in: folder)
      let store = kind.store(at: url)
      let old = [
        Self.record("a", Self.result("old", .city, source: "gazetteer")),
        Self.record("b", Self.result("old", .house, source: "server")),
        Self.record("c", Self.result("old", .city, source: "gazetteer")),
        Self.record("d", Self.result("old", .city, isUncertain: true)),
        Self.record("e", Self.result("old", .street, source: "gazetteer")),
      ]
      try await store.apply(old.map { .put($0) })
      let server = Answering { city in
        switch city {
        case "a": return Self.result("new", .house)
        case "c": throw GeocodingError.noResult
        case "e": return Self.result("new", .city)
        default: return Self.result("new")
        }
      }
      let queue = queue(server, store)
      try await queue.retry { $0.found?.result.source == "gazetteer" }
      try await queue.finished()
      #expect(server.requests.withLock(\.self) == ["a", "c", "e"])
      #expect(
        try await queue.geocodedAddresses().map(\.match?.name) == ["new", "old", "old", "old"])
      try await queue.retry(where: \.isUncertain)
      try await queue.finished()
      #expect(server.requests.withLock(\.self) == ["a", "c", "e", "d"])
      await queue.close()

      let next = kind.store(at: url)
      let records = try await next.records()
      #expect(
        records.map(\.outcome.result?.match.name) == ["new", "old", "old", "new", "old"])
      #expect(records.map(\.isRetried) == [false, false, false, false, false])
      #expect(records.map(\.geocodedAddress.found?.date) == [1, 0, 0, 1, 0].map { Self.date + $0 })
      await next.close()
    }
  }

  @Test(arguments: GeocodingStoreKind.allCases)
  func `the old result is there until the new one is saved, also after a restart`(
    kind: GeocodingStoreKind
  ) async throws {
    try await withTemporaryFolder { folder in
      let url = kind.url(in: folder)
      let old = Self.record("a", Self.result("old"))
      let geocoder = ScriptedGeocoder(["a": [.never, .found]])
      do {
        let store = kind.store(at: url)
        try await store.apply([.put(old)])
        let queue = queue(geocoder, store)
        try await queue.retry { _ in true }
        await geocoder.requestCount.wait(for: 1)
        #expect(try await queue.geocodedAddresses() == [old.geocodedAddress])
        #expect(try await store.records().map(\.isRetried) == [true])
        // A second retry does not enqueue the address again.
        try await queue.retry { _ in true }
        #expect(await queue.machine.jobs.count == 1)
        let known = try await queue.enqueue([PostalAddress(city: "a")])
        #expect(known == [old.geocodedAddress])
        await queue.close()
      }
      let queue = queue(geocoder, kind.store(at: url))
      #expect(try await queue.geocodedAddresses() == [old.geocodedAddress])
      try await queue.finished()
      #expect(try await queue.geocodedAddresses().map(\.match?.name) == ["a 2"])
      await queue.close()
    }
  }

  @Test func `a result that cannot be saved does not hide the old one`() async throws {
    let memory = GeocodingMemory([Self.record("a", Self.result("old"))])
    let store = ScriptedStore(memory)
    let geocoder = ScriptedGeocoder(["a": [.held]])
    let queue = queue(geocoder, store)
    try await queue.retry { _ in true }
    await geocoder.requestCount.wait(for: 1)
    await store.setFull(true)
    geocoder.release()
    await #expect(throws: GeocodingQueueError.interrupted(reason: "The disk is full.")) {
      try await queue.finished()
    }
    #expect(try await queue.geocodedAddresses().map(\.match?.name) == ["old"])
    await store.setFull(false)
    try await queue.resume()
    try await queue.finished()
    #expect(try await queue.geocodedAddresses().map(\.match?.name) == ["a 1"])
  }

  private static let errors: [GeocodingError] = [
    .noResult, .invalidAddress(reason: "short"), .network(reason: "down"),
    .incomplete(reason: "The server pauses.", retryAfter: nil),
  ]

  @Test(arguments: errors)
  func `a retry that fails loses nothing`(error: GeocodingError) async throws {
    let old = Self.record("a", Self.result("old"))
    let memory = GeocodingMemory([old])
    let queue = queue(ScriptedGeocoder(["a": [.error(error)]]), memory)
    var updates = try await queue.updates.makeAsyncIterator()
    #expect(await updates.next() == .found([old.geocodedAddress]))
    try await queue.retry { _ in true }
    try await queue.finished()
    #expect(await memory.records() == [old])
    #expect(try await queue.failures().isEmpty)
    #expect(await queue.machine.progress == .finished(found: 1, uncertain: 0, failed: 0))
    // The observers learn that the retry began and that it is over.
    #expect(await updates.next() == .retried(addressHashes: [old.addressHash]))
    #expect(await updates.next() == .found([old.geocodedAddress]))
  }

  @Test func `a retry waits for a service that is limited, and stops at a refusal`() async throws {
    let old = Self.record("a", Self.result("old"))
    let memory = GeocodingMemory([old])
    let refusal = GeocodingError.refused(reason: "no key")
    let queue = queue(ScriptedGeocoder(["a": [.error(refusal), .found]]), memory)
    try await queue.retry { _ in true }
    await #expect(throws: GeocodingQueueError.self) { try await queue.finished() }
    #expect(try await queue.geocodedAddresses() == [old.geocodedAddress])
    try await queue.resume()
    try await queue.finished()
    #expect(try await queue.geocodedAddresses().map(\.match?.name) == ["a 2"])
  }

  @Test func `a result gets no worse`() {
    let precisions = GeocodingMatch.Precision.allCases
    for (one, precision) in precisions.enumerated() {
      for (two, other) in precisions.enumerated() {
        for (isUncertain, isOtherUncertain) in [(false, false), (false, true), (true, false)] {
          let result = Self.result("", precision, isUncertain: isUncertain)
          let earlier = Self.result("", other, isUncertain: isOtherUncertain)
          let isWorse = isUncertain == isOtherUncertain ? one > two : isUncertain
          #expect(result.isWorse(than: earlier) == isWorse)
        }
      }
    }
  }

  @Test func `only an address with a result can be retried like that`() async throws {
    await #expect(processExitsWith: .failure) {
      _ = GeocodingRecord(PostalAddress(city: "a"), .pending, isRetried: true)
    }
    let record = GeocodingRecord(PostalAddress(city: "a"), .pending)
    let json = String(decoding: try JSONEncoder().encode(record), as: UTF8.self)
    #expect(!json.contains("retried"))
    let wrong = "{\"retried\":true," + json.dropFirst()
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(GeocodingRecord.self, from: Data(wrong.utf8))
    }
  }
}

import CityGeocoding
import CitySession
import CityTestSupport
import DurableStorage
import TestSupport
import Testing

@Suite("Clients of geocoding queues", .againstHanging)
struct GeocodingClientTests {
  @Test func `the preview has results and a failure, and a retry fails again`() async throws {
    let client = GeocodingClient.preview
    var updates = try await client.updates().makeAsyncIterator()
    guard case .failed(let failures) = await updates.next() else { throw CancellationError() }
    #expect(failures.map(\.address.city) == ["Atlantis"] && failures[0].error == .noResult)
    guard case .found(let found) = await updates.next() else { throw CancellationError() }
    #expect(found.map(\.match?.name) == ["Munich", "Tokyo"])
    #expect(found.allSatisfy { !$0.needsGeocoding && $0.address.label == "Office" })

    var progress = try await client.progressUpdates().makeAsyncIterator()
    #expect(await progress.next() == .finished(found: 0, uncertain: 0, failed: 0))
    try await client.retry([failures[0].id])
    #expect(await updates.next() == .retried(addressHashes: [failures[0].id]))
    #expect(await updates.next() == .failed(failures))
    while let step = await progress.next(), step != .finished(found: 0, uncertain: 0, failed: 1) {}
    try await client.retryAll()
    #expect(await updates.next() == .retried(addressHashes: [failures[0].id]))
    #expect(await updates.next() == .failed(failures))
    try await client.pause()
    try await client.resume()
  }

  @Test func `the live client throws errors of one type`() async throws {
    let store = ScriptedStore()
    await store.setFull(true)
    let queue = GeocodingQueue(geocoder: ScriptedGeocoder(), store: store, rate: .unlimited)
    let client = GeocodingClient.live(queue)
    let full = GeocodingClientError.failed(UnderlyingError(ScriptedStore.Full()))
    #expect("\(full)" == "The addresses failed: The disk is full.")
    await #expect(throws: full) { _ = try await client.updates() }
    await #expect(throws: full) { try await client.resume() }
    await #expect(throws: full) { try await client.retry([]) }
    await #expect(throws: full) { try await client.retryAll() }
    await #expect(throws: full) { try await client.retryWhere { _ in true } }
    await queue.close()
    await #expect(throws: GeocodingClientError.closed) { _ = try await client.updates() }
    await #expect(throws: GeocodingClientError.closed) { try await client.resume() }

    let unreadable = StorageError.unreadable(file: "f", operation: "opening", reason: "no")
    #expect(GeocodingClientError(unreadable) == .storage(unreadable))
    #expect("\(GeocodingClientError(unreadable))" == unreadable.description)
    #expect(GeocodingClientError(full) == full)
    #expect(full != .closed)
  }

  @Test func `a client without addresses has empty results and is idle`() async throws {
    let client = GeocodingClient.unavailable
    var updates: [GeocodingUpdate] = []
    for await update in try await client.updates() { updates.append(update) }
    #expect(updates == [.found([])])
    var steps: [GeocodingProgress] = []
    for await step in try await client.progressUpdates() { steps.append(step) }
    #expect(steps == [.finished(found: 0, uncertain: 0, failed: 0)])
    await #expect(throws: GeocodingClientError.unavailable) { try await client.pause() }
    await #expect(throws: GeocodingClientError.unavailable) { try await client.resume() }
    await #expect(throws: GeocodingClientError.unavailable) { try await client.retry([]) }
    await #expect(throws: GeocodingClientError.unavailable) { try await client.retryAll() }
    await #expect(throws: GeocodingClientError.unavailable) {
      try await client.retryWhere { _ in true }
    }
  }

  @Test func `an unimplemented client fails with the name of what was called`() async throws {
    let reports = Locked<[String]>([])
    let client = GeocodingClient.unimplemented { error in
      reports.withLock { $0.append(error.name) }
    }
    await #expect(throws: UnimplementedEndpoint(name: "GeocodingClient.updates")) {
      _ = try await client.updates()
    }
    await #expect(throws: UnimplementedEndpoint(name: "GeocodingClient.progressUpdates")) {
      _ = try await client.progressUpdates()
    }
    await #expect(throws: UnimplementedEndpoint.self) { try await client.pause() }
    await #expect(throws: UnimplementedEndpoint.self) { try await client.resume() }
    await #expect(throws: UnimplementedEndpoint.self) { try await client.retry([]) }
    await #expect(throws: UnimplementedEndpoint.self) { try await client.retryAll() }
    await #expect(throws: UnimplementedEndpoint.self) { try await client.retryWhere { _ in true } }
    let names = [
      "updates", "progressUpdates", "pause", "resume", "retry", "retryAll", "retryWhere",
    ]
    #expect(reports.withLock(\.self) == names.map { "GeocodingClient.\($0)" })
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      try? await GeocodingClient.unimplemented.pause()
    }
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(text.contains("GeocodingClient.pause is not implemented."))
  }
}

import CityGeocoding
import CitySession
import TestSupport
import Testing

@Suite("Clients of geocoding queues", .againstHanging)
struct GeocodingClientTests {
  @Test func `the preview has results and a failure, and a retry fails again`() async throws {
    let client = GeocodingClient.preview
    var updates = try await client.updates().makeAsyncIterator()
    guard case .found(let found) = await updates.next() else { throw CancellationError() }
    #expect(found.map(\.match?.name) == ["Munich", "Tokyo"])
    #expect(found.allSatisfy { !$0.needsGeocoding && $0.address.label == "Office" })
    guard case .failed(let failures) = await updates.next() else { throw CancellationError() }
    #expect(failures.map(\.address.city) == ["Atlantis"] && failures[0].error == .noResult)

    var progress = try await client.progressUpdates().makeAsyncIterator()
    #expect(await progress.next() == .idle)
    try await client.retry([failures[0].id])
    #expect(await updates.next() == .retried(addressHashes: [failures[0].id]))
    #expect(await updates.next() == .failed(failures))
    while let step = await progress.next(), step != .finished(found: 0, failed: 1) {}
    try await client.cancel()
    try await client.resume()
  }

  @Test func `a client without addresses has empty results and is idle`() async throws {
    let client = GeocodingClient.unavailable
    var updates: [GeocodingUpdate] = []
    for await update in try await client.updates() { updates.append(update) }
    #expect(updates == [.found([])])
    var steps: [GeocodingProgress] = []
    for await step in try await client.progressUpdates() { steps.append(step) }
    #expect(steps == [.idle])
    try await client.cancel()
    try await client.resume()
    try await client.retry(nil)
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
    await #expect(throws: UnimplementedEndpoint.self) { try await client.cancel() }
    await #expect(throws: UnimplementedEndpoint.self) { try await client.resume() }
    await #expect(throws: UnimplementedEndpoint.self) { try await client.retry(nil) }
    let names = ["updates", "progressUpdates", "cancel", "resume", "retry"]
    #expect(reports.withLock(\.self) == names.map { "GeocodingClient.\($0)" })
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      try? await GeocodingClient.unimplemented.cancel()
    }
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(text.contains("GeocodingClient.cancel is not implemented."))
  }
}

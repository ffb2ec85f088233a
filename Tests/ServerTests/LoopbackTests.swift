#if Server
import CitySession
import CitySearch
import Foundation
import Hummingbird
import RemoteSearch
import TestSupport
import Testing

@testable import CityExplorerServer

/// The source over a server against a server on loopback, by `URLSession`.
@Suite("The service and its client", .againstHanging) struct LoopbackTests {
  /// The tests that run beside these may keep all threads busy for longer than the usual ten seconds.
  private static let patience = Duration.seconds(600)

  @Test func `queries travel whole, and matches come back as they are`() async throws {
    let search = try ServerFixture.search()
    try await serving(ServerFixture.server().routes()) { address in
      let remote = RemoteCitySearch(address, timeout: Self.patience)
      for text in ["münchen", "rome, it", "new yrok", "san ", "東京", "a+b & c", ""] {
        for order in [.relevance, .population, .name] as [CityOrder] {
          let query = SearchQuery(text, order: order, limit: 150)
          let (matches, expected) = (try await remote.search(query), search.search(query))
          #expect(matches.page() == expected.page(), "\(text)")
          #expect(matches.asTyped == expected.asTyped)
        }
      }
      let long = SearchQuery(
        "", limit: 10, filter: CityFilter(ids: Set(search.gazetteer.prefix(1_000).map(\.id))))
      #expect(try await remote.search(long).page() == search.search(long).page())
      let ids: [City.ID] = [2_988_507, 1, 2_643_743]
      #expect(
        try await remote.mapItems(withIDs: ids) == search.gazetteer.mapItems(withIDs: ids))
      #expect(try await remote.mapItems(withIDs: [1]).isEmpty)
    }
  }

  @Test func `who cancels a search closes its request`() async throws {
    let (arrived, gone) = (Milestone(), Milestone())
    let router = Router()
    router.get("v1/search") { request, _ -> String in
      try await request.body.consumeWithInboundCloseHandler { _ in
        arrived.reach()
        await gone.wait(for: 1)
      } onInboundClosed: {
        gone.reach()
      }
      return ""
    }
    try await serving(router) { address in
      let remote = RemoteCitySearch(address, timeout: Self.patience, clock: ManualClock())
      let search = Task { try await remote.search(for: "rome") }
      await arrived.wait(for: 1)
      search.cancel()
      await #expect(throws: CancellationError.self) { try await search.value }
      await gone.wait(for: 1)
    }
  }

  @Test func `no server is an error that says so`() async throws {
    let nobody = try #require(URL(string: "http://localhost:1"))
    let remote = RemoteCitySearch(nobody, timeout: Self.patience, clock: ManualClock())
    await #expect {
      try await remote.search(for: "rome")
    } throws: { error in
      guard case RemoteSearchError.unreachable(let reason) = error else { return false }
      return !reason.isEmpty
    }
  }
}
#endif

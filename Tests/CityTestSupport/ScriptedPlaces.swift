package import CitySearch
package import CitySession
package import TestSupport

/// Places that are looked up when the test says so, whatever is cancelled.
package final class ScriptedPlaces: PlaceResolving {
  package let requestCount = Milestone()
  package let answerCount = Milestone()
  private let requests = Locked<[CheckedContinuation<Void, Never>]>([])

  package init() {}

  package func mapItems(withIDs ids: [City.ID]) async throws -> [MapItem] {
    await withCheckedContinuation { continuation in
      requests.withLock { $0.append(continuation) }
      requestCount.reach()
    }
    defer { answerCount.reach() }
    return ids.map { MapItem(id: $0, placemark: Placemark(.testCity($0))) }
  }

  /// Answers a request, once.
  package func answer(_ request: Int) { requests.withLock { $0[request] }.resume() }
}

package import CitySearch
package import CitySession
package import TestSupport

/// A source whose requests stay open until the test answers them.
package final class ScriptedSource: CitySearchable {
  /// What a source does when the task that asks it is cancelled.
  package enum Conduct: CaseIterable, Sendable {
    case stopsWhenCancelled
    case ignoresCancellation
  }

  package struct Failure: Error, Equatable {
    package init() {}
  }

  private struct Request {
    let query: SearchQuery
    var continuation: CheckedContinuation<[City], any Error>?
    var isCancelled = false
    let cancellation = Milestone()
  }

  package let conduct: Conduct
  /// The number of requests so far.
  package let requestCount = Milestone()
  private let requests = Locked<[Request]>([])

  package init(_ conduct: Conduct = .stopsWhenCancelled) { self.conduct = conduct }

  package func search(for text: String, limit: Int?) async throws -> CityMatches {
    try await search(SearchQuery(text, limit: limit))
  }

  /// The queries of all requests.
  package var requested: [SearchQuery] { requests.withLock { $0.map(\.query) } }

  /// The texts that were asked for.
  package var queries: [String] { requested.map(\.text) }

  /// The number of open requests.
  package var openCount: Int { requests.withLock { $0.count { $0.continuation != nil } } }

  package func search(_ query: SearchQuery) async throws -> CityMatches {
    let number = requests.withLock { requests in
      requests.append(Request(query: query))
      return requests.count - 1
    }
    let cities = try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isOver = requests.withLock { requests in
          if requests[number].isCancelled, conduct == .stopsWhenCancelled { return true }
          requests[number].continuation = continuation
          return false
        }
        if isOver { continuation.resume(throwing: CancellationError()) }
        requestCount.reach()
      }
    } onCancel: {
      let (continuation, cancellation) = requests.withLock { requests in
        requests[number].isCancelled = true
        let stops = conduct == .stopsWhenCancelled
        return (
          stops ? requests[number].continuation.take() : nil, requests[number].cancellation
        )
      }
      continuation?.resume(throwing: CancellationError())
      cancellation.reach()
    }
    return CityMatches(cities, for: query.text)
  }

  /// Waits until the task of a request is cancelled.
  package func waitForCancellation(of request: Int) async {
    await requests.withLock { $0[request].cancellation }.wait(for: 1)
  }

  /// Answers a request, unless it is over.
  package func answer(_ request: Int, with names: [String]) {
    finish(
      request,
      .success(
        names.enumerated().map { index, name in
          City(
            id: City.ID(request * 100 + index), name: name, countryCode: "XX",
            coordinate: Coordinate(latitude: Double(index), longitude: 0))
        }))
  }

  /// Lets a request fail, unless it is over.
  package func fail(_ request: Int, with error: any Error = Failure()) {
    finish(request, .failure(error))
  }

  /// Ends all requests that are still open, so that the tasks behind them can end.
  package func finishAll() {
    for request in queries.indices { answer(request, with: []) }
  }

  private func finish(_ request: Int, _ result: Result<[City], any Error>) {
    let continuation = requests.withLock { $0[request].continuation.take() }
    continuation?.resume(with: result)
  }
}

/// Lookups of places that stay open until the test answers them, even if they are cancelled.
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

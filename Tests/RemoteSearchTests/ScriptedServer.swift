import CitySearch
import Foundation
import RemoteSearch
import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Answers requests without a network: as a server over some cities does, or as a test says.
final class ScriptedServer: Sendable {
  /// How a request is answered.
  enum Reply {
    /// The answer that the cities give.
    case answer
    case status(Int, retryAfter: String? = nil, body: String = "")
    case failure(URLError.Code)
    /// No answer, until the request is cancelled.
    case none
  }

  static let address = URL(filePath: "/").appending(path: "").absoluteURL

  private let search: CityIndex
  private let script: Locked<[Reply]>
  private let made = Locked<[URLRequest]>([])
  /// The number of requests, and of those that were cancelled.
  let requestCount = Milestone()
  let cancellationCount = Milestone()

  /// Makes a server that replies as a script says, and then as the cities do.
  init(_ search: CityIndex, script: [Reply] = []) {
    self.search = search
    self.script = Locked(script)
  }

  /// The requests so far.
  var requests: [URLRequest] { made.withLock { $0 } }

  func reply(to request: URLRequest) async throws -> (body: Data, response: HTTPURLResponse) {
    made.withLock { $0.append(request) }
    requestCount.reach()
    switch script.withLock({ $0.isEmpty ? .answer : $0.removeFirst() }) {
    case .answer:
      do {
        return try response(200, body: try answer(to: request).json)
      } catch let error as ServiceError {
        return try response(error.status, body: error.json)
      }
    case .status(let status, let pause, let body):
      return try response(
        status, headers: pause.map { ["Retry-After": $0] } ?? [:], body: Array(body.utf8))
    case .failure(let code): throw URLError(code)
    case .none:
      defer { cancellationCount.reach() }
      try await ManualClock().sleep(for: .seconds(1))
      throw CancellationError()
    }
  }

  private func answer(to request: URLRequest) throws -> CityFeatures {
    let url = request.url ?? Self.address
    if url.path.hasSuffix("/v1/search") {
      let fields =
        request.httpMethod == "POST"
        ? try SearchRequestFields(
          String(decoding: request.httpBody ?? Data(), as: UTF8.self),
          listLength: SearchRequestFields.formListLength)
        : try SearchRequestFields(url.query() ?? "")
      return CityFeatures(answering: fields, by: search)
    }
    let ids = url.lastPathComponent.split(separator: ",").compactMap { City.ID(wireForm: $0) }
    let cities = ids.compactMap { search.gazetteer.city(withID: $0) }
    guard !cities.isEmpty else { throw ServiceError(404, "No city has any of the ids.") }
    return CityFeatures(cities.map { CityFeature($0, in: search.gazetteer) })
  }

  private func response(
    _ status: Int, headers: [String: String] = [:], body: [UInt8]
  ) throws -> (body: Data, response: HTTPURLResponse) {
    guard
      let response = HTTPURLResponse(
        url: Self.address, statusCode: status, httpVersion: "HTTP/1.1", headerFields: headers)
    else { throw URLError(.badServerResponse) }
    return (Data(body), response)
  }
}

extension RemoteCitySearch {
  /// A source over a server without a network.
  init(
    _ server: ScriptedServer, timeout: Duration = .seconds(10),
    resultLimit: Int = 1_000, fallback: CityIndex? = nil, clock: ManualClock = ManualClock()
  ) {
    self.init(
      URL(string: "http://cities.test/behind/") ?? ScriptedServer.address, timeout: timeout,
      resultLimit: resultLimit, fallback: fallback, clock: clock,
      transport: { try await server.reply(to: $0) })
  }
}

internal import CitySearch
internal import CitySession
package import Foundation

#if canImport(FoundationNetworking)
package import FoundationNetworking
#endif

/// Makes requests to a server, with a timeout.
package struct ServiceConnection: Sendable {
  /// Makes one request.
  package typealias Transport =
    @Sendable (_ request: URLRequest) async throws -> (body: Data, response: HTTPURLResponse)

  let server: URL
  let timeout: Duration
  let sleep: @Sendable (Duration) async throws -> Void
  let transport: Transport

  /// A request to the service.
  enum Endpoint {
    case search(SearchRequestFields)
    case places([City.ID])
  }

  /// Does some work; after the timeout, cancels it and throws ``RemoteSearchError/timedOut(after:)``.
  func withTimeout<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    try await withThrowingTaskGroup(of: Value.self) { group in
      group.addTask { try await work() }
      group.addTask {
        try await sleep(timeout)
        throw RemoteSearchError.timedOut(after: timeout)
      }
      defer { group.cancelAll() }
      guard let value = try await group.next() else { throw CancellationError() }
      return value
    }
  }

  /// Makes a request.
  ///
  /// - Throws: ``RemoteSearchError``, or `CancellationError`.
  func answer(to endpoint: Endpoint) async throws -> CityFeatures {
    let request = request(for: endpoint)
    let (body, response) = try await transported(request)
    switch response.statusCode {
    case 200:
      do {
        return try JSONDecoder().decode(CityFeatures.self, from: body)
      } catch {
        throw RemoteSearchError.invalidAnswer(
          reason: ((error as? DecodingError)?.place ?? "\(error)")
            .prefix(codePoints: Self.reasonLength))
      }
    // None of the ids has a city.
    case 404 where request.url?.path.contains("/v1/places/") == true && errorMessage(body) != nil:
      return CityFeatures([])
    case 429, 503:
      throw RemoteSearchError.tooManyRequests(retryAfter: retryAfter(response))
    case 400..<500:
      let reason = errorMessage(body) ?? "status \(response.statusCode)."
      throw RemoteSearchError.refused(reason: reason.prefix(codePoints: Self.reasonLength))
    default: throw RemoteSearchError.failed(status: response.statusCode)
    }
  }

  private func transported(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
    do {
      return try await transport(request)
    } catch let error as RemoteSearchError {
      throw error
    } catch {
      if Task.isCancelled || error is CancellationError { throw CancellationError() }
      if (error as? URLError)?.code == .timedOut {
        throw RemoteSearchError.timedOut(after: timeout)
      }
      throw RemoteSearchError.unreachable(reason: error.localizedDescription)
    }
  }

  /// The message of an error of the service; `nil` if the body is something else.
  private func errorMessage(_ body: Data) -> String? {
    (try? JSONDecoder().decode(ServiceError.Body.self, from: body))?.error.message
  }

  /// The greatest number of code points of a reason, which a person reads.
  private static let reasonLength = 500

  private func retryAfter(_ response: HTTPURLResponse) -> Duration? {
    response.value(forHTTPHeaderField: "Retry-After").flatMap { Int($0) }
      .flatMap { Self.pauses ~= $0 ? .seconds($0) : nil }
  }

  /// The pauses that are passed on, up to a year in seconds: no clock can wait for the greatest number.
  private static let pauses = 0...365 * 86_400
}

extension ServiceConnection {
  /// The greatest length of a query in a URL, in bytes.
  ///
  /// Longer queries are sent in a body, because proxies limit the length of a URL.
  private static let addressLength = 2_000

  private func request(for endpoint: Endpoint) -> URLRequest {
    var request: URLRequest
    switch endpoint {
    case .places(let ids):
      let list = ids.map(String.init).joined(separator: ",")
      request = URLRequest(url: server.appending(path: "v1/places/\(list)"))
    case .search(let fields):
      let (url, text) = (server.appending(path: "v1/search"), fields.text)
      if text.utf8.count <= Self.addressLength,
        var components = URLComponents(url: url, resolvingAgainstBaseURL: false)
      {
        components.percentEncodedQuery = text
        request = URLRequest(url: components.url ?? url)
      } else {
        request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.httpBody = Data(text.utf8)
        request.setValue(
          "application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
      }
    }
    request.setValue(CityFeatures.mediaType, forHTTPHeaderField: "Accept")
    // The names of the gazetteer, not those in the languages of the device, which a URL session asks for.
    request.setValue("*", forHTTPHeaderField: "Accept-Language")
    // `withTimeout` cancels the request; this replaces the timeout of the URL session, which may be
    // shorter.
    request.timeoutInterval = max(1, timeout / .seconds(1))
    return request
  }
}

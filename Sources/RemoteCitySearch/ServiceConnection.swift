internal import CitySearch
package import Foundation

#if canImport(FoundationNetworking)
package import FoundationNetworking
#endif

/// How long a remote search waits, and how often it tries.
public struct RemoteSearchPolicy: Sendable, Hashable {
  /// How long a search may take in all, its pauses included.
  public var timeout: Duration
  /// How often a request is made at most.
  public var attempts: Int
  /// The pause before the second attempt; each further one is twice as long.
  ///
  /// Up to half of a pause is left out at random, so that many apps do not come back at once.
  public var firstPause: Duration
  /// The longest pause that a server may ask for; if it wants more, the search fails at once.
  public var longestPause: Duration

  /// Creates a policy.
  ///
  /// - Parameters:
  ///   - timeout: How long a search may take in all.
  ///   - attempts: How often a request is made at most, at least once.
  ///   - firstPause: The pause before the second attempt.
  ///   - longestPause: The longest pause that a server may ask for.
  public init(
    timeout: Duration = .seconds(10), attempts: Int = 3,
    firstPause: Duration = .milliseconds(200), longestPause: Duration = .seconds(5)
  ) {
    precondition(attempts >= 1, "attempts must be at least 1, got \(attempts)")
    self.timeout = timeout
    self.attempts = attempts
    self.firstPause = firstPause
    self.longestPause = longestPause
  }
}

/// Makes requests to a server, as often as a policy says.
package struct ServiceConnection: Sendable {
  /// Makes one request.
  package typealias Transport =
    @Sendable (_ request: URLRequest) async throws -> (body: Data, response: HTTPURLResponse)

  let server: URL
  let policy: RemoteSearchPolicy
  let sleep: @Sendable (Duration) async throws -> Void
  let jitter: @Sendable () -> Double
  let transport: Transport

  /// What is asked for.
  enum Question {
    case search(SearchRequestFields)
    case places([City.ID])
  }

  /// Asks, and asks again if that may help.
  ///
  /// - Throws: ``RemoteSearchError``, or `CancellationError`.
  func answer(to question: Question) async throws -> CityFeatures {
    let request = request(for: question)
    var attempt = 1
    while true {
      do {
        return try await answer(to: request)
      } catch let error as RemoteSearchError {
        guard error.isTransient, attempt < policy.attempts else { throw error }
        let pause = self.pause(after: attempt, error)
        guard pause <= policy.longestPause else { throw error }
        try await sleep(pause)
      }
      attempt += 1
    }
  }

  /// Ends some work, and the request that it waits for, when its time is up.
  func withTimeout<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    try await withThrowingTaskGroup(of: Value.self) { group in
      group.addTask { try await work() }
      group.addTask {
        try await sleep(policy.timeout)
        throw RemoteSearchError.timedOut(after: policy.timeout)
      }
      defer { group.cancelAll() }
      guard let value = try await group.next() else { throw CancellationError() }
      return value
    }
  }

  private func pause(after attempt: Int, _ error: RemoteSearchError) -> Duration {
    if case .tooManyRequests(let wanted?) = error { return wanted }
    let doubled = (1..<attempt).reduce(policy.firstPause) { pause, _ in
      min(policy.longestPause, pause * 2)
    }
    return min(policy.longestPause, doubled) * (1 - 0.5 * jitter())
  }

  private func answer(to request: URLRequest) async throws -> CityFeatures {
    let (body, response) = try await made(request)
    switch response.statusCode {
    case 200:
      do {
        return try JSONDecoder().decode(CityFeatures.self, from: body)
      } catch {
        throw RemoteSearchError.invalidAnswer(reason: "\(error)")
      }
    // No city has any of the ids.
    case 404 where request.url?.path.contains("/v1/places/") == true && refusal(body) != nil:
      return CityFeatures([])
    case 429, 503:
      throw RemoteSearchError.tooManyRequests(retryAfter: retryAfter(response))
    case 400..<500:
      let reason = refusal(body) ?? "it answered with the status \(response.statusCode)."
      throw RemoteSearchError.refused(reason: reason)
    default: throw RemoteSearchError.failed(status: response.statusCode)
    }
  }

  private func made(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
    do {
      return try await transport(request)
    } catch let error as RemoteSearchError {
      throw error
    } catch {
      if Task.isCancelled || error is CancellationError { throw CancellationError() }
      if (error as? URLError)?.code == .timedOut {
        throw RemoteSearchError.timedOut(after: policy.timeout)
      }
      throw RemoteSearchError.unreachable(reason: error.localizedDescription)
    }
  }

  /// The sentence of an answer that refuses; `nil` if it is none of this service.
  private func refusal(_ body: Data) -> String? {
    (try? JSONDecoder().decode(ServiceError.Body.self, from: body))?.error.message
  }

  private func retryAfter(_ response: HTTPURLResponse) -> Duration? {
    response.value(forHTTPHeaderField: "Retry-After").flatMap { Int($0) }
      .flatMap { $0 >= 0 ? .seconds($0) : nil }
  }
}

extension ServiceConnection {
  /// What is longer goes into the body, for balancers limit the length of an address.
  private static let addressLength = 2_000

  private func request(for question: Question) -> URLRequest {
    var request: URLRequest
    switch question {
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
    // The limit of the search ends the request; this one is for sessions that know nothing of it.
    request.timeoutInterval = max(1, policy.timeout / .seconds(1))
    return request
  }
}

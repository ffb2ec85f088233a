#if Server
import HTTPTypes
import Hummingbird
import NIOCore
import RemoteSearch
import Synchronization

/// Rejects clients that exceed the rate limit, with 429 and the time to wait.
struct RateLimiter: RouterMiddleware {
  private let behindBalancer: Bool
  private let buckets: ClientBuckets

  /// Creates a limiter.
  ///
  /// - Parameters:
  ///   - limits: The rate and the burst.
  ///   - behindBalancer: Whether X-Forwarded-For is trusted.
  init(limits: ServerLimits, behindBalancer: Bool) {
    self.behindBalancer = behindBalancer
    buckets = ClientBuckets(TokenBuckets(rate: limits.rate, burst: limits.burst))
  }

  func handle(
    _ request: Request, context: ServerRequestContext,
    next: @concurrent (Request, ServerRequestContext) async throws -> Response
  ) async throws -> Response {
    let account = ClientAccount(
      client: context.client(of: request, behindBalancer: behindBalancer), buckets: buckets)
    try account.charge(1)
    var context = context
    context.account = account
    return try await next(request, context)
  }
}

/// The token buckets of a server.
final class ClientBuckets: Sendable {
  private let state: Mutex<TokenBuckets>
  private let start = ContinuousClock.now

  init(_ buckets: TokenBuckets) { state = Mutex(buckets) }

  fileprivate func take(_ cost: Double, for client: String) -> Duration? {
    state.withLock { $0.take(cost, for: client, at: ContinuousClock.now - start) }
  }
}

/// The client of a request, and its bucket.
struct ClientAccount: Sendable {
  /// The identity of the client.
  let client: String
  fileprivate let buckets: ClientBuckets

  /// Takes tokens from the bucket.
  ///
  /// - Throws: ``ServiceError`` with 429 if there are too few.
  fileprivate func charge(_ cost: Double) throws(ServiceError) {
    guard let pause = buckets.take(cost, for: client) else { return }
    throw ServiceError(
      429, "This address made too many requests.",
      retryAfter: max(1, Int((pause / .seconds(1)).rounded(.up))))
  }
}

extension ServerRequestContext {
  /// The identity of the client; empty before the rate limiter.
  var client: String { account?.client ?? "" }

  /// Charges the client for a request that takes longer than others.
  ///
  /// - Parameter cost: The tokens beyond the one that was paid for the request; 10 ms of processor time
  ///   are one.
  /// - Throws: ``ServiceError`` with 429 if the client has too few tokens.
  func charge(_ cost: Double) throws(ServiceError) {
    if cost > 0 { try account?.charge(cost) }
  }

  /// The identity of a client: its IP address, of IPv6 the /64 prefix, which is one network.
  fileprivate func client(of request: Request, behindBalancer: Bool) -> String {
    let forwarded =
      behindBalancer
      ? request.headers[.xForwardedFor]?.split(separator: ",").last.map {
        String(Self.withoutPort($0.drop { $0 == " " }).prefix(45))
      } : nil
    let address = forwarded ?? channel.remoteAddress?.ipAddress ?? ""
    // An IPv4-mapped IPv6 address has dots.
    guard address.contains(":"), !address.contains(".") else { return address }
    let ends = address.split(separator: "::", omittingEmptySubsequences: false)
      .map { $0.split(separator: ":") }
    let zeros = 8 - ends.reduce(0) { $0 + $1.count }
    let groups =
      ends[0] + Array(repeating: "0", count: max(0, zeros)) + (ends.dropFirst().first ?? [])
    return groups.prefix(4).joined(separator: ":")
  }

  /// An address without the port that some proxies append: `192.0.2.1:80`, `[2001:db8::1]:80`.
  private static func withoutPort(_ text: Substring) -> Substring {
    if text.first == "[" { return text.dropFirst().prefix { $0 != "]" } }
    // IPv6 addresses without brackets have no port.
    guard text.count(where: { $0 == ":" }) == 1 else { return text }
    return text.prefix { $0 != ":" }
  }
}

extension HTTPField.Name {
  /// The addresses of the client and the proxies; each proxy appends the address that it was called
  /// from.
  fileprivate static var xForwardedFor: HTTPField.Name {
    HTTPField.Name(parsed: "x-forwarded-for") ?? .referer
  }
}
#endif

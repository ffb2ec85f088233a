#if Server
import HTTPTypes
import Hummingbird
import NIOCore
import RemoteSearch
import Synchronization

/// Limits the rate of requests with a token bucket for each client.
///
/// A token pays for a request of up to 10 ms of processor time. Requests that take longer pay more.
///
/// The number of buckets is bounded. At the bound, full buckets are removed, because a new bucket
/// is full, too. If there are none, all further clients share one bucket.
struct TokenBuckets {
  /// The settings of all buckets.
  private struct Settings {
    /// The tokens that a bucket gains each second.
    let rate: Double
    /// The capacity of a bucket in tokens.
    let burst: Double
  }

  private let settings: Settings
  /// The largest number of clients with a bucket of their own.
  private let capacity: Int

  private struct Bucket {
    private var tokens: Double
    private var time: Duration

    init(full tokens: Double, at time: Duration) {
      self.tokens = tokens
      self.time = time
    }

    /// The number of tokens at a time.
    func tokens(_ settings: Settings, at now: Duration) -> Double {
      min(settings.burst, tokens + (now - time) / .seconds(1) * settings.rate)
    }

    /// Takes tokens, or returns the time until there are enough.
    mutating func take(_ cost: Double, _ settings: Settings, at now: Duration) -> Duration? {
      let tokens = tokens(settings, at: now)
      // A full bucket pays for everything, or nobody could make the most expensive request.
      let cost = min(cost, settings.burst)
      time = now
      self.tokens = tokens >= cost ? tokens - cost : tokens
      return tokens >= cost ? nil : .seconds((cost - tokens) / settings.rate)
    }
  }

  private var buckets: [String: Bucket] = [:]
  private var shared: Bucket?
  /// The earliest time to remove full buckets again, because that visits all buckets.
  private var nextCleaning = Duration.zero

  init(rate: Double, burst: Int, capacity: Int = 20_000) {
    settings = Settings(rate: rate, burst: Double(burst))
    self.capacity = capacity
  }

  /// The number of clients with a bucket of their own.
  var count: Int { buckets.count }

  /// Takes tokens.
  ///
  /// - Parameters:
  ///   - cost: The number of tokens; a cost above the burst counts as the burst.
  ///   - client: The identity of the client.
  ///   - now: The time since any fixed moment.
  /// - Returns: The time until there are enough tokens; `nil` if they were taken.
  mutating func take(_ cost: Double = 1, for client: String, at now: Duration) -> Duration? {
    if buckets[client] == nil, buckets.count >= capacity { removeFullBuckets(at: now) }
    let full = Bucket(full: settings.burst, at: now)
    guard buckets[client] != nil || buckets.count < capacity else {
      var bucket = shared ?? full
      defer { shared = bucket }
      return bucket.take(cost, settings, at: now)
    }
    return buckets[client, default: full].take(cost, settings, at: now)
  }

  private mutating func removeFullBuckets(at now: Duration) {
    guard now >= nextCleaning else { return }
    nextCleaning = now + .seconds(1)
    buckets = buckets.filter { $0.value.tokens(settings, at: now) < settings.burst }
  }
}

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

/// A counting semaphore that rejects instead of waiting.
final class Slots: Sendable {
  private let limit: Int
  private let taken = Atomic(0)

  init(_ limit: Int) { self.limit = limit }

  /// The number of slots in use.
  var count: Int { taken.load(ordering: .relaxed) }

  /// Takes a slot, which is released with the returned object; `nil` if none is free.
  func take() -> Slot? {
    guard taken.wrappingAdd(1, ordering: .relaxed).newValue <= limit else {
      taken.wrappingSubtract(1, ordering: .relaxed)
      return nil
    }
    return Slot(of: self)
  }

  /// A slot in use; its deinitializer releases it.
  final class Slot: Sendable {
    private let slots: Slots

    fileprivate init(of slots: Slots) { self.slots = slots }

    deinit { slots.taken.wrappingSubtract(1, ordering: .relaxed) }
  }
}

/// Rejects requests above the limit of concurrent requests, with 429.
struct ConcurrencyLimiter: RouterMiddleware {
  let slots: Slots

  func handle(
    _ request: Request, context: ServerRequestContext,
    next: @concurrent (Request, ServerRequestContext) async throws -> Response
  ) async throws -> Response {
    guard let slot = slots.take() else {
      throw ServiceError(429, "The server is busy.", retryAfter: 1)
    }
    defer { withExtendedLifetime(slot) {} }
    return try await next(request, context)
  }
}
#endif

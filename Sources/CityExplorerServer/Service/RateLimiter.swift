#if Server
import HTTPTypes
import Hummingbird
import NIOCore
import RemoteSearch
import Synchronization

/// Limits the rate of requests with a token bucket for each client.
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

    /// Takes a token, or returns the time until the next one.
    mutating func take(_ settings: Settings, at now: Duration) -> Duration? {
      let tokens = tokens(settings, at: now)
      time = now
      self.tokens = tokens >= 1 ? tokens - 1 : tokens
      return tokens >= 1 ? nil : .seconds((1 - tokens) / settings.rate)
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

  /// Takes a token.
  ///
  /// - Parameters:
  ///   - client: The identity of the client.
  ///   - now: The time since any fixed moment.
  /// - Returns: The time until the next token; `nil` if a token was taken.
  mutating func take(for client: String, at now: Duration) -> Duration? {
    if buckets[client] == nil, buckets.count >= capacity { removeFullBuckets(at: now) }
    let full = Bucket(full: settings.burst, at: now)
    guard buckets[client] != nil || buckets.count < capacity else {
      var bucket = shared ?? full
      defer { shared = bucket }
      return bucket.take(settings, at: now)
    }
    return buckets[client, default: full].take(settings, at: now)
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
  private let buckets: Buckets
  private let start = ContinuousClock.now

  private final class Buckets: Sendable {
    let state: Mutex<TokenBuckets>

    init(_ buckets: TokenBuckets) { state = Mutex(buckets) }
  }

  /// Creates a limiter.
  ///
  /// - Parameters:
  ///   - limits: The rate and the burst.
  ///   - behindBalancer: Whether X-Forwarded-For is trusted.
  init(limits: ServerLimits, behindBalancer: Bool) {
    self.behindBalancer = behindBalancer
    buckets = Buckets(TokenBuckets(rate: limits.rate, burst: limits.burst))
  }

  func handle(
    _ request: Request, context: ServerRequestContext,
    next: @concurrent (Request, ServerRequestContext) async throws -> Response
  ) async throws -> Response {
    let client = context.client(of: request, behindBalancer: behindBalancer)
    let pause = buckets.state.withLock { $0.take(for: client, at: ContinuousClock.now - start) }
    if let pause {
      throw ServiceError(
        429, "This address made too many requests.",
        retryAfter: max(1, Int((pause / .seconds(1)).rounded(.up))))
    }
    return try await next(request, context)
  }
}

extension ServerRequestContext {
  /// The identity of a client: its IP address, of IPv6 the /64 prefix, which is one network.
  fileprivate func client(of request: Request, behindBalancer: Bool) -> String {
    let forwarded =
      behindBalancer
      ? request.headers[.xForwardedFor]?.split(separator: ",").last.map {
        String($0.drop { $0 == " " }.prefix(45))
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

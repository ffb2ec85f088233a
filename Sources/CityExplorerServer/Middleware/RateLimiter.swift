#if Server
import HTTPTypes
import Hummingbird
import NIOCore
import RemoteCitySearch
import Synchronization

/// Allows each client so many requests a second, and some more after a pause: a token bucket for each.
///
/// The number of buckets is bounded. A bucket that is full again says nothing, and is dropped when room
/// is needed; if there is still none, further clients share one bucket.
struct TokenBuckets {
  /// What all buckets have in common.
  private struct Settings {
    /// How many tokens a bucket gets in a second.
    let rate: Double
    /// How many tokens a bucket holds.
    let burst: Double
  }

  private let settings: Settings
  /// How many clients have a bucket of their own.
  private let capacity: Int

  private struct Bucket {
    private var tokens: Double
    private var time: Duration

    init(full tokens: Double, at time: Duration) {
      self.tokens = tokens
      self.time = time
    }

    /// How many tokens there are by now.
    func tokens(_ settings: Settings, at now: Duration) -> Double {
      min(settings.burst, tokens + (now - time) / .seconds(1) * settings.rate)
    }

    /// Takes a token, or gives the time until there is one.
    mutating func take(_ settings: Settings, at now: Duration) -> Duration? {
      let tokens = tokens(settings, at: now)
      time = now
      self.tokens = tokens >= 1 ? tokens - 1 : tokens
      return tokens >= 1 ? nil : .seconds((1 - tokens) / settings.rate)
    }
  }

  private var buckets: [String: Bucket] = [:]
  private var shared: Bucket?
  /// When buckets may be dropped again, since to look at all of them takes a while.
  private var nextCleaning = Duration.zero

  init(rate: Double, burst: Int, capacity: Int = 20_000) {
    settings = Settings(rate: rate, burst: Double(burst))
    self.capacity = capacity
  }

  /// The number of clients that have a bucket of their own.
  var count: Int { buckets.count }

  /// Takes a token.
  ///
  /// - Parameters:
  ///   - client: What tells clients apart.
  ///   - now: The time since some moment.
  /// - Returns: The time after which there is a token again; `nil` if one was taken.
  mutating func take(for client: String, at now: Duration) -> Duration? {
    if buckets[client] == nil, buckets.count >= capacity { dropFullBuckets(at: now) }
    let full = Bucket(full: settings.burst, at: now)
    guard buckets[client] != nil || buckets.count < capacity else {
      var bucket = shared ?? full
      defer { shared = bucket }
      return bucket.take(settings, at: now)
    }
    return buckets[client, default: full].take(settings, at: now)
  }

  private mutating func dropFullBuckets(at now: Duration) {
    guard now >= nextCleaning else { return }
    nextCleaning = now + .seconds(1)
    buckets = buckets.filter { $0.value.tokens(settings, at: now) < settings.burst }
  }
}

/// Refuses clients that ask too often, with 429 and the time to wait.
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
  ///   - limits: The rate, and how many requests may come at once.
  ///   - behindBalancer: Whether a balancer says whom it asks for.
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
        429, "There were too many requests from this address.",
        retryAfter: max(1, Int((pause / .seconds(1)).rounded(.up))))
    }
    return try await next(request, context)
  }
}

extension ServerRequestContext {
  /// What tells clients apart: the address, of which IPv6 has the half that belongs to one network.
  fileprivate func client(of request: Request, behindBalancer: Bool) -> String {
    let forwarded =
      behindBalancer
      ? request.headers[.xForwardedFor]?.split(separator: ",").last.map {
        String($0.drop { $0 == " " }.prefix(45))
      } : nil
    let address = forwarded ?? channel.remoteAddress?.ipAddress ?? ""
    // An address of IPv4 in the form of IPv6 has dots.
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
  /// The addresses that a request has come by, each added by the one it came to.
  fileprivate static var xForwardedFor: HTTPField.Name {
    HTTPField.Name(parsed: "x-forwarded-for") ?? .referer
  }
}
#endif

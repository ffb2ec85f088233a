#if Server
/// Limits the rate of requests with a token bucket for each client.
///
/// A token pays for a request of up to 10 ms of processor time. What a request takes beyond that is known
/// afterwards, and charged then, so a client may have debts.
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

    /// Takes a token, or returns the time until there is one.
    mutating func take(_ settings: Settings, at now: Duration) -> Duration? {
      tokens = tokens(settings, at: now)
      time = now
      if tokens >= 1 {
        tokens -= 1
        return nil
      }
      return .seconds(min((1 - tokens) / settings.rate, TokenBuckets.longestPause))
    }

    /// Takes tokens that there may not be.
    mutating func charge(_ cost: Double, _ settings: Settings, at now: Duration) {
      tokens = tokens(settings, at: now) - cost
      time = now
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
  /// - Returns: The time until there is a token; `nil` if one was taken.
  mutating func take(for client: String, at now: Duration) -> Duration? {
    withBucket(of: client, at: now) { $0.take($1, at: now) }
  }

  /// Takes tokens for what is done already; the client has debts if there are too few.
  ///
  /// - Parameters:
  ///   - cost: The number of tokens.
  ///   - client: The identity of the client.
  ///   - now: The time since any fixed moment.
  mutating func charge(_ cost: Double, to client: String, at now: Duration) {
    withBucket(of: client, at: now) { $0.charge(cost, $1, at: now) }
  }

  /// The longest pause that is asked for, in seconds.
  private static let longestPause = 86_400.0

  private mutating func withBucket<Result>(
    of client: String, at now: Duration, _ body: (inout Bucket, Settings) -> Result
  ) -> Result {
    if buckets[client] == nil, buckets.count >= capacity { removeFullBuckets(at: now) }
    let full = Bucket(full: settings.burst, at: now)
    guard buckets[client] != nil || buckets.count < capacity else {
      var bucket = shared ?? full
      defer { shared = bucket }
      return body(&bucket, settings)
    }
    return body(&buckets[client, default: full], settings)
  }

  private mutating func removeFullBuckets(at now: Duration) {
    guard now >= nextCleaning else { return }
    nextCleaning = now + .seconds(1)
    buckets = buckets.filter { $0.value.tokens(settings, at: now) < settings.burst }
  }
}
#endif

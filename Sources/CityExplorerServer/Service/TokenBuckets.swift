#if Server
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
#endif

#if Server
import HTTPTypes
import Hummingbird
import NIOCore
import RemoteSearch
import Synchronization

/// What each client may have and use: processor time, requests under way, lists of addresses, bytes of bodies.
final class ClientAccounts: Sendable {
  private let buckets: Mutex<TokenBuckets>
  private let start = ContinuousClock.now
  /// The requests under way.
  fileprivate let requests: Shares
  /// The lists and long searches under way.
  fileprivate let lists: Shares
  /// The bytes of bodies that have arrived for requests under way.
  fileprivate let bodies: Shares

  /// The processor time that a token pays for.
  static let timeOfToken = Duration.milliseconds(10)

  init(_ limits: ServerLimits) {
    buckets = Mutex(TokenBuckets(rate: limits.rate, burst: limits.burst))
    requests = Shares(limits.concurrentRequests, each: max(2, limits.concurrentRequests / 16))
    lists = Shares(limits.geocodings, each: max(1, limits.geocodings / 4))
    // Two of the largest bodies of a client, and those of sixteen clients.
    bodies = Shares(32 * limits.bodySize, each: 2 * limits.bodySize)
  }

  fileprivate func take(for client: String) -> Duration? {
    buckets.withLock { $0.take(for: client, at: ContinuousClock.now - start) }
  }

  fileprivate func charge(_ cost: Double, to client: String) {
    buckets.withLock { $0.charge(cost, to: client, at: ContinuousClock.now - start) }
  }
}

/// The account of the client of a request.
struct ClientAccount: Sendable {
  /// The identity of the client.
  private let client: String
  private let accounts: ClientAccounts
  private let meter: ProcessorMeter?

  init(of client: String, in accounts: ClientAccounts, _ meter: ProcessorMeter?) {
    self.client = client
    self.accounts = accounts
    self.meter = meter
  }

  /// Takes the token of a request.
  ///
  /// - Throws: ``ServiceError`` with 429 if none is left.
  fileprivate func payRequest() throws(ServiceError) {
    guard let pause = accounts.take(for: client) else { return }
    throw ServiceError(
      429, "This address made too many requests.",
      retryAfter: max(1, Int((pause / .seconds(1)).rounded(.up))))
  }

  /// Charges the processor time since the last call.
  ///
  /// - Parameter paid: The time that is paid for.
  func settle(beyond paid: Duration = .zero) {
    guard let time = meter?.take(), time > paid else { return }
    accounts.charge((time - paid) / ClientAccounts.timeOfToken, to: client)
  }

  /// Takes a place among the requests under way.
  ///
  /// - Throws: ``ServiceError`` with 429 if there is none.
  fileprivate func takeRequest() throws(ServiceError) -> Shares.Share {
    guard let share = accounts.requests.take(for: client) else {
      throw ServiceError(429, "Too many requests are under way.", retryAfter: 1)
    }
    return share
  }

  /// Takes a place among the lists and long searches under way.
  fileprivate func takeList(within time: Duration) async throws -> Shares.Share {
    guard let share = try await accounts.lists.take(for: client, within: time) else {
      throw ServiceError(
        429, "Too many lists of addresses, or searches that take as long, are under way.",
        retryAfter: 5)
    }
    return share
  }

  /// Room for the body of a request, which grows as it arrives.
  func takeBody() -> Shares.Share? { accounts.bodies.take(0, for: client) }
}

/// Runs what takes as long as a list of addresses on worker threads, within the part that its client may have.
///
/// - Parameters:
///   - account: The account of the client.
///   - time: The longest time to wait for a place.
///   - body: The work.
/// - Returns: What the work gives.
/// - Throws: ``ServiceError`` with 429 if no place gets free, and the errors of the work.
func longWork<Value: Sendable>(
  of account: ClientAccount?, waiting time: Duration = .seconds(2),
  _ body: @concurrent () async throws -> Value
) async throws -> Value {
  let place = try await account?.takeList(within: time)
  defer { withExtendedLifetime(place) {} }
  return try await onWorkerThreads(body)
}

/// Opens the account of the client of each request, and charges what the request took when it is answered.
///
/// It is the first of all middleware, so that it measures them, too.
struct Accounting: RouterMiddleware {
  let accounts: ClientAccounts
  let behindBalancer: Bool

  func handle(
    _ request: Request, context: ServerRequestContext,
    next: @concurrent (Request, ServerRequestContext) async throws -> Response
  ) async throws -> Response {
    let account = ClientAccount(
      of: ClientIdentity.of(request, on: context.channel, behindBalancer: behindBalancer),
      in: accounts, .current)
    var context = context
    context.account = account
    defer { account.settle(beyond: ClientAccounts.timeOfToken) }
    return try await next(request, context)
  }
}

/// Rejects requests of clients that used more than their part, with 429 and the time to wait.
struct ClientLimiter: RouterMiddleware {
  func handle(
    _ request: Request, context: ServerRequestContext,
    next: @concurrent (Request, ServerRequestContext) async throws -> Response
  ) async throws -> Response {
    guard let account = context.account, request.uri.path != StatusRoutes.healthPath else {
      return try await next(request, context)
    }
    try account.payRequest()
    let place = try account.takeRequest()
    defer { withExtendedLifetime(place) {} }
    return try await next(request, context)
  }
}
#endif

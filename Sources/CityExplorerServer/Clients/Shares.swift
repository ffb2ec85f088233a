#if Server
import Hummingbird
import RemoteSearch
import Synchronization

/// Counts what clients take of something that is limited: requests under way, lists of addresses, bytes of bodies.
///
/// There is a limit for all clients, and a lower one for each, so that no client takes all.
final class Shares: Sendable {
  private let total: Int
  private let each: Int
  private let taken = Mutex<Taken>(Taken())

  private struct Taken {
    var total = 0
    var byClient: [String: Int] = [:]
  }

  /// Creates shares.
  ///
  /// - Parameters:
  ///   - total: How much there is.
  ///   - each: How much a client may have.
  init(_ total: Int, each: Int) {
    self.total = total
    self.each = each
  }

  /// How much is taken.
  var count: Int { taken.withLock { $0.total } }

  /// Takes a share, which is given back with the returned object; `nil` if too little is left.
  func take(_ amount: Int = 1, for client: String) -> Share? {
    add(amount, for: client) ? Share(amount, of: self, for: client) : nil
  }

  /// Takes one share, and waits for a moment until one is free.
  ///
  /// - Parameters:
  ///   - client: The client.
  ///   - time: The longest time to wait.
  /// - Returns: The share; `nil` if none gets free.
  /// - Throws: `CancellationError`.
  func take(for client: String, within time: Duration) async throws -> Share? {
    let end = ContinuousClock.now + time
    while true {
      // Before the attempt, which a thread that was held off makes after the end, too.
      let isLast = ContinuousClock.now >= end
      if let share = take(for: client) { return share }
      if isLast { return nil }
      // Whoever waits costs little, so there is no queue.
      try await Task.sleep(for: .milliseconds(10))
    }
  }

  private func add(_ amount: Int, for client: String) -> Bool {
    taken.withLock { taken in
      let own = taken.byClient[client, default: 0]
      guard taken.total + amount <= total, own + amount <= each else { return false }
      taken.total += amount
      taken.byClient[client] = own + amount
      return true
    }
  }

  private func remove(_ amount: Int, for client: String) {
    taken.withLock { taken in
      taken.total -= amount
      let own = taken.byClient[client, default: 0] - amount
      taken.byClient[client] = own > 0 ? own : nil
    }
  }

  /// What a client has; its deinitializer gives it back.
  final class Share: Sendable {
    private let amount: Atomic<Int>
    private let shares: Shares
    private let client: String

    fileprivate init(_ amount: Int, of shares: Shares, for client: String) {
      self.amount = Atomic(amount)
      self.shares = shares
      self.client = client
    }

    /// Takes more; `false` if too little is left.
    func grow(by more: Int) -> Bool {
      guard shares.add(more, for: client) else { return false }
      amount.wrappingAdd(more, ordering: .relaxed)
      return true
    }

    deinit { shares.remove(amount.load(ordering: .relaxed), for: client) }
  }
}
#endif

#if Server
import Foundation
import Logging
import NIOCore
import Synchronization

/// The open connections of a server: how many there may be, in all and of one address.
///
/// At a limit, the connection that has been idle for the longest time makes room for a new one. If none is idle,
/// the new one is closed.
final class Connections: Sendable {
  private let total: Int
  private let each: Int
  /// The largest number of connections that an address opens in a second.
  private let perSecond: Int
  private let open = Mutex<Open>(Open())
  private let opened = Mutex<Opened>(Opened(start: .now()))

  /// How many connections each address has opened since a time, which is at most a second ago.
  private struct Opened {
    var start: NIODeadline
    var byClient: [String: Int] = [:]
  }

  private struct Open {
    var count = 0
    /// The connections of each address.
    var byClient: [String: [ObjectIdentifier: Connection]] = [:]

    mutating func remove(_ connection: Connection) {
      let id = ObjectIdentifier(connection)
      guard byClient[connection.client]?.removeValue(forKey: id) != nil else { return }
      count -= 1
      if byClient[connection.client]?.isEmpty == true { byClient[connection.client] = nil }
    }
  }

  /// An open connection.
  final class Connection: Sendable {
    fileprivate let channel: any Channel
    fileprivate let client: String
    /// When the last answer ended, by the clock of deadlines; the largest number while a request is under way.
    fileprivate let idleSince = Atomic(NIODeadline.now().uptimeNanoseconds)

    fileprivate init(_ channel: any Channel, _ client: String) {
      self.channel = channel
      self.client = client
    }

    /// A request is under way.
    func begin() { idleSince.store(.max, ordering: .relaxed) }

    /// All requests have been answered.
    func end() { idleSince.store(NIODeadline.now().uptimeNanoseconds, ordering: .relaxed) }

    fileprivate var isIdle: Bool { idleSince.load(ordering: .relaxed) != .max }
  }

  /// Creates the registry of a server without connections.
  ///
  /// - Parameters:
  ///   - total: The largest number of connections.
  ///   - each: The largest number of connections of an address.
  ///   - perSecond: The largest number of connections that an address opens in a second.
  init(total: Int, each: Int, perSecond: Int) {
    self.total = total
    self.each = min(each, total)
    self.perSecond = perSecond
  }

  /// The number of open connections.
  var count: Int { open.withLock { $0.count } }

  /// Whether an address may open one more connection in this second.
  ///
  /// A connection that pushes out another costs both their set-up and their end, so a client that opens
  /// thousands is refused before its connections are set up.
  ///
  /// - Complexity: O(1).
  func mayOpen(_ client: String, at now: NIODeadline) -> Bool {
    opened.withLock { opened in
      if now - opened.start >= .seconds(1) { opened = Opened(start: now) }
      opened.byClient[client, default: 0] += 1
      return opened.byClient[client, default: 0] <= perSecond
    }
  }

  /// Registers a connection until it is closed.
  ///
  /// - Returns: The connection; `nil` if there is no room for it.
  /// - Complexity: O(1), and O(*m*) at the limit of an address with *m* connections. At the limit of all, one
  ///   percent of *n* connections is closed in O(*n* log *n*), so a connection pays for about 100.
  func add(_ channel: any Channel, of client: String) -> Connection? {
    let connection = Connection(channel, client)
    let (isAdded, surplus) = open.withLock { open in
      var surplus: [Connection] = []
      if let own = open.byClient[client], own.count >= each {
        surplus = Self.idle(own.values, 1)
      } else if open.count >= total {
        surplus = Self.idle(open.byClient.values.flatMap(\.values), 1 + open.count / 100)
      }
      for old in surplus { open.remove(old) }
      guard open.count < total, open.byClient[client, default: [:]].count < each else {
        return (false, surplus)
      }
      open.byClient[client, default: [:]][ObjectIdentifier(connection)] = connection
      open.count += 1
      return (true, surplus)
    }
    for old in surplus { old.channel.close(promise: nil) }
    guard isAdded else { return nil }
    channel.closeFuture.whenComplete { [self] _ in open.withLock { $0.remove(connection) } }
    return connection
  }

  /// The connections that have been idle for the longest time.
  private static func idle(_ connections: some Collection<Connection>, _ count: Int) -> [Connection]
  {
    let idle = connections.filter(\.isIdle).map { ($0, $0.idleSince.load(ordering: .relaxed)) }
    guard count > 1 else { return idle.min { $0.1 < $1.1 }.map { [$0.0] } ?? [] }
    return idle.sorted { $0.1 < $1.1 }.prefix(count).map(\.0)
  }

  /// Closes all connections.
  func closeAll() {
    let all = open.withLock { $0.byClient.values.flatMap(\.values) }
    for connection in all { connection.channel.close(promise: nil) }
  }
}

/// The descriptors of the process, each of which may be a file or a connection.
enum Descriptors {
  /// What is left for connections, once some are kept for files.
  ///
  /// - Returns: The number, at least one; `nil` if it is not limited.
  static func left() -> Int? {
    var limit = rlimit()
    // Sound: the system writes the one value that the pointer is for.
    #if canImport(Glibc)
    let isKnown = unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
    #else
    let isKnown = unsafe getrlimit(RLIMIT_NOFILE, &limit) == 0
    #endif
    guard isKnown, let all = Int(exactly: limit.rlim_cur), all < 1 << 30 else { return nil }
    // Each entry is a descriptor in use, and one is that of the folder.
    let used = (try? FileManager.default.contentsOfDirectory(atPath: "/dev/fd").count) ?? 32
    return left(of: all, used: used)
  }

  /// What is left of all descriptors for connections.
  static func left(of all: Int, used: Int) -> Int { max(1, all - used - reserve) }

  /// What is kept for files.
  private static let reserve = 16
}

/// Closes the connections that an address opens too fast, before anything is set up for them.
final class AcceptLimiter: ChannelInboundHandler {
  typealias InboundIn = any Channel

  private let connections: Connections
  private let now: () -> NIODeadline

  init(_ connections: Connections, now: @escaping () -> NIODeadline = { .now() }) {
    self.connections = connections
    self.now = now
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let accepted = Self.unwrapInboundIn(data)
    guard connections.mayOpen(ClientIdentity.of(accepted), at: now()) else {
      accepted.close(promise: nil)
      return
    }
    context.fireChannelRead(data)
  }
}

/// Logs that connections cannot be accepted, such as when the process has no descriptors left.
final class AcceptErrorLogger: ChannelInboundHandler {
  typealias InboundIn = any Channel

  private let logger: Logger
  /// Whether the last attempt failed; the first of a row is logged.
  private var isFailing = false
  /// The earliest time of the next line of the log.
  private var nextTime = NIODeadline.uptimeNanoseconds(0)

  init(_ logger: Logger) { self.logger = logger }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    isFailing = false
    context.fireChannelRead(data)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    defer { isFailing = true }
    guard !isFailing, NIODeadline.now() >= nextTime else { return }
    nextTime = .now() + .minutes(1)
    logger.error(
      """
      No connection can be accepted: \(error). If the process has too many open files, raise its \
      limit (ulimit -n), or lower --connections.
      """)
  }
}
#endif

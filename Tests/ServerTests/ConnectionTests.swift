#if Server
import HTTPTypes
import Logging
import NIOCore
import NIOEmbedded
import NIOExtras
import NIOHTTP1
import NIOPosix
import RemoteSearch
import Testing

@testable import CityExplorerServer

/// What a connection has time for.
@Suite("Deadlines of connections") struct ConnectionDeadlineTests {
  /// A connection that handles parts of requests and answers, with 30 seconds for each thing.
  private final class Connection {
    let channel = EmbeddedChannel()
    private let errors = ErrorCatcher()

    init() throws {
      let pipeline = channel.pipeline.syncOperations
      try pipeline.addHandlers([
        HTTPResponseEncoder(), ConnectionDeadlines(seconds: 30, nil), errors,
      ])
      try channel.connect(to: SocketAddress(ipAddress: "192.0.2.1", port: 1)).wait()
    }

    var isOpen: Bool { channel.isActive }
    /// The status of the error that a route gets.
    var status: Int? { errors.status }

    func head() throws {
      let head = HTTPRequestHead(version: .http1_1, method: .POST, uri: "/")
      try channel.writeInbound(HTTPServerRequestPart.head(head))
    }

    func body(_ count: Int) throws {
      let bytes = ByteBuffer(repeating: 0, count: count)
      try channel.writeInbound(HTTPServerRequestPart.body(bytes))
    }

    func end() throws { try channel.writeInbound(HTTPServerRequestPart.end(nil)) }

    func answer() throws {
      let head = HTTPResponseHead(version: .http1_1, status: .ok)
      try channel.writeOutbound(HTTPServerResponsePart.head(head))
      try channel.writeOutbound(HTTPServerResponsePart.end(nil))
    }

    /// Lets time pass.
    func wait(_ seconds: Int64) { channel.embeddedEventLoop.advanceTime(by: .seconds(seconds)) }
  }

  private final class ErrorCatcher: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    private(set) var status: Int?

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      status = (error as? ServiceError)?.status
    }
  }

  @Test func `a connection without a request ends, and one with a request does not`() throws {
    let (silent, busy) = (try Connection(), try Connection())
    try busy.head()
    try busy.end()
    for connection in [silent, busy] { connection.wait(29) }
    #expect(silent.isOpen)
    for connection in [silent, busy] { connection.wait(1) }
    #expect(!silent.isOpen)
    // A route may take as long as it does.
    busy.wait(1_000)
    #expect(busy.isOpen)
    try busy.answer()
    busy.wait(24)
    #expect(busy.isOpen)
    busy.wait(12)
    #expect(!busy.isOpen)
  }

  @Test func `a body has a second more for each 1,000 bytes`() throws {
    // 2,000 bytes each second for 100 seconds, and then silence.
    let steady = try Connection()
    try steady.head()
    for _ in 0..<100 {
      try steady.body(2_000)
      steady.wait(1)
    }
    #expect(steady.status == nil)
    steady.wait(29 + 200 - 100)
    #expect(steady.status == nil)
    steady.wait(6)
    #expect(steady.status == 408)
    // The answer can be read before the connection ends.
    try steady.answer()
    #expect(steady.isOpen)
    steady.wait(1)
    #expect(!steady.isOpen)
  }

  @Test func `a body that trickles ends, answered or not`() throws {
    let (waiting, answered) = (try Connection(), try Connection())
    for connection in [waiting, answered] { try connection.head() }
    try answered.answer()
    for _ in 0..<30 {
      for connection in [waiting, answered] {
        #expect(connection.isOpen)
        try connection.body(1)
        connection.wait(1)
      }
    }
    #expect(waiting.status == 408)
    #expect(answered.status == nil && !answered.isOpen)
  }

  @Test func `a client that does not read ends, and one that reads slowly does not`() throws {
    for isReading in [true, false] {
      let connection = try Connection()
      try connection.head()
      try connection.end()
      // What is written and not flushed is what a client does not take.
      connection.channel.write(
        HTTPServerResponsePart.head(HTTPResponseHead(version: .http1_1, status: .ok)), promise: nil)
      for _ in 0..<10 {
        if isReading { connection.channel.flush() }
        let bytes = ByteBuffer(repeating: 0, count: 10_000)
        connection.channel.write(
          HTTPServerResponsePart.body(.byteBuffer(bytes)), promise: nil)
        connection.wait(9)
      }
      #expect(connection.isOpen == isReading)
    }
  }

  @Test func `a server that stops ends what is idle, then what arrives, then what is answered`()
    throws
  {
    let (idle, arriving, answering) = (try Connection(), try Connection(), try Connection())
    try arriving.head()
    try answering.head()
    try answering.end()
    for connection in [idle, arriving, answering] {
      connection.channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
    }
    #expect(!idle.isOpen && arriving.isOpen && answering.isOpen)
    arriving.wait(5)
    #expect(arriving.status == 408)
    answering.wait(5)
    try answering.answer()
    #expect(!answering.isOpen)
  }
}

/// How many connections there may be.
@Suite("Numbers of connections") struct ConnectionCountTests {
  private static func channel() throws -> EmbeddedChannel {
    let channel = EmbeddedChannel()
    try channel.connect(to: SocketAddress(ipAddress: "192.0.2.1", port: 1)).wait()
    return channel
  }

  @Test func `at the limit of an address, its longest idle connection makes room`() throws {
    let connections = Connections(total: 10, each: 2, perSecond: 2)
    let (first, second, third) = (try Self.channel(), try Self.channel(), try Self.channel())
    let one = try #require(connections.add(first, of: "a"))
    let other = try #require(connections.add(second, of: "a"))
    one.begin()
    one.end()
    // The other one has been idle for longer now.
    _ = try #require(connections.add(third, of: "a"))
    #expect(first.isActive && !second.isActive && third.isActive)
    #expect(connections.count == 2)
    withExtendedLifetime(other) {}
  }

  @Test func `an address whose connections are all busy gets no more, and others do`() throws {
    let connections = Connections(total: 10, each: 2, perSecond: 2)
    for _ in 0..<2 { try #require(connections.add(Self.channel(), of: "a")).begin() }
    #expect(connections.add(try Self.channel(), of: "a") == nil)
    #expect(connections.add(try Self.channel(), of: "b") != nil)
    #expect(connections.count == 3)
  }

  @Test func `at the limit of all, idle connections make room, whoever has them`() throws {
    let connections = Connections(total: 200, each: 150, perSecond: 2)
    let channels = try (0...200).map { _ in try Self.channel() }
    for (index, channel) in channels.prefix(200).enumerated() {
      let connection = connections.add(channel, of: index < 100 ? "a" : "b")
      if index % 2 == 0 { connection?.begin() }
    }
    #expect(connections.add(channels[200], of: "c") != nil)
    // One percent and one, the longest idle ones.
    #expect(channels.indices.filter { !channels[$0].isActive } == [1, 3, 5])
    #expect(connections.count == 198)
    channels[0].close(promise: nil)
    channels[0].embeddedEventLoop.run()
    #expect(connections.count == 197)
    connections.closeAll()
    for channel in channels { channel.embeddedEventLoop.run() }
    #expect(channels.allSatisfy { !$0.isActive })
    #expect(connections.count == 0)
  }

  @Test func `an address opens no more connections in a second than are allowed`() {
    let connections = Connections(total: 10, each: 2, perSecond: 2)
    let start = NIODeadline.now() + .seconds(1)
    #expect((0..<4).map { _ in connections.mayOpen("a", at: start) } == [true, true, false, false])
    #expect(connections.mayOpen("b", at: start))
    #expect(!connections.mayOpen("a", at: start + .milliseconds(999)))
    #expect(connections.mayOpen("a", at: start + .seconds(1)))
  }

  @Test func `a connection too many is closed before it is set up`() throws {
    let now = NIODeadline.now()
    let server = EmbeddedChannel(
      handler: AcceptLimiter(Connections(total: 10, each: 1, perSecond: 1), now: { now }))
    let (first, second) = (try Self.channel(), try Self.channel())
    try server.writeInbound(first as any Channel)
    try server.writeInbound(second as any Channel)
    #expect(try server.readInbound(as: (any Channel).self) === first)
    #expect(try server.readInbound(as: (any Channel).self) == nil)
    #expect(first.isActive && !second.isActive)
  }

  @Test func `some descriptors are left, and some are kept for files`() throws {
    #expect(try #require(Descriptors.left()) > 0)
    #expect(Descriptors.left(of: 100, used: 30) == 54)
    #expect(Descriptors.left(of: 100, used: 95) == 1)
  }

  @Test func `a connection that cannot be accepted is logged once, until one can be`() throws {
    let lines = LogLines()
    let channel = EmbeddedChannel(handler: AcceptErrorLogger(Logger(label: "tests") { _ in lines }))
    for _ in 0..<3 {
      channel.pipeline.fireErrorCaught(IOError(errnoCode: EMFILE, reason: "accept"))
    }
    #expect(lines.texts.count == 1)
    #expect(lines.texts.first?.contains("raise its limit (ulimit -n)") == true)
  }
}

/// Keeps what is logged.
private final class LogLines: LogHandler, @unchecked Sendable {
  // Unchecked, because one thread uses it.
  private(set) var texts: [String] = []
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.trace

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) { texts.append("\(event.message)") }
}
#endif

#if Server
import NIOCore
import NIOExtras
import NIOHTTP1
import RemoteSearch

/// The time that a connection has for each thing it waits for: a request, the rest of a body, a reader.
///
/// A connection may wait for a request, and for its whole head, for the time of the option `--idle-timeout`. A body
/// that arrives and an answer that is read have as much time, and a second more for each ``leastRate`` bytes, so a
/// slow line is fast enough for what is large, and who stops is disconnected. Only the time that a route takes is
/// not limited here.
///
/// It is looked at several times within the time of the option, not exactly at its end, since a timer for each
/// byte would cost more than the request.
final class ConnectionDeadlines: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  /// The least rate of bodies and readers, in bytes per second.
  static let leastRate: Int64 = 1_000

  private let time: TimeAmount
  private let connection: Connections.Connection?
  /// The number of requests whose answer has not ended; less than 0 after the answer to what is no request.
  private var openCount = 0
  /// Since when the connection has waited for a request.
  private var idleSince = NIODeadline.distantFuture
  /// The bytes of all bodies and of all answers so far.
  private var (arrivedCount, writtenCount): (Int64, Int64) = (0, 0)
  /// The body that arrives; `nil` if none does.
  private var arrival: Transfer?
  /// The answers that wait for their reader; `nil` if none do.
  private var reading: Transfer?
  /// Whether a body came too slowly, and the connection is closed a moment after the answer.
  private var isLate = false
  /// When the server began to stop, after which the connection is closed with the end of the answer; `nil` as
  /// long as it serves.
  private var stopping: NIODeadline?
  private var checks: RepeatedTask?

  /// Something that moves, and where it was when it began to.
  private struct Transfer {
    let start: NIODeadline
    let origin: Int64

    func isOver(at position: Int64, _ now: NIODeadline, within time: TimeAmount) -> Bool {
      now - start >= time + .seconds((position - origin) / leastRate)
    }
  }

  /// Creates a handler.
  ///
  /// - Parameters:
  ///   - seconds: The time for each thing, in seconds.
  ///   - connection: The connection, which is told when it is idle.
  init(seconds: Int, _ connection: Connections.Connection?) {
    time = .seconds(Int64(seconds))
    self.connection = connection
  }

  func handlerAdded(context: ChannelHandlerContext) {
    idleSince = context.eventLoop.now
    let pause = TimeAmount.nanoseconds(time.nanoseconds / 6)
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    checks = context.eventLoop.scheduleRepeatedTask(initialDelay: pause, delay: pause) { _ in
      let (handler, context) = bound.value
      handler.check(context)
    }
  }

  func handlerRemoved(context: ChannelHandlerContext) { endChecks() }

  func channelInactive(context: ChannelHandlerContext) {
    endChecks()
    context.fireChannelInactive()
  }

  private func endChecks() {
    checks?.cancel()
    checks = nil
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head:
      if openCount == 0 { connection?.begin() }
      openCount += 1
      arrival = Transfer(start: context.eventLoop.now, origin: arrivedCount)
    case .body(let bytes): arrivedCount += Int64(bytes.readableBytes)
    case .end: arrival = nil
    }
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head: break
    case .body(let bytes): writtenCount += Int64(bytes.readableBytes)
    case .end:
      openCount -= 1
      if openCount <= 0 { return end(context, data, promise) }
    }
    context.write(data, promise: promise)
  }

  /// Writes the end of the last answer.
  private func end(
    _ context: ChannelHandlerContext, _ data: NIOAny, _ promise: EventLoopPromise<Void>?
  ) {
    idleSince = context.eventLoop.now
    connection?.end()
    let channel = context.channel
    if isLate {
      // A client that is disconnected while it sends does not read the answer.
      context.eventLoop.scheduleTask(in: .seconds(1)) { channel.close(promise: nil) }
    }
    guard stopping != nil else { return context.write(data, promise: promise) }
    let promise = promise ?? context.eventLoop.makePromise()
    promise.futureResult.whenComplete { _ in channel.close(promise: nil) }
    context.writeAndFlush(data, promise: promise)
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    guard event is ChannelShouldQuiesceEvent else {
      return context.fireUserInboundEventTriggered(event)
    }
    stopping = context.eventLoop.now
    // Answers that wait for their reader, and bodies that arrive, are checked soon.
    if openCount <= 0, waitingCount(context) == 0 { context.close(promise: nil) }
  }

  /// The time of a body that arrives when the server stops.
  private static let lastTime = TimeAmount.seconds(2)

  /// Ends what took too long.
  private func check(_ context: ChannelHandlerContext) {
    let now = context.eventLoop.now
    let waiting = waitingCount(context)
    let position = writtenCount - waiting
    reading = waiting > 0 ? reading ?? Transfer(start: now, origin: position) : nil
    let isBodyOver =
      arrival.map {
        $0.isOver(at: arrivedCount, now, within: time)
          || stopping.map { now - $0 >= Self.lastTime } ?? false
      } ?? false
    if isBodyOver, openCount > 0 {
      arrival = nil
      isLate = true
      context.fireErrorCaught(
        ServiceError(
          408,
          "The body of the request did not come within \(time.nanoseconds / 1_000_000_000) seconds, and a "
            + "second for each \(Self.leastRate) bytes."))
    } else if isBodyOver || reading?.isOver(at: position, now, within: time) ?? false
      || isIdle && (stopping != nil || now - idleSince >= time)
    {
      context.close(promise: nil)
    }
  }

  /// Whether nothing is under way.
  private var isIdle: Bool { openCount <= 0 && arrival == nil && reading == nil }

  /// The bytes of answers that the client has not taken.
  private func waitingCount(_ context: ChannelHandlerContext) -> Int64 {
    let count = try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)
    return Int64(count ?? 0)
  }
}
#endif

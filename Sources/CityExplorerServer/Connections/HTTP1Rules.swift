#if Server
import NIOCore
import NIOHTTP1
import RemoteSearch

/// The rules of HTTP/1: one Host, the size of heads, the transfer coding, `Expect: 100-continue`, which answers have a
/// body, and the end of connections.
///
/// A request that breaks a rule gets an answer with a sentence. The connection is closed a moment later,
/// because a client that is disconnected while it sends does not read the answer.
final class HTTP1Rules: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  private let limits: ServerLimits
  /// The requests whose answer has not ended, the refused one at last: whether each is HEAD.
  private var open = CircularBuffer<Bool>()
  /// Whether the answer that is being sent has no body.
  private var isBodyless = false
  /// Whether the body of a request is arriving.
  private var isArriving = false
  /// Why a request is refused; nothing is read after that.
  private var refusal: ServiceError?
  /// Whether the refusal was sent; nothing is sent after that.
  private var isRefused = false
  /// Whether the client has said that the request is its last one; nothing is read after that.
  private var isLast = false
  /// Whether the last request is answered.
  private var isLastAnswered = false

  init(limits: ServerLimits) { self.limits = limits }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard refusal == nil, isArriving || !isLast else { return }
    switch unwrapInboundIn(data) {
    case .head(var head):
      if let error = violation(head) { return refuse(error, isHead: head.method == .HEAD, context) }
      open.append(head.method == .HEAD)
      isArriving = true
      // Hummingbird would read nothing after its answer to a request with this header: neither the rest of the
      // body nor the end of the connection.
      isLast = !head.isKeepAlive
      head.headers.remove(name: "connection")
      permit(head, context)
      context.fireChannelRead(wrapInboundOut(.head(head)))
    case .end:
      isArriving = false
      context.fireChannelRead(data)
      endIfAnswered(context.channel)
    case .body: context.fireChannelRead(data)
    }
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard !isRefused else {
      promise?.fail(ChannelError.outputClosed)
      return
    }
    switch unwrapOutboundIn(data) {
    case .head(let head):
      isBodyless = open.first == true || !head.status.mayHaveResponseBody
      return context.write(data, promise: promise)
    case .body where isBodyless:
      // What follows the head would be read as the next answer. The length in the head remains.
      return context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer()))), promise: promise)
    case .body: return context.write(data, promise: promise)
    case .end: break
    }
    _ = open.popFirst()
    var promise = promise
    if isLast, open.isEmpty {
      let (sent, channel) = (promise ?? context.eventLoop.makePromise(), context.channel)
      sent.futureResult.assumeIsolated().whenSuccess { [self] in
        isLastAnswered = true
        endIfAnswered(channel)
      }
      promise = sent
    }
    context.write(data, promise: promise)
    sendRefusal(context)
  }

  /// Ends the output when the last request has arrived as a whole and is answered.
  ///
  /// The client then ends its own, or is idle.
  private func endIfAnswered(_ channel: any Channel) {
    if isLastAnswered, !isArriving { channel.close(mode: .output, promise: nil) }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard refusal == nil else { return }
    // While a request is arriving, a route reads its body, and gets the error.
    guard let error = error as? HTTPParserError, !isArriving else {
      return context.fireErrorCaught(error)
    }
    switch error {
    case .headerOverflow:
      refuse(
        ServiceError(
          431,
          "The headers of a request must be at most \(HTTP1Connection.headerCount), and have at most "
            + "\(HTTP1Connection.headersSize) bytes, each at most \(HTTP1Connection.headerSize)."),
        isHead: false, context)
    default: refuse(ServiceError(400, "The request is not valid HTTP/1.1."), isHead: false, context)
    }
  }
}

extension HTTP1Rules {
  /// The rule that a head breaks.
  private func violation(_ head: HTTPRequestHead) -> ServiceError? {
    let size = head.uri.utf8.count
    guard size <= HTTP1Connection.targetSize else {
      return ServiceError(
        414,
        "The target of a request must have at most \(HTTP1Connection.targetSize) bytes, got \(size)."
      )
    }
    let codings = head.headers[canonicalForm: "transfer-encoding"].map { $0.lowercased() }
    guard codings.isEmpty || codings == ["chunked"] else {
      return ServiceError(
        501,
        "The transfer coding must be chunked, got '\(codings.joined(separator: ", ").prefix(50))'.")
    }
    let hosts = head.headers["host"].count
    guard hosts == 1 || hosts == 0 && !Self.isHTTP11(head) else {
      return ServiceError(400, "A request must have one header Host, got \(hosts).")
    }
    return nil
  }

  private static func isHTTP11(_ head: HTTPRequestHead) -> Bool {
    head.version.major > 1 || head.version.major == 1 && head.version.minor >= 1
  }

  /// Answers a client that waits for permission to send its body.
  private func permit(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
    guard Self.isHTTP11(head),
      head.headers[canonicalForm: "expect"].contains(where: { $0.lowercased() == "100-continue" })
    else { return }
    // A body that is too large is refused before it is sent.
    if let length = head.headers.first(name: "content-length").flatMap({ Int($0) }),
      length > limits.bodySize
    {
      return
    }
    context.writeAndFlush(
      wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: .continue))), promise: nil)
  }

  /// Answers a request with an error after the answers to all requests before.
  private func refuse(_ error: ServiceError, isHead: Bool, _ context: ChannelHandlerContext) {
    refusal = error
    open.append(isHead)
    sendRefusal(context)
  }

  /// Sends the refusal when all requests before are answered, and closes the connection a moment later.
  private func sendRefusal(_ context: ChannelHandlerContext) {
    guard let error = refusal, open.count == 1, let isHead = open.popFirst() else { return }
    isRefused = true
    let body = error.json
    let head = HTTPResponseHead(
      version: .http1_1, status: HTTPResponseStatus(statusCode: error.status),
      headers: [
        "content-type": "application/json", "content-length": "\(body.count)",
        "connection": "close",
      ])
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    if !isHead {
      context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: body)))), promise: nil)
    }
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    let channel = context.channel
    context.eventLoop.scheduleTask(in: .seconds(1)) { channel.close(promise: nil) }
  }
}
#endif

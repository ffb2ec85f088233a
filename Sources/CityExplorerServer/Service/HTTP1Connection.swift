#if Server
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// A connection with the rules of HTTP/1 that routes cannot see.
///
/// It is that of Hummingbird, with ``HTTP1Rules`` before the translation into version-independent types.
struct HTTP1Connection: ServerChildChannel, HTTPChannelHandler {
  typealias Value = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>

  let responder: HTTPChannelHandler.Responder
  let limits: ServerLimits

  /// The largest number of bytes of a header.
  static let headerSize = 32_768
  /// The largest number of bytes of all headers.
  static let headersSize = 65_536
  /// The largest number of headers.
  static let headerCount = 100
  /// The largest number of bytes of the target of a request.
  static let targetSize = 16_384

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
    channel.eventLoop.makeCompletedFuture {
      var decoder = NIOHTTPDecoderLimitConfiguration()
      decoder.maxHeaderFieldSize = Self.headerSize
      decoder.maxHeaderListSize = Self.headersSize
      decoder.maxHeaderFieldCount = Self.headerCount
      let pipeline = channel.pipeline.syncOperations
      try pipeline.configureHTTPServerPipeline(
        withPipeliningAssistance: false, withErrorHandling: false,
        withOutboundHeaderValidation: false, withEncoderConfiguration: .init(),
        withDecoderLimitConfiguration: decoder)
      try pipeline.addHandler(HTTP1Rules(limits: limits))
      try pipeline.addHandler(HTTP1ToHTTPServerCodec(secure: false))
      try pipeline.addHandler(
        HTTPConnectionStateHandler(idleTimeout: .seconds(limits.idleTimeout), logger: logger))
      return try NIOAsyncChannel(
        wrappingChannelSynchronously: channel,
        configuration: .init(isOutboundHalfClosureEnabled: true))
    }
  }

  func handle(value: Value, logger: Logger) async {
    await withTaskExecutorPreference(EventLoopExecutor(value.channel.eventLoop)) {
      await handleHTTP(asyncChannel: value, logger: logger)
    }
  }
}

/// Logs that connections cannot be accepted, such as when the process has no descriptors left.
final class AcceptErrorLogger: ChannelInboundHandler {
  typealias InboundIn = any Channel

  private let logger: Logger
  /// The earliest time of the next line of the log.
  private var nextTime = NIODeadline.uptimeNanoseconds(0)

  init(_ logger: Logger) { self.logger = logger }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard NIODeadline.now() >= nextTime else { return }
    nextTime = .now() + .seconds(10)
    logger.error(
      """
      No connection can be accepted: \(error). If the process has too many open files, raise its \
      limit (ulimit -n), or lower --connections.
      """)
  }
}
#endif

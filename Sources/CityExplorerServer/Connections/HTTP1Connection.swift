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
/// It is that of Hummingbird, with ``ConnectionDeadlines`` and ``HTTP1Rules`` before the translation into
/// version-independent types.
struct HTTP1Connection: ServerChildChannel, HTTPChannelHandler {
  typealias Value = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>

  let responder: HTTPChannelHandler.Responder
  let limits: ServerLimits
  let connections: Connections
  /// Whether all connections are those of a balancer, which no address owns.
  let isBehindBalancer: Bool

  /// The largest number of bytes of a header.
  static let headerSize = 32_768
  /// The largest number of bytes of all headers.
  static let headersSize = 65_536
  /// The largest number of headers.
  static let headerCount = 100
  /// The bytes that are read at once, and that may wait to be written.
  static let bufferSize = 16_384
  /// The largest number of bytes of the target of a request.
  static let targetSize = 16_384

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
    channel.eventLoop.makeCompletedFuture {
      var decoder = NIOHTTPDecoderLimitConfiguration()
      decoder.maxHeaderFieldSize = Self.headerSize
      decoder.maxHeaderListSize = Self.headersSize
      decoder.maxHeaderFieldCount = Self.headerCount
      // By default, a connection keeps four buffers of 64 kB for reading, and 64 kB wait for its client; with
      // hundreds of connections, that is too much.
      try channel.syncOptions?.setOption(.maxMessagesPerRead, value: 1)
      try channel.syncOptions?.setOption(
        .recvAllocator,
        value: AdaptiveRecvByteBufferAllocator(
          minimum: 512, initial: 2_048, maximum: Self.bufferSize))
      try channel.syncOptions?.setOption(
        .writeBufferWaterMark, value: .init(low: Self.bufferSize / 2, high: Self.bufferSize))
      let pipeline = channel.pipeline.syncOperations
      try pipeline.configureHTTPServerPipeline(
        withPipeliningAssistance: false, withErrorHandling: false,
        withOutboundHeaderValidation: false, withEncoderConfiguration: .init(),
        withDecoderLimitConfiguration: decoder)
      let client = isBehindBalancer ? "" : ClientIdentity.of(channel)
      let connection = connections.add(channel, of: client)
      try pipeline.addHandler(ConnectionDeadlines(seconds: limits.idleTimeout, connection))
      try pipeline.addHandler(HTTP1Rules(limits: limits))
      try pipeline.addHandler(HTTP1ToHTTPServerCodec(secure: false))
      // An error here would end the server, so the connection is closed instead.
      if connection == nil { channel.close(promise: nil) }
      return try NIOAsyncChannel(
        wrappingChannelSynchronously: channel,
        configuration: .init(isOutboundHalfClosureEnabled: true))
    }
  }

  func handle(value: Value, logger: Logger) async {
    await ProcessorMeter().run(on: value.channel.eventLoop) {
      await handleHTTP(asyncChannel: value, logger: logger)
    }
  }
}
#endif

#if Server
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// Compresses texts with gzip for clients that accept it.
///
/// Texts of up to 1,024 bytes fit in one packet as they are. Streams are sent as they are, too: their
/// lines would wait for the compressor.
struct Compression: RouterMiddleware {
  /// The smallest body that is compressed, in bytes.
  static let leastSize = 1_025

  func handle(
    _ request: Request, context: ServerRequestContext,
    next: @concurrent (Request, ServerRequestContext) async throws -> Response
  ) async throws -> Response {
    var response = try await next(request, context)
    guard let size = response.body.contentLength, size >= Self.leastSize,
      Self.isText(response.headers[.contentType] ?? ""), response.headers[.contentEncoding] == nil
    else { return response }
    // Caches must not give a compressed text to a client that cannot read it.
    response.headers[values: .vary].append("Accept-Encoding")
    guard
      ContentCoding.preferred(by: request.headers[.acceptEncoding] ?? "", of: [.gzip]) != nil
    else { return response }
    let collected = CollectedBody()
    try await response.body.write(collected)
    guard let compressed = ContentCoding.gzip.compress(collected.bytes, .least) else {
      return response
    }
    response.headers[.contentEncoding] = "gzip"
    // Not the same bytes, but the same content.
    if let tag = response.headers[.eTag], !tag.hasPrefix("W/") {
      response.headers[.eTag] = "W/\(tag)"
    }
    response.body = ResponseBody(byteBuffer: compressed)
    return response
  }

  /// Whether a media type is that of a text.
  private static func isText(_ type: String) -> Bool {
    type.hasPrefix("text/") || type.hasPrefix("application/json")
      || type.hasPrefix("application/geo+json") || type.hasPrefix("image/svg+xml")
  }
}

/// Collects the parts of the body of an answer.
private final class CollectedBody: ResponseBodyWriter {
  private let parts = Mutex(ByteBuffer())

  /// The bytes so far.
  var bytes: ByteBuffer { parts.withLock { $0 } }

  func write(_ buffer: ByteBuffer) async throws {
    parts.withLock { parts in
      if parts.readableBytes == 0 {
        parts = buffer
      } else {
        _ = parts.writeImmutableBuffer(buffer)
      }
    }
  }

  func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
#endif

#if Server
import CZlib
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// Compresses texts with gzip for clients that accept it.
///
/// Texts of up to 1,024 bytes fit in one packet as they are. Streams are sent as they are, too: their
/// events would wait for the compressor.
struct Compression: RouterMiddleware {
  /// The smallest body that is compressed, in bytes.
  static let leastSize = 1_025

  /// Fast, and within a tenth of the size that the slowest level reaches for lists of cities.
  private static let level: CInt = 1

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
    guard Self.accepts(request.headers[.acceptEncoding] ?? "") else { return response }
    let collected = CollectedBody()
    try await response.body.write(collected)
    guard let compressed = Self.gzip(collected.bytes) else { return response }
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

  /// Whether a client accepts gzip, by the header Accept-Encoding: `br, gzip;q=0.8`.
  static func accepts(_ header: String) -> Bool {
    var any = false
    for part in header.utf8.count > 1_000 ? [] : header.lowercased().split(separator: ",") {
      let fields = part.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
      let weight =
        fields.dropFirst().first { $0.hasPrefix("q=") }
        .map { Double($0.dropFirst(2)) ?? 0 } ?? 1
      switch fields.first {
      case "gzip", "x-gzip": return weight > 0
      case "*": any = weight > 0
      default: break
      }
    }
    return any
  }

  /// Compresses bytes; `nil` if they would not get fewer.
  static func gzip(_ bytes: ByteBuffer) -> ByteBuffer? {
    guard let count = UInt32(exactly: bytes.readableBytes), count > 0 else { return nil }
    var output = ByteBuffer()
    // Sound: both regions are as long as the counts say, and not kept. The compressor writes no more than
    // the capacity.
    let written = unsafe output.writeWithUnsafeMutableBytes(minimumWritableBytes: Int(count)) {
      output in
      unsafe bytes.withUnsafeReadableBytes { input in
        Int(
          unsafe gzip_bytes(
            input.baseAddress?.assumingMemoryBound(to: UInt8.self), count,
            output.baseAddress?.assumingMemoryBound(to: UInt8.self), count, level))
      }
    }
    return written > 0 ? output : nil
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

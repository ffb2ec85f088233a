#if Server
import HTTPTypes
import Hummingbird
import Logging

/// Logs a line for each request: method, path, status, size, time and client.
///
/// The query is left out, because it has what people typed.
struct AccessLog: RouterMiddleware {
  let logger: Logger
  /// Whether X-Forwarded-For is trusted.
  let isBehindBalancer: Bool

  func handle(
    _ request: Request, context: ServerRequestContext,
    next: @concurrent (Request, ServerRequestContext) async throws -> Response
  ) async throws -> Response {
    let start = ContinuousClock.now
    let response = try await next(request, context)
    let time = (ContinuousClock.now - start) / .milliseconds(1)
    // Hundredths of a millisecond.
    let duration = (time * 100).rounded() / 100
    // How long a stream gets is not known yet.
    let size = response.body.contentLength.map { "\($0)" } ?? "-"
    let address = ClientIdentity.address(
      of: request, on: context.channel, behindBalancer: isBehindBalancer)
    logger.notice(
      """
      \(request.method.rawValue) \(request.uri.path) \(response.status.code) \(size) bytes \
      \(duration) ms \(address.isEmpty ? "-" : address)
      """)
    return response
  }
}
#endif

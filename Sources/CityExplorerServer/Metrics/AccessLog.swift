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
    logger.notice(
      """
      \(request.method.rawValue) \(request.uri.path) \(response.status.code) \(size) bytes \
      \(duration) ms \(client(of: request, context))
      """)
    return response
  }

  private func client(of request: Request, _ context: ServerRequestContext) -> String {
    let forwarded =
      isBehindBalancer
      ? HTTPField.Name("x-forwarded-for").flatMap { request.headers[$0] }?
        .split(separator: ",").last.map { String($0.drop { $0 == " " }.prefix(64)) } : nil
    return forwarded ?? context.channel.remoteAddress?.ipAddress ?? "-"
  }
}
#endif

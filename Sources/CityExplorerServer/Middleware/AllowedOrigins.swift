#if Server
import HTTPTypes
import Hummingbird

/// Lets scripts of other web pages call the service (Cross-Origin Resource Sharing).
///
/// Cookies are not sent along: the service needs none.
struct AllowedOrigins: RouterMiddleware {
  private let origins: Set<String>

  /// Allows some origins, or any by `*`; `nil` if there are none.
  init?(_ origins: [String]) {
    guard !origins.isEmpty else { return nil }
    self.origins = Set(origins)
  }

  func handle(
    _ request: Request, context: ServerRequestContext,
    next: @concurrent (Request, ServerRequestContext) async throws -> Response
  ) async throws -> Response {
    let isPreflight =
      request.method == .options && request.headers[.accessControlRequestMethod] != nil
    var response =
      isPreflight ? Response(status: .noContent) : try await next(request, context)
    let allowsAny = origins.contains("*")
    // The answer depends on who asks, which what keeps it has to know.
    if !allowsAny { response.headers[values: .vary].append("Origin") }
    guard let origin = request.headers[.origin], allowsAny || origins.contains(origin) else {
      return response
    }
    response.headers[.accessControlAllowOrigin] = allowsAny ? "*" : origin
    response.headers[.accessControlExposeHeaders] = "ETag, Retry-After"
    if isPreflight {
      response.headers[.accessControlAllowMethods] = "GET, HEAD, POST"
      response.headers[.accessControlAllowHeaders] = "Content-Type, If-None-Match"
      response.headers[.accessControlMaxAge] = "86400"
    }
    return response
  }
}
#endif

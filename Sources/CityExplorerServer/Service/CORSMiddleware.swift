#if Server
import HTTPTypes
import Hummingbird

/// Cross-origin resource sharing: lets scripts of other origins call the service.
///
/// Credentials are not allowed, because the service needs no cookies.
struct CORSMiddleware: RouterMiddleware {
  private let origins: Set<String>

  /// Allows some origins, or any origin by `*`; `nil` without origins.
  init?(_ origins: [String]) {
    guard !origins.isEmpty else { return nil }
    // Origins have no path, though people copy them with a slash.
    self.origins = Set(origins.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 })
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
    // Caches must not give the answer for one origin to another.
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

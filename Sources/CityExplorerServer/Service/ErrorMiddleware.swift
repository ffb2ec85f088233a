#if Server
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOHTTP1
import RemoteSearch
import Synchronization

/// Answers every error with a JSON object: `{"error":{"message":"…","status":404}}`.
struct ErrorMiddleware: RouterMiddleware {
  let routes: KnownRoutes

  func handle(
    _ request: Request, context: ServerRequestContext,
    next: @concurrent (Request, ServerRequestContext) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch let error as ServiceError {
      return response(error)
    } catch let error as any HTTPResponseError {
      if let methods = routes.methods(at: request.uri.path),
        request.method == .options || !methods.contains(request.method)
      {
        return methodNotAllowed(request, methods)
      }
      var response = response(Self.sentence(for: error, request))
      if let error = error as? HTTPError { response.headers.append(contentsOf: error.headers) }
      return response
    } catch {
      if let fault = ServiceError(faultOfClient: error, on: context.channel) {
        return response(fault)
      }
      context.logger.error("\(request.method) \(request.uri.path) failed: \(error)")
      return response(ServiceError(500, "The server failed to answer."))
    }
  }

  /// The answer with an error.
  private func response(_ error: ServiceError) -> Response {
    var response = Response(
      status: HTTPResponse.Status(code: error.status), mediaType: "application/json", error.json)
    if let pause = error.retryAfter { response.headers[.retryAfter] = "\(pause)" }
    // The client may still be sending the body, for which the connection has a time limit.
    if [408, 413].contains(error.status) { response.headers[.connection] = "close" }
    return response
  }

  /// The answer to a method that a path does not support, and to OPTIONS.
  private func methodNotAllowed(
    _ request: Request, _ methods: Set<HTTPRequest.Method>
  ) -> Response {
    let list = methods.map(\.rawValue).sorted().joined(separator: ", ")
    var response =
      request.method == .options
      ? Response(status: .noContent)
      : self.response(
        ServiceError(405, "The method must be one of \(list), got \(request.method.rawValue)."))
    response.headers[.allow] = list
    return response
  }

  private static func sentence(
    for error: any HTTPResponseError, _ request: Request
  ) -> ServiceError {
    let message: String =
      switch error.status {
      case .notFound: "There is nothing at \(request.uri.path.prefix(200))."
      case .contentTooLarge: "The body of the request is too large."
      default: (error as? HTTPError)?.body ?? "\(error.status.reasonPhrase)."
      }
    return ServiceError(error.status.code, message)
  }
}

extension ServiceError {
  /// The status of a request whose client disconnected before the answer: the one that nginx logs.
  static let disconnectedStatus = 499

  /// Describes an error that the client of a request caused; `nil` if the server did.
  init?(faultOfClient error: any Error, on channel: any Channel) {
    switch error {
    case HTTPParserError.invalidEOFState, is CancellationError, is ChannelError, is IOError: break
    case is HTTPParserError:
      self.init(400, "The request is not valid HTTP/1.1.")
      return
    default: guard !channel.isActive else { return nil }
    }
    self.init(Self.disconnectedStatus, "The client disconnected.")
  }
}

extension Response {
  /// Creates an answer with a body in memory.
  init(status: HTTPResponse.Status = .ok, mediaType: String, _ bytes: [UInt8]) {
    self.init(
      status: status,
      headers: [.contentType: mediaType, .xContentTypeOptions: "nosniff"],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }
}

/// The methods of each path of a router, to distinguish a wrong method (405) from a wrong path
/// (404).
///
/// A middleware is created before the routes, so the routes are recorded afterwards.
final class KnownRoutes: Sendable {
  private struct Pattern {
    let parts: [Substring]
    var methods: Set<HTTPRequest.Method>
  }

  private let patterns = Mutex<[Pattern]>([])

  /// Records the routes of a router.
  func record(_ router: Router<ServerRequestContext>) {
    let paths = Dictionary(grouping: router.routes, by: \.path.description)
    let known = paths.map { path, routes in
      var methods = Set(routes.map(\.method)).union([.options])
      if methods.contains(.get) { methods.insert(.head) }
      return Pattern(parts: path.split(separator: "/"), methods: methods)
    }
    patterns.withLock { $0 = known }
  }

  /// The methods of a path; `nil` if there is no such path.
  ///
  /// - Complexity: O(*n*), where *n* is the number of routes; only rejected requests pay it.
  func methods(at path: String) -> Set<HTTPRequest.Method>? {
    let parts = path.split(separator: "/")
    let found = patterns.withLock { patterns in
      patterns.filter { Self.matches(parts, $0.parts) }.map(\.methods)
    }
    return found.isEmpty ? nil : found.reduce([]) { $0.union($1) }
  }

  /// Whether a path matches a pattern, in which `{name}`, `:name` and `*` match any part, and `**` all
  /// that follow.
  private static func matches(_ parts: [Substring], _ pattern: [Substring]) -> Bool {
    for (index, expected) in pattern.enumerated() {
      if expected == "**" { return true }
      guard index < parts.count else { return false }
      let isAny = expected == "*" || expected.hasPrefix("{") || expected.hasPrefix(":")
      guard isAny || expected == parts[index] else { return false }
    }
    return parts.count == pattern.count
  }
}

/// Cross-origin resource sharing: lets scripts of other origins call the service.
///
/// Credentials are not allowed, because the service needs no cookies.
struct CORSMiddleware: RouterMiddleware {
  private let origins: Set<String>

  /// Allows some origins, or any origin by `*`; `nil` without origins.
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

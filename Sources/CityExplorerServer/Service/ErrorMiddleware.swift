#if Server
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOHTTP1
import RemoteSearch

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
#endif

#if Server
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import RemoteCitySearch

/// Answers every error with a sentence in JSON: `{"error":{"message":"…","status":404}}`.
struct ErrorMiddleware: RouterMiddleware {
  let limits: ServerLimits
  let paths: KnownPaths

  func handle(
    _ request: Request, context: ServerRequestContext,
    next: @concurrent (Request, ServerRequestContext) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch let error as ServiceError {
      return response(error, context)
    } catch let error as any HTTPResponseError {
      if let methods = paths.methods(at: request.uri.path),
        request.method == .options || !methods.contains(request.method)
      {
        return refusal(of: request, methods, context)
      }
      var response = response(Self.sentence(for: error, request), context)
      if let error = error as? HTTPError { response.headers.append(contentsOf: error.headers) }
      return response
    } catch {
      context.logger.error("\(request.method) \(request.uri.path) failed: \(error)")
      return response(ServiceError(500, "The server failed to answer."), context)
    }
  }

  /// The answer that says what is wrong.
  private func response(_ error: ServiceError, _ context: ServerRequestContext) -> Response {
    var response = Response(
      status: HTTPResponse.Status(code: error.status), mediaType: "application/json", error.json)
    if let pause = error.retryAfter { response.headers[.retryAfter] = "\(pause)" }
    if [408, 413].contains(error.status) {
      // What is left of the body is still on its way. It has some time to come, since a client that
      // is cut off while it sends does not see this answer.
      response.headers[.connection] = "close"
      context.channel.eventLoop.scheduleTask(in: .seconds(Int64(limits.idleTimeout))) {
        context.channel.close(promise: nil)
      }
    }
    return response
  }

  /// The answer to a method that a path does not have; what it has is the answer to OPTIONS.
  private func refusal(
    of request: Request, _ methods: Set<HTTPRequest.Method>, _ context: ServerRequestContext
  ) -> Response {
    let list = methods.map(\.rawValue).sorted().joined(separator: ", ")
    var response =
      request.method == .options
      ? Response(status: .noContent)
      : self.response(
        ServiceError(405, "\(request.method.rawValue) is not among the methods here: \(list)."),
        context)
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

extension Response {
  /// An answer that is there as a whole.
  init(status: HTTPResponse.Status = .ok, mediaType: String, _ bytes: [UInt8]) {
    self.init(
      status: status,
      headers: [.contentType: mediaType, .xContentTypeOptions: "nosniff"],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }
}
#endif

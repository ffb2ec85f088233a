#if Server
import Foundation
import HTTPTypes
import Hummingbird
import Logging

/// Answers every error with a sentence in JSON: `{"error": {"status": 404, "message": "…"}}`.
struct ErrorMiddleware: RouterMiddleware {
  typealias Context = ServerRequestContext

  func handle(
    _ request: Request, context: Context,
    next: @concurrent (Request, Context) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch {
      guard let error = error as? any HTTPResponseError else {
        context.logger.error("\(request.method) \(request.uri.path) failed: \(error)")
        return Self.response(.internalServerError, "The server failed to answer.")
      }
      let message = (error as? HTTPError)?.body ?? Self.sentence(for: error.status, request)
      var response = Self.response(error.status, message)
      if let error = error as? HTTPError { response.headers.append(contentsOf: error.headers) }
      return response
    }
  }

  private static func sentence(for status: HTTPResponse.Status, _ request: Request) -> String {
    switch status {
    case .notFound: "There is nothing at \(request.uri.path)."
    case .contentTooLarge: "The body of the request is too large."
    default: "\(status.reasonPhrase)."
    }
  }
}

extension ErrorMiddleware {
  private struct Body: Encodable {
    struct Content: Encodable {
      let status: Int
      let message: String
    }

    let error: Content
  }

  /// An answer that says what is wrong.
  static func response(_ status: HTTPResponse.Status, _ message: String) -> Response {
    let body = Body(error: .init(status: status.code, message: message))
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let bytes = (try? encoder.encode(body)) ?? Data()
    return Response(
      status: status, headers: [.contentType: "application/json"],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }
}
#endif

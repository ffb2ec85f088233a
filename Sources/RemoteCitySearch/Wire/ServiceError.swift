/// Why the service did not answer a request: a status of HTTP, and a sentence.
///
/// On the wire it is `{"error":{"message":"…","status":400}}`, for everything that is not answered.
package struct ServiceError: Error, Sendable, Hashable {
  /// The status of HTTP.
  package let status: Int
  /// What is wrong, as a sentence.
  package let message: String
  /// How many seconds to wait before the request is made again; `nil` if that does not help.
  package let retryAfter: Int?

  package init(_ status: Int, _ message: String, retryAfter: Int? = nil) {
    self.status = status
    self.message = message
    self.retryAfter = retryAfter
  }

  /// A request that has to be made otherwise.
  package static func invalid(_ message: String) -> ServiceError { ServiceError(400, message) }

  /// The body of the answer.
  package var json: [UInt8] {
    var text = JSONText()
    text.object {
      $0.key("error")
      $0.object {
        $0.member("message", message)
        $0.member("status", status)
      }
    }
    return text.bytes
  }
}

extension ServiceError {
  /// The body of an answer, to be decoded.
  package struct Body: Decodable {
    package struct Content: Decodable {
      package let message: String
    }

    package let error: Content
  }
}

/// An error of the service: an HTTP status and a message.
///
/// On the wire it is `{"error":{"message":"…","status":400}}`.
package struct ServiceError: Error, Sendable, Hashable {
  /// The HTTP status.
  package let status: Int
  /// The message, a sentence.
  package let message: String
  /// The seconds to wait before a retry; `nil` if a retry does not help.
  package let retryAfter: Int?

  package init(_ status: Int, _ message: String, retryAfter: Int? = nil) {
    self.status = status
    self.message = message
    self.retryAfter = retryAfter
  }

  /// The error for a malformed request.
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
  /// The body of an error, for decoding.
  package struct Body: Decodable {
    package struct Content: Decodable {
      package let message: String
    }

    package let error: Content
  }
}

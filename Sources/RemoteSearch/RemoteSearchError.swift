public import Foundation

/// Why a remote search failed.
@nonexhaustive
public enum RemoteSearchError: Error, Sendable, Hashable {
  /// The server could not be reached, or the connection broke.
  case unreachable(reason: String)
  /// The server did not answer in time.
  case timedOut(after: Duration)
  /// The server is busy, or the client exceeds its rate limit; `retryAfter` is the time to wait, if
  /// the server states one.
  case tooManyRequests(retryAfter: Duration?)
  /// The server rejected the query, for a reason.
  case refused(reason: String)
  /// The server failed with an HTTP status.
  case failed(status: Int)
  /// The answer is not in the format of the service.
  case invalidAnswer(reason: String)
}

extension RemoteSearchError: CustomStringConvertible, LocalizedError {
  /// The error, as a sentence.
  public var description: String {
    switch self {
    case .unreachable(let reason): "The server could not be reached: \(reason)"
    case .timedOut(let time): "The server did not answer within \(time)."
    case .tooManyRequests(let time?):
      "The server is busy. Try again after \(time)."
    case .tooManyRequests(nil): "The server is busy."
    case .refused(let reason): "The server rejected the query: \(reason)"
    case .failed(let status): "The server failed with the status \(status)."
    case .invalidAnswer(let reason): "The server's answer is invalid: \(reason)."
    }
  }

  /// The same sentence, for alerts.
  public var errorDescription: String? { description }
}

public import Foundation

/// Why a server gave no answer.
public enum RemoteSearchError: Error, Sendable, Hashable {
  /// The server could not be reached, or the connection broke.
  case unreachable(reason: String)
  /// The server did not answer in time.
  case timedOut(after: Duration)
  /// The server has been asked too often, or has too much to do; it names the time to wait, if it says.
  case tooManyRequests(retryAfter: Duration?)
  /// The server does not accept the query, and says why.
  case refused(reason: String)
  /// The server failed, with a status of HTTP.
  case failed(status: Int)
  /// What came is no answer of such a server.
  case invalidAnswer(reason: String)
}

extension RemoteSearchError {
  /// Whether the same query may be answered in a while.
  public var isTransient: Bool {
    switch self {
    case .unreachable, .timedOut, .tooManyRequests: true
    case .failed(let status): [500, 502, 503, 504].contains(status)
    case .refused, .invalidAnswer: false
    }
  }
}

extension RemoteSearchError: CustomStringConvertible, LocalizedError {
  /// What is wrong, as a sentence.
  public var description: String {
    switch self {
    case .unreachable(let reason): "The server could not be reached: \(reason)"
    case .timedOut(let time): "The server did not answer within \(time)."
    case .tooManyRequests(let time?):
      "The server has too much to do, and wants a pause of \(time)."
    case .tooManyRequests(nil): "The server has too much to do."
    case .refused(let reason): "The server did not accept the query: \(reason)"
    case .failed(let status): "The server failed with the status \(status)."
    case .invalidAnswer(let reason): "The server's answer cannot be read: \(reason)."
    }
  }

  /// The same sentence, for people.
  public var errorDescription: String? { description }
}

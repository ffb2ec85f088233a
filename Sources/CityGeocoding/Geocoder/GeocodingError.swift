public import Foundation

/// An error of a geocoder.
public enum GeocodingError: Error, Sendable, Hashable, Codable {
  /// The address contains nothing to look up.
  case invalidAddress(reason: String)
  /// The geocoder does not know the place.
  case noResult
  /// The geocoder received too many requests; it names the time to wait, if it can.
  ///
  /// A queue waits for ``GeocodingRetryPolicy/longestPause`` at most.
  case rateLimited(retryAfter: Duration?)
  /// The geocoder could not be reached, failed, or did not answer in time.
  case network(reason: String)
  /// The geocoder rejects all requests of this program: the key is wrong, access is forbidden, or the
  /// quota is used up.
  case denied(reason: String)
}

extension GeocodingError {
  /// Whether a later attempt may succeed.
  public var isTransient: Bool {
    switch self {
    case .rateLimited, .network: true
    case .invalidAddress, .noResult, .denied: false
    }
  }

  /// Whether the geocoder would reject every other address for the same reason.
  ///
  /// A queue stops at such an error and keeps all addresses. Transient errors are not among them.
  public var concernsService: Bool {
    switch self {
    case .denied: true
    case .invalidAddress, .noResult, .rateLimited, .network: false
    }
  }

  /// Converts any error of a geocoder; `nil` for `CancellationError`.
  package init?(_ error: any Error) {
    switch error {
    case let error as GeocodingError: self = error
    case is CancellationError: return nil
    default: self = .network(reason: "\(error)")
    }
  }
}

extension GeocodingError: CustomStringConvertible, LocalizedError {
  /// The error as a sentence.
  public var description: String {
    switch self {
    case .invalidAddress(let reason): "The address cannot be looked up: \(reason)."
    case .noResult: "No place was found for the address."
    case .rateLimited(let delay?):
      "The geocoder received too many requests and asks for a pause of \(delay)."
    case .rateLimited(nil): "The geocoder received too many requests."
    case .network(let reason): "The geocoder could not be reached: \(reason)."
    case .denied(let reason): "The geocoder rejected the request: \(reason)."
    }
  }

  /// The same sentence.
  public var errorDescription: String? { description }
}

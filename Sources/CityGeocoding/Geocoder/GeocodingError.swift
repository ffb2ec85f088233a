public import Foundation

/// Why an address has no coordinate.
public enum GeocodingError: Error, Sendable, Hashable, Codable {
  /// The address says nothing that could be looked for.
  case invalidAddress(reason: String)
  /// There is no such place, as far as the geocoder knows.
  case noResult
  /// The geocoder was asked too often; it names the time to wait, if it knows.
  ///
  /// A queue waits for ``GeocodingRetryPolicy/longestPause`` at most.
  case rateLimited(retryAfter: Duration?)
  /// The geocoder could not be reached, or failed, or did not answer in time.
  case network(reason: String)
  /// The geocoder refuses to answer this program, whatever the address: the key is wrong, the access
  /// forbidden, the quota used up.
  case denied(reason: String)
}

extension GeocodingError {
  /// Whether the same question may be answered in a while.
  public var isTransient: Bool {
    switch self {
    case .rateLimited, .network: true
    case .invalidAddress, .noResult, .denied: false
    }
  }

  /// Whether the geocoder would refuse every other address for the same reason.
  ///
  /// A queue stops at such an error, and keeps all addresses for when the reason is gone. The errors that
  /// pass by themselves are not among them.
  public var concernsService: Bool {
    switch self {
    case .denied: true
    case .invalidAddress, .noResult, .rateLimited, .network: false
    }
  }

  /// An error that a geocoder threw, whatever its type; `nil` if it says that it was cancelled.
  package init?(_ error: any Error) {
    switch error {
    case let error as GeocodingError: self = error
    case is CancellationError: return nil
    default: self = .network(reason: "\(error)")
    }
  }
}

extension GeocodingError: CustomStringConvertible, LocalizedError {
  /// A sentence for logs.
  public var description: String {
    switch self {
    case .invalidAddress(let reason): "The address cannot be looked for: \(reason)."
    case .noResult: "No place was found for the address."
    case .rateLimited(let delay?):
      "The geocoder was asked too often, and wants a pause of \(delay)."
    case .rateLimited(nil): "The geocoder was asked too often."
    case .network(let reason): "The geocoder could not be reached: \(reason)."
    case .denied(let reason): "The geocoder refused to answer: \(reason)."
    }
  }

  /// The same sentence, for people.
  public var errorDescription: String? { description }
}

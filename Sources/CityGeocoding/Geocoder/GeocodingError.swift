#if canImport(Foundation)
public import Foundation
#endif

/// An error of a geocoder.
@nonexhaustive
public enum GeocodingError: Error, Sendable, Hashable {
  /// The address contains nothing to look up.
  case invalidAddress(reason: String)
  /// The geocoder does not know the place.
  case noResult
  /// The geocoder received too many requests; it names the time to wait, if it can.
  ///
  /// A queue pauses, for ``GeocodingRetryPolicy/longestPause`` at most, and then requests the address
  /// again.
  case tooManyRequests(retryAfter: Duration?)
  /// The geocoder could not be reached, failed, or did not answer in time.
  case network(reason: String)
  /// Of several geocoders, some do not know the place, and the others could not be asked; the error names
  /// the time to wait, if one of those named it.
  ///
  /// A queue requests the address again, and other addresses in the meantime.
  case incomplete(reason: String, retryAfter: Duration?)
  /// The geocoder rejects all requests of this program: the key is wrong, access is forbidden, or the
  /// quota is used up.
  case refused(reason: String)
}

extension GeocodingError {
  /// Whether a later attempt may succeed.
  public var isTransient: Bool {
    switch self {
    case .tooManyRequests, .network, .incomplete: true
    case .invalidAddress, .noResult, .refused: false
    }
  }

  /// Whether the geocoder would reject every other address for the same reason.
  ///
  /// A queue keeps all addresses then: it stops if the error is ``refused(reason:)``, and pauses if it is
  /// ``tooManyRequests(retryAfter:)``.
  public var concernsService: Bool {
    switch self {
    case .refused, .tooManyRequests: true
    case .invalidAddress, .noResult, .network, .incomplete: false
    }
  }
}

extension GeocodingError: CustomStringConvertible {
  /// The error as a sentence.
  public var description: String {
    switch self {
    case .invalidAddress(let reason): "The address cannot be looked up: \(reason)."
    case .noResult: "No place was found for the address."
    case .tooManyRequests(let delay?):
      "The geocoder received too many requests and asks for a pause of \(delay)."
    case .tooManyRequests(nil): "The geocoder received too many requests."
    case .network(let reason): "The geocoder could not be reached: \(reason)."
    case .incomplete(let reason, _):
      "No place was found for the address, but not all geocoders could be asked: \(reason)"
    case .refused(let reason): "The geocoder rejected the request: \(reason)."
    }
  }
}

#if !hasFeature(Embedded)
extension GeocodingError: Codable {}

extension GeocodingError: LocalizedError {
  /// The same sentence.
  public var errorDescription: String? { description }
}
#endif

public import Foundation

/// A source of coordinates for addresses: a gazetteer, a service, or several in order.
public protocol Geocoder: Sendable {
  /// Finds the coordinate of an address.
  ///
  /// - Parameter address: The address.
  /// - Returns: The best match.
  /// - Throws: ``GeocodingError``; `CancellationError` if the task was cancelled. A queue treats any
  ///   other error as ``GeocodingError/network(reason:)``.
  func geocode(_ address: PostalAddress) async throws -> GeocodingResult
}

/// A geocoder that tries several geocoders in order until one finds the address.
///
/// ```swift
/// let geocoder = FallbackGeocoder([server, LineGeocoder(cities)])
/// ```
public struct FallbackGeocoder: Geocoder {
  private let geocoders: [any Geocoder]

  /// Creates a geocoder.
  ///
  /// - Parameter geocoders: The geocoders to try, the best first; at least one.
  public init(_ geocoders: [any Geocoder]) {
    precondition(!geocoders.isEmpty, "geocoders must have at least one element, got none.")
    self.geocoders = geocoders
  }

  /// Finds the coordinate of an address.
  ///
  /// - Parameter address: The address.
  /// - Returns: The result of the first geocoder that finds the address.
  /// - Throws: If none finds it, the first transient error, or else the first refusal, or else the first
  ///   error. So a refusal stops a queue at an address that the other geocoders do not know.
  ///   `CancellationError` at once if the task was cancelled.
  public func geocode(_ address: PostalAddress) async throws -> GeocodingResult {
    var first: GeocodingError?
    for geocoder in geocoders {
      do {
        return try await geocoder.geocode(address)
      } catch {
        // A geocoder may report the cancellation of its task by any error.
        try Task.checkCancellation()
        guard let error = GeocodingError(error) else { throw error }
        if first.map({ error.precedence > $0.precedence }) ?? true { first = error }
      }
    }
    throw first ?? .noResult
  }
}

extension GeocodingError {
  /// The rank of the error among those of several geocoders: the more likely another attempt succeeds,
  /// the higher.
  fileprivate var precedence: Int {
    switch self {
    case .tooManyRequests, .network: 2
    case .refused: 1
    case .invalidAddress, .noResult: 0
    }
  }
}

/// An error of a geocoder.
public enum GeocodingError: Error, Sendable, Hashable, Codable {
  /// The address contains nothing to look up.
  case invalidAddress(reason: String)
  /// The geocoder does not know the place.
  case noResult
  /// The geocoder received too many requests; it names the time to wait, if it can.
  ///
  /// A queue waits for ``GeocodingRetryPolicy/longestPause`` at most.
  case tooManyRequests(retryAfter: Duration?)
  /// The geocoder could not be reached, failed, or did not answer in time.
  case network(reason: String)
  /// The geocoder rejects all requests of this program: the key is wrong, access is forbidden, or the
  /// quota is used up.
  case refused(reason: String)
}

extension GeocodingError {
  /// Whether a later attempt may succeed.
  public var isTransient: Bool {
    switch self {
    case .tooManyRequests, .network: true
    case .invalidAddress, .noResult, .refused: false
    }
  }

  /// Whether the geocoder would reject every other address for the same reason.
  ///
  /// A queue stops at such an error and keeps all addresses. Transient errors are not among them.
  public var concernsService: Bool {
    switch self {
    case .refused: true
    case .invalidAddress, .noResult, .tooManyRequests, .network: false
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
    case .tooManyRequests(let delay?):
      "The geocoder received too many requests and asks for a pause of \(delay)."
    case .tooManyRequests(nil): "The geocoder received too many requests."
    case .network(let reason): "The geocoder could not be reached: \(reason)."
    case .refused(let reason): "The geocoder rejected the request: \(reason)."
    }
  }

  /// The same sentence.
  public var errorDescription: String? { description }
}

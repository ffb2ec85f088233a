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
/// let geocoder = FallbackGeocoder([server, GazetteerGeocoder(cities)])
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
    case .rateLimited, .network: 2
    case .denied: 1
    case .invalidAddress, .noResult: 0
    }
  }
}

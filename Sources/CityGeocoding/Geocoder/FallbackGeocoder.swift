/// Asks several geocoders in order until one has an answer.
///
/// ```swift
/// let geocoder = FallbackGeocoder([server, GazetteerGeocoder(cities)])
/// ```
public struct FallbackGeocoder: Geocoder {
  private let geocoders: [any Geocoder]

  /// Creates a geocoder.
  ///
  /// - Parameter geocoders: The geocoders to ask, the best first; at least one.
  public init(_ geocoders: [any Geocoder]) {
    precondition(!geocoders.isEmpty, "A fallback needs at least one geocoder.")
    self.geocoders = geocoders
  }

  /// Finds out where an address lies.
  ///
  /// - Parameter address: The address.
  /// - Returns: The answer of the first geocoder that has one.
  /// - Throws: If none has one, the error that leaves most hope, which is the first that is transient,
  ///   or else the first refusal, or else the first of all: so a refusal stops a queue at an address
  ///   that the others do not know. `CancellationError` at once if the task was cancelled.
  public func geocode(_ address: PostalAddress) async throws -> GeocodingResult {
    var best: GeocodingError?
    for geocoder in geocoders {
      do {
        return try await geocoder.geocode(address)
      } catch {
        // Whatever a geocoder calls a cancellation of its task.
        try Task.checkCancellation()
        guard let error = GeocodingError(error) else { throw error }
        if best.map({ error.hope > $0.hope }) ?? true { best = error }
      }
    }
    throw best ?? .noResult
  }
}

extension GeocodingError {
  /// How likely another attempt has another outcome.
  fileprivate var hope: Int {
    switch self {
    case .rateLimited, .network: 2
    case .denied: 1
    case .invalidAddress, .noResult: 0
    }
  }
}

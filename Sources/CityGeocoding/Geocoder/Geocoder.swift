/// Something that knows where addresses lie: a table, a server, or several in order.
public protocol Geocoder: Sendable {
  /// Finds out where an address lies.
  ///
  /// - Parameter address: The address.
  /// - Returns: The best match.
  /// - Throws: ``GeocodingError``; `CancellationError` if the task was cancelled. A queue takes any
  ///   other error for ``GeocodingError/network(reason:)``.
  func geocode(_ address: PostalAddress) async throws -> GeocodingResult
}

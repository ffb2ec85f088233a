/// A source of coordinates for addresses: a gazetteer, a service, or several in order.
public protocol Geocoder: Sendable {
  /// The name of the source, which its results carry as ``GeocodingResult/source``.
  ///
  /// It is stored with each result, so it must stay the same. The default is the name of the type.
  var name: String { get }

  /// Finds the coordinate of an address.
  ///
  /// - Parameter address: The address.
  /// - Returns: The best match.
  /// - Throws: ``GeocodingError``; `CancellationError` if the task was cancelled. A queue treats any
  ///   other error as ``GeocodingError/network(reason:)``.
  func geocode(_ address: PostalAddress) async throws -> GeocodingResult
}

extension Geocoder {
  /// The name of the type.
  public var name: String { "\(Self.self)" }
}

extension Geocoder {
  /// Finds the coordinate of an address; a result that names no source gets the name of the geocoder.
  func geocodeNamingSource(_ address: PostalAddress) async throws -> GeocodingResult {
    var result = try await geocode(address)
    result.source = result.source ?? name
    return result
  }
}

extension GeocodingError {
  /// Converts any error of a geocoder; `nil` for `CancellationError`.
  package init?(_ error: any Error) {
    switch error {
    case let error as GeocodingError: self = error
    case is CancellationError: return nil
    default: self = .network(reason: "\(error)")
    }
  }
}

extension LineGeocoder: Geocoder {}

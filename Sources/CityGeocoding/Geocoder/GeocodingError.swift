public import CitySession
public import DurableStorage
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
  /// The geocoder could not be reached, or failed; a later attempt may succeed.
  case failed(reason: String)
  /// The geocoder rejects all requests of this program: the key is wrong, or the quota is used up.
  ///
  /// It is no answer for the address, and ends the run of a ``GeocodingQueue``.
  case refused(reason: String)
}

extension GeocodingError: CustomStringConvertible {
  /// The error as a sentence.
  public var description: String {
    switch self {
    case .invalidAddress(let reason): "The address cannot be looked up: \(reason)."
    case .noResult: "No place was found for the address."
    case .failed(let reason): "The geocoder failed: \(reason)."
    case .refused(let reason): "The geocoder rejected the request: \(reason)."
    }
  }
}

/// An error of a ``GeocodingClient``, which ends a run.
@nonexhaustive
public enum GeocodingClientError: Error, Equatable {
  /// The store cannot be read or written.
  case storage(StorageError)
  /// The geocoder rejects all requests.
  case refused(reason: String)
  /// This client has no addresses.
  case unavailable
  /// Another error, such as one of another kind of store.
  case failed(UnderlyingError)
}

extension GeocodingClientError: CustomStringConvertible {
  /// The error as a sentence.
  public var description: String {
    switch self {
    case .storage(let error): error.description
    case .refused(let reason): GeocodingError.refused(reason: reason).description
    case .unavailable: "Addresses are not available here."
    case .failed(let error): "The addresses failed: \(error)"
    }
  }
}

#if !hasFeature(Embedded)
extension GeocodingClientError {
  /// Converts any error of a run; a `GeocodingClientError` stays the same.
  ///
  /// - Parameter error: The error.
  package init(_ error: any Error) {
    self =
      switch error {
      case let error as GeocodingClientError: error
      case let error as StorageError: .storage(error)
      case GeocodingError.refused(let reason): .refused(reason: reason)
      default: .failed(UnderlyingError(error))
      }
  }
}

extension GeocodingError: LocalizedError {
  /// The same sentence.
  public var errorDescription: String? { description }
}

extension GeocodingClientError: LocalizedError {
  /// The same sentence.
  public var errorDescription: String? { description }
}
#endif

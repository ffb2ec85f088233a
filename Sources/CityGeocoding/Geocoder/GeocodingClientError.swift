public import CitySession
public import DurableStorage
#if canImport(Foundation)
public import Foundation
#endif

/// An error of a ``GeocodingClient``.
@nonexhaustive
public enum GeocodingClientError: Error, Equatable {
  /// The store cannot be read or written.
  case storage(StorageError)
  /// The queue is closed.
  case closed
  /// This client has no addresses.
  case unavailable
  /// Another error, such as one of another kind of store.
  case failed(UnderlyingError)
}

#if !hasFeature(Embedded)
extension GeocodingClientError {
  /// Converts any error of a queue or of its store; a `GeocodingClientError` stays the same.
  ///
  /// - Parameter error: The error.
  public init(_ error: any Error) {
    self =
      switch error {
      case let error as GeocodingClientError: error
      case let error as StorageError: .storage(error)
      case GeocodingQueueError.closed: .closed
      default: .failed(UnderlyingError(error))
      }
  }
}
#endif

extension GeocodingClientError: CustomStringConvertible {
  /// The error as a sentence.
  public var description: String {
    switch self {
    case .storage(let error): error.description
    case .closed: "The queue is closed and accepts no more addresses."
    case .unavailable: "Addresses are not available here."
    case .failed(let error): "The addresses failed: \(error)"
    }
  }
}

#if !hasFeature(Embedded)
extension GeocodingClientError: LocalizedError {
  /// The same sentence.
  public var errorDescription: String? { description }
}
#endif

internal import CitySession
public import DurableStorage
public import Foundation

/// An error of a ``GeocodingClient``.
public enum GeocodingClientError: Error {
  /// The store cannot be read or written.
  case storage(StorageError)
  /// The queue is closed.
  case closed
  /// This client has no addresses.
  case unavailable
  /// Another error, such as one of another kind of store.
  case failed(any Error)

  /// Converts any error of a queue or of its store; a `GeocodingClientError` stays the same.
  ///
  /// - Parameter error: The error.
  public init(_ error: any Error) {
    self =
      switch error {
      case let error as GeocodingClientError: error
      case let error as StorageError: .storage(error)
      case GeocodingQueueError.closed: .closed
      default: .failed(error)
      }
  }
}

extension GeocodingClientError: Equatable {
  /// Whether both are the same case with equal values; other errors are equal if type and description
  /// are.
  public static func == (first: GeocodingClientError, second: GeocodingClientError) -> Bool {
    switch (first, second) {
    case (.storage(let one), .storage(let two)): one == two
    case (.closed, .closed), (.unavailable, .unavailable): true
    case (.failed(let one), .failed(let two)): areEqual(one, two)
    default: false
    }
  }
}

extension GeocodingClientError: CustomStringConvertible, LocalizedError {
  /// The error as a sentence.
  public var description: String {
    switch self {
    case .storage(let error): error.description
    case .closed: GeocodingQueueError.closed.description
    case .unavailable: "Addresses are not available here."
    case .failed(let error): "The addresses failed: \(reason(of: error))"
    }
  }

  /// The same sentence.
  public var errorDescription: String? { description }
}

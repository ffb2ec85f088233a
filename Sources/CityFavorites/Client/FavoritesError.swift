public import CitySearch
internal import CitySession
public import DurableStorage
public import Foundation

/// An error of ``FavoriteCities`` or of a ``FavoritesClient``.
public enum FavoritesError: Error {
  /// There are as many favorites as there may be.
  case full(limit: Int)
  /// The store cannot be read or written.
  case storage(StorageError)
  /// No city with this id can be added.
  case unknownCity(City.ID)
  /// This client has no favorites.
  case unavailable
  /// Another error: of another kind of store, of the lookup of a city, or `CancellationError`.
  case failed(any Error)

  /// Converts any error of favorites; a `FavoritesError` stays the same.
  ///
  /// - Parameter error: The error.
  public init(_ error: any Error) {
    self =
      switch error {
      case let error as FavoritesError: error
      case let error as StorageError: .storage(error)
      default: .failed(error)
      }
  }
}

extension FavoritesError: Equatable {
  /// Whether both are the same case with equal values; other errors are equal if type and description
  /// are.
  public static func == (first: FavoritesError, second: FavoritesError) -> Bool {
    switch (first, second) {
    case (.full(let one), .full(let two)): one == two
    case (.storage(let one), .storage(let two)): one == two
    case (.unknownCity(let one), .unknownCity(let two)): one == two
    case (.unavailable, .unavailable): true
    case (.failed(let one), .failed(let two)): areEqual(one, two)
    default: false
    }
  }
}

extension FavoritesError: CustomStringConvertible, LocalizedError {
  /// The error as a sentence.
  public var description: String {
    switch self {
    case .full(let limit):
      "There can be at most \(limit) favorites: remove one to add another."
    case .storage(let error): error.description
    case .unknownCity(let id): "There is no city with the id \(id)."
    case .unavailable: "Favorites are not available here."
    case .failed(let error): "The favorites failed: \(reason(of: error))"
    }
  }

  /// The same sentence.
  public var errorDescription: String? { description }
}

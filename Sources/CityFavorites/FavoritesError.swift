public import CitySearch
public import CitySession
public import DurableStorage
#if canImport(Foundation)
public import Foundation
#endif

/// An error of a ``FavoritesClient``.
@nonexhaustive
public enum FavoritesError: Error, Equatable {
  /// There are as many favorites as there may be.
  case full(limit: Int)
  /// The store cannot be read or written.
  case storage(StorageError)
  /// No city with this id can be added.
  case unknownCity(City.ID)
  /// This client has no favorites.
  case unavailable
  /// Another error: of another kind of store, of the lookup of a city, or `CancellationError`.
  case failed(UnderlyingError)
}

#if !hasFeature(Embedded)
extension FavoritesError {
  /// Converts any error of favorites; a `FavoritesError` stays the same.
  ///
  /// - Parameter error: The error.
  package init(_ error: any Error) {
    self =
      switch error {
      case let error as FavoritesError: error
      case let error as StorageError: .storage(error)
      default: .failed(UnderlyingError(error))
      }
  }
}
#endif

extension FavoritesError: CustomStringConvertible {
  /// The error as a sentence.
  public var description: String {
    switch self {
    case .full(let limit):
      "There can be at most \(limit) favorites: remove one to add another."
    case .storage(let error): error.description
    case .unknownCity(let id): "There is no city with the id \(id)."
    case .unavailable: "Favorites are not available here."
    case .failed(let error): "The favorites failed: \(error)"
    }
  }
}

#if !hasFeature(Embedded)
extension FavoritesError: LocalizedError {
  /// The same sentence.
  public var errorDescription: String? { description }
}
#endif

public import CitySearch
public import DurableStorage
public import Foundation

/// Why favorites could not be shown or changed.
public enum FavoritesError: Error {
  /// The store cannot be read or written.
  case storage(StorageError)
  /// There is no city with this id to add.
  case unknownCity(City.ID)
  /// This screen has no favorites.
  case unavailable
  /// Something else failed: a store of another kind, or the lookup of a city.
  case failed(any Error)

  package init(_ error: any Error) {
    self =
      switch error {
      case let error as FavoritesError: error
      case let error as StorageError: .storage(error)
      default: .failed(error)
      }
  }
}

extension FavoritesError: Equatable {
  /// Whether both say the same; other errors are equal if type and description are.
  public static func == (first: FavoritesError, second: FavoritesError) -> Bool {
    switch (first, second) {
    case (.storage(let one), .storage(let two)): one == two
    case (.unknownCity(let one), .unknownCity(let two)): one == two
    case (.unavailable, .unavailable): true
    case (.failed(let one), .failed(let two)):
      type(of: one) == type(of: two) && String(reflecting: one) == String(reflecting: two)
    default: false
    }
  }
}

extension FavoritesError: CustomStringConvertible, LocalizedError {
  /// A sentence for people.
  public var description: String {
    switch self {
    case .storage(let error): error.description
    case .unknownCity(let id): "There is no city with the number \(id)."
    case .unavailable: "There are no favorites here."
    case .failed(let error): "The favorites failed: \(error)"
    }
  }

  /// The same sentence, for people.
  public var errorDescription: String? { description }
}
